"""Readers and their sign-ins. A token is kept as its hash alone."""

from __future__ import annotations

import base64
import json
import secrets
from datetime import datetime
from hashlib import sha256
from typing import NamedTuple

from sqlalchemy import Connection, bindparam, delete, select, update

from goodpapers.domain.errors import Unknown
from goodpapers.domain.reader import Kind, Reader, ReaderKey, Role
from goodpapers.store.reader_tables import reader, sign_in
from goodpapers.store.rows import moment_row, time_of
from goodpapers.store.statements import Row, Statement, insert_into

_COLUMNS = tuple(reader.columns)
_ADD = insert_into(reader, ("key", "name", "role", "kind", "made_at"))
_FIND = Statement(select(*_COLUMNS).where(reader.c.key == bindparam("reader_key")))
_BY_TOKEN = Statement(
    select(sign_in.c.seen_at, *_COLUMNS)
    .join_from(sign_in, reader)
    .where(
        sign_in.c.token_hash == bindparam("token"),
        sign_in.c.ends_at > bindparam("now"),
        reader.c.suspended_at.is_(None),
    )
)
_ADD_SIGN_IN = insert_into(
    sign_in, ("token_hash", "reader_id", "how", "device", "made_at", "seen_at", "ends_at")
)
_SEEN = Statement(
    update(sign_in)
    .where(sign_in.c.token_hash == bindparam("token"))
    .values(seen_at=bindparam("seen"))
)
_PROVEN = Statement(
    update(reader)
    .where(reader.c.id == bindparam("whose"))
    .values(orcid=bindparam("new_orcid"), email_domains=bindparam("new_domains"))
)
_END = Statement(delete(sign_in).where(sign_in.c.token_hash == bindparam("token")))


class SignedIn(NamedTuple):
    """A reader found by a token, and when that token was last noted as seen."""

    reader: Reader
    seen_at: datetime


def hash_of(token: str) -> str:
    """What is kept of a secret: its SHA-256 in hexadecimal."""
    return sha256(token.encode()).hexdigest()


def new_reader_key() -> ReaderKey:
    """Ten characters of ``a-z2-7`` by chance."""
    return ReaderKey(base64.b32encode(secrets.token_bytes(7)).decode()[:10].lower())


def add_reader(
    db: Connection,
    name: str,
    *,
    role: Role = Role.READER,
    kind: Kind = Kind.PERSON,
    now: datetime,
    key: ReaderKey | None = None,
) -> Reader:
    """A new reader with a key by chance, or with `key`."""
    key = key or new_reader_key()
    _ADD.run(
        db,
        key=key,
        name=name,
        role=role.value,
        kind=kind.value,
        made_at=moment_row(now),
    )
    return find_reader(db, key)


def find_reader(db: Connection, key: str) -> Reader:
    """The reader of that key. Raises `Unknown` where there is none."""
    row = _FIND.one(db, reader_key=key)
    if row is None:
        raise Unknown(f'there is no reader "{key}" on this site')
    return reader_of(row)


def add_proven(db: Connection, found: Reader, *, orcid: str | None, domain: str | None) -> None:
    """Keep an ORCID iD, or the domain of an e-mail address, that the reader has proved to have."""
    domains = sorted({*found.email_domains, *([domain] if domain else [])})
    if (orcid or found.orcid) == found.orcid and tuple(domains) == found.email_domains:
        return
    _PROVEN.run(
        db,
        whose=found.id,
        new_orcid=orcid or found.orcid,
        new_domains=json.dumps(domains, ensure_ascii=False),
    )


def add_sign_in(
    db: Connection,
    token: str,
    reader_id: int,
    *,
    how: str,
    device: str,
    now: datetime,
    ends: datetime,
) -> None:
    """From now until `ends` whoever holds `token` is the reader."""
    _ADD_SIGN_IN.run(
        db,
        token_hash=hash_of(token),
        reader_id=reader_id,
        how=how,
        device=device,
        made_at=moment_row(now),
        seen_at=moment_row(now),
        ends_at=moment_row(ends),
    )


def find_by_token(db: Connection, token: str, now: datetime) -> SignedIn | None:
    """Whose token it is; None for one that ended, is unknown, or is a suspended reader's."""
    row = _BY_TOKEN.one(db, token=hash_of(token), now=moment_row(now))
    if row is None:
        return None
    seen = time_of(row[0])
    assert seen is not None  # noqa: S101 - the column is never null
    return SignedIn(reader_of(row[1:]), seen)


def note_seen(db: Connection, token: str, now: datetime) -> None:
    """Note that the token was used just now."""
    _SEEN.run(db, token=hash_of(token), seen=moment_row(now))


def end_sign_in(db: Connection, token: str) -> None:
    """The token is good for nothing from now on."""
    _END.run(db, token=hash_of(token))


def reader_of(row: Row) -> Reader:
    """A reader from the columns of the table, in their order."""
    made = time_of(row[5])
    assert made is not None  # noqa: S101 - the column is never null
    names, affiliations, orcid, domains, not_mine, topics, conferences, history = row[8:]
    return Reader(
        id=row[0],
        key=ReaderKey(row[1]),
        name=row[2],
        role=Role(row[3]),
        kind=Kind(row[4]),
        made_at=made,
        suspended_at=time_of(row[6]),
        known_by=row[7],
        names=_list(names),
        affiliations=_list(affiliations),
        orcid=orcid,
        email_domains=_list(domains),
        not_mine=_list(not_mine),
        topics=_list(topics),
        conferences=_list(conferences),
        keeps_history=bool(history),
    )


def _list(text: str) -> tuple[str, ...]:
    return tuple(sorted(json.loads(text)))
