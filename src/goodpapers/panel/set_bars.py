"""Bars from answers: a quantile of the whole, and of each area group, drawn towards the whole.

An area group's own quantile is noisy: with 200 papers it misses a rate of one half by some 3.5
points. So a group's bar lies, in logits, between its own quantile and the bar of the whole, as if
50 papers spoke for the whole.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence

from goodpapers.domain.verdict import Persona
from goodpapers.panel.personas import TARGET_RATE
from goodpapers.panel.yardstick import bar_at

LEAST_IN_GROUP = 200
"""Papers of an area group on this site, from which on it has bars of its own."""
WEIGHT_OF_WHOLE = 50
"""Papers that the bar of the whole stands for, beside a group's own."""
_EDGE = 1e-4

Answers = Mapping[str, Sequence[float]]
"""By persona key, every probability that is not missing."""


def bars_of_whole(answers: Answers, personas: Iterable[Persona]) -> dict[str, float]:
    """For each persona the probability at which its share of yes comes nearest to its target."""
    return {
        each.key: bar_at(sorted(answers[each.key]), TARGET_RATE[each.strictness])
        for each in personas
        if answers.get(each.key)
    }


def bars_of_group(
    answers: Answers, whole: Mapping[str, float], personas: Iterable[Persona]
) -> dict[str, float]:
    """The bars of one area group, by persona key; a persona with too few answers has none."""
    return {
        each.key: shrunk(
            bar_at(sorted(answers[each.key]), TARGET_RATE[each.strictness]),
            whole[each.key],
            len(answers[each.key]),
        )
        for each in personas
        if len(answers.get(each.key, ())) >= LEAST_IN_GROUP
    }


def shrunk(own: float, whole: float, n: int) -> float:
    """A group's bar between its own quantile over `n` papers and that of the whole, in logits."""
    weight = n / (n + WEIGHT_OF_WHOLE)
    joint = weight * _logit(own) + (1 - weight) * _logit(whole)
    return round(1 / (1 + math.exp(-joint)), 6)


def _logit(chance: float) -> float:
    inside = min(max(chance, _EDGE), 1 - _EDGE)
    return math.log(inside / (1 - inside))
