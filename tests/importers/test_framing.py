"""One long JSON array, one element at a time: the same elements however the text comes."""

from __future__ import annotations

import json
from collections.abc import Iterable
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from goodpapers.domain.errors import BadInput
from goodpapers.domain.programme import Problem
from goodpapers.importers.framing import ArrayReader, Doubled

values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)  # fmt: skip


def in_pieces(text: str, cuts: Iterable[int]) -> ArrayReader:
    places = sorted({min(max(cut, 0), len(text)) for cut in cuts} | {0, len(text)})
    pieces = [text[start:end] for start, end in pairwise(places)]
    left = iter([piece for piece in pieces if piece])
    return ArrayReader(lambda: next(left, ""), "x.json", arrays=("results",))


def elements(text: str, cuts: Iterable[int] = ()) -> list[Any]:
    return [value for _, value in in_pieces(text, cuts)]


@given(st.lists(values, max_size=5), st.lists(st.integers(0, 300), max_size=8), st.booleans())
def test_any_cutting_of_the_text_gives_the_same_elements(
    given_values: list[Any], cuts: list[int], ascii_only: bool
) -> None:
    text = json.dumps(given_values, ensure_ascii=ascii_only)
    assert elements(text, cuts) == json.loads(text)


@given(st.lists(values, min_size=1, max_size=3), st.dictionaries(st.text(), values, max_size=3))
def test_a_list_inside_an_object_gives_the_same_elements_one_character_at_a_time(
    given_values: list[Any], beside: dict[str, Any]
) -> None:
    beside.pop("results", None)
    text = json.dumps({**beside, "results": given_values, "after": 1})
    reader = in_pieces(text, range(len(text)))
    assert [value for _, value in reader] == json.loads(text)["results"]
    assert reader.top == json.loads(json.dumps(beside))


@settings(max_examples=60)
@given(st.lists(values, min_size=1, max_size=3), st.data())
def test_a_text_that_is_cut_off_anywhere_is_refused(given_values: list[Any], data: Any) -> None:
    text = json.dumps({"results": given_values})
    end = data.draw(st.integers(0, len(text) - 1))
    with pytest.raises(BadInput):
        elements(text[:end])


def test_the_error_of_a_cut_off_file_names_the_entry_and_its_title() -> None:
    text = json.dumps({"results": [{"name": "One"}, {"name": "Two", "abstract": "long text"}]})
    with pytest.raises(BadInput) as caught:
        elements(text[:-12])
    assert str(caught.value) == (
        'x.json, paper 2 "Two": the file breaks off here; expected the rest of it'
    )


def test_an_entry_over_16_mb_is_refused_with_its_title_and_the_rest_is_read() -> None:
    huge = json.dumps({"title": "Huge", "abstract": 'a"[{\\' * 3_000_000})
    found = elements(f'[{{"title": "A"}}, {huge}, {{"title": "B"}}]', range(0, 40_000_000, 70_000))
    assert found[0] == {"title": "A"}
    assert str(found[1]) == 'x.json, paper 2 "Huge": the entry is over 16 MB long; expected a paper'
    assert found[2] == {"title": "B"}


@pytest.mark.parametrize(("size", "kept"), [(15_999_980, True), (16_000_000, False)])
def test_the_limit_of_16_mb_counts_bytes(size: int, kept: bool) -> None:
    (found,) = elements(json.dumps([{"a": "é" * (size // 2)}], ensure_ascii=False))
    assert isinstance(found, dict) is kept


def test_an_entry_that_is_nested_too_deep_is_refused_and_the_rest_is_read() -> None:
    deep = "[" * 100_000 + "]" * 100_000
    found = elements(f'[{{"title": "Deep", "x": {deep}}}, {{"title": "B"}}]')
    assert isinstance(found[0], Problem)
    assert "nested too deep" in found[0].found
    assert found[1] == {"title": "B"}


def test_a_number_of_thousands_of_digits_refuses_its_entry_alone() -> None:
    found = elements(f'[{{"title": "N", "x": {"9" * 5000}}}, {{"title": "B"}}]')
    assert isinstance(found[0], Problem)
    assert found[1] == {"title": "B"}


def test_not_a_number_is_read_as_missing() -> None:
    assert elements('[{"a": NaN, "b": -Infinity}]') == [{"a": None, "b": None}]


def test_a_key_given_twice_with_different_values_is_marked() -> None:
    (found,) = elements('[{"a": 1, "a": 2, "b": 3, "b": 3}]')
    assert isinstance(found, Doubled)
    assert found.twice == {"a"}


@pytest.mark.parametrize(
    "text",
    ["[1] x", '{"results": [1]} x', "[1 2]", '{"a": 1}', "{}", "12", '{"results": [1] "a": 2}',
     "[{'a': 1}]", "[1,,2]", '{"results": 5}', "[" * 100_000],
)  # fmt: skip
def test_what_is_no_such_list_is_refused_in_one_line(text: str) -> None:
    with pytest.raises(BadInput) as caught:
        elements(text)
    assert "\n" not in str(caught.value)
