"""21 points against 2,001: the numbers that integrate a paper's worth are right."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats
from scipy.special import expit

from goodpapers.scoring.likelihood import Terms, paper_worth
from goodpapers.scoring.nodes import normalize, place_nodes, quantile

TAU = 0.9


def _terms(n: int, share: float, seed: int = 1) -> Terms:
    rng = np.random.default_rng(seed)
    yes = rng.random(n) < share
    return Terms(
        paper=np.zeros(n, np.int64),
        sign=np.where(yes, 1.0, -1.0),
        shift=rng.normal(0.5, 0.8, n),
        sure=rng.uniform(0.5, 1.0, n),
        otherwise=np.where(yes, 0.7, 0.3),
        weight=rng.uniform(0.2, 1.0, n),
    )


def _on(points: np.ndarray, terms: Terms, expected: float) -> np.ndarray:
    """The mass of the curve at each of the points."""
    merit = expit(terms.sign * (points[:, None] + terms.shift))
    chance = terms.sure * merit + (1 - terms.sure) * terms.otherwise
    height = -0.5 * ((points - expected) / TAU) ** 2 + np.log(chance) @ terms.weight
    mass = np.exp(height - height.max())
    return mass / mass.sum()


def _fine(terms: Terms, expected: float) -> tuple[float, float, float]:
    """Mean, 5 % and 95 % point of the same curve on 2,001 even points where it has its mass."""
    wide = np.linspace(-15, 15, 2001)
    rough = _on(wide, terms, expected)
    middle = float(rough @ wide)
    reach = 8 * float(np.sqrt(rough @ (wide - middle) ** 2)) + 0.1
    points = np.linspace(middle - reach, middle + reach, 2001)
    mass = _on(points, terms, expected)
    below = np.cumsum(mass) - mass / 2
    return (
        float(mass @ points),
        float(np.interp(0.05, below, points)),
        float(np.interp(0.95, below, points)),
    )


@pytest.mark.parametrize("share", [0.0, 0.6, 1.0])
@pytest.mark.parametrize("n", [0, 1, 30, 10_000])
def test_mean_and_interval_agree_with_2001_points(n: int, share: float) -> None:
    terms = _terms(n, share)
    worth = paper_worth(terms, np.array([0.3]), TAU)
    ours = (
        worth.mean[0],
        quantile(worth.nodes, worth.mass, 0.05)[0],
        quantile(worth.nodes, worth.mass, 0.95)[0],
    )
    # As a page shows it: in points of a hundred.
    assert 100 * expit(ours) == pytest.approx(100 * expit(_fine(terms, 0.3)), abs=0.02)


@pytest.mark.parametrize("probability", [0.01, 0.05, 0.25, 0.5, 0.9, 0.95])
def test_quantiles_of_a_normal_curve_are_those_of_the_normal_distribution(
    probability: float,
) -> None:
    nodes = place_nodes(np.array([1.0, -2.0]), np.array([0.5, 3.0]))
    centre = (nodes - np.array([[1.0], [-2.0]])) / np.array([[0.5], [3.0]])
    found = quantile(nodes, normalize(-0.5 * centre**2), probability)
    line = stats.norm.ppf(probability)
    assert found == pytest.approx([1 + 0.5 * line, -2 + 3 * line], abs=2e-3)
