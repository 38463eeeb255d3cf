"""How often something was done in a window of time; counted in the database, so in one place."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import Connection, bindparam, delete, select
from sqlalchemy.dialects.postgresql import insert as insert_postgresql
from sqlalchemy.dialects.sqlite import insert as insert_sqlite

from goodpapers.store.reader_tables import rate
from goodpapers.store.rows import moment_row
from goodpapers.store.statements import Statement


def _count(kind: str) -> Statement:
    # Each database has its own INSERT with ON CONFLICT; the words are the same.
    insert = insert_sqlite if kind == "sqlite" else insert_postgresql
    first = insert(rate).values(
        key=bindparam("rate_key"), window_start=bindparam("start"), n=bindparam("first")
    )
    return Statement(
        first.on_conflict_do_update(
            index_elements=[rate.c.key, rate.c.window_start], set_={"n": rate.c.n + 1}
        ).returning(rate.c.n)
    )


_COUNT = {kind: _count(kind) for kind in ("sqlite", "postgresql")}
_READ = Statement(
    select(rate.c.n).where(
        rate.c.key == bindparam("rate_key"), rate.c.window_start == bindparam("start")
    )
)
_PRUNE = Statement(delete(rate).where(rate.c.window_start < bindparam("before")))


def count_one(db: Connection, key: str, window_start: datetime) -> int:
    """Count one more for `key` in the window that starts then; how many there are now."""
    row = _COUNT[db.dialect.name].one(db, rate_key=key, start=moment_row(window_start), first=1)
    assert row is not None  # noqa: S101 - RETURNING gives the row that was written
    return int(row[0])


def read_count(db: Connection, key: str, window_start: datetime) -> int:
    """How many were counted for `key` in the window that starts then."""
    row = _READ.one(db, rate_key=key, start=moment_row(window_start))
    return int(row[0]) if row else 0


def prune_rates(db: Connection, before: datetime) -> int:
    """Forget windows that started before then; how many rows went."""
    return _PRUNE.run(db, before=moment_row(before))
