"""From an endpoint's chances to verdicts and merit: bars, and the scale that merit is measured on.

The shipped yardstick rests on the reference answers (see shipped_yardstick). A keeper measures the
own model with `measure_yardstick` on papers of their own choice. Bars are no part of the recipe: a
paid answer stays valid when a bar moves, and `apply_again` gives its new verdicts without a call.
"""

from __future__ import annotations

import json
import statistics
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cache
from math import sqrt
from operator import mul
from pathlib import Path

from goodpapers.domain.errors import BadInput, ModelFailure
from goodpapers.domain.verdict import PanelResult, Persona, Verdict
from goodpapers.panel.personas import TARGET_RATE

FEWEST_PAPERS = 100
"""Below this a quantile at 15 percent moves by more than 4 points by chance alone."""

FURTHEST = 3.0
"""Standard deviations from its persona's mean, beyond which answers are moved there."""


@dataclass(frozen=True, slots=True)
class Mark:
    """How one persona answers over the reference set; all in probability."""

    bar: float
    mean: float
    """Of the answers within `low` and `high`, those beyond moved there; so is `sd`."""
    sd: float
    low: float = 0.0
    """Between these an answer counts in merit as it is, beyond them as the nearer one: a model that
    agrees with everything is far from the usual answer of a strict persona, not that sure of it."""
    high: float = 1.0

    def within(self, chance: float) -> float:
        """The chance as it counts in merit."""
        return max(self.low, min(self.high, chance))


@dataclass(frozen=True, slots=True)
class Yardstick:
    """What turns chances into verdicts and merit."""

    made_from: str
    n_papers: int
    marks: Mapping[str, Mark]
    """By persona key."""
    correlation: tuple[tuple[float, ...], ...]
    """(n_personas, n_personas) between their answers, in the order of `marks`: it tells how far a
    weighted mean of them spreads, whatever the weights."""

    def as_json(self) -> str:
        """The text of a yardstick file; the same values give the same text."""
        return json.dumps(asdict(self)) + "\n"


def read_yardstick(text: str, where: str) -> Yardstick:
    """The yardstick in the text of a file. `where` names the file in an error.

    Raises
    ------
    BadInput
        The text is no yardstick.
    """
    try:
        found = json.loads(text)
        marks = {key: Mark(**mark) for key, mark in found.pop("marks").items()}
        correlation = tuple(tuple(map(float, row)) for row in found.pop("correlation"))
        if [len(row) for row in correlation] != [len(marks)] * len(marks):
            raise ValueError("its correlation has another size than its marks")
        return Yardstick(marks=marks, correlation=correlation, **found)
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise BadInput(f"{where}: is no yardstick of the panel ({error})") from error


@cache
def shipped_yardstick() -> Yardstick:
    """The yardstick for a model that nobody has measured: a careful reader's 2,400 answers.

    A model that answers lower or higher than that reader will miss the target rates; measure it.
    """
    path = Path(__file__).with_name("endpoint_yardstick.json")
    return read_yardstick(path.read_text(encoding="utf-8"), path.name)


def measure_yardstick(
    answers: Sequence[Mapping[str, float | None]],
    personas: Sequence[Persona],
    *,
    made_from: str,
) -> Yardstick:
    """The yardstick of answers to a reference set.

    Parameters
    ----------
    answers : one mapping a paper, persona key to probability in [0, 1] or None.
    made_from : what the answers are, in words.

    Raises
    ------
    BadInput
        A persona has fewer than 100 answers.
    """
    marks = {each.key: _measure(answers, each) for each in personas}
    moved = [
        {key: None if (own := each.get(key)) is None else marks[key].within(own) for key in marks}
        for each in answers
    ]
    rows = tuple(tuple(_correlation(moved, one, other) for other in marks) for one in marks)
    return Yardstick(made_from, len(answers), marks, rows)


