"""Whose turn it is to do what is to be done once, however many servers run."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import Connection, bindparam, select
from sqlalchemy.dialects.postgresql import insert as insert_postgresql
from sqlalchemy.dialects.sqlite import insert as insert_sqlite

from goodpapers.store.reader_tables import lease
from goodpapers.store.rows import moment_row
from goodpapers.store.statements import Statement


def _claim(kind: str) -> Statement:
    insert = insert_sqlite if kind == "sqlite" else insert_postgresql
    first = insert(lease).values(name=bindparam("task"), not_before=bindparam("until"))
    return Statement(
        first.on_conflict_do_update(
            index_elements=[lease.c.name],
            set_={"not_before": first.excluded.not_before},
            where=lease.c.not_before <= bindparam("now"),
        )
    )


_CLAIM = {kind: _claim(kind) for kind in ("sqlite", "postgresql")}
_READ = Statement(select(lease.c.not_before).where(lease.c.name == bindparam("task")))


def is_due(db: Connection, task: str, now: datetime) -> bool:
    """Whether nobody has the task, and its time has come. Reads only."""
    row = _READ.one(db, task=task)
    return row is None or int(row[0]) <= (moment_row(now) or 0)


def claim(db: Connection, task: str, *, now: datetime, until: datetime) -> bool:
    """Take the task until then; False where another has it, or took it a moment earlier."""
    statement = _CLAIM[db.dialect.name]
    return statement.run(db, task=task, now=moment_row(now), until=moment_row(until)) > 0
