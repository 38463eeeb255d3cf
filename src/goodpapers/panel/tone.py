"""Sentences that praise the paper or speak to who judges it, known by their tone in any words.

The screen knows forms; this knows meaning: one direction among the vectors of sentences, from those
of ordinary abstracts towards sentences that were invented for it (`tone.toml`). What lies furthest
along it is left out of judging, without a flag: among real abstracts that is one sentence in five
hundred, mostly such as say nothing (*Our contribution is twofold.*).
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from importlib.resources import files

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

LEFT_OUT = 1 / 500
"""Of the sentences of real abstracts."""

_SHRINKAGE = 1e-3
"""Added to each variance of the vectors, which have length 1 and 384 numbers."""


@dataclass(frozen=True, slots=True)
class Tone:
    """A direction, and how far along it a sentence may lie."""

    direction: Floats
    """(384,)"""
    most: float

    def keeps(self, vectors: NDArray[np.float32]) -> NDArray[np.bool_]:
        """Which sentences are judged, (n,), by their vectors (n, 384); all where none would be."""
        kept = _units(vectors) @ self.direction <= self.most
        return kept if kept.any() else np.ones(len(vectors), dtype=bool)


def invented_sentences() -> list[str]:
    """The sentences by which the tone is learned."""
    text = (files("goodpapers.panel") / "tone.toml").read_text(encoding="utf-8")
    return [sentence for group in tomllib.loads(text).values() for sentence in group]


def fit_tone(invented: NDArray[np.float32], real: NDArray[np.float32]) -> Tone:
    """The direction that tells the ``invented`` sentences from ``real`` ones, both (n, 384).

    Fisher's linear discriminant with the covariance of the real ones (Hastie, Tibshirani, Friedman,
    Elements of Statistical Learning, 2009, section 4.3). `LEFT_OUT` of the real ones lie beyond.
    """
    told, usual = _units(invented), _units(real)
    spread = np.cov(usual.T) + _SHRINKAGE * np.eye(usual.shape[1])
    direction: Floats = np.linalg.solve(spread, told.mean(axis=0) - usual.mean(axis=0))
    # As it will be read back: the weights are kept in single precision.
    direction = direction.astype(np.float32).astype(np.float64)
    return Tone(direction, float(np.float32(np.quantile(usual @ direction, 1 - LEFT_OUT))))


def _units(vectors: NDArray[np.float32]) -> Floats:
    whole = vectors.astype(np.float64)
    length = np.linalg.norm(whole, axis=1, keepdims=True)
    units: Floats = whole / np.where(length > 0, length, 1)
    return units
