"""Two sources of the panel as one merit; expected weights from a regression on simulated worth."""

from __future__ import annotations

import numpy as np
import pytest

from goodpapers.scoring.merit import join_merits, likeness


def _two(seed: int, n: int, first: float, second: float, alike: float) -> tuple[np.ndarray, ...]:
    """Worth and two merits with these correlations."""
    joint = np.array([[1, first, second], [first, 1, alike], [second, alike, 1]])
    drawn = np.random.default_rng(seed).multivariate_normal(np.zeros(3), joint, n)
    return drawn[:, 0], drawn[:, 1:]


def test_the_joined_merit_is_the_best_linear_guess_of_worth() -> None:
    worth, merits = _two(1, 100_000, 0.3, 0.4, 0.5)
    merit, validity = join_merits(merits, np.array([0.3, 0.4]))
    slope, *_ = np.linalg.lstsq(merits, worth, rcond=None)
    best = merits @ slope
    assert validity == pytest.approx(np.corrcoef(best, worth)[0, 1], abs=0.01)
    assert np.corrcoef(best, merit)[0, 1] > 0.999
    assert merit.std() == pytest.approx(1, abs=0.01)


def test_two_equal_sources_add_nothing() -> None:
    one = np.random.default_rng(2).normal(size=200)
    merit, validity = join_merits(np.column_stack([one, one]), np.array([0.25, 0.25]))
    assert (validity, merit.tolist()) == (0.25, one.tolist())


def test_a_weaker_source_that_only_echoes_the_stronger_is_left_out() -> None:
    merits = np.array([[1.0, -3.0], [-1.0, 2.0]])
    merit, validity = join_merits(merits, np.array([0.5, 0.2]), 0.6)
    assert (validity, merit.tolist()) == (0.5, [1.0, -1.0])


def test_a_paper_that_one_source_judged_keeps_what_that_source_is_worth() -> None:
    merits = np.array([[1.0, np.nan], [np.nan, 1.0], [np.nan, np.nan]])
    merit, validity = join_merits(merits, np.array([0.3, 0.4]), 0.0)
    # Uncorrelated sources: 0.3² + 0.4² = 0.5²; alone they are worth 0.3 and 0.4 of that.
    assert validity == pytest.approx(0.5)
    assert merit[:2] == pytest.approx([0.6, 0.8])
    assert np.isnan(merit[2])


def test_few_papers_do_not_show_that_sources_differ() -> None:
    assert likeness(np.array([[1.0, -1.0], [-1.0, 1.0]])) == pytest.approx(48 / 52)
    assert likeness(np.empty((0, 2))) == 1.0
