"""What of a paper the heads see: its meaning, its cues and its words, with each sentence left out.

Row 0 of every block is the paper; row i is the paper without its i-th sentence. All three parts are
sums over sentences, so the rows cost next to nothing beyond the first.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from goodpapers.panel.cues import count_cues, cue_rows
from goodpapers.panel.words import count_terms, weigh_terms

Floats = NDArray[np.float64]

TITLE_WEIGHT = 0.5
"""Of the title's vector beside the mean of the sentences; chosen on the reference answers."""


@dataclass(frozen=True, slots=True)
class Features:
    """One paper in numbers; n_rows = 1 + the number of its sentences."""

    meaning: Floats
    """(n_rows, 768): the title's vector, then the mean of the sentences'."""
    cues: Floats
    """(n_rows, n_cues)"""
    terms: NDArray[np.int64]
    """(n_terms,): places in the vocabulary."""
    words: Floats
    """(n_rows, n_terms): weights of those terms."""

    def first(self) -> Features:
        """The paper alone, without the rows of what it is without a sentence."""
        return Features(self.meaning[:1], self.cues[:1], self.terms, self.words[:1])


@dataclass(frozen=True, slots=True)
class Counts:
    """What is counted in one paper: its title and n sentences. The slow part of reading it."""

    terms: NDArray[np.int64]
    """(n_terms,): places in the vocabulary."""
    words: NDArray[np.uint16]
    """(1 + n, n_terms): how often the title, and each sentence, has each term."""
    cues: NDArray[np.float32]
    """(n, n_counted): what each sentence does; see `count_cues`."""


def count_parts(parts: Sequence[str], place: Mapping[str, int]) -> Counts:
    """Count a paper's title and sentences."""
    terms, words = count_terms(parts, place)
    cues = count_cues(parts[1:])
    return Counts(terms, words.astype(np.uint16), cues.astype(np.float32))


def weigh_counts(
    counts: Counts, vectors: NDArray[np.float32], idf: NDArray[np.float32]
) -> Features:
    """Everything about one paper from its counts and the ``vectors`` (1 + n, 384) of its parts."""
    words = counts.words.astype(np.float64)
    return Features(
        meaning=_meaning(vectors.astype(np.float64)),
        cues=cue_rows(_without_each(counts.cues.astype(np.float64))),
        terms=counts.terms,
        words=weigh_terms(
            _without_each(words[1:]) + words[0], idf[counts.terms].astype(np.float64)
        ),
    )


def read_features(
    parts: Sequence[str],
    vectors: NDArray[np.float32],
    place: Mapping[str, int],
    idf: NDArray[np.float32],
) -> Features:
    """Everything about one paper: its title and n sentences, and their ``vectors`` (1 + n, 384)."""
    return weigh_counts(count_parts(parts, place), vectors, idf)


def _without_each(rows: Floats) -> Floats:
    """The sum of all rows, then the sum without each: (n + 1, …)."""
    total = rows.sum(axis=0)
    return np.vstack([total, total - rows])


def _meaning(vectors: Floats) -> Floats:
    length = np.linalg.norm(vectors, axis=1, keepdims=True)
    title, *_ = units = vectors / np.where(length > 0, length, 1)  # (1 + n, 384)
    n = len(units) - 1
    left = np.array([n, *[n - 1] * n])[:, None]  # (1 + n, 1)
    mean = _without_each(units[1:]) / np.maximum(left, 1)
    return np.hstack([np.broadcast_to(TITLE_WEIGHT * title, mean.shape), mean])
