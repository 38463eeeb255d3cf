"""How much has changed since a fit of the score."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import ColumnElement, Connection, and_, bindparam, case, func, or_, select

from goodpapers.store.reader_tables import vote
from goodpapers.store.rows import moment_row
from goodpapers.store.score_evidence import counted_votes
from goodpapers.store.statements import Statement
from goodpapers.store.tables import paper, score


def _n(condition: ColumnElement[bool]) -> ColumnElement[int]:
    return func.coalesce(func.sum(case((condition, 1), else_=0)), 0)


_CHANGES = Statement(
    counted_votes(
        func.count(),
        _n(vote.c.changed_at >= bindparam("since")),
        _n(vote.c.cast_at >= bindparam("since")),
    )
    .join(paper, paper.c.id == vote.c.paper_id)
    .where(paper.c.accepted == 1)
)
_UNSETTLED = Statement(
    select(func.count())
    .outerjoin_from(paper, score, score.c.paper_id == paper.c.id)
    .where(
        paper.c.accepted == 1,
        or_(
            and_(paper.c.withheld == 0, paper.c.judged == 1, score.c.paper_id.is_(None)),
            and_(paper.c.withheld == 1, score.c.paper_id.is_not(None)),
        ),
    )
)


def changed_votes(db: Connection, *, since: datetime, n_before: int) -> int:
    """How many votes were cast, changed or taken back since; there were `n_before` then."""
    n_now, n_changed, n_new = _CHANGES.all(db, since=moment_row(since))[0]
    return int(n_changed + max(n_before - (n_now - n_new), 0))


def count_unsettled(db: Connection) -> int:
    """Papers with a verdict and no score, and withheld ones that still have one."""
    return int(_UNSETTLED.all(db)[0][0])
