"""What a server sent back becomes twenty chances, each read or missing. Pure; trusts nothing.

Missing is the answer to every doubt: a key left out, asked twice, out of range, of a wrong kind, or
cut off. A missing answer is never a yes, never a no, and never one half.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from goodpapers.domain.errors import ModelFailure
from goodpapers.panel.prompt import Item

LEAST_MASS = 0.25
"""Yes and no together must hold this share of a token; else the model meant neither."""

_DECODER = json.JSONDecoder()
_BLANKS = re.compile(r"[ \t\r\n]*")
_NO_TOKENS = "the server gives no token probabilities; set its answers to numbers"
_Pairs = dict[str, tuple[Any, int]]
"""Key to value, with the place of the value in the text."""
_THINKING = re.compile(r"^\s*<think>.*?</think>", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens of one call, as the server counted them."""

    input_tokens: int
    output_tokens: int


@dataclass(frozen=True, slots=True)
class Reply:
    """One call's answers: for each persona the chance that it says yes, or None for missing."""

    answers: Mapping[str, float | None]
    usage: Usage | None
    doubt: str | None = None
    """Why nothing could be read, in words; None when at least one answer was."""
    sentences: Mapping[str, int] = field(default_factory=dict)
    """For each persona that named one, the number of the sentence that counted most, from 1."""


def read_reply(raw: bytes, items: Sequence[Item], *, mark: str, numbers: bool) -> Reply:
    """The answers in a server's reply. `mark` is the paper's fence; a reply that quotes it is void.

    Raises
    ------
    ModelFailure
        The reply is no chat completion at all: the server, not the model, is at fault. `again` is
        set.
    """
    body = _envelope(raw)
    choice = body["choices"][0]
    message = choice["message"]
    usage = _usage(body.get("usage"))
    if message.get("refusal") or choice.get("finish_reason") == "content_filter":
        return _nothing(items, usage, "the model refused")
    tokens = [] if numbers else _token_list(choice)
    if not numbers and not tokens:
        return _nothing(items, usage, _NO_TOKENS)
    text = _text(message.get("content")) if numbers else "".join(each.text for each in tokens)
    pairs, doubt = _answers_in(text, mark)
    found = _read_numbers(pairs) if numbers else _read_tokens(pairs, tokens)
    chances = {item.persona: _own(item, found.get(item.key)) for item in items}
    if doubt is None and all(chance is None for chance in chances.values()):
        cut = choice.get("finish_reason") == "length"
        doubt = "the answer was cut before its first number" if cut else "no answer could be read"
    return Reply(chances, usage, doubt, _sentences(items, pairs))


def _sentences(items: Sequence[Item], pairs: _Pairs) -> dict[str, int]:
    named = {item.persona: pairs.get(item.sentence_key, (None, 0))[0] for item in items}
    return {key: n for key, n in named.items() if type(n) is int and n > 0}


def _own(item: Item, chance: float | None) -> float | None:
    # Rounded: 1 - 0.9 is 0.09999…, and a bar at 0.1 must not turn on that.
    return round(1 - chance, 6) if chance is not None and item.against else chance


def _nothing(items: Sequence[Item], usage: Usage | None, doubt: str) -> Reply:
    return Reply({item.persona: None for item in items}, usage, doubt)


def _envelope(raw: bytes) -> dict[str, Any]:
    try:
        body = json.loads(raw)
    except (ValueError, RecursionError) as error:
        raise ModelFailure(f"the reply is no JSON ({raw[:60]!r})", again=True) from error
    choices = body.get("choices") if isinstance(body, dict) else None
    first = choices[0] if isinstance(choices, list) and choices else None
    if not isinstance(first, dict) or not isinstance(first.get("message"), dict):
        raise ModelFailure("the reply is JSON but no chat completion", again=True)
    return dict(body)


def _usage(found: object) -> Usage | None:
    counts = found if isinstance(found, dict) else {}
    both = (counts.get("prompt_tokens"), counts.get("completion_tokens"))
    fits = all(type(each) is int and 0 <= each < 10**9 for each in both)
    return Usage(*both) if fits else None  # type: ignore[arg-type]  # checked the line above


def _text(content: object) -> str:
    # Some servers send a list of parts instead of one text.
    if isinstance(content, list):
        texts = (part.get("text") for part in content if isinstance(part, dict))
        return "".join(each for each in texts if isinstance(each, str))
    return content if isinstance(content, str) else ""


def _read_numbers(pairs: _Pairs) -> dict[str, float]:
    chances = {}
    for key, (value, _) in pairs.items():
        # A fraction is a doubt: 0.7 may be 70 percent or less than one.
        whole = isinstance(value, int | float) and type(value) is not bool and value == value // 1
        if whole and 0 <= value <= 100:
            chances[key] = value / 100
    return chances


