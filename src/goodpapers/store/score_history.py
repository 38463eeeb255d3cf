"""What a paper's score was before, kept thin, and every change of a tier."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import Connection, Select, bindparam, func, select, update

from goodpapers.domain.paper import PaperKey
from goodpapers.domain.score import Score, Tier
from goodpapers.store.rows import moment_row, time_of
from goodpapers.store.score_tables import score_history, tier_event
from goodpapers.store.scores import rank_of, tier_of
from goodpapers.store.statements import Row, Statement, insert_into
from goodpapers.store.tables import edition, paper

LEAST_MOVE = 1.0
"""Points that a score must have moved to be worth a row."""
_DAY = 86_400 * 1_000_000


class PastScore(NamedTuple):
    """A score as it was at a time."""

    at: datetime
    score: float
    low: float
    high: float
    n_votes: int
    fit: str


class TierEvent(NamedTuple):
    """A paper went from one tier to another."""

    id: int
    at: datetime
    key: PaperKey
    title: str
    edition: str
    """The edition's key."""
    old: Tier
    new: Tier


_VALUES = ("paper_id", "at", "score", "low", "high", "n_votes", "fit")
_ADD = insert_into(score_history, _VALUES)
_MEND = Statement(
    update(score_history)
    .where(score_history.c.id == bindparam("row"))
    .values({name: bindparam(f"new_{name}") for name in _VALUES[1:]})
)


def _newest(of: Select[tuple[int]]) -> Statement:
    last = (
        select(func.max(score_history.c.id))
        .where(score_history.c.paper_id.in_(of))
        .group_by(score_history.c.paper_id)
    )
    columns = (score_history.c[name] for name in ("paper_id", "id", "at", "score", "n_votes"))
    return Statement(select(*columns).where(score_history.c.id.in_(last)))


_NEWEST = _newest(select(paper.c.id).where(paper.c.edition_id == bindparam("edition")))
_NEWEST_OF = _newest(select(paper.c.id).where(paper.c.id == bindparam("paper")))
_HISTORY = Statement(
    select(*(score_history.c[name] for name in _VALUES[1:]))
    .join_from(score_history, paper)
    .where(paper.c.key == bindparam("key"))
    .order_by(score_history.c.id)
)


def keep_history(
    db: Connection,
    scores: Iterable[tuple[int, Score]],
    *,
    fit: str,
    now: datetime,
    edition_id: int | None = None,
) -> None:
    """Add a row for each (row number of the paper, score) that changed enough.

    Enough is another number of votes, or a point of a hundred; without new votes a day has one row
    a paper, the last. All papers are of the edition, or, without one, there is only one paper.
    """
    given = list(scores)
    if not given:
        return
    if edition_id is None:
        rows = _NEWEST_OF.all(db, paper=given[0][0])
    else:
        rows = _NEWEST.all(db, edition=edition_id)
    last = {row[0]: row[1:] for row in rows}
    moment = moment_row(now) or 0
    added: list[Row] = []
    for paper_id, one in given:
        values = (moment, one.score, one.low, one.high, one.n_votes, fit)
        before = last.get(paper_id)
        if before is None or before[3] != one.n_votes:
            added.append((paper_id, *values))
        elif abs(before[2] - one.score) >= LEAST_MOVE:
            if before[1] // _DAY == moment // _DAY:
                mended = {f"new_{n}": v for n, v in zip(_VALUES[1:], values, strict=True)}
                _MEND.run(db, row=before[0], **mended)
            else:
                added.append((paper_id, *values))
    _ADD.run_many(db, added)


def history(db: Connection, key: str) -> tuple[PastScore, ...]:
    """What the paper's score was, the oldest first; empty for a paper that never had one.

    Hidden like the score itself.
    """
    return tuple(PastScore(_moment(row[0]), *row[1:]) for row in _HISTORY.all(db, key=key))


_ADD_EVENT = insert_into(tier_event, ("paper_id", "at", "old_rank", "new_rank"))
_EVENTS = (
    select(
        tier_event.c.id,
        tier_event.c.at,
        paper.c.key,
        paper.c.title,
        edition.c.key,
        tier_event.c.old_rank,
        tier_event.c.new_rank,
    )
    .join_from(tier_event, paper)
    .join(edition)
    .where(paper.c.accepted == 1, paper.c.withheld == 0)
)
_NEWEST_EVENTS = {
    in_edition: Statement(
        (_EVENTS.where(edition.c.key == bindparam("edition_key")) if in_edition else _EVENTS)
        .order_by(tier_event.c.id.desc())
        .limit(bindparam("n"))
    )
    for in_edition in (True, False)
}
_EVENTS_OF = Statement(
    _EVENTS.where(paper.c.key == bindparam("key")).order_by(tier_event.c.id.desc())
)


def add_tier_events(
    db: Connection, changes: Iterable[tuple[int, Tier | None, Tier | None]], now: datetime
) -> int:
    """Keep every change from one tier to another, (row number, old, new); how many there were.

    A first tier, and one that goes with a paper's score, are no change.
    """
    moment = moment_row(now)
    rows = [
        (paper_id, moment, rank_of(old), rank_of(new))
        for paper_id, old, new in changes
        if old is not None and new is not None and old is not new
    ]
    _ADD_EVENT.run_many(db, rows)
    return len(rows)


def tier_events(
    db: Connection, *, edition: str | None = None, limit: int = 50
) -> tuple[TierEvent, ...]:
    """The last changes of tiers, the newest first, of the site or one edition. Public."""
    statement = _NEWEST_EVENTS[edition is not None]
    return tuple(_event(row) for row in statement.all(db, edition_key=edition, n=limit))


def tier_events_of(db: Connection, key: str) -> tuple[TierEvent, ...]:
    """Every change of this paper's tier, the newest first. Public."""
    return tuple(_event(row) for row in _EVENTS_OF.all(db, key=key))


def _event(row: Row) -> TierEvent:
    old, new = tier_of(row[5]), tier_of(row[6])
    assert old is not None  # noqa: S101 - only changes between tiers are kept
    assert new is not None  # noqa: S101
    return TierEvent(row[0], _moment(row[1]), PaperKey(row[2]), row[3], row[4], old, new)


def _moment(microseconds: int) -> datetime:
    moment = time_of(microseconds)
    assert moment is not None  # noqa: S101 - the columns are never null
    return moment
