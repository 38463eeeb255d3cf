"""A head that reads a text for what peer reviews say of it, beside the twenty answers.

The same three sets of features, weighed together by one ridge regression on ratings and decisions.
There are more papers and terms here than a kernel could hold, so it is solved by conjugate
gradients (Hestenes and Stiefel 1952).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from goodpapers.panel.training import Examples, Floats, Linear, Numbers

SCALES = {"meaning": 0.07, "cues": 0.005, "words": 0.28}
"""How large a weight of each set of features may be expected to be (its standard deviation before
anything is learned, in units of the noise); cues are standardized first. Chosen by cross-validation
over the titles of the review files."""

LEAST_REVIEWED = 200
"""With fewer reviewed papers there is nothing to learn."""


def fit_direct(examples: Examples, worth: Floats) -> Linear:
    """One linear reading of the text that follows ``worth`` (n_papers,), NaN where unknown.

    Its weights have one column. All are 0 where fewer than 200 papers are reviewed.
    """
    known = np.flatnonzero(~np.isnan(worth))
    if len(known) < LEAST_REVIEWED:
        return _silent(examples)
    own, target = examples.take(known), worth[known]
    spread = own.cues.std(axis=0)
    spread = np.where(spread > 1e-6, spread, 1.0)
    dense = np.hstack([SCALES["meaning"] * own.meaning, SCALES["cues"] * own.cues / spread])
    weights, intercept = _solve(dense, SCALES["words"] * own.words, target)
    n_meaning, n_dense = own.meaning.shape[1], dense.shape[1]
    return Linear(
        meaning=SCALES["meaning"] * weights[:n_meaning, None],
        cues=SCALES["cues"] * (weights[n_meaning:n_dense] / spread)[:, None],
        words=SCALES["words"] * weights[n_dense:, None],
        intercept=np.array([intercept]),
    )


def direct_folds(examples: Examples, worth: Floats, fold: Numbers) -> dict[int, Linear]:
    """For each fold the reading that never saw it."""
    held = {}
    for own in np.unique(fold):
        held[int(own)] = fit_direct(examples, np.where(fold == own, np.nan, worth))
    return held


def side_by_side(twenty: Linear, direct: Linear) -> Linear:
    """The twenty answers, and the direct reading as one more column."""
    return Linear(
        np.hstack([twenty.meaning, direct.meaning]),
        np.hstack([twenty.cues, direct.cues]),
        np.hstack([twenty.words, direct.words]),
        np.append(twenty.intercept, direct.intercept),
    )


def _silent(examples: Examples) -> Linear:
    widths = (examples.meaning.shape[1], examples.cues.shape[1], examples.words.shape[1])
    meaning, cues, words = (np.zeros((width, 1)) for width in widths)
    return Linear(meaning, cues, words, np.zeros(1))


def _solve(dense: Floats, words: sparse.csr_array, target: Floats) -> tuple[Floats, float]:
    """Ridge of strength 1 on centred features: weights of dense, then of words; and intercept."""
    from scipy.sparse.linalg import LinearOperator, cg

    n_dense = dense.shape[1]
    turned = words.T.tocsr()
    middle = np.append(dense.mean(axis=0), np.asarray(words.mean(axis=0)).ravel())
    mean = float(target.mean())

    def forward(weights: Floats) -> Floats:
        said: Floats = dense @ weights[:n_dense] + words @ weights[n_dense:] - middle @ weights
        return said

    def backward(rows: Floats) -> Floats:
        spread: Floats = np.append(rows @ dense, turned @ rows) - middle * rows.sum()
        return spread

    def normal(weights: NDArray[np.float64]) -> Floats:
        return backward(forward(weights)) + weights

    size = len(middle)
    operator = LinearOperator((size, size), matvec=normal, dtype=np.float64)
    weights, _ = cg(operator, backward(target - mean), rtol=1e-4, maxiter=200)
    return weights, mean - float(middle @ weights)
