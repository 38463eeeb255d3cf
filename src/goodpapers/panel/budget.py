"""What calls cost: an estimate before the run, and a limit that is never passed during it.

A call is held at the most it can cost before it is sent, and settled at what the server counted.
So the limit holds with many calls in flight. A call whose end is unknown (a time-out, a cut
connection) is counted at its most, since the server may have billed it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from goodpapers.domain.errors import BadSettings
from goodpapers.panel.reply import Usage

BYTES_PER_TOKEN_LIKELY = 4.3
"""English scientific text under the usual tokenizers."""
BYTES_PER_TOKEN_LEAST = 2.0
"""For the most a call can cost; formulas and other scripts stay above it."""


@dataclass(frozen=True, slots=True)
class Price:
    """US dollars per million tokens. Zero for a server of one's own."""

    input_usd: float = 0.0
    output_usd: float = 0.0

    def __post_init__(self) -> None:
        for name, value in (("input", self.input_usd), ("output", self.output_usd)):
            if not 0 <= value < 1e6:
                raise BadSettings(
                    f"price of {name} is {value}; expected dollars per million tokens, 0 or more"
                )

    def of(self, usage: Usage) -> float:
        """US dollars for these tokens."""
        dollars = usage.input_tokens * self.input_usd + usage.output_tokens * self.output_usd
        return dollars / 1e6


@dataclass(frozen=True, slots=True)
class Estimate:
    """What a run will take, said before it begins."""

    papers: int
    calls: int
    input_tokens: int
    output_tokens: int
    usd: float
    """Likely."""
    usd_most: float
    """If every text tokenizes badly and every answer is as long as it may be; without retries."""


@dataclass(frozen=True, slots=True)
class Spending:
    """What was spent so far. `unknown` calls ended without a count and stand at their most."""

    calls: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    usd: float = 0.0
    unknown: int = 0


class Budget:
    """Counts what is spent and held. For one thread: the calls' own event loop."""

    def __init__(self, price: Price, limit_usd: float | None = None) -> None:
        if limit_usd is not None and not limit_usd >= 0:
            raise BadSettings(f"budget is {limit_usd}; expected US dollars, 0 or more")
        if limit_usd is not None and price == Price():
            raise BadSettings(
                "a budget needs the model's price; set the price of input and output tokens"
            )
        self._price, self.limit_usd = price, limit_usd
        self._held_usd, self.n_held = 0.0, 0
        self.spending = Spending()

    def hold(self, most: Usage) -> bool:
        """Set aside the most one call can cost; False when the limit does not leave that much."""
        usd = self._price.of(most)
        room = None if self.limit_usd is None else self.limit_usd - self.spending.usd
        if room is not None and usd + self._held_usd > room + 1e-12:
            return False
        self._held_usd += usd
        self.n_held += 1
        return True

    def no_room(self, most: Usage) -> str:
        """Why a call that can use this much is not sent, in words."""
        return (
            f"the budget of ${self.limit_usd or 0:g} has no room for another call, which can cost "
            f"up to ${self._price.of(most):.4f} (${self.spending.usd:.4f} spent)"
        )

    def settle(self, most: Usage, used: Usage | None, *, billed: bool = True) -> None:
        """End a hold: at `used` where the server counted, at `most` where it may have billed."""
        self.n_held -= 1
        self._held_usd = max(0.0, self._held_usd - self._price.of(most)) if self.n_held else 0.0
        cost = used if used is not None else most if billed else Usage(0, 0)
        past = self.spending
        self.spending = Spending(
            calls=past.calls + 1,
            input_tokens=past.input_tokens + cost.input_tokens,
            output_tokens=past.output_tokens + cost.output_tokens,
            usd=past.usd + self._price.of(cost),
            unknown=past.unknown + (used is None and billed),
        )


def most_usage(text_bytes: int, answer_tokens: int) -> Usage:
    """The most tokens that a call with this much text can use."""
    return Usage(int(text_bytes / BYTES_PER_TOKEN_LEAST) + 64, answer_tokens)


def estimate_run(
    text_bytes: Sequence[int],
    price: Price,
    *,
    n_papers: int,
    likely_answer: int,
    answer_tokens: int,
) -> Estimate:
    """What calls with these sizes of text will take; one entry a call, in UTF-8 bytes.

    `likely_answer` and `answer_tokens` are the likely and the greatest length of an answer.
    """
    n = len(text_bytes)
    likely = Usage(
        sum(int(each / BYTES_PER_TOKEN_LIKELY) + 16 for each in text_bytes), n * likely_answer
    )
    most_input = sum(most_usage(each, 0).input_tokens for each in text_bytes)
    return Estimate(
        papers=n_papers,
        calls=n,
        input_tokens=likely.input_tokens,
        output_tokens=likely.output_tokens,
        usd=price.of(likely),
        usd_most=price.of(Usage(most_input, n * answer_tokens)),
    )
