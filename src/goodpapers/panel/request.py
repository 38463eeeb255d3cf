"""What a call to an endpoint says, field by field, in the dialect that its server understands.

Servers of one protocol differ: some refuse a JSON schema, some a temperature, some give the
probabilities of their tokens and some do not. A `Dialect` names these choices; it is found once
(see endpoint.py) and is part of the recipe, since it can change the answers.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from enum import StrEnum
from typing import Any

from goodpapers.domain.errors import BadSettings
from goodpapers.panel.prompt import Item, Prompt

TOP_TOKENS = 20
"""How many alternatives of each token are asked for: the most that hosted servers allow."""

_OURS = frozenset(
    {"model", "messages", "response_format", "stream", "n", "logprobs", "top_logprobs"}
)


class AnswerForm(StrEnum):
    """`NUMBERS`: chances written as numbers. `TOKENS`: yes or no, read from token probabilities."""

    NUMBERS = "numbers"
    TOKENS = "tokens"


class Structure(StrEnum):
    """How the shape of an answer is enforced: by a JSON schema, as some JSON, or by words alone."""

    SCHEMA = "schema"
    JSON = "json"
    WORDS = "words"


@dataclass(frozen=True, slots=True)
class Dialect:
    """What one server and model understand."""

    answers: AnswerForm = AnswerForm.NUMBERS
    structure: Structure = Structure.SCHEMA
    limit_field: str = "max_tokens"
    """``max_tokens``, or ``max_completion_tokens`` for models that know only this."""
    temperature: bool = True
    """Whether temperature 0 may be asked for."""

    def as_text(self) -> str:
        """One line for reports and the recipe: ``answers=numbers structure=schema …``."""
        return " ".join(f"{name}={value}" for name, value in asdict(self).items())


def read_dialect(text: str) -> Dialect:
    """The opposite of `Dialect.as_text`; what is left out is as usual.

    Raises
    ------
    BadSettings
        A part is unknown, or has no such value.
    """
    given: dict[str, Any] = {}
    for part in text.split():
        name, _, value = part.partition("=")
        if value not in _VALUES.get(name, {}):
            known = "; ".join(f"{each} {' or '.join(them)}" for each, them in _VALUES.items())
            raise BadSettings(
                f'the endpoint\'s dialect holds "{part}"; expected name=value: {known}'
            )
        given[name] = _VALUES[name][value]
    return Dialect(**given)


_VALUES: Mapping[str, Mapping[str, object]] = {
    "answers": {each.value: each for each in AnswerForm},
    "structure": {each.value: each for each in Structure},
    "limit_field": {each: each for each in ("max_tokens", "max_completion_tokens")},
    "temperature": {"True": True, "False": False},
}


def write_body(
    items: Sequence[Item],
    prompt: Prompt,
    dialect: Dialect,
    *,
    model: str,
    answer_tokens: int,
    extra: Mapping[str, Any],
) -> dict[str, Any]:
    """The JSON body of one call. `extra` is added last and may replace what is not ours."""
    body: dict[str, Any] = {
        "model": model,
        "messages": [
            {"role": "system", "content": prompt.rules},
            {"role": "user", "content": prompt.paper},
        ],
        "stream": False,
        dialect.limit_field: answer_tokens,
    }
    if dialect.temperature:
        body["temperature"] = 0
    if dialect.answers is AnswerForm.TOKENS:
        body |= {"logprobs": True, "top_logprobs": TOP_TOKENS}
    if dialect.structure is Structure.SCHEMA:
        body["response_format"] = {"type": "json_schema", "json_schema": _schema(items, dialect)}
    elif dialect.structure is Structure.JSON:
        body["response_format"] = {"type": "json_object"}
    return body | dict(extra)


def checked_extra(extra: Mapping[str, Any]) -> Mapping[str, Any]:
    """`extra` itself, when it leaves the fields alone that the answers are read by.

    Raises
    ------
    BadSettings
        It names one of them.
    """
    taken = sorted(_OURS.intersection(extra))
    if taken:
        raise BadSettings(f'extra fields for the endpoint name "{taken[0]}"; expected other fields')
    return extra


def adapted(dialect: Dialect, complaint: str) -> Dialect | None:
    """The dialect to try next after a server's complaint about it; None when nothing fits.

    A complaint that names no field of ours is not about the dialect.
    """
    said = complaint.lower()
    if "max_completion_tokens" in said and dialect.limit_field == "max_tokens":
        return replace(dialect, limit_field="max_completion_tokens")
    if "logprob" in said and dialect.answers is AnswerForm.TOKENS:
        return replace(dialect, answers=AnswerForm.NUMBERS)
    if "temperature" in said and dialect.temperature:
        return replace(dialect, temperature=False)
    if any(word in said for word in ("response_format", "json_schema", "schema", "json_object")):
        return _looser(dialect)
    return None


def _looser(dialect: Dialect) -> Dialect | None:
    order = list(Structure)
    place = order.index(dialect.structure) + 1
    return replace(dialect, structure=order[place]) if place < len(order) else None


def _schema(items: Sequence[Item], dialect: Dialect) -> dict[str, Any]:
    one: dict[str, Any] = {"type": "integer", "minimum": 0, "maximum": 100}
    if dialect.answers is AnswerForm.TOKENS:
        one = {"type": "string", "enum": ["yes", "no"]}
    place = {"type": "integer", "minimum": 0, "maximum": 99}
    pairs = [((item.key, one), (item.sentence_key, place)) for item in items]
    properties = dict(each for pair in pairs for each in pair)
    schema = {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }
    return {"name": "answers", "strict": True, "schema": schema}
