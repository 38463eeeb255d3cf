"""Panel and votes as arrays, in one canonical order, ready for the model.

Papers and readers are sorted by key, votes by paper and then reader, so that neither the order of
rows nor the process that read them can change a sum's last bit.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from goodpapers.scoring.nodes import FloatArray

IntArray = NDArray[np.int64]
BoolArray = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Papers:
    """What the model knows of each paper before a vote; all (n_papers,)."""

    merit: FloatArray
    """Standardized on the reference set; NaN where the panel did not judge."""
    spotlight: BoolArray
    oral: BoolArray


@dataclass(frozen=True, slots=True)
class Votes:
    """One entry a reader and paper that the reader spoke of; all (n_votes,)."""

    paper: IntArray
    """Row of the paper."""
    reader: IntArray
    """Row of the reader."""
    yes: FloatArray
    """1 worth reading, 0 not for me, NaN read without a judgement."""
    chosen: FloatArray
    """1 where the reader picked the paper; for an assigned one the share of offers skipped."""
    assigned: BoolArray
    peeked: BoolArray
    """Cast after a look at what was hidden."""
    conflict: BoolArray
    """Own institution, or a co-author of the last four years."""
    own: BoolArray
    """The author's own vote, which counts nothing."""
    institution: IntArray
    """Number of the reader's institution, -1 without one; (n_votes, n_most) where readers may have
    several."""

    def take(self, rows: IntArray | BoolArray) -> Votes:
        """The votes of `rows`, in their order."""
        return Votes(*(getattr(self, name)[rows] for name in self.__slots__))


@dataclass(frozen=True, slots=True)
class Readers:
    """What is known of each reader besides the votes; all (n_readers,)."""

    known: BoolArray
    """An outside identity older than a year, or the keeper's word."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """All a fit reads. Rows of papers and readers are in the order of their sorted keys."""

    papers: Papers
    readers: Readers
    votes: Votes
    caps_by_standing: bool = True
    """Whether known and proven make a difference; off on members-only sites."""
    caps_by_institution: bool = True


def no_votes() -> Votes:
    """The votes of a site on its first day."""
    floats, flags = np.empty(0), np.empty(0, bool)
    rows = np.empty(0, np.int64)
    return Votes(rows, rows, floats, floats, flags, flags, flags, flags, rows)


def panel_alone(merit: FloatArray, spotlight: BoolArray, oral: BoolArray) -> Evidence:
    """The evidence of a site without a vote; the three arrays are (n_papers,)."""
    return Evidence(Papers(merit, spotlight, oral), Readers(np.empty(0, bool)), no_votes())
