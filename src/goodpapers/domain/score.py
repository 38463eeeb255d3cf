"""Scores and tiers."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum


class Tier(StrEnum):
    """A named band: a place within the edition. Words that a first-year author can read."""

    MUST_READ = "must_read"
    HIGHLY_RATED = "highly_rated"
    WORTH_A_LOOK = "worth_a_look"
    NICHE_PICK = "niche_pick"

    @property
    def words(self) -> str:
        return _WORDS[self]

    @property
    def rank(self) -> int:
        """1 for Must read to 4 for Niche pick; 5 is used for papers that have no tier."""
        return list(Tier).index(self) + 1


_WORDS = {
    Tier.MUST_READ: "Must read",
    Tier.HIGHLY_RATED: "Highly rated",
    Tier.WORTH_A_LOOK: "Worth a look",
    Tier.NICHE_PICK: "Niche pick",
}


@dataclass(frozen=True, slots=True)
class Score:
    """The chance in percent that a typical reader calls the paper worth reading, 0 to 100.

    `low` and `high` are the 5 % and 95 % points. `panel` is the score on the panel alone.
    `place` of `n_ranked` is the paper's place within its edition's accepted, judged papers.
    """

    score: float
    low: float
    high: float
    tier: Tier | None
    place: int | None
    n_ranked: int
    panel: float | None
    readers: float | None
    """Share of readers who voted worth reading, in percent; None without votes."""
    n_votes: int
    fitted_at: datetime
    panel_weight: float | None = None
    """How much rests on the start, which is panel and track, in votes of a typical reader."""
    readers_weight: float | None = None
    """How much rests on readers, in the same unit."""
    fit: str | None = None
    """The fit that it belongs to."""
