"""Reference answers and peer reviews to heads, bars and merit. Arrays in, arrays out.

For each of three sets of features (meaning, cues, words) a ridge regression on the logit of every
persona's reference answers; a second ridge joins the sixty answers. All of it is linear, so the
whole comes down to one matrix a feature set.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from goodpapers.panel.features import Features
from goodpapers.panel.ridge import Fit, fit_ridge, join_fits

Floats = NDArray[np.float64]
Numbers = NDArray[np.int64]

LEAST_CHANCE = 0.01
"""A reader who says 0 or 1 is sure, not infinitely sure."""


@dataclass(frozen=True, slots=True)
class Examples:
    """Whole papers (row 0 of their features) as matrices."""

    meaning: Floats
    """(n_papers, 768)"""
    cues: Floats
    """(n_papers, n_cues)"""
    words: sparse.csr_array
    """(n_papers, n_terms)"""

    def take(self, rows: Numbers) -> Examples:
        """Those papers only."""
        return Examples(self.meaning[rows], self.cues[rows], self.words[rows])


@dataclass(frozen=True, slots=True)
class Linear:
    """One linear answer a persona: features @ weights + intercept."""

    meaning: Floats
    """(768, 20)"""
    cues: Floats
    """(n_cues, 20)"""
    words: Floats
    """(n_terms, 20)"""
    intercept: Floats
    """(20,)"""

    def logits(self, features: Features) -> Floats:
        """(n_rows, 20) for one paper, and it without each sentence."""
        said: Floats = (
            features.meaning @ self.meaning
            + features.cues @ self.cues
            + features.words @ self.words[features.terms]
            + self.intercept
        )
        return said


def stack_examples(papers: Sequence[Features], n_terms: int) -> Examples:
    """One row a paper from its features."""
    pointer = np.cumsum([0, *(len(paper.terms) for paper in papers)])
    words = sparse.csr_array(
        (
            np.concatenate([paper.words[0] for paper in papers]),
            np.concatenate([paper.terms for paper in papers]),
            pointer,
        ),
        shape=(len(papers), n_terms),
    )
    return Examples(
        meaning=np.array([paper.meaning[0] for paper in papers]),
        cues=np.array([paper.cues[0] for paper in papers]),
        words=words,
    )


def answer_logits(answers: Floats) -> Floats:
    """Chances 0 to 1 as logits, cut at one percent from either end."""
    chance = np.clip(answers, LEAST_CHANCE, 1 - LEAST_CHANCE)
    logits: Floats = np.log(chance / (1 - chance))
    return logits


def fit_heads(examples: Examples, targets: Floats) -> Linear:
    """The heads for logits ``targets`` (n_papers, 20)."""
    blocks = _blocks(examples)
    fits = [fit_ridge(_kernel(matrix), targets) for matrix, _, _ in blocks]
    said = np.hstack([fit.without_own for fit in fits])  # (n_papers, 60)
    weights, intercept = join_fits(said, targets)
    n = targets.shape[1]
    parts = []
    for number, ((matrix, centre, spread), fit) in enumerate(zip(blocks, fits, strict=True)):
        share = weights[number * n : (number + 1) * n]  # (20, 20)
        coefficients = _coefficients(matrix, fit) @ share / spread[:, None]
        intercept = intercept + fit.mean @ share - centre @ coefficients
        parts.append(coefficients)
    meaning, cues, words = parts
    return Linear(meaning, cues, words, intercept)


Block = tuple[Floats | sparse.csr_array, Floats, Floats]
"""Features, what is taken off them, and what they are divided by."""


def _blocks(examples: Examples) -> list[Block]:
    centre, spread = examples.cues.mean(axis=0), examples.cues.std(axis=0)
    spread = np.where(spread > 1e-6, spread, 1.0) * np.sqrt(examples.cues.shape[1])
    middle = examples.meaning.mean(axis=0)
    return [
        (examples.meaning - middle, middle, np.ones_like(middle)),
        ((examples.cues - centre) / spread, centre, spread),
        # Words stay sparse: their kernel is centred instead of themselves.
        (examples.words, np.asarray(examples.words.mean(axis=0)).ravel(), _ones(examples.words)),
    ]


def _ones(words: sparse.csr_array) -> Floats:
    return np.ones(words.shape[1])


def _kernel(matrix: Floats | sparse.csr_array) -> Floats:
    """Inner products of the centred rows, (n, n)."""
    product = matrix @ matrix.T
    kernel = product.toarray() if isinstance(product, sparse.csr_array) else np.asarray(product)
    mean = kernel.mean(axis=0)
    centred: Floats = kernel - mean - mean[:, None] + mean.mean()
    return centred


def _coefficients(matrix: Floats | sparse.csr_array, fit: Fit) -> Floats:
    """Weights of the features, (n_features, n_targets); dual columns sum to 0, so centring of the
    rows changes nothing here."""
    return np.asarray(matrix.T @ (fit.dual - fit.dual.mean(axis=0)))


def fit_folds(examples: Examples, targets: Floats, fold: Numbers) -> dict[int, Linear]:
    """For each fold the heads that never saw it."""
    return {
        int(own): fit_heads(examples.take(np.flatnonzero(fold != own)), targets[fold != own])
        for own in np.unique(fold)
    }
