"""Bars, merit and verdicts from chances; by hand on small sets."""

from __future__ import annotations

import math
import statistics
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.panel.endpoint.people import papers, source
from tests.panel.endpoint.servers import all_answers, scripted

from goodpapers.domain.errors import BadInput, ModelFailure
from goodpapers.panel.heads import read_heads
from goodpapers.panel.personas import KEYS, TARGET_RATE, read_personas
from goodpapers.panel.prompt import ask_items
from goodpapers.panel.yardstick import (
    Mark,
    Yardstick,
    apply_again,
    measure_yardstick,
    merit,
    read_yardstick,
    shipped_yardstick,
    verdicts_of,
)

# One hundred papers, each persona answering 0.00, 0.01, … 0.99.
ANSWERS = [dict.fromkeys(KEYS, n / 100) for n in range(100)]
# Each persona answers by a wave of its own over 120 papers.
WAVES = [
    {key: 0.5 + 0.4 * math.sin(n * (place + 1) / 7) for place, key in enumerate(KEYS)}
    for n in range(120)
]
WAVES_YARDSTICK = measure_yardstick(WAVES, read_personas(), made_from="waves")
MARKS = {"a": Mark(0.5, 0.5, 0.1), "b": Mark(0.2, 0.4, 0.2)}
TWO = Yardstick("two", 100, MARKS, ((1.0, 0.5), (0.5, 1.0)))


def test_bars_give_each_strictness_its_rate() -> None:
    marks = measure_yardstick(ANSWERS, read_personas(), made_from="a ramp").marks
    assert [marks[key].bar for key in ("newcomer", "editor", "sceptic")] == [0.20, 0.50, 0.85]


@settings(deadline=None, max_examples=20)
@given(st.lists(st.sampled_from([0.3, 0.4, 0.5, 0.9]), min_size=100, max_size=150))
def test_where_answers_tie_no_other_bar_comes_nearer_to_the_rate(values: list[float]) -> None:
    answers = [dict.fromkeys(KEYS, value) for value in values]
    yardstick = measure_yardstick(answers, read_personas(), made_from="ties")
    for persona in read_personas():
        target = TARGET_RATE[persona.strictness]
        rates = {bar: sum(v >= bar for v in values) / len(values) for bar in set(values)}
        got = rates[yardstick.marks[persona.key].bar]
        assert abs(got - target) == min(abs(rate - target) for rate in rates.values())


def test_a_handful_of_papers_sets_no_bar() -> None:
    with pytest.raises(BadInput, match=r'"newcomer" has 99 answers; expected 100'):
        measure_yardstick(ANSWERS[:99], read_personas(), made_from="few")


def test_merit_by_hand() -> None:
    # a is one deviation above its mean, b two below. Equal weights: mean -0.5, and the mean of two
    # such answers that go together at 0.5 spreads by √(1 + 1 + 2 · 0.5) / 2 = √3 / 2.
    chances = {"a": 0.6, "b": 0.0}
    assert merit(chances, TWO) == pytest.approx(-0.5 / (3**0.5 / 2))
    # Weights 3 and 1: mean 0.25, spread √(9 + 1 + 2 · 3 · 0.5) / 4 = √13 / 4.
    assert merit(chances, TWO, {"a": 3, "b": 1}) == pytest.approx(0.25 / (13**0.5 / 4))
    assert merit(chances, TWO, {"a": 0.3, "b": 0.1}) == pytest.approx(0.25 / (13**0.5 / 4))


def test_a_missing_answer_leaves_merit_to_the_others() -> None:
    assert merit({"a": 0.6, "b": None}, TWO) == pytest.approx(1 / (3**0.5 / 2))
    assert merit({"a": None, "b": None}, TWO) is None
    assert merit({"a": None, "b": 0.4}, TWO, {"a": 1.0}) is None


