"""Servers that refuse a part of the request, as hosted ones do, and what is asked of them then."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace

import pytest
from tests.panel.endpoint.people import papers, source
from tests.panel.endpoint.servers import Asked, all_answers, completion, keys, scripted

from goodpapers.domain.errors import ModelFailure
from goodpapers.panel.find_dialect import find_dialect
from goodpapers.panel.personas import read_personas
from goodpapers.panel.request import AnswerForm, Dialect, Structure
from goodpapers.panel.terms import Endpoint

NUMBERS = Dialect()


def found(act: Callable[[Asked], None]) -> tuple[Dialect, int]:
    with scripted(act) as server:
        dialect = find_dialect(Endpoint(server.address, "strong"))
        return dialect, len(server.asked)


def refuse(asked: Asked, message: str) -> None:
    asked.reply(400, json.dumps({"error": {"message": message, "type": "invalid_request_error"}}))


def with_tokens(asked: Asked) -> None:
    words = ['{"a01": "', "yes", '", "a02": "', "no", '"}']
    listed = [
        {"token": w, "logprob": -0.1, "top_logprobs": [{"token": w, "logprob": -0.1}]}
        for w in words
    ]
    body = completion("".join(words))
    body["choices"][0]["logprobs"] = {"content": listed}
    asked.reply(text=json.dumps(body))


def test_token_probabilities_are_taken_where_the_server_gives_them() -> None:
    dialect, n_calls = found(with_tokens)
    assert dialect == Dialect(answers=AnswerForm.TOKENS)
    assert n_calls == 1


def test_a_server_that_passes_over_logprobs_is_asked_for_numbers() -> None:
    dialect, _ = found(lambda asked: asked.say(all_answers(50, n=2)))
    assert dialect == NUMBERS


def test_each_refused_part_is_left_out_and_no_other() -> None:
    def act(asked: Asked) -> None:
        if "logprobs" in asked.body:
            return refuse(asked, "logprobs are not supported with this model")
        if "max_tokens" in asked.body:
            return refuse(
                asked, "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead."
            )
        if "temperature" in asked.body:
            return refuse(asked, "Unsupported value: 'temperature' does not support 0.")
        return asked.say(all_answers(50, n=2))

    dialect, n_calls = found(act)
    assert dialect == replace(NUMBERS, limit_field="max_completion_tokens", temperature=False)
    assert n_calls == 4


@pytest.mark.parametrize(
    ("allowed", "structure"),
    [(("json_object",), Structure.JSON), ((), Structure.WORDS)],
)
def test_a_server_without_schemas_is_asked_in_words(
    allowed: tuple[str, ...], structure: Structure
) -> None:
    def act(asked: Asked) -> None:
        wanted = asked.body.get("response_format", {}).get("type")
        if wanted is not None and wanted not in allowed:
            return refuse(asked, f"response_format of type {wanted} is unavailable")
        return asked.say(all_answers(50, n=2))

    dialect, _ = found(act)
    assert dialect == replace(NUMBERS, structure=structure)


def test_a_server_that_answers_nothing_readable_is_told_with_its_own_words() -> None:
    with pytest.raises(ModelFailure, match="no answers that can be read: no answer could be read"):
        found(lambda asked: asked.say("Good morning"))


def test_a_wrong_key_is_not_taken_for_a_dialect() -> None:
    with scripted(lambda asked: asked.reply(401, '{"error": "response_format, no"}')) as server:
        with pytest.raises(ModelFailure, match="does not accept the key"):
            find_dialect(Endpoint(server.address, "strong"))
        assert len(server.asked) == 1


@pytest.mark.parametrize("dialect", [NUMBERS, Dialect(answers=AnswerForm.TOKENS)])
def test_the_schema_asks_for_each_key_once_and_nothing_else(dialect: Dialect) -> None:
    with scripted(lambda asked: asked.say(all_answers())) as server:
        list(source(server.address, dialect=dialect).judge_each(papers(1)))
    sent = server.asked[0].body["response_format"]["json_schema"]
    assert sent["strict"] is True
    assert sent["schema"]["required"] == list(sent["schema"]["properties"])
    assert sent["schema"]["required"][::2] == keys()
    assert sent["schema"]["required"][1::2] == [key.replace("a", "s") for key in keys()]
    assert sent["schema"]["additionalProperties"] is False
    assert ("logprobs" in server.asked[0].body) == (dialect.answers is AnswerForm.TOKENS)


def test_further_fields_reach_the_server() -> None:
    with scripted(lambda asked: asked.say(all_answers())) as server:
        source(server.address, extra={"reasoning_effort": "low"}).judge(papers(1))
    assert server.asked[0].body["reasoning_effort"] == "low"


def test_the_recipe_follows_what_can_change_an_answer_and_nothing_else() -> None:
    base = source("https://h.org/v1")
    same = source("https://other.org/v1", in_flight=9, per_minute=5.0, timeout_s=9, name="second")
    assert same.recipe == base.recipe
    others = [
        source("https://h.org/v1", model="weaker"),
        source("https://h.org/v1", orders=2),
        source("https://h.org/v1", dialect=replace(NUMBERS, temperature=False)),
        source("https://h.org/v1", dialect=Dialect(answers=AnswerForm.TOKENS)),
        source("https://h.org/v1", extra={"seed": 1}),
    ]
    assert len({base.recipe, *(each.recipe for each in others)}) == 6


def test_two_endpoints_keep_their_names_and_models_apart() -> None:
    with scripted(lambda asked: asked.say(all_answers())) as server:
        made = [source(server.address, name=name, model=name) for name in ("small", "large")]
        results = [each.judge(papers(1))[0] for each in made]
    assert [(each.source, each.model) for each in results] == [
        ("small", "small"),
        ("large", "large"),
    ]
    assert len(read_personas()) == len(results[0].verdicts)
