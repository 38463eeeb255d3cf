"""Merit follows peer reviews, agrees with the count, and owes little to any one sentence."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy.stats import spearmanr

from goodpapers.panel.merit import MOST_OF_ONE, Said, fit_merit, gather, guard


def test_merit_follows_reviews_with_weights_that_are_never_negative() -> None:
    rng = np.random.default_rng(0)
    answers = rng.normal(size=(3000, 21))
    worth = answers[:, 0] + answers[:, 1] - answers[:, 2] + rng.normal(size=3000)
    count = (answers[:, :20] > 0).sum(axis=1).astype(float)
    edition = np.repeat(["a", "b", "c"], 1000)

    weights = fit_merit(Said(answers, np.arange(3000)), worth, count, edition)

    assert abs(weights.sum() - 1) < 1e-9
    assert weights.min() >= 0
    assert set(np.argsort(-weights)[:2]) == {0, 1}
    joint = answers @ weights
    for name in "abc":
        own = edition == name
        assert spearmanr(joint[own], count[own])[0] >= 0.6


def test_without_enough_ratings_every_answer_counts_the_same() -> None:
    said = Said(np.zeros((9, 21)), np.arange(9))

    weights = fit_merit(said, np.full(9, np.nan), np.zeros(9), np.repeat("a", 9))

    assert np.allclose(weights, [*[0.05] * 20, 0])


def test_what_the_best_sentence_adds_beyond_the_most_is_left_out() -> None:
    # Without its second sentence the first paper falls from 1.0 to 0.2: that sentence adds 0.8, so
    # 0.5 is left out. The second paper owes at most 0.1 to any sentence. The third has only one.
    sums = np.array([1.0, 0.9, 0.2, 1.1, 0.5, 0.4, 0.6, 2.0, 0.0])

    kept = guard(sums, np.array([0, 4, 7]))

    assert MOST_OF_ONE == 0.3
    assert kept == pytest.approx([0.5, 0.5, 2.0])


@given(
    arrays(float, st.integers(3, 9), elements=st.floats(-3, 3)),
    st.floats(0.31, 5),
)
def test_no_single_sentence_lifts_a_sum_by_more_than_the_most_and_what_the_best_one_adds(
    own: np.ndarray, boast: float
) -> None:
    # In a sum to which every sentence adds its own share, one more sentence is planted.
    def rows(shares: np.ndarray) -> np.ndarray:
        return np.concatenate([[shares.sum()], shares.sum() - shares])

    before = guard(rows(own), np.zeros(1, dtype=np.int64))[0]
    after = guard(rows(np.append(own, boast)), np.zeros(1, dtype=np.int64))[0]

    best = max(own.max(), 0)
    assert after - before <= MOST_OF_ONE + max(best - MOST_OF_ONE, 0) + 1e-9


def test_the_rows_of_many_papers_lie_one_after_the_other() -> None:
    one, two = np.arange(6.0).reshape(3, 2), np.arange(6.0, 10.0).reshape(2, 2)

    said = gather([one, two])

    assert said.starts.tolist() == [0, 3]
    assert said.whole.tolist() == [[0, 1], [6, 7]]
    assert said.standard(np.ones(2), np.full(2, 2.0)).whole.tolist() == [[-0.5, 0], [2.5, 3]]
    # Equal weights: the sums are 0.5, 2.5, 4.5 and 6.5, 8.5; no sentence helps.
    assert said.joint(np.array([0.5, 0.5])).tolist() == [0.5, 6.5]
