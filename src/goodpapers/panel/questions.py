"""A paper's calls: what is asked of a model, in one order or two, and how its replies are read."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from statistics import fmean
from typing import Any

from goodpapers.domain.verdict import Persona
from goodpapers.panel.asking import Asker, Body, Ends, Trouble
from goodpapers.panel.budget import most_usage
from goodpapers.panel.prompt import Item, ask_items, prompt_hash, write_prompt
from goodpapers.panel.reply import Reply, Usage, read_reply
from goodpapers.panel.request import AnswerForm, Dialect, write_body
from goodpapers.panel.screen import Reading


@dataclass(frozen=True, slots=True)
class Call:
    """One call: what is sent, the most it can use, and how its reply is read."""

    body: Body
    most: Usage
    read: Callable[[bytes], Reply]


@dataclass(frozen=True, slots=True)
class Questions:
    """The twenty questions to one model, in all orders that the keeper pays for."""

    orders: tuple[tuple[Item, ...], ...]
    model: str
    dialect: Dialect
    answer_tokens: int
    extra: Mapping[str, Any]

    @property
    def numbers(self) -> bool:
        """Whether answers are written numbers; else they are token probabilities."""
        return self.dialect.answers is AnswerForm.NUMBERS

    @property
    def prompt_hash(self) -> str:
        """Hash of all that is asked, but for the paper."""
        hashes = [prompt_hash(items, numbers=self.numbers) for items in self.orders]
        return hashlib.sha256(" ".join(hashes).encode()).hexdigest()[:16]

    def calls(self, paper: Reading) -> Iterator[Call]:
        """The paper's calls, one an order."""
        for items in self.orders:
            yield self._call(items, paper)

    async def ask(self, asker: Asker, paper: Reading) -> Reply | Trouble:
        """The paper's answers, averaged over the orders that gave any; else the last trouble."""
        if not paper.sentences:
            return Trouble(Ends.PAPER, "nothing of the abstract is left to judge")
        replies: list[Reply] = []
        last: Reply | Trouble | None = None
        for call in self.calls(paper):
            last = await asker.ask(call.body, call.most, call.read)
            if isinstance(last, Trouble):
                break
            replies.append(last)
        readable = [each for each in replies if each.doubt is None]
        if readable:
            sentences = {k: n for each in reversed(readable) for k, n in each.sentences.items()}
            return Reply(_averaged(readable), None, None, sentences)
        if last is None:
            raise ValueError("questions in no order")
        return last

    def _call(self, items: Sequence[Item], paper: Reading) -> Call:
        sentences = [each.plain for each in paper.sentences]
        prompt = write_prompt(items, paper.title, sentences, numbers=self.numbers)
        body = write_body(
            items,
            prompt,
            self.dialect,
            model=self.model,
            answer_tokens=self.answer_tokens,
            extra=self.extra,
        )
        size = len(json.dumps(body, ensure_ascii=False).encode())
        read = partial(read_reply, items=items, mark=prompt.mark, numbers=self.numbers)
        return Call(body, most_usage(size, self.answer_tokens), read)


def write_questions(
    personas: Sequence[Persona],
    *,
    model: str,
    dialect: Dialect,
    orders: int,
    answer_tokens: int,
    extra: Mapping[str, Any],
) -> Questions:
    """The questions of these personas; `orders` is 1 or 2. Raises as `ask_items` does."""
    asked = tuple(ask_items(personas, order) for order in range(1, orders + 1))
    return Questions(asked, model, dialect, answer_tokens, extra)


def _averaged(replies: Sequence[Reply]) -> dict[str, float | None]:
    return {
        persona: _mean([each.answers.get(persona) for each in replies])
        for persona in replies[0].answers
    }


def _mean(chances: Sequence[float | None]) -> float | None:
    known = [each for each in chances if each is not None]
    return round(fmean(known), 6) if known else None
