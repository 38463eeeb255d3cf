"""Bootstrap intervals: how far a figure moves when other papers had been drawn.

Papers are drawn with replacement (Efron 1979), the same draws for every figure of a group, so that
a difference between two figures of one group is smaller than their intervals suggest.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from goodpapers.panel.measuring.metrics import Flags, Floats, Metric

DRAWS = 1000
LEVEL = 95
SEED = 20261201


@dataclass(frozen=True, slots=True)
class Figure:
    """One measured number, its 95 % interval, and on how many papers it rests."""

    value: float
    low: float
    high: float
    n: int

    def as_json(self) -> dict[str, float | int]:
        """``{"value", "low", "high", "n"}``, rounded to four decimals."""
        rounded = {key: round(getattr(self, key), 4) for key in ("value", "low", "high")}
        return {**rounded, "n": self.n}


class Resamples:
    """The draws of one group of papers. Two of the same size are the same draws."""

    def __init__(self, n_papers: int, draws: int = DRAWS) -> None:
        rng = np.random.default_rng(SEED)
        self.n_papers = n_papers
        self._draws = [_draw(rng, n_papers) for _ in range(draws)] if n_papers else []

    def estimate(
        self, metric: Metric, among: Flags | None = None, *, centred: bool = False
    ) -> Figure | None:
        """The figure with its interval, or None where it does not exist.

        ``among`` (n_papers,) says which papers the metric was built on, in their order; all when
        left out. ``centred`` moves the interval to the value: for errors that resampling inflates.
        """
        chosen = np.ones(self.n_papers, dtype=bool) if among is None else among
        n = int(chosen.sum())
        value = metric(np.ones(n)) if n else float("nan")
        if np.isnan(value):
            return None
        drawn = np.array([metric(draw[chosen].astype(np.float64)) for draw in self._draws])
        low, high = _interval(drawn[~np.isnan(drawn)], value, centred=centred)
        return Figure(value, low, high, n)


def _draw(rng: np.random.Generator, n_papers: int) -> NDArray[np.uint8]:
    """How often each paper is drawn: (n_papers,), summing to n_papers. A byte each is ample."""
    drawn = rng.integers(0, n_papers, n_papers)
    return np.bincount(drawn, minlength=n_papers).astype(np.uint8)


def _interval(drawn: Floats, value: float, *, centred: bool) -> tuple[float, float]:
    if not len(drawn):
        return value, value
    moved = np.maximum(drawn - drawn.mean() + value, 0) if centred else drawn
    low, high = np.percentile(moved, [(100 - LEVEL) / 2, (100 + LEVEL) / 2])
    return float(low), float(high)
