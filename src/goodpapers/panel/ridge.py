"""Ridge regression by its kernel, with the strength and the honest answers that training needs.

For n examples and far more features it is cheaper to decompose the n × n matrix of inner products
once; every strength of every persona, and every example's answer from a fit without it, follow from
it in closed form. Source: Hastie, Tibshirani, Friedman, Elements of Statistical Learning (2009),
sections 3.4.1 and 7.10 (the answer without an example: residual / (1 - leverage)).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

STRENGTHS = 10.0 ** np.arange(-3, 3.1, 0.5)


@dataclass(frozen=True, slots=True)
class Fit:
    """One ridge regression a target."""

    dual: Floats
    """(n_examples, n_targets): the coefficients are centred(features).T @ dual."""
    mean: Floats
    """(n_targets,): of the targets; the answer where the centred features are 0."""
    without_own: Floats
    """(n_examples, n_targets): each example's answer from a fit on all others."""
    strength: Floats
    """(n_targets,): chosen for the least squared error of `without_own`."""


def fit_ridge(kernel: Floats, targets: Floats) -> Fit:
    """Fit every target by itself. ``kernel`` (n, n) holds inner products of *centred* features."""
    from scipy.linalg import eigh

    n = len(kernel)
    values, basis = eigh(kernel)
    values = np.maximum(values, 0)  # rounding makes the smallest ones negative
    mean = targets.mean(axis=0)
    turned = basis.T @ (targets - mean)  # (n, n_targets)
    best: dict[int, tuple[float, float, Floats, Floats]] = {}
    for strength in STRENGTHS:
        kept = values / (values + strength)
        leverage = (basis * basis) @ kept + 1 / n  # (n,)
        residual = targets - mean - basis @ (kept[:, None] * turned)
        without = targets - residual / (1 - leverage)[:, None]
        dual = basis @ (turned / (values + strength)[:, None])
        error = ((without - targets) ** 2).mean(axis=0)
        for target in range(targets.shape[1]):
            if target not in best or error[target] < best[target][0]:
                best[target] = (error[target], strength, without[:, target], dual[:, target])
    chosen = [best[target] for target in range(targets.shape[1])]
    return Fit(
        dual=np.column_stack([own[3] for own in chosen]),
        mean=mean,
        without_own=np.column_stack([own[2] for own in chosen]),
        strength=np.array([own[1] for own in chosen]),
    )


def join_fits(said: Floats, targets: Floats, strength: float = 0.1) -> tuple[Floats, Floats]:
    """A second ridge over the answers of the first ones: weights and intercepts.

    ``said`` (n, n_answers) are honest answers (`without_own`), weighed after standardizing them.
    ``strength`` is a share of n. Returns (n_answers, n_targets) and (n_targets,).
    """
    centre, spread = said.mean(axis=0), said.std(axis=0)
    standard = (said - centre) / spread
    n, n_answers = said.shape
    mean = targets.mean(axis=0)
    gram = standard.T @ standard + strength * n * np.eye(n_answers)
    weights: Floats = np.linalg.solve(gram, standard.T @ (targets - mean)) / spread[:, None]
    return weights, mean - centre @ weights
