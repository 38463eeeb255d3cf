"""How a run works through its papers: in batches on this CPU, or one call each at an endpoint."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from goodpapers.domain.paper import PaperKey
from goodpapers.domain.verdict import PanelResult
from goodpapers.panel.outcome import AsksEach, Judged, NotJudged, Stopped
from goodpapers.panel.source import PanelSource, PaperText
from goodpapers.services.panel_ledger import Ledger
from goodpapers.store.verdicts import PaperToJudge

BATCH = 32
"""Papers in one transaction: what a kill can cost, some two seconds of work."""
AHEAD = 8
"""Papers that a run over an endpoint takes at once, beyond those that it asks about."""
NOTHING_LEFT = "nothing of the abstract is left to judge"

Progress = Callable[[str, int, int | None], None]
"""Called with what is done now, how many are done, and of how many where that is known."""


@dataclass(slots=True)
class Work:
    """What one run is to do, and how far it is."""

    ledger: Ledger
    wanted: int
    """The most papers to take."""
    now: datetime
    tell: Progress
    halt: threading.Event
    judged: int = 0
    failed: int = 0
    flagged: list[tuple[PaperKey, tuple[str, ...]]] = field(default_factory=list)
    stopped: Stopped | None = None
    taken: int = 0
    began: float = field(default_factory=time.monotonic)

    @property
    def room(self) -> int:
        """How many more papers may be taken."""
        return 0 if self.halt.is_set() or self.stopped else self.wanted - self.taken

    def take(self, n: int) -> list[PaperToJudge]:
        """Up to `n` papers to judge now; none when the run is at its end or none is free."""
        found = self.ledger.take(min(n, self.room)) if self.room > 0 else []
        self.taken += len(found)
        return found

    def keep(self, judged: Sequence[tuple[PaperToJudge, PanelResult]], more: str = "") -> None:
        """Write what a source said; nothing at all is a failure."""
        answered = [
            (paper, result)
            for paper, result in judged
            if any(each.probability is not None for each in result.verdicts)
        ]
        if answered:
            self.ledger.keep(answered, self.now)
        self.judged += len(answered)
        self.flagged += [(paper.key, result.flags) for paper, result in judged if result.flags]
        with_answer = {paper.id for paper, _ in answered}
        for paper, _ in judged:
            if paper.id not in with_answer:
                self.give_up(paper, NOTHING_LEFT)
        self.say(more)

    def give_up(self, paper: PaperToJudge, why: str) -> None:
        """Write down why a paper was not judged."""
        self.ledger.give_up(paper, why)
        self.failed += 1

    def say(self, more: str = "") -> None:
        """Tell how far the run is, how fast, and what it cost."""
        seconds, done = time.monotonic() - self.began, self.judged + self.failed
        rate = f", {done / seconds * 60:,.0f} a minute" if done and seconds > 1 else ""
        self.tell(f"Judging{rate}{more}", done, self.wanted)


def judge_in_batches(work: Work, source: PanelSource) -> None:
    """Judge all that can be taken, a batch and its transaction at a time."""
    while batch := work.take(BATCH):
        said = source.judge([text_of(paper) for paper in batch])
        work.keep(list(zip(batch, said, strict=True)))


def judge_each(work: Work, source: AsksEach) -> None:
    """Ask an endpoint about all that can be taken; each answer is written the moment it comes."""
    drawn: dict[int, PaperToJudge] = {}
    for outcome in source.judge_each(_texts(work, drawn), work.halt):
        if isinstance(outcome, Stopped):
            work.stopped = outcome
        elif isinstance(outcome, Judged):
            work.keep([(drawn.pop(outcome.place), outcome.result)], cost_in_words(source))
        elif isinstance(outcome, NotJudged):
            work.give_up(drawn.pop(outcome.place), outcome.why)
            work.say(cost_in_words(source))


def cost_in_words(source: AsksEach) -> str:
    """`, $0.42 so far`; nothing where calls are free."""
    return f", ${source.spending.usd:.2f} so far" if source.spending.usd else ""


def text_of(paper: PaperToJudge) -> PaperText:
    """All that a source learns of a paper."""
    return PaperText(paper.title, paper.abstract, paper.input_hash)


def _texts(work: Work, drawn: dict[int, PaperToJudge]) -> Iterator[PaperText]:
    place = 0
    while batch := work.take(AHEAD):
        for paper in batch:
            drawn[place] = paper
            place += 1
            yield text_of(paper)