def _answers_in(text: str, mark: str) -> tuple[_Pairs, str | None]:
    """The pairs of the one object in `text` that holds answers, with the place of each value."""
    thinking = _THINKING.match(text)
    start = thinking.end() if thinking else 0
    if mark in text[start:]:
        return {}, "the answer quotes the paper's fence"
    found: list[dict[str, list[tuple[Any, int]]]] = []
    while (start := text.find("{", start)) >= 0:
        pairs, end = _pairs(text, start)
        if any(re.fullmatch(r"a\d\d", key) for key in pairs):
            found.append(pairs)
        start = max(end, start + 1)
    if len(found) > 1:
        return {}, "the reply holds more than one set of answers"
    whole = found[0] if found else {}
    return {key: values[0] for key, values in whole.items() if len(values) == 1}, None


def _pairs(text: str, start: int) -> tuple[dict[str, list[tuple[Any, int]]], int]:
    """The whole pairs of the object that opens at `start`, and where reading ended.

    Not `json.loads`: a cut object still gives what came before the cut. A pair counts once a comma
    or the closing brace follows it, since the last number may itself be cut.
    """
    pairs: dict[str, list[tuple[Any, int]]] = {}
    place = start + 1
    try:
        while True:
            key, place = _DECODER.raw_decode(text, _skip(text, place))
            place = _skip(text, place)
            if not isinstance(key, str) or text[place] != ":":
                return pairs, place
            value_at = _skip(text, place + 1)
            value, place = _DECODER.raw_decode(text, value_at)
            place = _skip(text, place)
            if text[place] not in ",}":
                return pairs, place
            pairs.setdefault(key, []).append((value, value_at))
            place += 1
            if text[place - 1] == "}":
                return pairs, place
    except (ValueError, IndexError, RecursionError):
        return pairs, place


def _skip(text: str, place: int) -> int:
    found = _BLANKS.match(text, place)
    return found.end() if found else place


@dataclass(frozen=True, slots=True)
class _Token:
    text: str
    options: tuple[tuple[str, float], ...]
    """Each likely text of this token with its probability."""


def _token_list(choice: Mapping[str, Any]) -> list[_Token]:
    listed = choice.get("logprobs")
    content = listed.get("content") if isinstance(listed, dict) else None
    return [_token(each) for each in _dicts(content)]


def _token(found: Mapping[str, Any]) -> _Token:
    # llama.cpp, asked for probabilities after its grammar, says `prob` and `top_probs`.
    tops = found.get("top_logprobs") or found.get("top_probs") or []
    listed = {_spelling(each): _probability(each) for each in _dicts(tops)}
    listed.setdefault(_spelling(found), _probability(found))
    return _Token(_spelling(found), tuple(listed.items()))


def _dicts(found: object) -> list[dict[str, Any]]:
    return [each for each in found if isinstance(each, dict)] if isinstance(found, list) else []


def _spelling(found: Mapping[str, Any]) -> str:
    # Byte for byte one character: a token may be half of one, and places must stay true.
    raw = found.get("bytes")
    if isinstance(raw, list) and all(type(each) is int and 0 <= each < 256 for each in raw):
        return bytes(raw).decode("latin-1")
    return str(found.get("token", "")).encode().decode("latin-1")


def _probability(found: Mapping[str, Any]) -> float:
    log, plain = found.get("logprob"), found.get("prob")
    if isinstance(log, int | float) and not isinstance(log, bool) and log <= 1e-6:
        return math.exp(log)
    fits = isinstance(plain, int | float) and not isinstance(plain, bool) and 0 <= plain <= 1
    return float(plain) if fits and plain is not None else 0.0


def _read_tokens(pairs: _Pairs, tokens: Sequence[_Token]) -> dict[str, float]:
    chances = {}
    for key, (value, value_at) in pairs.items():
        if value in ("yes", "no"):
            chance = _chance_of_yes(tokens, value_at + 1)
            if chance is not None:
                chances[key] = chance
    return chances


def _chance_of_yes(tokens: Sequence[_Token], place: int) -> float | None:
    """P(yes) against P(no) at the token that holds the first letter of the answer."""
    for token, begins in _placed(tokens):
        if begins <= place < begins + len(token.text):
            before = token.text[: place - begins]
            yes, no = (_mass(token, before, word) for word in ("yes", "no"))
            return round(yes / (yes + no), 6) if yes + no >= LEAST_MASS else None
    return None


def _placed(tokens: Sequence[_Token]) -> Iterator[tuple[_Token, int]]:
    begins = 0
    for token in tokens:
        yield token, begins
        begins += len(token.text)


def _mass(token: _Token, before: str, word: str) -> float:
    # A token may be the word, a beginning of it ("y"), or the word with what follows ('yes",').
    total = 0.0
    for text, probability in token.options:
        rest = text.removeprefix(before)
        if text.startswith(before) and rest and (word + '"').startswith(rest[: len(word) + 1]):
            total += probability
    return total
