"""Tiers by place and by score; every expected value is counted by hand."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from goodpapers.domain.score import Tier
from goodpapers.scoring.tiers import (
    Held,
    Standing,
    places,
    settle,
    tiers_by_place,
    tiers_by_score,
)

M, H, W, N = Tier.MUST_READ, Tier.HIGHLY_RATED, Tier.WORTH_A_LOOK, Tier.NICHE_PICK


def _standing(
    score: list[float], n_votes: int = 0, recommend: int = 10, asked: int = 20
) -> Standing:
    n = len(score)
    return Standing(
        np.array(score, float),
        np.full(n, n_votes),
        np.full(n, recommend),
        np.full(n, asked),
    )


def test_twenty_papers_give_two_must_read_six_highly_rated_and_five_niche() -> None:
    # (i - 1/2)/20 <= 0.10 for i <= 2, <= 0.40 for i <= 8, > 0.75 for i >= 16
    tiers = tiers_by_place(_standing([float(100 - i) for i in range(20)], n_votes=5))
    assert tiers == [M] * 2 + [H] * 6 + [W] * 7 + [N] * 5


def test_four_readers_are_too_few_for_the_lowest_word() -> None:
    assert N not in tiers_by_place(_standing([float(i) for i in range(20)], n_votes=4))


@pytest.mark.parametrize(("recommend", "asked", "lowest"), [(2, 20, N), (3, 20, W), (0, 0, W)])
def test_lowest_word_from_the_panel_needs_at_most_two_of_twenty(
    recommend: int, asked: int, lowest: Tier
) -> None:
    standing = _standing([4.0, 3.0, 2.0, 1.0], recommend=recommend, asked=asked)
    assert tiers_by_place(standing)[-1] is lowest


def test_equal_scores_share_the_better_tier() -> None:
    # Ten papers: place 1 is Must read (0.05), place 2 is not (0.15); two share place 1.
    assert tiers_by_place(_standing([9.0, 9.0, *range(8)]))[:2] == [M, M]
    assert tiers_by_place(_standing([9.0, 8.0, *range(8)]))[:2] == [M, H]
    assert places(np.array([5.0, 7.0, 7.0, 3.0])).tolist() == [3, 1, 1, 4]


def test_scores_that_differ_by_a_rounding_error_are_equal() -> None:
    assert places(np.array([0.1 + 0.2, 0.3])).tolist() == [1, 1]


def test_one_paper_alone_is_worth_a_look() -> None:
    assert tiers_by_place(_standing([90.0])) == [W]  # (1 - 1/2)/1 = 0.5


def test_no_paper_has_no_tier() -> None:
    assert tiers_by_place(_standing([])) == []


def test_fixed_scores_start_at_80_65_and_50() -> None:
    scores = [80.0, 79.99, 65.0, 64.99, 50.0, 49.99]
    assert tiers_by_score(_standing(scores, n_votes=5)) == [M, H, H, W, W, N]
    assert tiers_by_score(_standing(scores))[-1] is W


@given(st.lists(st.floats(0, 100), min_size=1, max_size=60), st.integers(0, 9), st.integers(0, 20))
def test_a_higher_score_never_has_a_lower_tier(
    score: list[float], n_votes: int, recommend: int
) -> None:
    standing = _standing(score, n_votes=n_votes, recommend=recommend)
    for tiers in (tiers_by_place(standing), tiers_by_score(standing)):
        ranks = [tiers[i].rank for i in np.argsort(-standing.score, kind="stable")]
        assert ranks == sorted(ranks)


def _refits(places_of_one: list[int], n: int = 100, held: Tier = M) -> list[Tier | None]:
    """The tier, fit after fit, of one paper that lies at these places in its edition."""
    now, seen = Held(held), []
    for place in places_of_one:
        # Others stand at the whole numbers; this one just before the one of its place.
        others = [float(n - i) for i in range(1, n)]
        standing = _standing([n - place + 0.5, *others], n_votes=5)
        fresh = tiers_by_place(standing)
        now = settle(fresh, standing, [now, *([Held(None)] * (n - 1))])[0]
        seen.append(now.tier)
    return seen


def test_a_paper_keeps_its_tier_until_it_was_across_in_three_refits_running() -> None:
    # Of a hundred, places up to 10 are Must read; 12 is (12 - 1/2)/100 = 0.115, across by 0.015.
    assert _refits([12, 12, 12]) == [M, M, H]
    assert _refits([12, 12, 9, 12, 12, 12]) == [M, M, M, M, M, H]


def test_a_paper_across_by_a_twentieth_moves_at_once() -> None:
    assert _refits([15]) == [M]  # 0.145 is across by 0.045
    assert _refits([16]) == [H]  # 0.155 by 0.055


def test_a_paper_across_on_the_other_side_starts_counting_anew() -> None:
    # Highly rated is 0.10 to 0.40: 42 is 0.415, below; 9 is 0.085, above.
    assert _refits([42, 42, 9, 9, 9], held=H) == [H, H, H, H, M]


def test_a_niche_pick_that_may_be_none_any_more_leaves_at_once() -> None:
    standing = _standing([1.0, 4.0, 3.0, 2.0], n_votes=4, recommend=10)
    fresh = tiers_by_place(standing)
    assert settle(fresh, standing, [Held(N)] * 4)[0].tier is W


def test_a_refit_that_read_nothing_new_is_not_counted() -> None:
    standing = _standing([88.5, *(float(100 - i) for i in range(1, 100))], n_votes=5)
    fresh = tiers_by_place(standing)
    held = [Held(M, H, 2), *([Held(None)] * 99)]
    assert settle(fresh, standing, held, counts=False)[0] == Held(M, H, 2)
    assert settle(fresh, standing, held)[0] == Held(H)
