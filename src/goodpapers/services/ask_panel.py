"""Let a source judge what has no current verdict: resumable, and safe beside other runs.

What is to be judged is always asked of the database, and claimed there (`panel_ledger`). Killed at
any moment, a run loses at most what is in hand: one batch, or the calls in flight.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from goodpapers.domain.errors import BadUsage, ModelFailure
from goodpapers.domain.paper import PaperKey
from goodpapers.domain.verdict import PanelResult, Persona
from goodpapers.panel.budget import Estimate, Spending
from goodpapers.panel.outcome import AsksEach
from goodpapers.panel.personas import TARGET_RATE, read_personas
from goodpapers.panel.source import PanelSource, PaperText
from goodpapers.services.panel_ledger import LEASE_S, Ledger
from goodpapers.services.panel_work import (
    BATCH,
    Progress,
    Work,
    judge_each,
    judge_in_batches,
    text_of,
)
from goodpapers.store.claims import FailedPaper
from goodpapers.store.database import Database
from goodpapers.store.editions import find_edition, list_editions
from goodpapers.store.verdicts import count_to_judge, papers_to_judge

__all__ = ["BATCH", "PanelRunReport", "PersonaShown", "estimate_run", "judge_text", "run_panel"]


@dataclass(frozen=True, slots=True)
class PanelRunReport:
    """What one run did, and what it had no need to do."""

    source: str
    model: str
    judged: int
    """Now, by this run."""
    already_current: int
    """Had a result of this source, recipe and text before."""
    without_abstract: int
    """Accepted, but nothing there to judge."""
    left: int
    """Still to be judged: because of a limit, an early end, or another run that has them."""
    in_other_hands: int
    """Of those left, how many another run holds."""
    failed: tuple[FailedPaper, ...]
    """Papers of which no answer was to be had; a later run tries them again."""
    flagged: tuple[tuple[PaperKey, tuple[str, ...]], ...]
    """Papers judged now in which the screen found something, with what it found."""
    stopped: str | None
    """Why the run ended before its papers did, and how to go on."""
    spending: Spending | None
    """What calls cost; None for a source without calls."""
    seconds: float


@dataclass(frozen=True, slots=True)
class RunEstimate:
    """What a run would do, said without doing it."""

    source: str
    model: str
    papers: int
    already_current: int
    without_abstract: int
    cost: Estimate | None
    """None for a source without calls."""


@dataclass(frozen=True, slots=True)
class PersonaShown:
    """One persona with how often it is meant to recommend, and how often it does."""

    persona: Persona
    target_rate: float
    """Share of papers, 0 to 1."""
    yes_rate: float | None
    """On the reference set on which the bars were set; None where the source does not say."""
    agreement: float | None
    """Rank correlation with a careful reader's answers, out of fold; None where unknown."""


def run_panel(
    database: Database,
    source: PanelSource,
    *,
    edition: str | None = None,
    limit: int | None = None,
    now: datetime,
    progress: Progress | None = None,
    halt: threading.Event | None = None,
    lease_s: float = LEASE_S,
) -> PanelRunReport:
    """Judge accepted papers, of one edition or all, that have no current result of ``source``.

    At most ``limit`` papers. Every batch of results is one transaction; of an endpoint, every
    answer. Set ``halt`` to end the run in order: what is in hand is still written.

    Raises
    ------
    Unknown
        There is no such edition.
    BadUsage
        The budget has no room for a single call; nothing was sent.
    ModelFailure
        The source cannot judge; what was judged before is kept.
    DatabaseFailure
        The database cannot be read or written; likewise.
    """
    began = time.monotonic()
    waiting, judgeable, empty = _count(database, source, edition)
    wanted = waiting if limit is None else min(waiting, limit)
    stop = halt or threading.Event()
    with Ledger(database, source.name, source.recipe, edition=edition, lease_s=lease_s) as ledger:
        work = Work(ledger, wanted, now, progress or _say_nothing, stop)
        _do(work, source)
        failed, others = tuple(ledger.failures()), ledger.in_other_hands()
    left = count_left(database, source, edition) - len(failed)
    report = PanelRunReport(
        source=source.name,
        model=source.model,
        judged=work.judged,
        already_current=judgeable - waiting,
        without_abstract=empty,
        left=max(0, left),
        in_other_hands=min(others, max(0, left)),
        failed=failed,
        flagged=tuple(work.flagged),
        stopped=work.stopped.why if work.stopped else None,
        spending=source.spending if isinstance(source, AsksEach) else None,
        seconds=round(time.monotonic() - began, 2),
    )
    _refuse_bad_end(work, report)
    return report


