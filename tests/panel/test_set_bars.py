"""Bars as quantiles, and how a small area group leans on the whole."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goodpapers.panel.personas import KEYS, read_personas
from goodpapers.panel.set_bars import bars_of_group, bars_of_whole, shrunk

HUNDRED = [number / 100 for number in range(100)]


def test_of_a_hundred_different_answers_eighty_fifty_or_fifteen_are_at_or_above_the_bar() -> None:
    bars = bars_of_whole(dict.fromkeys(KEYS, HUNDRED), read_personas())
    yes = [sum(answer >= bars[key] for answer in HUNDRED) for key in KEYS]
    assert yes == [80] * 5 + [50] * 10 + [15] * 5


def test_a_group_of_two_hundred_leans_on_the_whole_as_on_fifty_papers() -> None:
    # logit(0.8) is ln 4, logit(0.5) is 0: 200/250 of ln 4 is 1.1090, and 1/(1 + e^-1.1090) 0.7520.
    assert shrunk(0.8, 0.5, 200) == pytest.approx(0.7520, abs=1e-4)
    assert shrunk(0.8, 0.5, 10**9) == pytest.approx(0.8, abs=1e-6)


@given(st.floats(0, 1), st.floats(0, 1), st.integers(200, 10**6))
def test_a_groups_bar_lies_between_its_own_quantile_and_the_whole(
    own: float, whole: float, n: int
) -> None:
    low, high = sorted([own, whole])
    assert min(low, 0.9999) - 1e-6 <= shrunk(own, whole, n) <= max(high, 0.0001) + 1e-6


def test_a_group_of_less_than_two_hundred_has_no_bar_of_its_own() -> None:
    whole = dict.fromkeys(KEYS, 0.5)
    few = {"newcomer": [0.1] * 199, "theorist": [0.1] * 200}
    assert list(bars_of_group(few, whole, read_personas())) == ["theorist"]
