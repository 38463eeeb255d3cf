"""Sign-ins under way: between their start in a browser and their end. Each is used up once."""

from __future__ import annotations

import json
from datetime import datetime

from sqlalchemy import Connection, bindparam, delete, select, update
from sqlalchemy.dialects.postgresql import insert as insert_postgresql
from sqlalchemy.dialects.sqlite import insert as insert_sqlite

from goodpapers.store.reader_tables import pending_sign_in
from goodpapers.store.readers import hash_of
from goodpapers.store.rows import moment_row
from goodpapers.store.statements import Statement

Facts = dict[str, str]
_VALUES = ("key_hash", "kind", "facts", "tries_left", "ends_at")


def _put(kind: str) -> Statement:
    insert = insert_sqlite if kind == "sqlite" else insert_postgresql
    first = insert(pending_sign_in).values({name: bindparam(name) for name in _VALUES})
    return Statement(
        first.on_conflict_do_update(
            index_elements=[pending_sign_in.c.key_hash],
            set_={name: first.excluded[name] for name in _VALUES[1:]},
        )
    )


_PUT = {kind: _put(kind) for kind in ("sqlite", "postgresql")}
_OPEN = (
    pending_sign_in.c.key_hash == bindparam("which"),
    pending_sign_in.c.kind == bindparam("of_kind"),
    pending_sign_in.c.ends_at > bindparam("now"),
    pending_sign_in.c.tries_left > 0,
)
_FIND = Statement(select(pending_sign_in.c.facts, pending_sign_in.c.tries_left).where(*_OPEN))
_TRY = Statement(
    update(pending_sign_in)
    .where(*_OPEN)
    .values(tries_left=pending_sign_in.c.tries_left - 1)
    .returning(pending_sign_in.c.facts, pending_sign_in.c.tries_left)
)
_TAKE = Statement(delete(pending_sign_in).where(*_OPEN).returning(pending_sign_in.c.facts))
_PRUNE = Statement(delete(pending_sign_in).where(pending_sign_in.c.ends_at < bindparam("before")))


def put_pending(
    db: Connection, secret: str, kind: str, facts: Facts, *, tries: int, ends: datetime
) -> None:
    """Note the start of a sign-in under the hash of `secret`, in place of an earlier one there."""
    _PUT[db.dialect.name].run(
        db,
        key_hash=hash_of(secret),
        kind=kind,
        facts=json.dumps(facts),
        tries_left=tries,
        ends_at=moment_row(ends),
    )


def find_pending(db: Connection, secret: str, kind: str, now: datetime) -> tuple[Facts, int] | None:
    """What was noted, and how many tries are left; None where nothing waits (any more)."""
    row = _FIND.one(db, which=hash_of(secret), of_kind=kind, now=moment_row(now))
    return None if row is None else (json.loads(row[0]), int(row[1]))


def use_try(db: Connection, secret: str, kind: str, now: datetime) -> tuple[Facts, int] | None:
    """Use up one try, before it is known whether it is right; what was noted, and tries left."""
    row = _TRY.one(db, which=hash_of(secret), of_kind=kind, now=moment_row(now))
    return None if row is None else (json.loads(row[0]), int(row[1]))


def take_pending(db: Connection, secret: str, kind: str, now: datetime) -> Facts | None:
    """What was noted, and it is gone: of two who ask at once, one gets None."""
    row = _TAKE.one(db, which=hash_of(secret), of_kind=kind, now=moment_row(now))
    return None if row is None else json.loads(row[0])


def prune_pending(db: Connection, now: datetime) -> int:
    """Forget those whose time is over; how many went."""
    return _PRUNE.run(db, before=moment_row(now))
