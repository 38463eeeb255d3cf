"""Every number of the score's model, once, with its unit and where it comes from.

Sources: `docs/score-card.md` tells the study behind each. Logits are natural.
"""

from __future__ import annotations

import math
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Parameters:
    """What the model holds fixed, and where the fitted quantities start."""

    validity: float = 0.25
    """Correlation of the panel's merit with worth, 0 to below 1; a stronger source has its own."""
    intercept: float = 0.2
    """Worth of a poster of average merit, in logits."""
    spotlight: float = 0.25
    """Added worth of a spotlight, in logits."""
    oral: float = 0.45
    """Added worth of an oral, in logits."""
    tau: float = 0.9
    """Least spread of worth around what is expected, in logits. A site may show a wider one; a
    narrower one is not believed, as intervals came out too short with it."""
    tau_most: float = 2.0
    """Greatest spread that is believed; where all readers of a paper agree, votes set none."""
    tau_worth: float = 100.0
    """How many papers that spread counts for."""
    leniency_sd: float = 0.8
    """Spread of readers' leniency, in logits, before a vote is seen."""
    leniency_worth: float = 20.0
    """How many readers that starting spread counts for."""
    reliable: float = 0.97
    """Share of readers taken to vote on merit, before a vote is seen."""
    yes_share: float = 0.6
    """Share of yes among votes not on merit, where no assigned vote tells it."""
    chosen: float = 0.8
    """How much a reader likes a paper more for having chosen it, in logits."""
    chosen_sd: float = 0.5
    """How sure we are of `chosen`, in logits."""

    @property
    def merit(self) -> float:
        """Worth of one standard deviation of merit, in logits, so that merit has its validity."""
        return self.tau * self.validity / math.sqrt(1 - self.validity**2)
