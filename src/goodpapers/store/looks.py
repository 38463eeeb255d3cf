"""Looks: that a reader has seen a paper's hidden values, and how first; and the day's previews."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from math import ceil
from typing import Any

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    Connection,
    bindparam,
    func,
    literal_column,
    select,
)
from sqlalchemy.dialects.postgresql import insert as upsert

from goodpapers.domain.paper import PaperKey
from goodpapers.domain.vote import How
from goodpapers.store.editions import edition_id
from goodpapers.store.reader_tables import look
from goodpapers.store.rows import SHUFFLE_PRIME, moment_row
from goodpapers.store.statements import Statement
from goodpapers.store.tables import paper

ONE_IN = 20
"""One judged paper in so many is an open preview."""

_NOTE = Statement(
    upsert(look)
    .values(
        paper_id=bindparam("paper"),
        reader_id=bindparam("reader"),
        how=bindparam("how"),
        at=bindparam("at"),
    )
    .on_conflict_do_nothing(index_elements=[look.c.paper_id, look.c.reader_id])
)


def note_look(db: Connection, paper_id: int, reader_id: int, how: How, now: datetime) -> bool:
    """Note that the reader saw the paper's hidden values; False where that was noted before."""
    changed = _NOTE.run(db, paper=paper_id, reader=reader_id, how=how.value, at=moment_row(now))
    return changed > 0


def _drawn() -> ColumnElement[int]:
    """The day's lot of a paper: its fixed number, moved about by two numbers of the day."""
    factor = bindparam("factor", type_=BigInteger())
    shift = bindparam("shift", type_=BigInteger())
    lot: ColumnElement[Any] = paper.c.shuffle * factor + shift
    return lot % literal_column(str(SHUFFLE_PRIME), BigInteger)


_IN = (
    paper.c.edition_id == bindparam("edition"),
    paper.c.accepted == literal_column("1"),
    paper.c.judged == literal_column("1"),
)
_COUNT = Statement(select(func.count()).where(*_IN))
_LOTS = (
    select(paper.c.id)
    .where(*_IN)
    .order_by(_drawn(), paper.c.id)
    .limit(bindparam("n", type_=BigInteger()))
    .subquery()
)
_PREVIEWS = Statement(
    select(paper.c.key)
    .join_from(_LOTS, paper, paper.c.id == _LOTS.c.id)
    .where(paper.c.withheld == literal_column("0"))
    .order_by(_drawn(), paper.c.id)
)


def previews(db: Connection, edition_key: str, lots: tuple[int, int]) -> Sequence[PaperKey]:
    """The open previews of an edition: one judged paper in twenty, at least one, by lot.

    `lots` are the two numbers of the day, as `day_numbers` makes them; the first is the paper of
    the day. An edition of which nothing is judged has none.
    """
    number = edition_id(db, edition_key)
    (n,) = _COUNT.all(db, edition=number)[0]
    if not n:
        return []
    factor, shift = lots
    rows = _PREVIEWS.all(db, edition=number, n=ceil(n / ONE_IN), factor=factor, shift=shift)
    return [PaperKey(row[0]) for row in rows]
