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
from pathlib import Path

from goodpapers.domain.errors import BadInput, ModelFailure
from goodpapers.domain.verdict import PanelResult, Persona, Verdict
from goodpapers.panel.personas import TARGET_RATE

FEWEST_PAPERS = 100
"""Below this a quantile at 15 percent moves by more than 4 points by chance alone."""


@dataclass(frozen=True, slots=True)
class Mark:
    """How one persona answers over the reference set; all in probability."""

    bar: float
    mean: float
    sd: float


@dataclass(frozen=True, slots=True)
class Yardstick:
    """What turns chances into verdicts and merit."""

    made_from: str
    n_papers: int
    marks: Mapping[str, Mark]
    """By persona key."""
    merit_mean: float
    merit_sd: float
    """Of the weighted mean of standardized answers over the reference set."""

    def as_json(self) -> str:
        """The text of a yardstick file; the same values give the same text."""
        return json.dumps(asdict(self), indent=1) + "\n"


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
        return Yardstick(marks=marks, **found)
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
    weights: Mapping[str, float] | None = None,
) -> Yardstick:
    """The yardstick of answers to a reference set.

    Parameters
    ----------
    answers : one mapping a paper, persona key to probability in [0, 1] or None.
    weights : by persona key, not negative; equal weights where None.

    Raises
    ------
    BadInput
        A persona has fewer than 100 answers.
    """
    marks = {each.key: _measure(answers, each) for each in personas}
    plain = Yardstick(made_from, len(answers), marks, merit_mean=0.0, merit_sd=1.0)
    merits = [merit(each, plain, weights) for each in answers]
    known = [each for each in merits if each is not None]
    return replace(
        plain,
        merit_mean=round(statistics.fmean(known), 6),
        merit_sd=round(statistics.pstdev(known), 6) or 1.0,
    )


def merit(
    chances: Mapping[str, float | None],
    yardstick: Yardstick,
    weights: Mapping[str, float] | None = None,
) -> float | None:
    """The panel's joint opinion: weighted mean of the standardized answers, itself standardized.

    Mean 0 and standard deviation 1 over the reference set. Missing answers leave the mean to the
    others; None when no answer with a weight is left.
    """
    total, heaviness = 0.0, 0.0
    for key, mark in yardstick.marks.items():
        chance = chances.get(key)
        weight = 1.0 if weights is None else weights.get(key, 0.0)
        if chance is not None and weight > 0:
            total += weight * (chance - mark.mean) / mark.sd
            heaviness += weight
    return (
        (total / heaviness - yardstick.merit_mean) / yardstick.merit_sd if heaviness > 0 else None
    )


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
    return replace(
        result,
        verdicts=verdicts_of(chances, personas, yardstick),
        merit=result.merit if joint is None else joint,
    )


def _verdict(persona: str, chance: float | None, yardstick: Yardstick) -> Verdict:
    recommends = None if chance is None else chance >= yardstick.marks[persona].bar
    return Verdict(persona, chance, recommends)


def _measure(answers: Sequence[Mapping[str, float | None]], persona: Persona) -> Mark:
    known = sorted(chance for each in answers if (chance := each.get(persona.key)) is not None)
    if len(known) < FEWEST_PAPERS:
        raise BadInput(
            f'persona "{persona.key}" has {len(known)} answers; expected {FEWEST_PAPERS} or more '
            "to set a bar"
        )
    return Mark(
        bar=_bar(known, TARGET_RATE[persona.strictness]),
        mean=round(statistics.fmean(known), 6),
        sd=round(statistics.pstdev(known), 6) or 1.0,
    )


def _bar(ordered: Sequence[float], rate: float) -> float:
    """The answer at which the share of yes comes nearest to `rate`.

    Answers in whole percents tie, so that a plain quantile can miss the rate by several points.
    """
    n = len(ordered)
    places = {value: place for place, value in reversed(list(enumerate(ordered)))}  # first place
    return min(places, key=lambda value: (abs((n - places[value]) / n - rate), value))
