"""Find out, with a few short calls, what one server and model understand.

Asked once, by the keeper's command or before a first run, and kept in the settings: a dialect is
part of the recipe, so it must not change from run to run on its own.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from goodpapers.domain.errors import ModelFailure
from goodpapers.panel.access import Address, Key, read_address
from goodpapers.panel.asking import Ends, Trouble
from goodpapers.panel.prompt import Item, write_prompt
from goodpapers.panel.reply import Reply, read_reply
from goodpapers.panel.request import AnswerForm, Dialect, adapted, write_body
from goodpapers.panel.terms import Endpoint
from goodpapers.panel.wire import open_wire

_PROBE = (
    Item("a01", "s01", "outdoors", False, "Does the text speak of the weather?"),
    Item("a02", "s02", "indoors", True, "Does the text speak of furniture?"),
)
_TEXT = ("Rain over the hills", ["It rained for a week.", "Then the sun came out."])
_MOST_CALLS = 8


def find_dialect(endpoint: Endpoint) -> Dialect:
    """The best dialect that the server understands: token probabilities before written numbers.

    Sends up to eight calls of about 400 tokens; `endpoint.dialect` is not looked at.

    Raises
    ------
    ModelFailure
        No dialect works; one line with what the server said last.
    """
    return asyncio.run(_find(endpoint))


async def _find(endpoint: Endpoint) -> Dialect:
    address: Address = read_address(endpoint.address, with_key=endpoint.key is not None)
    key: Key | None = endpoint.key
    dialect: Dialect | None = Dialect(answers=AnswerForm.TOKENS)
    said = "nothing"
    async with open_wire(address, key, timeout_s=endpoint.timeout_s, in_flight=1) as wire:
        for _ in range(_MOST_CALLS):
            if dialect is None:
                break
            found = _read(await wire(_body(endpoint, dialect)), dialect)
            if isinstance(found, Reply) and found.doubt is None:
                return dialect
            said = str(found.doubt if isinstance(found, Reply) else found.says)
            if isinstance(found, Trouble) and found.ends is not Ends.PAPER:
                break
            dialect = _next(dialect, said)
    raise ModelFailure(f"the endpoint gives no answers that can be read: {said}", again=True)


def _body(endpoint: Endpoint, dialect: Dialect) -> Mapping[str, Any]:
    prompt = write_prompt(_PROBE, *_TEXT, numbers=dialect.answers is AnswerForm.NUMBERS)
    return write_body(
        _PROBE,
        prompt,
        dialect,
        model=endpoint.model,
        answer_tokens=endpoint.answer_tokens,
        extra=endpoint.extra,
    )


def _read(found: bytes | Trouble, dialect: Dialect) -> Reply | Trouble:
    if isinstance(found, Trouble):
        return found
    numbers = dialect.answers is AnswerForm.NUMBERS
    mark = write_prompt(_PROBE, *_TEXT, numbers=numbers).mark
    return read_reply(found, _PROBE, mark=mark, numbers=numbers)


def _next(dialect: Dialect, said: str) -> Dialect | None:
    fitting = adapted(dialect, said)
    if fitting is None and dialect.answers is AnswerForm.TOKENS:
        # Accepted, but without probabilities that can be read.
        return replace(dialect, answers=AnswerForm.NUMBERS)
    return fitting
