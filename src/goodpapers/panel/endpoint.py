"""The endpoint source: twenty verdicts from any server that speaks OpenAI's chat completions.

Hosted, Ollama, vLLM and llama.cpp alike. `judge_each` hands every paper over the moment its answer
is there, so that no paid answer waits for another paper's; it ends cleanly when the budget, the
server or the keeper says so, and tells how to go on.
"""

from __future__ import annotations

import hashlib
import json
import threading
from collections.abc import (
    AsyncIterator,
    Awaitable,
    Callable,
    Iterable,
    Iterator,
    Mapping,
    Sequence,
)
from contextlib import asynccontextmanager
from dataclasses import replace
from functools import partial

from goodpapers.domain.errors import ModelFailure
from goodpapers.domain.verdict import PanelResult, Persona, Verdict
from goodpapers.panel.access import read_address
from goodpapers.panel.asking import Asker, Ends, Trouble
from goodpapers.panel.budget import Budget, Estimate, Spending, estimate_run
from goodpapers.panel.outcome import Judged, NotJudged, Outcome, Stopped, stopped
from goodpapers.panel.pace import Gate
from goodpapers.panel.pump import pump
from goodpapers.panel.questions import write_questions
from goodpapers.panel.reply import Reply
from goodpapers.panel.screen import Reading, read_paper
from goodpapers.panel.source import PaperText
from goodpapers.panel.terms import Endpoint
from goodpapers.panel.wire import open_wire
from goodpapers.panel.yardstick import Yardstick, merit, shipped_yardstick, verdicts_of

LIKELY_ANSWER = 280
"""Tokens of twenty answers as JSON, from a model that does not think first."""

_Given = tuple[int, PaperText, Reading]
_Ask = Callable[[_Given], Awaitable[Reply | Trouble]]