def merit(
    chances: Mapping[str, float | None],
    yardstick: Yardstick,
    weights: Mapping[str, float] | None = None,
) -> float | None:
    """The panel's joint opinion: weighted mean of the standardized answers, itself standardized.

    `weights` are by persona key, not negative; equal where None. Mean 0 and standard deviation 1
    over the reference set. An answer counts as `Mark.within` says.
    Missing answers leave the mean to the others; None when no answer with a weight is left.
    """
    heavy = [1.0 if weights is None else weights.get(key, 0.0) for key in yardstick.marks]
    total, heaviness = 0.0, 0.0
    for (key, mark), weight in zip(yardstick.marks.items(), heavy, strict=True):
        chance = chances.get(key)
        if chance is not None and weight > 0:
            total += weight * (mark.within(chance) - mark.mean) / mark.sd
            heaviness += weight
    return total / heaviness / _spread(yardstick, heavy) if heaviness > 0 else None


def _spread(yardstick: Yardstick, weights: Sequence[float]) -> float:
    """Standard deviation of the weighted mean over the reference set: √(wᵀCw) / Σw."""
    rows = zip(weights, yardstick.correlation, strict=True)
    variance = sum(one * sum(map(mul, weights, row)) for one, row in rows)
    return sqrt(max(variance, 1e-12)) / sum(weights)


def verdicts_of(
    chances: Mapping[str, float | None], personas: Sequence[Persona], yardstick: Yardstick
) -> tuple[Verdict, ...]:
    """Twenty verdicts in the order of the personas. A missing chance recommends nothing.

    Raises
    ------
    ModelFailure
        The yardstick has no bar for a persona.
    """
    lacking = [each.key for each in personas if each.key not in yardstick.marks]
    if lacking:
        raise ModelFailure(
            f'the yardstick from "{yardstick.made_from}" has no bar for persona "{lacking[0]}"; '
            "measure the model again"
        )
    return tuple(_verdict(each.key, chances.get(each.key), yardstick) for each in personas)


def apply_again(
    result: PanelResult,
    personas: Sequence[Persona],
    yardstick: Yardstick,
    weights: Mapping[str, float] | None = None,
) -> PanelResult:
    """The stored result under another yardstick: new verdicts and merit, the same answers."""
    chances = {each.persona: each.probability for each in result.verdicts}
    joint = merit(chances, yardstick, weights)
    settled = zip(result.verdicts, verdicts_of(chances, personas, yardstick), strict=True)
    return replace(
        result,
        verdicts=tuple(replace(old, recommends=new.recommends) for old, new in settled),
        merit=result.merit if joint is None else joint,
    )


def _verdict(persona: str, chance: float | None, yardstick: Yardstick) -> Verdict:
    recommends = None if chance is None else chance >= yardstick.marks[persona].bar
    return Verdict(persona, chance, recommends)


def _correlation(answers: Sequence[Mapping[str, float | None]], one: str, other: str) -> float:
    both = ((each.get(one), each.get(other)) for each in answers)
    known = [(a, b) for a, b in both if a is not None and b is not None]
    try:
        return round(statistics.correlation(*zip(*known, strict=True)), 6)
    except (statistics.StatisticsError, TypeError):
        return float(one == other)  # an answer that never changes goes with nothing


def _measure(answers: Sequence[Mapping[str, float | None]], persona: Persona) -> Mark:
    known = sorted(chance for each in answers if (chance := each.get(persona.key)) is not None)
    if len(known) < FEWEST_PAPERS:
        raise BadInput(
            f'persona "{persona.key}" has {len(known)} answers; expected {FEWEST_PAPERS} or more '
            "to set a bar"
        )
    middle, reach = statistics.fmean(known), FURTHEST * statistics.pstdev(known)
    low, high = round(middle - reach, 6), round(middle + reach, 6)
    moved = [max(low, min(high, chance)) for chance in known]
    return Mark(
        bar=bar_at(known, TARGET_RATE[persona.strictness]),
        mean=round(statistics.fmean(moved), 6),
        sd=round(statistics.pstdev(moved), 6) or 1.0,
        low=low,
        high=high,
    )


def bar_at(ordered: Sequence[float], rate: float) -> float:
    """The answer at which the share of yes comes nearest to `rate`.

    Answers in whole percents tie, so that a plain quantile can miss the rate by several points.
    """
    n = len(ordered)
    places = {value: place for place, value in reversed(list(enumerate(ordered)))}  # first place
    return min(places, key=lambda value: (abs((n - places[value]) / n - rate), value))