@settings(deadline=None)
@given(st.lists(st.floats(0, 5), min_size=20, max_size=20).filter(lambda w: sum(w) > 0.1))
def test_merit_has_mean_0_and_deviation_1_over_its_reference_set_whatever_the_weights(
    values: list[float],
) -> None:
    weights = dict(zip(KEYS, values, strict=True))
    merits = [merit(each, WAVES_YARDSTICK, weights) or 0.0 for each in WAVES]
    assert statistics.fmean(merits) == pytest.approx(0, abs=1e-3)
    assert statistics.pstdev(merits) == pytest.approx(1, abs=1e-3)


def test_an_answer_that_never_changes_does_not_break_the_measure() -> None:
    flat = [each | {"editor": 0.5} for each in WAVES]
    yardstick = measure_yardstick(flat, read_personas(), made_from="flat")
    assert abs(merit(flat[0], yardstick) or 9) < 5


@settings(deadline=None)
@given(st.floats(0, 1), st.floats(0, 1))
def test_a_higher_answer_never_lowers_merit(one: float, other: float) -> None:
    low, high = sorted((one, other))
    merits = [merit({"a": value, "b": 0.3}, TWO) or 0.0 for value in (low, high)]
    assert merits[0] <= merits[1]


def test_a_chance_at_its_bar_recommends_and_a_missing_one_does_nothing() -> None:
    bar = shipped_yardstick().marks["newcomer"].bar
    chances = {"newcomer": bar, "outsider": 0.0}
    verdicts = verdicts_of(chances, read_personas(), shipped_yardstick())
    assert [each.recommends for each in verdicts[:3]] == [True, False, None]


def test_a_persona_without_a_bar_is_one_clear_line() -> None:
    with pytest.raises(ModelFailure, match='no bar for persona "newcomer"'):
        verdicts_of({}, read_personas(), TWO)


def test_a_yardstick_is_read_back_as_it_was_written() -> None:
    assert read_yardstick(shipped_yardstick().as_json(), "x") == shipped_yardstick()


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"marks": {"a": {"bar": 1}}}', '{"marks": 3}'])
def test_what_is_no_yardstick_is_named_with_its_file(text: str) -> None:
    with pytest.raises(BadInput, match=r"^bars\.json: is no yardstick"):
        read_yardstick(text, "bars.json")


def test_another_bar_changes_verdicts_without_a_call_and_keeps_answers_and_recipe() -> None:
    with scripted(lambda asked: asked.say(all_answers(60))) as server:
        [result] = source(server.address).judge(papers(1))
    marks = {key: replace(each, bar=0.99) for key, each in shipped_yardstick().marks.items()}
    again = apply_again(result, read_personas(), replace(shipped_yardstick(), marks=marks))
    assert len(server.asked) == 1
    assert any(each.recommends for each in result.verdicts)
    assert not any(each.recommends for each in again.verdicts)
    assert again.recipe == result.recipe
    assert [e.probability for e in again.verdicts] == [e.probability for e in result.verdicts]
    assert again.merit == result.merit


def test_one_answer_counts_at_most_three_standard_deviations() -> None:
    # 99 answers of 0.5 and one of 1.0: mean 0.505, standard deviation 0.5 * sqrt(0.01 * 0.99).
    answers = [dict.fromkeys(KEYS, 0.5)] * 99 + [dict.fromkeys(KEYS, 1.0)]
    mark = measure_yardstick(answers, read_personas(), made_from="one far away").marks["editor"]
    most = 0.505 + 3 * 0.5 * math.sqrt(0.01 * 0.99)
    assert mark.high == pytest.approx(most, abs=1e-6)
    assert mark.within(1.0) == mark.high
    assert mark.within(0.6) == 0.6
    assert mark.mean == pytest.approx((99 * 0.5 + most) / 100, abs=1e-6)


@pytest.mark.parametrize(
    "weights", [None, dict(zip(KEYS, read_heads().merit[:-1].tolist(), strict=True))]
)
def test_a_model_that_agrees_with_everything_lifts_no_paper(
    weights: dict[str, float] | None,
) -> None:
    """Whatever the weights of training are then: new ones may need another choice of questions."""
    agreed = {item.persona: 0.0 if item.against else 1.0 for item in ask_items(read_personas())}
    found = merit(agreed, shipped_yardstick(), weights)
    assert found is not None
    assert -0.5 < found < 0.5
