"""Merit: one number from what the heads say of a paper, and of it without each of its sentences.

A weighted sum of the twenty standardized answers and the direct reading. What its most helpful
sentence alone adds beyond `MOST_OF_ONE` is left out: an author who has read the weights, and adds
one boast, gains little more than an honest abstract gains from its best sentence.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from goodpapers.panel.measuring.metrics import spearman

Floats = NDArray[np.float64]
Numbers = NDArray[np.int64]

MOST_OF_ONE = 0.3
"""What one sentence may add to the weighted sum of standardized answers; the sum's own standard
deviation is about 0.7. Smaller values guard better against boasts and cost accuracy."""

LEAST_ACCORD, LEAST_EDITION = 0.61, 100
"""Rank correlation of merit with the count of yes within every edition of so many papers or more;
0.6 is the mark."""


@dataclass(frozen=True, slots=True)
class Said:
    """What the heads say of many papers: for each, of the whole and then without each sentence."""

    rows: Floats
    """(n_rows, n_heads)"""
    starts: Numbers
    """(n_papers,): the row of each paper as a whole; its other rows follow."""

    @property
    def whole(self) -> Floats:
        """(n_papers, n_heads)"""
        return self.rows[self.starts]

    def standard(self, centre: Floats, spread: Floats) -> Said:
        """The same less ``centre``, over ``spread``, both (n_heads,)."""
        return Said((self.rows - centre) / spread, self.starts)

    def joint(self, weights: Floats) -> Floats:
        """Merit of every paper, (n_papers,), before it is standardized."""
        return guard(self.rows @ weights, self.starts)


def gather(papers: Sequence[Floats]) -> Said:
    """What is said of each paper, (1 + n_sentences, n_heads), in one block."""
    sizes = [len(rows) for rows in papers]
    return Said(np.concatenate(papers), np.cumsum([0, *sizes[:-1]]))


def guard(sums: Floats, starts: Numbers) -> Floats:
    """The sum of each paper, (n_papers,), less what its best sentence adds beyond `MOST_OF_ONE`.

    ``sums`` (n_rows,) in the order of `Said`. A paper of a single sentence keeps its sum: without
    that sentence there is nothing to compare.
    """
    whole = sums[starts]
    added = whole - np.minimum.reduceat(sums, starts)  # by the best sentence; 0 if none helps
    several = np.diff(np.append(starts, len(sums))) > 2
    kept: Floats = whole - np.where(several, np.maximum(added - MOST_OF_ONE, 0), 0)
    return kept


def fit_merit(standard: Said, worth: Floats, count: Floats, edition: NDArray[np.str_]) -> Floats:
    """Weights of the twenty standardized answers and the direct reading, none negative.

    ``standard`` has 21 columns; ``worth`` (n_papers,), standardized within each file, NaN where
    unknown; ``count`` (n_papers,), how many recommend the paper; ``edition`` (n_papers,), which
    belong together. Merit follows what peer reviews say; but merit and count must not fight, so the
    count is mixed into what is followed, in steps of a fiftieth, until the two agree by
    `LEAST_ACCORD` within every edition. The weights sum to 1. Least squares with non-negative
    coefficients (Lawson and Hanson 1974).
    """
    from scipy.optimize import nnls

    whole = standard.whole
    n_answers = whole.shape[1] - 1
    equal = np.append(np.full(n_answers, 1 / n_answers), 0.0)
    rated = ~np.isnan(worth)
    if rated.sum() < 10 * n_answers:
        return equal
    given = whole[rated] - whole[rated].mean(axis=0)
    told, counted = _standard(worth[rated]), _standard(count[rated])
    for share in np.arange(0, 1, 0.02):
        best, _ = nnls(given, (1 - share) * told + share * counted)
        if best.sum() <= 0:
            continue
        weights: Floats = best / best.sum()
        if _accord(standard.joint(weights), count, edition) >= LEAST_ACCORD:
            return weights
    return equal


def _standard(values: Floats) -> Floats:
    spread = float(values.std())
    return np.asarray((values - values.mean()) / (spread if spread > 1e-9 else 1.0))


def _accord(merit: Floats, count: Floats, edition: NDArray[np.str_]) -> float:
    """The least rank correlation of any edition that is large enough; of all where none is."""
    names, sizes = np.unique(edition, return_counts=True)
    large = [edition == name for name in names[sizes >= LEAST_EDITION]]
    groups = large or [np.ones(len(count), dtype=bool)]
    return min(spearman(merit[own], count[own])(np.ones(int(own.sum()))) for own in groups)
