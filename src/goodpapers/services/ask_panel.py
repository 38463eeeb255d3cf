"""Let a source judge what has no current verdict, in batches that are safe once they are written.

Killed at any moment, a run loses at most the batch in hand; the next run goes on from there, since
what is to be judged is always asked of the database.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from goodpapers.domain.paper import PaperKey
from goodpapers.domain.verdict import PanelResult, Persona
from goodpapers.panel.personas import TARGET_RATE, read_personas
from goodpapers.panel.source import PanelSource, PaperText
from goodpapers.store.database import Database
from goodpapers.store.editions import find_edition, list_editions
from goodpapers.store.verdicts import PaperToJudge, count_to_judge, papers_to_judge, write_results

BATCH = 32
"""Papers in one transaction: what a kill can cost, some two seconds of work."""

Progress = Callable[[str, int, int | None], None]
"""Called with what is done now, how many are done, and of how many where that is known."""


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
    """Still to be judged, because of a limit."""
    flagged: tuple[tuple[PaperKey, tuple[str, ...]], ...]
    """Papers judged now in which the screen found something, with what it found."""
    seconds: float


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
) -> PanelRunReport:
    """Judge accepted papers, of one edition or all, that have no current result of ``source``.

    At most ``limit`` papers. Every batch of results is one transaction.

    Raises
    ------
    Unknown
        There is no such edition.
    ModelFailure
        The source cannot judge; what was judged before is kept.
    DatabaseFailure
        The database cannot be read or written; likewise.
    """
    tell = progress or (lambda _what, _done, _of: None)
    began = time.monotonic()
    waiting, judgeable, empty = _count(database, source, edition)
    wanted = waiting if limit is None else min(waiting, limit)
    judged, after_id = 0, 0
    flagged: list[tuple[PaperKey, tuple[str, ...]]] = []
    tell("Judging", 0, wanted)
    while judged < wanted:
        size = min(BATCH, wanted - judged)
        with database.read() as db:
            batch = papers_to_judge(
                db, source.name, source.recipe, edition=edition, limit=size, after_id=after_id
            )
        if not batch:  # another run was faster
            break
        results = judge_batch(source, batch)
        with database.write() as db:
            write_results(db, results, now)
        flagged += [(key, result.flags) for key, result in results if result.flags]
        judged, after_id = judged + len(batch), batch[-1].id
        tell("Judging", judged, wanted)
    return PanelRunReport(
        source=source.name,
        model=source.model,
        judged=judged,
        already_current=judgeable - waiting,
        without_abstract=empty,
        left=waiting - judged,
        flagged=tuple(flagged),
        seconds=round(time.monotonic() - began, 2),
    )


def judge_batch(
    source: PanelSource, batch: Sequence[PaperToJudge]
) -> list[tuple[PaperKey, PanelResult]]:
    """What the source says of each paper; it learns title and abstract, nothing else."""
    texts = [PaperText(paper.title, paper.abstract, paper.input_hash) for paper in batch]
    said = source.judge(texts)
    return [(paper.key, result) for paper, result in zip(batch, said, strict=True)]


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
