"""What a keeper sets of a reader: role, suspension, being known; and all readers as a list."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import Connection, bindparam, func, select, update

from goodpapers.domain.reader import Kind, Reader, Role
from goodpapers.store.reader_tables import reader, vote
from goodpapers.store.readers import reader_of
from goodpapers.store.rows import moment_row
from goodpapers.store.statements import Statement
from goodpapers.store.tables import paper

_ID = reader.c.id == bindparam("whose")
_BY_ID = Statement(select(*reader.columns).where(_ID))
_BY_KIND = Statement(
    select(*reader.columns)
    .where(reader.c.kind == bindparam("of_kind"))
    .order_by(reader.c.id)
    .limit(1)
)
_SET_ROLE = Statement(update(reader).where(_ID).values(role=bindparam("new_role")))
_SUSPEND = Statement(update(reader).where(_ID).values(suspended_at=bindparam("since")))
_KNOW = Statement(update(reader).where(_ID).values(known_by=bindparam("by")))
_PERSONS = (reader.c.kind == Kind.PERSON.value) | (reader.c.kind == Kind.DEMO.value)
_LIST = Statement(
    select(*reader.columns)
    .where(_PERSONS, reader.c.id > bindparam("above"))
    .order_by(reader.c.id)
    .limit(bindparam("most"))
)
_NAMED = Statement(select(*reader.columns).where(_PERSONS, reader.c.name == bindparam("called")))
_VOTED = Statement(
    select(paper.c.key)
    .join_from(vote, paper)
    .where(vote.c.reader_id == bindparam("whose"))
    .order_by(vote.c.changed_at.desc(), paper.c.key)
    .limit(bindparam("most"))
)
_KEEPERS = Statement(
    select(func.count())
    .select_from(reader)
    .where(reader.c.role == Role.KEEPER.value, reader.c.suspended_at.is_(None))
)


def papers_voted_on(db: Connection, reader_id: int, most: int) -> tuple[str, ...]:
    """Keys of papers that the reader voted on, at most so many, the latest votes first."""
    return tuple(row[0] for row in _VOTED.all(db, whose=reader_id, most=most))


def reader_by_id(db: Connection, reader_id: int) -> Reader | None:
    """The reader of that row; None where there is none."""
    row = _BY_ID.one(db, whose=reader_id)
    return None if row is None else reader_of(row)


def first_of_kind(db: Connection, kind: Kind) -> Reader | None:
    """The first reader of that kind, such as the demo's."""
    row = _BY_KIND.one(db, of_kind=kind.value)
    return None if row is None else reader_of(row)


def set_role(db: Connection, reader_id: int, role: Role) -> None:
    """The reader has this role from now on."""
    _SET_ROLE.run(db, whose=reader_id, new_role=role.value)


def set_suspended(db: Connection, reader_id: int, since: datetime | None) -> None:
    """Suspend the reader, or with None restore them."""
    _SUSPEND.run(db, whose=reader_id, since=moment_row(since))


def set_known(db: Connection, reader_id: int, by: str | None) -> None:
    """Say by what the reader is known: ``identity``, ``email``, ``keeper``; None is not."""
    _KNOW.run(db, whose=reader_id, by=by)


def readers_after(db: Connection, most: int, above: int = 0) -> tuple[Reader, ...]:
    """Readers who are people, in the order in which they came, of those above row `above`."""
    return tuple(reader_of(row) for row in _LIST.all(db, above=above, most=most))


def readers_named(db: Connection, name: str) -> tuple[Reader, ...]:
    """Every reader of exactly that name."""
    return tuple(reader_of(row) for row in _NAMED.all(db, called=name))


def count_keepers(db: Connection) -> int:
    """How many keepers there are who are not suspended."""
    row = _KEEPERS.one(db)
    return int(row[0]) if row else 0
