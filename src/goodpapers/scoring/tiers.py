"""Scores to tiers: named bands of an edition, kind at the lower end.

No paper gets the lowest word from a panel's shrug: beyond the third quarter a paper is a Niche pick
only when five readers were there or at most two of twenty reviewers recommend it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from goodpapers.domain.score import Tier
from goodpapers.scoring.nodes import FloatArray

MUST_READ_TO, HIGHLY_RATED_TO, NICHE_PICK_FROM = 0.10, 0.40, 0.75
"""Borders by place, 0 (best) to 1."""
MUST_READ_SCORE, HIGHLY_RATED_SCORE, WORTH_A_LOOK_SCORE = 80.0, 65.0, 50.0
"""Borders by score, 0 to 100, for keepers who choose them."""
PLACE_BORDERS = (MUST_READ_TO, HIGHLY_RATED_TO, NICHE_PICK_FROM)
SCORE_BORDERS = tuple(
    1 - score / 100 for score in (MUST_READ_SCORE, HIGHLY_RATED_SCORE, WORTH_A_LOOK_SCORE)
)
"""The same borders as a share: 0 for a score of 100."""
REFITS_RUNNING = 3
"""So many refits running across a border move a paper."""
AT_ONCE = 0.05
"""So far across a border, as a share of the edition (or of 100 points), moves it at once."""
NICHE_READERS = 5
NICHE_SHARE = 2 / 20

IntArray = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Standing:
    """What tiers are made of, one entry a paper of one edition, all (n_papers,)."""

    score: FloatArray
    """Unrounded, 0 to 100."""
    n_votes: IntArray
    recommend: IntArray
    """Reviewers who recommend the paper."""
    asked: IntArray
    """Reviewers who answered: 20, fewer where answers are missing, 0 without a verdict."""


def places(score: FloatArray) -> IntArray:
    """Each paper's place, (n,), 1 the best; equal scores share the better place."""
    # Equal to nine decimals: the last bits of a sum differ from row to row on some processors.
    lost = -np.round(score, 9)
    return np.asarray(np.searchsorted(np.sort(lost), lost, side="left") + 1, dtype=np.int64)


def tiers_by_place(standing: Standing) -> list[Tier]:
    """One tier a paper by its place (i - 1/2)/n in the edition; equal scores share the better."""
    share = (places(standing.score) - 0.5) / max(len(standing.score), 1)
    may_be_niche = _may_be_niche(standing)
    return [
        _tier(
            part <= MUST_READ_TO,
            part <= HIGHLY_RATED_TO,
            part > NICHE_PICK_FROM and bool(niche),
        )
        for part, niche in zip(share, may_be_niche, strict=True)
    ]


def tiers_by_score(standing: Standing) -> list[Tier]:
    """One tier a paper by fixed scores: 80, 65 and 50."""
    may_be_niche = _may_be_niche(standing)
    return [
        _tier(
            score >= MUST_READ_SCORE,
            score >= HIGHLY_RATED_SCORE,
            score < WORTH_A_LOOK_SCORE and bool(niche),
        )
        for score, niche in zip(standing.score, may_be_niche, strict=True)
    ]


class Held(NamedTuple):
    """The tier that a paper has, and what the last refits would have given instead."""

    tier: Tier | None
    wanted: Tier | None = None
    refits: int = 0
    """How many refits running wanted it across the same border."""


def settle(
    fresh: Sequence[Tier],
    standing: Standing,
    held: Sequence[Held],
    *,
    by_place: bool = True,
    counts: bool = True,
) -> list[Held]:
    """The tier of each paper after a refit: a paper at a border does not flicker.

    A paper keeps its tier until it was across a border, on the same side, in three refits running,
    or is across by a twentieth. A paper without a tier takes the `fresh` one, and a Niche pick that
    no longer may be one leaves at once. With `counts` False the refit read nothing new, and is not
    counted.
    """
    if by_place:
        share = (places(standing.score) - 0.5) / max(len(standing.score), 1)
    else:
        share = 1 - standing.score / 100
    borders = PLACE_BORDERS if by_place else SCORE_BORDERS
    may_be_niche = _may_be_niche(standing)
    return [
        _settle(*one, borders=borders, counts=counts)
        for one in zip(fresh, share, may_be_niche, held, strict=True)
    ]


def _settle(
    fresh: Tier,
    share: float,
    may_be_niche: bool,
    held: Held,
    *,
    borders: Sequence[float],
    counts: bool,
) -> Held:
    now = held.tier
    if now is None or fresh is now:
        return Held(fresh)
    rises = fresh.rank < now.rank
    border = borders[now.rank - 2] if rises else borders[now.rank - 1]
    across = border - share if rises else share - border
    shrugged = now is Tier.NICHE_PICK and not may_be_niche
    same_side = held.wanted is not None and (held.wanted.rank < now.rank) == rises
    refits = (held.refits if same_side else 0) + (1 if counts or not same_side else 0)
    if across >= AT_ONCE or shrugged or refits >= REFITS_RUNNING:
        return Held(fresh)
    return Held(now, fresh, refits)


def _may_be_niche(standing: Standing) -> NDArray[np.bool_]:
    few = (standing.asked > 0) & (standing.recommend <= NICHE_SHARE * standing.asked)
    return np.asarray((standing.n_votes >= NICHE_READERS) | few)


def _tier(first: bool, second: bool, last: bool) -> Tier:
    if first:
        return Tier.MUST_READ
    if second:
        return Tier.HIGHLY_RATED
    return Tier.NICHE_PICK if last else Tier.WORTH_A_LOOK
