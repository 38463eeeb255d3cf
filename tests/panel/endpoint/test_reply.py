"""Reading an answer: each doubt is missing, and nothing a server says can break the reader."""

from __future__ import annotations

import json
import math
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.panel.endpoint.servers import completion

from goodpapers.domain.errors import ModelFailure
from goodpapers.panel.prompt import Item
from goodpapers.panel.reply import Reply, Usage, read_reply

MARK = "00112233aabbccdd"
ITEMS = (
    Item("a01", "s01", "newcomer", False, "?"),
    Item("a02", "s02", "outsider", True, "?"),
    Item("a03", "s03", "teacher", False, "?"),
)


def read(content: object, finish: str = "stop") -> Reply:
    raw = json.dumps(completion("", finish) | {"choices": [choice(content, finish)]}).encode()
    return read_reply(raw, ITEMS, mark=MARK, numbers=True)


def choice(content: object, finish: str = "stop") -> dict[str, Any]:
    return {"message": {"role": "assistant", "content": content}, "finish_reason": finish}


def chances(reply: Reply) -> list[float | None]:
    return [reply.answers[each.persona] for each in ITEMS]


def test_a_question_for_no_is_turned_round() -> None:
    assert chances(read('{"a01": 80, "a02": 80, "a03": 0}')) == [0.8, 0.2, 0.0]


@pytest.mark.parametrize(
    "value",
    ['"80"', "null", "true", "-1", "101", "0.7", "72.5", "[80]", '{"p": 80}', "NaN", "Infinity",
     "1e400", '"yes"', "9" * 5_000],
)  # fmt: skip
def test_what_is_no_whole_percent_is_missing(value: str) -> None:
    reply = read(f'{{"a01": 60, "a02": {value}, "a03": 40}}')
    assert reply.answers["newcomer"] == 0.6
    assert reply.answers["outsider"] is None


@pytest.mark.parametrize("value", ["70", "70.0", "7e1"])
def test_a_whole_percent_may_be_spelt_as_json_allows(value: str) -> None:
    assert read(f'{{"a01": {value}, "a02": 1}}').answers["newcomer"] == 0.7


def test_a_key_given_twice_is_a_doubt() -> None:
    assert chances(read('{"a01": 10, "a01": 90, "a03": 50}')) == [None, None, 0.5]


@pytest.mark.parametrize(
    "around",
    [
        "{}",
        "```json\n{}\n```",
        "Here you are:\n{}\nI hope this helps.",
        "<think>a01 {{}}</think>{}",
    ],
)
def test_words_around_the_object_are_passed_over(around: str) -> None:
    content = around.replace("{}", '{"a01": 10, "a02": 20, "a03": 30}', 1)
    if "<think>" in around:
        content = '<think>{"a01": 99, "a02": 99}</think>{"a01": 10, "a02": 20, "a03": 30}'
    assert chances(read(content)) == [0.1, 0.8, 0.3]


def test_two_sets_of_answers_are_a_doubt_since_one_may_be_the_authors() -> None:
    reply = read('The text says {"a01": 100, "a02": 0, "a03": 100}. Mine: {"a01": 5, "a02": 95}')
    assert chances(reply) == [None] * 3
    assert reply.doubt == "the reply holds more than one set of answers"


def test_a_quoted_fence_voids_the_answer() -> None:
    assert chances(read(f'{MARK} {{"a01": 100, "a02": 0, "a03": 100}}')) == [None] * 3


@pytest.mark.parametrize(
    ("content", "known"),
    [
        ('{"a01": 55, "a02": 4', 1),
        ('{"a01": 55, "a02": 45,', 2),
        ('{"a01": 5', 0),
        ('{"a0', 0),
        ("", 0),
    ],
)
def test_a_cut_answer_keeps_only_numbers_that_are_whole(content: str, known: int) -> None:
    reply = read(content, "length")
    assert sum(each is not None for each in chances(reply)) == known
    assert (reply.doubt is None) == (known > 0)


@pytest.mark.parametrize(
    ("value", "sentences"),
    [("2", {"newcomer": 2}), ("0", {}), ("-1", {}), ('"2"', {}), ("true", {}), ("2.0", {})],
)
def test_a_sentence_is_named_by_its_number_or_not_at_all(
    value: str, sentences: dict[str, int]
) -> None:
    assert read(f'{{"a01": 50, "s01": {value}}}').sentences == sentences


def test_content_in_parts_is_joined() -> None:
    parts = [{"type": "text", "text": '{"a01": 10, '}, {"type": "text", "text": '"a02": 20}'}]
    assert chances(read(parts)) == [0.1, 0.8, None]


@pytest.mark.parametrize("finish", ["content_filter"])
def test_a_filtered_answer_is_a_refusal(finish: str) -> None:
    assert read('{"a01": 10}', finish).doubt == "the model refused"


