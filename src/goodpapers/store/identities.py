"""Outside identities, and which reader each belongs to: at most one."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection, bindparam, delete, select, update

from goodpapers.domain.identity import INVITATION, Identity
from goodpapers.domain.reader import Reader
from goodpapers.store.reader_tables import identity, reader
from goodpapers.store.readers import reader_of
from goodpapers.store.rows import moment_row, optional_text, storable, time_of
from goodpapers.store.statements import Statement, insert_into

_COLUMNS = ("provider", "subject", "reader_id", "name", "email", "since", "added_at")
_ADD = insert_into(identity, _COLUMNS)
_KEY = (identity.c.provider == bindparam("of"), identity.c.subject == bindparam("who"))
_OWNER = Statement(select(*reader.columns).join_from(identity, reader).where(*_KEY))
_OF_READER = Statement(
    select(
        identity.c.provider,
        identity.c.subject,
        identity.c.name,
        identity.c.email,
        identity.c.since,
        identity.c.added_at,
    )
    .where(identity.c.reader_id == bindparam("whose"))
    .order_by(identity.c.added_at, identity.c.provider, identity.c.subject)
)
_RENEW = Statement(
    update(identity)
    .where(*_KEY)
    .values(name=bindparam("new_name"), email=bindparam("new_email"), since=bindparam("new_since"))
)
_REMOVE = Statement(delete(identity).where(*_KEY, identity.c.reader_id == bindparam("whose")))


@dataclass(frozen=True, slots=True)
class HeldIdentity:
    """An identity that a reader added, and when."""

    identity: Identity
    added_at: datetime

    @property
    def is_invitation(self) -> bool:
        """Whether it only says that a keeper invited the reader."""
        return self.identity.provider == INVITATION


def owner_of(db: Connection, found: Identity) -> Reader | None:
    """The reader of that identity; None where it is new here."""
    row = _OWNER.one(db, of=found.provider, who=found.subject)
    return None if row is None else reader_of(row)


def add_identity(db: Connection, reader_id: int, found: Identity, now: datetime) -> None:
    """It belongs to this reader from now on; the database refuses what belongs to another."""
    _ADD.run(
        db,
        provider=found.provider,
        subject=storable(found.subject),
        reader_id=reader_id,
        name=optional_text(found.name),
        email=optional_text(found.email),
        since=moment_row(found.since),
        added_at=moment_row(now),
    )


def renew_identity(db: Connection, found: Identity) -> None:
    """Keep what was said of it last: name, address and since when it is there."""
    _RENEW.run(
        db,
        of=found.provider,
        who=found.subject,
        new_name=optional_text(found.name),
        new_email=optional_text(found.email),
        new_since=moment_row(found.since),
    )


def identities_of(db: Connection, reader_id: int) -> tuple[HeldIdentity, ...]:
    """The reader's identities, the first added first."""
    found = []
    for provider, subject, name, email, since, added in _OF_READER.all(db, whose=reader_id):
        added_at = time_of(added)
        assert added_at is not None  # noqa: S101 - the column is never null
        one = Identity(provider, subject, name=name, email=email, since=time_of(since))
        found.append(HeldIdentity(one, added_at))
    return tuple(found)


def remove_identity(db: Connection, reader_id: int, provider: str, subject: str) -> bool:
    """Take it from this reader; False where it is not theirs."""
    return _REMOVE.run(db, of=provider, who=subject, whose=reader_id) > 0
