"""Money: said before the run, counted during it, and never more than allowed."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.panel.endpoint.people import papers, source

from goodpapers.domain.errors import BadSettings
from goodpapers.panel.budget import Budget, Price, most_usage
from goodpapers.panel.reply import Usage

PRICE = Price(input_usd=0.5, output_usd=2.0)


def test_a_price_is_in_dollars_per_million_tokens() -> None:
    assert PRICE.of(Usage(2_000_000, 500_000)) == 2.0


def test_what_the_server_counted_replaces_what_was_held() -> None:
    budget = Budget(PRICE, 1.0)
    most = Usage(1_000_000, 100_000)  # 0.70 dollars
    assert budget.hold(most)
    assert not budget.hold(most)
    budget.settle(most, Usage(200_000, 10_000))  # 0.12 dollars
    assert budget.spending.usd == pytest.approx(0.12)
    assert budget.hold(most)


def test_a_call_without_a_count_stands_at_its_most_when_it_may_be_billed() -> None:
    budget = Budget(PRICE, 1.0)
    most = Usage(1_000_000, 0)
    assert budget.hold(most)
    budget.settle(most, None, billed=True)
    assert (budget.spending.usd, budget.spending.unknown) == (0.5, 1)


def test_a_call_that_the_server_turned_away_costs_nothing() -> None:
    budget = Budget(PRICE, 1.0)
    most = Usage(1_000_000, 0)
    assert budget.hold(most)
    budget.settle(most, None, billed=False)
    assert (budget.spending.usd, budget.spending.unknown, budget.spending.calls) == (0.0, 0, 1)


def test_without_a_limit_every_call_has_room() -> None:
    assert all(Budget(PRICE).hold(Usage(10**9, 10**9)) for _ in range(3))


@settings(deadline=None)
@given(st.lists(st.tuples(st.integers(0, 9_000), st.integers(0, 500), st.booleans()), max_size=60))
def test_no_order_of_calls_passes_the_limit(calls: list[tuple[int, int, bool]]) -> None:
    budget, open_calls = Budget(PRICE, 0.01), []
    for n_input, n_output, ends in calls:
        most = Usage(n_input, n_output)
        if budget.hold(most):
            open_calls.append(most)
        if ends and open_calls:
            done = open_calls.pop()
            budget.settle(done, Usage(done.input_tokens // 2, done.output_tokens))
    for most in open_calls:
        budget.settle(most, None)
    assert budget.spending.usd <= 0.01 + 1e-9
    assert budget.n_held == 0


@pytest.mark.parametrize("usd", [-1.0, float("nan")])
def test_a_price_or_limit_below_nothing_is_refused(usd: float) -> None:
    with pytest.raises(BadSettings, match="dollars"):
        Price(usd, 0)
    with pytest.raises(BadSettings, match="dollars"):
        Budget(PRICE, usd)


def test_a_limit_needs_a_price() -> None:
    with pytest.raises(BadSettings, match="needs the model's price"):
        Budget(Price(), 5.0)


def test_the_most_of_a_call_is_above_what_its_text_can_be() -> None:
    # Two bytes a token: below any tokenizer's average on text.
    assert most_usage(8_000, 1_000) == Usage(4_064, 1_000)


def test_the_estimate_sends_nothing_and_names_calls_tokens_and_money() -> None:
    made = source("http://127.0.0.1:9/v1", orders=2, price=PRICE, answer_tokens=500)
    estimate = made.estimate(papers(10))
    assert (estimate.papers, estimate.calls) == (10, 20)
    # Rules of some 6,300 characters and an abstract of 70 in each call, at 4.3 bytes a token.
    assert 20 * 1_500 < estimate.input_tokens < 20 * 2_500
    assert estimate.output_tokens == 20 * 280
    assert estimate.usd == pytest.approx(
        estimate.input_tokens * 0.5e-6 + estimate.output_tokens * 2e-6
    )
    assert estimate.usd < estimate.usd_most
    assert made.spending.calls == 0