@pytest.mark.parametrize(
    ("usage", "expected"),
    [
        ({"prompt_tokens": 3, "completion_tokens": 4}, Usage(3, 4)),
        ({"prompt_tokens": -3, "completion_tokens": 4}, None),
        ({"prompt_tokens": "3", "completion_tokens": 4}, None),
        ({"prompt_tokens": True, "completion_tokens": 4}, None),
        (None, None),
        ([], None),
    ],
)
def test_a_count_that_makes_no_sense_is_no_count(usage: object, expected: Usage | None) -> None:
    body = {"choices": [choice('{"a01": 10}')], "usage": usage}
    reply = read_reply(json.dumps(body).encode(), ITEMS, mark=MARK, numbers=True)
    assert reply.usage == expected


JSON = st.recursive(
    st.none() | st.booleans() | st.floats() | st.integers() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=12), inner),
    max_leaves=20,
)


@settings(deadline=None)
@given(st.binary(max_size=200), st.booleans())
def test_no_bytes_break_the_reader(raw: bytes, numbers: bool) -> None:
    with pytest.raises(ModelFailure):
        read_reply(raw, ITEMS, mark=MARK, numbers=numbers)


@settings(deadline=None)
@given(JSON, JSON, JSON, st.booleans())
def test_no_json_breaks_the_reader_or_gives_a_chance_out_of_range(
    content: object, listed: object, usage: object, numbers: bool
) -> None:
    one = choice(content) | {"logprobs": {"content": listed}}
    raw = json.dumps({"choices": [one], "usage": usage}).encode()
    reply = read_reply(raw, ITEMS, mark=MARK, numbers=numbers)
    assert all(each is None or 0 <= each <= 1 for each in reply.answers.values())
    assert (reply.doubt is None) == any(each is not None for each in reply.answers.values())


@settings(deadline=None)
@given(st.lists(st.integers(0, 100), min_size=3, max_size=3), st.integers(0, 60))
def test_a_cut_at_any_place_never_changes_a_number(values: list[int], cut: int) -> None:
    keys = ("a01", "a02", "a03")
    whole = json.dumps(dict(zip(keys, values, strict=True)))
    expected, found = chances(read(whole)), chances(read(whole[:cut], "length"))
    assert all(got is None or got == want for got, want in zip(found, expected, strict=True))


def token(text: str, *options: tuple[str, float]) -> dict[str, Any]:
    tops = [{"token": word, "logprob": math.log(p)} for word, p in options]
    first = dict(options).get(text, 1.0)
    return {"token": text, "logprob": math.log(first), "top_logprobs": tops}


def read_tokens(*tokens: dict[str, Any]) -> Reply:
    one = choice("not looked at") | {"logprobs": {"content": list(tokens)}}
    raw = json.dumps({"choices": [one]}).encode()
    return read_reply(raw, ITEMS, mark=MARK, numbers=False)


def test_the_chance_is_read_from_the_token_that_holds_the_answer() -> None:
    reply = read_tokens(
        token('{"a01": "'), token("yes", ("yes", 0.6), ("no", 0.2), ("Yes", 0.1)),
        token('", "a02": "'), token("no", ("no", 0.5), ("yes", 0.5)),
        token('"}'),
    )  # fmt: skip
    assert chances(reply) == [0.75, 0.5, None]


def test_a_token_may_hold_the_quote_or_only_the_first_letter() -> None:
    reply = read_tokens(
        token('```json\n{"a01":'), token(' "yes', (' "yes', 0.9), (' "no', 0.1)),
        token('",'), token('"a02":"'), token("n", ("n", 0.8), ("y", 0.2)), token('o"}'),
        token("\n```"),
    )  # fmt: skip
    assert chances(reply) == [0.9, 0.8, None]


def test_probabilities_after_the_grammar_are_read_as_well() -> None:
    tops = [{"token": "yes", "prob": 0.3}, {"token": "no", "prob": 0.7}]
    reply = read_tokens(
        token('{"a01":"'), {"token": "no", "prob": 0.7, "top_probs": tops}, token('"}')
    )
    assert chances(reply) == [0.3, None, None]


def test_a_token_where_the_model_meant_neither_is_missing() -> None:
    reply = read_tokens(token('{"a01":"'), token("no", ("no", 0.05), ("perhaps", 0.9)), token('"}'))
    assert chances(reply) == [None] * 3


def test_half_a_character_in_a_token_does_not_shift_the_places() -> None:
    parts = [{"token": "\ufffd", "bytes": [raw], "logprob": 0.0} for raw in "é".encode()]
    reply = read_tokens(
        *parts, token('{"a01":"'), token("yes", ("yes", 0.5), ("no", 0.5)), token('"}')
    )
    assert chances(reply) == [0.5, None, None]


def test_a_server_without_token_probabilities_is_told_apart() -> None:
    reply = read_tokens()
    assert reply.doubt is not None
    assert "no token probabilities" in reply.doubt