def _do(work: Work, source: PanelSource) -> None:
    """Judge until the run is at its end, and take over what a dead run held."""
    work.say()
    while True:
        if isinstance(source, AsksEach):
            judge_each(work, source)
        else:
            judge_in_batches(work, source)
        if not work.room or not work.ledger.wait_for_others(work.halt):
            return


def _refuse_bad_end(work: Work, report: PanelRunReport) -> None:
    """A run that the server ended is a failure, with what it did in the same line."""
    if work.stopped is None:
        return
    if not work.stopped.as_asked:
        said = f"{work.judged} judged, {report.left + len(report.failed)} left: {work.stopped.why}"
        raise ModelFailure(said, again=work.stopped.again)
    spent_nothing = report.spending is not None and report.spending.calls == 0
    if spent_nothing and work.stopped.by_budget:
        raise BadUsage(f"{work.stopped.cause}; nothing was sent")


def estimate_run(
    database: Database, source: PanelSource, *, edition: str | None = None, limit: int | None = None
) -> RunEstimate:
    """What `run_panel` would do and cost. Sends nothing and writes nothing. Raises `Unknown`."""
    waiting, judgeable, empty = _count(database, source, edition)
    wanted = waiting if limit is None else min(waiting, limit)
    cost = None
    if isinstance(source, AsksEach):
        with database.read() as db:
            papers = papers_to_judge(db, source.name, source.recipe, edition=edition, limit=wanted)
        cost = source.estimate([text_of(paper) for paper in papers])
    return RunEstimate(source.name, source.model, wanted, judgeable - waiting, empty, cost)


def _say_nothing(_what: str, _done: int, _of: int | None) -> None:
    """For a caller who does not listen."""


def count_left(database: Database, source: PanelSource, edition: str | None = None) -> int:
    """How many papers have no current result of the source."""
    with database.read() as db:
        return count_to_judge(db, source.name, source.recipe, edition=edition)


def _count(database: Database, source: PanelSource, edition: str | None) -> tuple[int, int, int]:
    """Papers that wait, that can be judged at all, and that have no abstract."""
    with database.read() as db:
        found = list_editions(db) if edition is None else (find_edition(db, edition),)
        waiting = count_to_judge(db, source.name, source.recipe, edition=edition)
    judgeable = sum(each.n_with_abstract for each in found)
    return waiting, judgeable, sum(each.n_papers for each in found) - judgeable


def judge_text(source: PanelSource, title: str, abstract: str) -> PanelResult:
    """The twenty verdicts on any text, without a site; nothing is stored. Raises `ModelFailure`."""
    return source.judge([PaperText(title, abstract)])[0]


def show_panel(facts: Mapping[str, object] | None = None) -> tuple[PersonaShown, ...]:
    """The personas in their order; ``facts`` are those of the embedded source, if it is there."""
    agreement = _figures((facts or {}).get("agreement"), "each")
    rates = _figures(facts or {}, "yes_rate")
    return tuple(
        PersonaShown(own, TARGET_RATE[own.strictness], rates.get(own.key), agreement.get(own.key))
        for own in read_personas()
    )


def _figures(facts: object, name: str) -> Mapping[str, float]:
    found = facts.get(name) if isinstance(facts, Mapping) else None
    return found if isinstance(found, Mapping) else {}
