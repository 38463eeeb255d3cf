"""Which votes count less than one, and why, in words for the reader concerned and for the keeper.

Nothing here decides anything: weights are those of the model, and each reason is a cap of it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

import numpy as np

from goodpapers.domain.errors import Unknown
from goodpapers.scoring.caps import cuts, vote_weights
from goodpapers.scoring.evidence import Evidence, Votes
from goodpapers.scoring.model import Fit, judging
from goodpapers.scoring.nodes import FloatArray
from goodpapers.services.score_evidence import scope_of
from goodpapers.services.score_fit import current_fit
from goodpapers.services.score_update import evidence_of_now
from goodpapers.store import score_evidence as stored
from goodpapers.store.database import Database

WHOLE: Final = 0.999
UNSURE: Final = 0.7
"""Below this reliability a reader's votes count visibly less."""
SHORT: Mapping[str, str] = MappingProxyType(
    {
        "own": "wrote the paper",
        "conflict": "share an affiliation or a paper with its authors",
        "peeked": "saw the score before voting",
        "bare": "have new accounts",
        "proven": "earned their standing by votes alone",
        "known": "have not voted much yet",
        "institution": "are of one institution",
        "habit": "vote alike whatever the paper",
    }
)
"""Why readers count less, after "because they"."""
TO_THE_READER: Mapping[str, str] = MappingProxyType(
    {
        "own": "You are known as an author of this paper, so your vote on it is kept and not "
        "counted.",
        "conflict": "You share an affiliation or a recent paper with its authors. Such a vote "
        "counts a quarter, and all of them together at most one.",
        "peeked": "You saw this paper's score before you voted. Such a vote counts half, and all "
        "of them together at most two.",
        "bare": "Your account has no outside identity older than a year and few votes yet. On "
        "each paper all such votes together count as one. An older GitHub, ORCID or institutional "
        "identity lifts that, or ten votes, five of them on papers that the site gave you.",
        "proven": "You earned your standing by votes, without an outside identity. On each paper "
        "all such votes together count at most three; an older outside identity lifts that.",
        "known": "Your identity is known, and you have few votes yet. On each paper all such votes "
        "together count at most six; ten votes, five of them on papers that the site gave you, "
        "lift that.",
        "institution": "Votes of one institution on one paper together count at most two.",
        "habit": "Your votes so far say little about how papers differ, so each moves a score "
        "less. More votes can change that.",
    }
)
"""The same to the one whom it concerns."""


@dataclass(frozen=True, slots=True)
class Damping:
    """Why one vote counts less than one; nobody but its reader and the keeper sees it."""

    weight: float
    """What it counts, 0 to 1."""
    reasons: tuple[str, ...]
    """Names of `SHORT`; the one that cuts most is first."""
    sentences: tuple[str, ...]
    """One a reason, to the reader."""


@dataclass(frozen=True, slots=True)
class Weighed:
    """The judging votes with what each counts; arrays are (n_votes,)."""

    votes: Votes
    weight: FloatArray
    reasons: list[tuple[str, ...]]


def weigh(fit: Fit, evidence: Evidence) -> Weighed:
    """What each vote with a judgement counts, and why; a vote that counts whole has no reason."""
    cast = judging(evidence.votes)
    weight = vote_weights(evidence, cast, fit.proven)
    by_cap = dict(cuts(evidence, cast, fit.proven))
    base = {"own": ~cast.own, "conflict": ~cast.conflict, "peeked": ~cast.peeked}
    rows = np.flatnonzero((weight < WHOLE) | (fit.reliability[cast.reader] < UNSURE))
    reasons: list[tuple[str, ...]] = [()] * weight.size
    for row in rows.tolist():
        named = [name for name, passed in base.items() if not passed[row]]
        cut = [(by_cap[name][row], name) for name in by_cap if by_cap[name][row] < WHOLE]
        least = [name for value, name in sorted(cut) if value <= sorted(cut)[0][0] + 1e-9]
        if named[:1] == ["own"]:
            named, least = ["own"], []
        habit = ["habit"] if fit.reliability[cast.reader[row]] < UNSURE else []
        reasons[row] = tuple(dict.fromkeys([*named, *least, *habit]))
    return Weighed(cast, weight, reasons)


def why_damped(database: Database, reader_key: str, paper_key: str) -> Damping | None:
    """What the reader's vote on the paper counts, and why; None where it counts whole.

    For the reader concerned alone: the caller asks only for whom it is. None also without a vote
    with a judgement, and before the first fit.

    Raises
    ------
    Unknown
        There is no such paper.
    """
    with database.read() as db:
        paper = stored.paper_to_score(db, paper_key)
        if paper is None:
            raise Unknown(f'there is no paper "{paper_key}" on this site')
        kept = current_fit(db, scope_of(paper.edition))
        if kept is None:
            return None
        fit, evidence, keys = evidence_of_now(db, kept, paper)
    weighed = weigh(fit, evidence)
    for place, row in enumerate(weighed.votes.reader.tolist()):
        if keys.get(row) == reader_key and weighed.reasons[place]:
            reasons = weighed.reasons[place]
            told = tuple(TO_THE_READER[name] for name in reasons)
            return Damping(float(weighed.weight[place]), reasons, told)
    return None
