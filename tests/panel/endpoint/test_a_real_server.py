"""A real llama.cpp server with a model of random weights: only the protocol means anything."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from tests.panel.endpoint.people import papers, source
from tests.panel.endpoint.servers import random_model_server

from goodpapers.domain.verdict import PanelResult
from goodpapers.panel.find_dialect import find_dialect
from goodpapers.panel.outcome import NotJudged
from goodpapers.panel.request import AnswerForm, Dialect, Structure
from goodpapers.panel.source import PaperText
from goodpapers.panel.terms import Endpoint

pytest.importorskip("xllamacpp", reason="xllamacpp is not installed; it comes with make setup")

# Probabilities after the grammar, sampled as the model would: without it a random model's yes and
# no are rarely among the likeliest tokens.
AFTER_GRAMMAR = {
    "post_sampling_probs": True,
    "temperature": 1,
    "top_k": 0,
    "top_p": 1,
    "min_p": 0,
    "seed": 7,
}


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with random_model_server() as found:
        yield found


def chances(result: PanelResult) -> list[float | None]:
    return [each.probability for each in result.verdicts]


def test_numbers_in_a_schema_give_twenty_chances(address: str) -> None:
    results = source(address, model="random", in_flight=2, timeout_s=60).judge(papers(3))
    for result in results:
        said = chances(result)
        assert None not in said
        assert all(0 <= each <= 1 for each in said if each is not None)


def test_the_same_paper_gets_the_same_numbers(address: str) -> None:
    made = source(address, model="random", in_flight=1, timeout_s=60)
    assert made.judge(papers(1)) == made.judge(papers(1))


def test_token_probabilities_give_chances_that_are_no_round_numbers(address: str) -> None:
    dialect = Dialect(answers=AnswerForm.TOKENS)
    made = source(address, model="random", dialect=dialect, extra=AFTER_GRAMMAR, timeout_s=60)
    [result] = made.judge(papers(1))
    known = [each for each in chances(result) if each is not None]
    assert len(known) >= 15
    assert any(0.01 < each < 0.99 and round(each, 2) != each for each in known)


def test_what_was_used_is_counted_by_the_server(address: str) -> None:
    made = source(address, model="random", timeout_s=60)
    made.judge(papers(2))
    assert made.spending.calls == 2
    assert made.spending.unknown == 0
    # The random model's vocabulary is single bytes, so that its count can be told beforehand.
    assert made.spending.input_tokens > 2 * 6_000


def test_the_dialect_is_found_by_asking(address: str) -> None:
    dialect = find_dialect(Endpoint(address, "random", extra=AFTER_GRAMMAR))
    assert dialect.answers is AnswerForm.TOKENS
    assert dialect.structure is Structure.SCHEMA


def test_a_text_too_long_for_the_model_is_left_with_the_servers_words(address: str) -> None:
    long = PaperText("A title", "word " * 2_400)
    [outcome] = source(address, model="random", timeout_s=60).judge_each([long])
    assert isinstance(outcome, NotJudged)
    assert "context size" in outcome.why
    assert not outcome.again
