"""Answers that lean a little towards peer reviews, as far as careful readers stay content.

Two teachers speak about the same texts: 2,400 reference answers, and the reviews of ten times as
many papers. What the second knows is in the direct reading; each persona takes as much of it as
costs its agreement with the reference answers next to nothing. So the count of yes and merit, which
follows peer reviews, do not fight.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from goodpapers.panel.measuring.metrics import spearman
from goodpapers.panel.training import Linear

Floats = NDArray[np.float64]

MOST_LOST = 0.005
"""Rank correlation with the reference answers that a persona may lose."""

STEPS = np.arange(0, 0.61, 0.05)
"""Tried, in standard deviations of the persona's answers for one of the direct reading."""


@dataclass(frozen=True, slots=True)
class Leaning:
    """By how much each persona's logit follows the direct reading."""

    amount: Floats
    """(20,): logits for one unit of the direct reading."""
    centre: float
    """The direct reading that changes nothing."""

    def of(self, direct: Floats) -> Floats:
        """What is added to the twenty logits, (n_rows, 20), for direct readings (n_rows,)."""
        added: Floats = (direct - self.centre)[:, None] * self.amount
        return added

    def heads(self, twenty: Linear, direct: Linear) -> Linear:
        """The twenty heads, leaning."""
        return Linear(
            twenty.meaning + direct.meaning * self.amount,
            twenty.cues + direct.cues * self.amount,
            twenty.words + direct.words * self.amount,
            twenty.intercept + (direct.intercept - self.centre) * self.amount,
        )


def fit_leaning(honest: Floats, direct: Floats, chances: Floats) -> Leaning:
    """The most that each persona may lean.

    ``honest`` (n_papers, 20) logits and ``direct`` (n_papers,) readings, both from folds without
    the paper; ``chances`` (n_papers, 20) the reference answers. The largest of `STEPS` that loses
    at most `MOST_LOST` in rank correlation; none where the direct reading is silent.
    """
    spread = float(direct.std())
    centre = float(direct.mean())
    if spread < 1e-9:
        return Leaning(np.zeros(honest.shape[1]), centre)
    turned = (direct - centre) / spread
    own = honest.std(axis=0)
    step = [_largest(honest[:, i], own[i] * turned, chances[:, i]) for i in range(honest.shape[1])]
    return Leaning(np.array(step) * own / spread, centre)


def _largest(honest: Floats, turned: Floats, chance: Floats) -> float:
    def agreement(step: float) -> float:
        return spearman(honest + step * turned, chance)(np.ones(len(chance)))

    least = agreement(0) - MOST_LOST
    return max(float(step) for step in STEPS if step == 0 or agreement(step) >= least)