class EndpointSource:
    """The panel speaking through an endpoint. One value for one run: it counts what was spent.

    `weights` are those of merit, by persona key; equal where None. The yardstick gives bars and
    the scale of merit; the shipped one where None.
    """

    def __init__(
        self,
        endpoint: Endpoint,
        personas: Sequence[Persona],
        *,
        yardstick: Yardstick | None = None,
        weights: Mapping[str, float] | None = None,
    ) -> None:
        self._endpoint, self._personas, self._weights = endpoint, tuple(personas), weights
        self._yardstick = yardstick or shipped_yardstick()
        self._questions = write_questions(
            self._personas,
            model=endpoint.model,
            dialect=endpoint.dialect,
            orders=endpoint.orders,
            answer_tokens=endpoint.answer_tokens,
            extra=endpoint.extra,
        )
        self._budget = Budget(endpoint.price, endpoint.budget_usd)
        self._nothing = verdicts_of({}, self._personas, self._yardstick)

    @property
    def name(self) -> str:
        """The endpoint's name in the settings."""
        return self._endpoint.name

    @property
    def model(self) -> str:
        """The model's name at the server."""
        return self._endpoint.model

    @property
    def prompt_hash(self) -> str:
        """Hash of all that is asked, but for the paper."""
        return self._questions.prompt_hash

    @property
    def recipe(self) -> str:
        """Hash over personas, prompt, dialect and model; not over bars: paid answers outlive them.

        Nor over address and key, since the same model may move.
        """
        parts = [self.model, self._endpoint.dialect.as_text(), self.prompt_hash]
        parts += [f"{each.key} {each.version}" for each in self._personas]
        parts.append(json.dumps(dict(self._endpoint.extra), sort_keys=True))
        return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:16]

    @property
    def spending(self) -> Spending:
        """What was spent since this value was made."""
        return self._budget.spending

    def estimate(self, papers: Sequence[PaperText]) -> Estimate:
        """What judging these papers will take. Sends nothing."""
        read = (read_paper(each.title, each.abstract) for each in papers)
        calls = [call for each in read if each.sentences for call in self._questions.calls(each)]
        return estimate_run(
            [len(json.dumps(call.body, ensure_ascii=False).encode()) for call in calls],
            self._endpoint.price,
            n_papers=len(papers),
            likely_answer=LIKELY_ANSWER,
            answer_tokens=self._endpoint.answer_tokens,
        )

    def judge(self, papers: Sequence[PaperText]) -> list[PanelResult]:
        """Twenty verdicts a paper, in order; all missing where the server gave no answer.

        For a few papers. A run uses `judge_each`, which hands over each paid answer at once.

        Raises
        ------
        ModelFailure
            The server or the budget ended the run before the last paper.
        """
        results = [self._result(paper, self._nothing, 0.0, ()) for paper in papers]
        for outcome in self.judge_each(papers):
            if isinstance(outcome, Stopped):
                said = f"{outcome.cause or outcome.why}; nothing of this is kept"
                raise ModelFailure(said, again=outcome.again)
            if isinstance(outcome, Judged):
                results[outcome.place] = outcome.result
        return results

    def judge_each(
        self, papers: Iterable[PaperText], halt: threading.Event | None = None
    ) -> Iterator[Outcome]:
        """Each paper's outcome the moment it is known, in the order in which answers come.

        Papers are drawn as calls become free, in the caller's thread. Set `halt` to end the run:
        no new call is sent, and what is in flight is still handed over. Ctrl-C does the same and
        is raised again after the last outcome.

        Yields
        ------
        Judged, NotJudged
            One for each paper that was sent and not cut short by the end of the run.
        Stopped
            At most one, as the last value, when the run ended before the papers did.
        """
        stop = threading.Event() if halt is None else halt
        failures, why = 0, None
        for given, found in pump(
            _readings(papers),
            partial(self._open, stop),
            in_flight=self._endpoint.in_flight,
            halt=stop,
        ):
            outcome = self._outcome(given, found)
            if isinstance(outcome, Trouble):
                why = _graver(why, outcome)
                stop.set()
                continue
            yield outcome
            failures = 0 if isinstance(outcome, Judged) else failures + 1
            if isinstance(outcome, NotJudged) and failures == self._most_failures:
                says = (
                    f"{failures} papers in a row could not be judged, the last one: {outcome.why}"
                )
                why = _graver(why, Trouble(Ends.RUN, says, again=outcome.again))
                stop.set()
        if stop.is_set():
            yield stopped(why)

    @property
    def _most_failures(self) -> int:
        return self._endpoint.patience.failures_in_a_row

    @asynccontextmanager
    async def _open(self, halt: threading.Event) -> AsyncIterator[_Ask]:
        end = self._endpoint
        address = read_address(end.address, with_key=end.key is not None)
        async with open_wire(
            address, end.key, timeout_s=end.timeout_s, in_flight=end.in_flight
        ) as wire:
            asker = Asker(wire, Gate(halt, end.per_minute), self._budget, end.patience, halt)

            async def ask(given: _Given) -> Reply | Trouble:
                return await self._questions.ask(asker, given[2])

            yield ask

    def _outcome(self, given: _Given, found: Reply | Trouble) -> Judged | NotJudged | Trouble:
        place, paper, reading = given
        if isinstance(found, Trouble):
            ends_paper = found.ends is Ends.PAPER
            return NotJudged(place, paper, found.says, found.again) if ends_paper else found
        joint = merit(found.answers, self._yardstick, self._weights)
        if found.doubt is not None or joint is None:
            return NotJudged(place, paper, found.doubt or "no answer has a weight", again=False)
        plain = verdicts_of(found.answers, self._personas, self._yardstick)
        quotes = [paper.abstract[each.start : each.end] for each in reading.sentences]
        verdicts = tuple(_with_evidence(each, found, quotes) for each in plain)
        return Judged(place, paper, self._result(paper, verdicts, joint, reading.flags))

    def _result(
        self,
        paper: PaperText,
        verdicts: tuple[Verdict, ...],
        joint: float,
        flags: tuple[str, ...],
    ) -> PanelResult:
        return PanelResult(
            source=self.name,
            model=self.model,
            recipe=self.recipe,
            input_hash=paper.input_hash,
            merit=joint,
            verdicts=verdicts,
            flags=flags,
        )


def _readings(papers: Iterable[PaperText]) -> Iterator[_Given]:
    """Each paper with its place and with what of it is judged."""
    for place, paper in enumerate(papers):
        yield place, paper, read_paper(paper.title, paper.abstract)


def _with_evidence(verdict: Verdict, found: Reply, quotes: Sequence[str]) -> Verdict:
    number = found.sentences.get(verdict.persona, 0)
    told = verdict.probability is not None and 1 <= number <= len(quotes)
    return replace(verdict, evidence=(quotes[number - 1],)) if told else verdict


def _graver(old: Trouble | None, new: Trouble) -> Trouble:
    """Of two reasons to end a run, the one the keeper must know."""
    return old if old is not None and old.ends is Ends.RUN else new
