"""How much each vote counts, so that no group can speak louder than it is large.

A vote's weight is its base, cut so that the sum of bases under each cap on one paper stays within
that cap. Nothing here looks at what the vote says.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import numpy as np

from goodpapers.scoring.evidence import BoolArray, Evidence, IntArray, Votes
from goodpapers.scoring.nodes import FloatArray

CONFLICT_BASE, CONFLICT_CAP = 0.25, 1.0
PEEKED_BASE, PEEKED_CAP = 0.5, 2.0
BARE_CAP, PROVEN_CAP, KNOWN_CAP, INSTITUTION_CAP = 1.0, 3.0, 6.0, 2.0
PROVEN_VOTES, PROVEN_ASSIGNED, PROVEN_RELIABILITY = 10, 5, 0.9
FEW_ASSIGNED: Final = 0.02
"""Below this share of assigned votes on the site nobody can be asked for five."""


def vote_weights(evidence: Evidence, votes: Votes, proven: BoolArray) -> FloatArray:
    """The weight of each of `votes`, (n_votes,), 0 to 1; `proven` is (n_readers,).

    `votes` must hold all votes on the papers that they speak of.
    """
    base = base_weights(votes)
    cut = np.ones(base.size)
    for _, each in cuts(evidence, votes, proven):
        cut = np.minimum(cut, each)
    return np.asarray(base * cut)


def cuts(evidence: Evidence, votes: Votes, proven: BoolArray) -> Iterator[tuple[str, FloatArray]]:
    """Each cap by name with what it leaves of each vote, (n_votes,), 0 to 1."""
    base, chosen = base_weights(votes), ~votes.assigned
    yield "conflict", _cut(votes.paper, base, votes.conflict, CONFLICT_CAP)
    yield "peeked", _cut(votes.paper, base, votes.peeked, PEEKED_CAP)
    if evidence.caps_by_standing:
        known, earned = evidence.readers.known[votes.reader], proven[votes.reader]
        for name, member, cap in (
            ("bare", ~known & ~earned, BARE_CAP),
            ("proven", ~known & earned, PROVEN_CAP),
            ("known", known & ~earned, KNOWN_CAP),
        ):
            yield name, _cut(votes.paper, base, chosen & member, cap)
    if evidence.caps_by_institution:
        yield "institution", _institution_cut(votes, base, chosen)


def base_weights(votes: Votes) -> FloatArray:
    """What each vote counts before any cap, (n_votes,), 0 to 1."""
    base = np.where(votes.conflict, CONFLICT_BASE, 1.0)
    base = np.minimum(base, np.where(votes.peeked, PEEKED_BASE, 1.0))
    return np.where(votes.own, 0.0, base)


def proven_readers(evidence: Evidence, votes: Votes, reliability: FloatArray) -> BoolArray:
    """Who has earned standing by voting, (n_readers,)."""
    n_readers = reliability.size
    n = np.bincount(votes.reader, minlength=n_readers)
    assigned = np.bincount(votes.reader, votes.assigned, minlength=n_readers)
    few = votes.assigned.mean() < FEW_ASSIGNED if votes.assigned.size else True
    read_for_all = (assigned >= PROVEN_ASSIGNED) | few
    return np.asarray((n >= PROVEN_VOTES) & read_for_all & (reliability >= PROVEN_RELIABILITY))


def _institution_cut(votes: Votes, base: FloatArray, chosen: BoolArray) -> FloatArray:
    """What keeps each institution within its cap; a reader with two is in both."""
    place = votes.institution if votes.institution.ndim == 2 else votes.institution[:, None]
    group = votes.paper[:, None] * (place.max(initial=0) + 1) + place  # (n_votes, n_most)
    member = chosen[:, None] & (place >= 0)
    bases = np.broadcast_to(base[:, None], place.shape)
    each = _cut(group.ravel(), bases.ravel(), member.ravel(), INSTITUTION_CAP)
    return np.asarray(each.reshape(place.shape).min(axis=1, initial=1.0))


def _cut(group: IntArray, base: FloatArray, member: BoolArray, cap: float) -> FloatArray:
    """1 outside the class; inside, what brings the sum of bases in each group within the cap."""
    cut = np.ones(base.size)
    if member.any():
        _, inside = np.unique(group[member], return_inverse=True)
        total = np.bincount(inside, base[member])
        cut[member] = np.minimum(1.0, cap / np.maximum(total, 1e-12))[inside]
    return cut
