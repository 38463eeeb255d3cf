"""The figures against scikit-learn, scipy, and counts made by hand."""

from __future__ import annotations

import math
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import spearmanr
from sklearn.metrics import roc_auc_score

from goodpapers.panel.measuring.metrics import (
    auroc,
    calibration_error,
    distinct,
    share,
    spearman,
    top_precision,
)

scores = st.lists(st.integers(-20, 20), min_size=4, max_size=40)


def ones(n: int) -> np.ndarray:
    return np.ones(n)


def floats(*values: float) -> np.ndarray:
    return np.array(values, dtype=np.float64)


def flags(*values: int) -> np.ndarray:
    return np.array(values, dtype=bool)


def test_of_four_pairs_three_in_order_is_an_auroc_of_three_quarters() -> None:
    # positives 4 and 2, negatives 3 and 1: 4>3, 4>1, 2>1 hold, 2>3 does not
    assert auroc(floats(4, 3, 2, 1), flags(1, 0, 1, 0))(ones(4)) == 0.75


def test_a_tie_between_accept_and_reject_counts_half() -> None:
    assert auroc(floats(1, 1), flags(1, 0))(ones(2)) == 0.5


@pytest.mark.parametrize("positive", [flags(1, 1, 1), flags(0, 0, 0)])
def test_one_class_has_neither_auroc_nor_top_precision(positive: np.ndarray) -> None:
    assert math.isnan(auroc(floats(1, 2, 3), positive)(ones(3)))
    assert math.isnan(top_precision(floats(1, 2, 3), positive)(ones(3)))


@given(scores, st.randoms(use_true_random=False))
def test_auroc_is_that_of_scikit_learn_with_ties_and_weights(
    values: list[int], random: Random
) -> None:
    labels = [True, False] + [random.random() < 0.5 for _ in values[2:]]
    weights = floats(*(random.randint(1, 3) for _ in values))
    ours = auroc(floats(*values), flags(*labels))(weights)
    assert ours == pytest.approx(roc_auc_score(labels, values, sample_weight=weights), abs=1e-12)


@given(scores, st.randoms(use_true_random=False))
def test_spearman_is_that_of_scipy_and_weights_are_repeats(
    values: list[int], random: Random
) -> None:
    others = [value + random.randint(-9, 9) for value in values]
    counts = [random.randint(0, 3) for _ in values]
    again_one, again_two = np.repeat(values, counts), np.repeat(others, counts)
    ours = spearman(floats(*values), floats(*others))(floats(*counts))
    if len(set(again_one)) < 2 or len(set(again_two)) < 2:
        assert math.isnan(ours)
    else:
        assert ours == pytest.approx(spearmanr(again_one, again_two).statistic, abs=1e-9)


@given(scores)
def test_rank_figures_do_not_change_under_a_rising_map(values: list[int]) -> None:
    score = floats(*values)
    positive = np.arange(len(values)) % 2 == 0
    risen = np.exp(score / 7) + 3 * score
    weight = ones(len(values))
    assert auroc(score, positive)(weight) == auroc(risen, positive)(weight)
    assert top_precision(score, positive)(weight) == top_precision(risen, positive)(weight)
    target = np.arange(len(values), dtype=float)
    np.testing.assert_equal(spearman(score, target)(weight), spearman(risen, target)(weight))


@given(scores)
def test_turning_the_ranking_round_turns_the_figures_round(values: list[int]) -> None:
    score, target = floats(*values), np.arange(len(values), dtype=float)
    positive, weight = target % 2 == 0, ones(len(values))
    forth, back = auroc(score, positive)(weight), auroc(-score, positive)(weight)
    assert back == pytest.approx(1 - forth)
    forth, back = spearman(score, target)(weight), spearman(-score, target)(weight)
    assert back == pytest.approx(-forth, nan_ok=True)


def test_precision_at_a_tenth_looks_at_the_best_two_of_twenty() -> None:
    score = np.arange(20, dtype=float)
    positive = np.zeros(20, dtype=bool)
    positive[[19, 3]] = True  # the best one is positive, the second is not
    assert top_precision(score, positive)(ones(20)) == 0.5


def test_a_tenth_of_thirty_is_three_and_a_tenth_of_eleven_is_two() -> None:
    for n, room in ((30, 3), (11, 2)):
        positive = np.arange(n) == n - 1
        got = top_precision(np.arange(n, dtype=float), positive)(ones(n))
        assert got == pytest.approx(1 / room)


def test_papers_that_tie_across_the_border_of_the_top_tenth_count_in_part() -> None:
    # ten papers, one place, two share the top: one accepted, one not
    score = floats(9, 9, 1, 1, 1, 1, 1, 1, 1, 1)
    assert top_precision(score, flags(1, 0, 0, 0, 0, 0, 0, 0, 0, 0))(ones(10)) == 0.5


def test_a_forecast_of_seven_tenths_that_comes_true_in_half_is_off_by_two_tenths() -> None:
    chance = np.full(10, 0.7)
    assert calibration_error(chance, np.arange(10) < 5)(ones(10)) == pytest.approx(0.2)


def test_calibration_error_over_ten_bins_of_two_is_that_counted_by_hand() -> None:
    chance = np.arange(20) / 20 + 0.025  # bins: (0.025, 0.075), (0.125, 0.175), …
    positive = np.arange(20) % 2 == 0  # one of two in every bin
    by_hand = sum(abs((0.05 + 0.1 * b) - 0.5) for b in range(10)) / 10
    assert calibration_error(chance, positive)(ones(20)) == pytest.approx(by_hand)


def test_an_error_up_and_one_down_in_different_bins_do_not_cancel() -> None:
    chance = np.repeat([0.2, 0.8], 10)
    positive = np.repeat([True, False], 10)
    assert calibration_error(chance, positive)(ones(20)) == pytest.approx(0.8)


def test_a_rate_counts_answers_not_papers() -> None:
    # 3 of 5 on one paper, 0 of 1 on another
    assert share(floats(3, 0), floats(5, 1))(ones(2)) == 0.5


def test_scores_that_differ_by_rounding_alone_are_one_score() -> None:
    assert distinct(floats(0.1 + 0.2, 0.3, 0.4)) == 2
