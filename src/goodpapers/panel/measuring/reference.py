"""Each persona against a careful reader's answers."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from goodpapers.domain.verdict import Strictness
from goodpapers.panel.measuring.metrics import Flags, Floats, auroc, spearman
from goodpapers.panel.measuring.report import PersonaReport
from goodpapers.panel.measuring.resampling import Resamples
from goodpapers.panel.personas import TARGET_RATE


def measure_personas(
    names: Sequence[str], strictness: Sequence[Strictness], said: Floats, expected: Floats
) -> tuple[PersonaReport, ...]:
    """How each persona's chances agree with the reference answers, in the order of ``names``.

    ``said`` and ``expected`` are (n_papers, n_personas), NaN where missing; a pair with a missing
    side is left out. The reference says yes for the top share given by the persona's target rate.
    """
    draws = Resamples(len(said))
    columns = zip(names, strictness, said.T, expected.T, strict=True)
    return tuple(_measure(name, own, mine, theirs, draws) for name, own, mine, theirs in columns)


def reference_yes(expected: Floats, rate: float) -> Flags:
    """Who is at or above the answer that ``rate`` of the papers reach: (n_papers,)."""
    return expected >= np.quantile(expected, 1 - rate)


def _measure(
    name: str, strictness: Strictness, said: Floats, expected: Floats, draws: Resamples
) -> PersonaReport:
    both = ~np.isnan(said) & ~np.isnan(expected)  # (n_papers,)
    if not both.any():
        return PersonaReport(name, None, None)
    mine, theirs = said[both], expected[both]
    yes = reference_yes(theirs, TARGET_RATE[strictness])
    return PersonaReport(
        name,
        draws.estimate(spearman(mine, theirs), both),
        draws.estimate(auroc(mine, yes), both),
    )
