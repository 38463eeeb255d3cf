"""The figures themselves. Each is built once from the papers and then asked for any weights.

A metric is a function of one weight a paper. All ones give the figure of the papers as they are;
the counts of a bootstrap resample give its figure on that resample, at the price of a `bincount`
instead of a sort. A figure that does not exist (one class only, no paper) is NaN.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]
Metric = Callable[[Floats], float]
"""Weights (n_papers,), each 0 or more, to one figure."""

BINS = 10


def auroc(score: Floats, positive: Flags) -> Metric:
    """The chance that a positive paper outranks a negative one; an equal score counts half.

    Mann and Whitney 1947. ``score`` and ``positive`` are (n_papers,). NaN with one class only.
    """
    code, size = _codes(score)  # (n_papers,)

    def measure(weight: Floats) -> float:
        above = np.bincount(code, weight * positive, size)  # (n_distinct,)
        below = np.bincount(code, weight * ~positive, size)
        wins = above @ (np.cumsum(below) - below / 2)
        return _ratio(wins, above.sum() * below.sum())

    return measure


def spearman(first: Floats, second: Floats) -> Metric:
    """Rank correlation with average ranks for ties. NaN where either side is constant."""
    one, two = _codes(first), _codes(second)

    def measure(weight: Floats) -> float:
        return _correlation(_midranks(*one, weight), _midranks(*two, weight), weight)

    return measure


def top_precision(score: Floats, positive: Flags, share: float = 0.1) -> Metric:
    """The share of positive papers among the top ``share`` by score, rounded up to whole papers.

    Of papers that tie across the border, each counts in part. NaN with one class only.
    """
    code, size = _codes(-score)

    def measure(weight: Floats) -> float:
        count = np.bincount(code, weight, size)  # (n_distinct,), the best first
        hits = np.bincount(code, weight * positive, size)
        if not 0 < hits.sum() < count.sum():
            return float("nan")
        room = np.ceil(count.sum() * share)
        taken = np.clip(room - (np.cumsum(count) - count), 0, count)
        rate = np.divide(hits, count, out=np.zeros_like(hits), where=count > 0)
        return float(taken @ rate / room)

    return measure


def calibration_error(chance: Floats, positive: Flags) -> Metric:
    """ECE: mean distance of forecast and outcome over ten bins of equal count (equal chances
    share a bin), weighted by the papers in them. NaN without papers.
    """
    code, size = _codes(chance)
    gap = chance - positive

    def measure(weight: Floats) -> float:
        total = weight.sum()
        if not total:
            return float("nan")
        place = _midranks(code, size, weight) / total  # (n_papers,), in (0, 1)
        bin_of = np.minimum((place * BINS).astype(int), BINS - 1)
        return float(np.abs(np.bincount(bin_of, weight * gap, BINS)).sum() / total)

    return measure


def share(part: Floats, whole: Floats) -> Metric:
    """Sum of ``part`` over sum of ``whole``, each (n_papers,): a rate over unequal papers."""

    def measure(weight: Floats) -> float:
        return _ratio(weight @ part, weight @ whole)

    return measure


def distinct(score: Floats) -> int:
    """How many different scores there are, to six decimals: whether the ranking can rank."""
    return len(np.unique(np.round(score, 6)))


def _codes(values: Floats) -> tuple[NDArray[np.intp], int]:
    """The place of each value among the distinct ones, lowest 0, and how many there are."""
    levels, code = np.unique(values, return_inverse=True)
    return code, len(levels)


def _midranks(code: NDArray[np.intp], size: int, weight: Floats) -> Floats:
    """Average rank of each paper, less a half: the first of n without ties has 0.5."""
    count = np.bincount(code, weight, size)
    return np.asarray((np.cumsum(count) - count / 2)[code], dtype=np.float64)


def _correlation(first: Floats, second: Floats, weight: Floats) -> float:
    total = weight.sum()
    if not total:
        return float("nan")
    one = first - weight @ first / total
    two = second - weight @ second / total
    spread = float((weight @ one**2) * (weight @ two**2))
    if spread < 1e-9:  # one side constant: what is left is rounding
        return float("nan")
    return float(weight @ (one * two) / np.sqrt(spread))


def _ratio(part: Floats | float, whole: Floats | float) -> float:
    return float(part / whole) if whole > 0 else float("nan")
