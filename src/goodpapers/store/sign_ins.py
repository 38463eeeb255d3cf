"""A reader's sign-ins as a list, their end, and their renewal. No token is kept, only hashes."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256

from sqlalchemy import Connection, bindparam, delete, select, update

from goodpapers.store.reader_tables import sign_in
from goodpapers.store.readers import hash_of
from goodpapers.store.rows import moment_row, time_of
from goodpapers.store.statements import Statement

_OF_READER = Statement(
    select(
        sign_in.c.token_hash,
        sign_in.c.how,
        sign_in.c.device,
        sign_in.c.made_at,
        sign_in.c.seen_at,
    )
    .where(sign_in.c.reader_id == bindparam("whose"), sign_in.c.ends_at > bindparam("now"))
    .order_by(sign_in.c.seen_at.desc(), sign_in.c.token_hash)
)
_END = Statement(
    delete(sign_in).where(
        sign_in.c.token_hash == bindparam("which"), sign_in.c.reader_id == bindparam("whose")
    )
)
_END_ALL = Statement(
    delete(sign_in).where(
        sign_in.c.reader_id == bindparam("whose"), sign_in.c.token_hash != bindparam("but")
    )
)
_RENEW = Statement(
    update(sign_in)
    .where(sign_in.c.token_hash == bindparam("which"), sign_in.c.seen_at < bindparam("before"))
    .values(seen_at=bindparam("seen"), ends_at=bindparam("until"))
)
_PRUNE = Statement(delete(sign_in).where(sign_in.c.ends_at < bindparam("before")))


@dataclass(frozen=True, slots=True)
class SignIn:
    """One place where a reader is signed in."""

    mark: str
    """Names it on the reader's page; good for nothing but to end it."""
    how: str
    device: str
    made_at: datetime
    seen_at: datetime
    """When it last changed something, to the day."""
    is_this: bool


def mark_of(token_hash: str) -> str:
    """A short name for a sign-in, from which neither token nor hash can be told."""
    return sha256(f"mark {token_hash}".encode()).hexdigest()[:16]


def sign_ins_of(
    db: Connection, reader_id: int, now: datetime, *, token: str = ""
) -> tuple[SignIn, ...]:
    """Where the reader is signed in, the last seen first; `token` is the one that asks."""
    this = hash_of(token)
    return tuple(
        SignIn(mark_of(kept), how, device, _time(made), _time(seen), kept == this)
        for kept, how, device, made, seen in _OF_READER.all(
            db, whose=reader_id, now=moment_row(now)
        )
    )


def end_marked(db: Connection, reader_id: int, mark: str, now: datetime) -> bool:
    """End the reader's sign-in of that mark; False where there is none."""
    for row in _OF_READER.all(db, whose=reader_id, now=moment_row(now)):
        if mark_of(row[0]) == mark:
            return _END.run(db, which=row[0], whose=reader_id) > 0
    return False


def end_all(db: Connection, reader_id: int, *, but: str = "") -> int:
    """End all of the reader's sign-ins but that of the token `but`; how many ended."""
    return _END_ALL.run(db, whose=reader_id, but=hash_of(but))


def renew(db: Connection, token: str, *, now: datetime, ends: datetime, before: datetime) -> bool:
    """Let it last until `ends`, if it was last renewed before then; whether it was."""
    return (
        _RENEW.run(
            db,
            which=hash_of(token),
            before=moment_row(before),
            seen=moment_row(now),
            until=moment_row(ends),
        )
        > 0
    )


def prune_sign_ins(db: Connection, now: datetime) -> int:
    """Forget those that are over; how many went."""
    return _PRUNE.run(db, before=moment_row(now))


def _time(microseconds: int) -> datetime:
    found = time_of(microseconds)
    assert found is not None  # noqa: S101 - the columns are never null
    return found
