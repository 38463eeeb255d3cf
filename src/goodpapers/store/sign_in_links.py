"""Links that sign in: once, to be one reader, or as an invitation, for several to join."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection, bindparam, delete, select, update

from goodpapers.domain.reader import Role
from goodpapers.store.reader_tables import sign_in_link
from goodpapers.store.readers import hash_of
from goodpapers.store.rows import moment_row
from goodpapers.store.statements import Statement, insert_into

_COLUMNS = ("token_hash", "reader_id", "role", "label", "made_at", "ends_at", "uses_left")
_ADD = insert_into(sign_in_link, _COLUMNS)
_GOOD = (
    sign_in_link.c.token_hash == bindparam("which"),
    sign_in_link.c.ends_at > bindparam("now"),
    sign_in_link.c.uses_left > 0,
)
_FACTS = (sign_in_link.c.reader_id, sign_in_link.c.role, sign_in_link.c.label)
_FIND = Statement(select(*_FACTS).where(*_GOOD))
_USE = Statement(
    update(sign_in_link)
    .where(*_GOOD)
    .values(uses_left=sign_in_link.c.uses_left - 1)
    .returning(*_FACTS)
)
_VOID = Statement(delete(sign_in_link).where(sign_in_link.c.label == bindparam("labelled")))
_VOID_OF = Statement(delete(sign_in_link).where(sign_in_link.c.reader_id == bindparam("whose")))
_PRUNE = Statement(
    delete(sign_in_link).where(
        (sign_in_link.c.ends_at < bindparam("before")) | (sign_in_link.c.uses_left < 1)
    )
)


@dataclass(frozen=True, slots=True)
class SignInLink:
    """What a link is good for."""

    reader_id: int | None
    """Who it signs in; None: whoever uses it becomes a new reader."""
    role: Role
    label: str


def add_link(
    db: Connection,
    token: str,
    *,
    reader_id: int | None,
    role: Role,
    label: str,
    uses: int,
    now: datetime,
    ends: datetime,
) -> None:
    """From now until `ends` the link is good, `uses` times."""
    _ADD.run(
        db,
        token_hash=hash_of(token),
        reader_id=reader_id,
        role=role.value,
        label=label,
        made_at=moment_row(now),
        ends_at=moment_row(ends),
        uses_left=uses,
    )


def find_link(db: Connection, token: str, now: datetime) -> SignInLink | None:
    """What the link is good for; None for nothing. Uses nothing up."""
    row = _FIND.one(db, which=hash_of(token), now=moment_row(now))
    return None if row is None else SignInLink(row[0], Role(row[1]), row[2])


def use_link(db: Connection, token: str, now: datetime) -> SignInLink | None:
    """Use the link once: of two who use the last use at once, one gets None."""
    row = _USE.one(db, which=hash_of(token), now=moment_row(now))
    return None if row is None else SignInLink(row[0], Role(row[1]), row[2])


def void_links(db: Connection, label: str) -> int:
    """Links with that label are good for nothing from now on; how many went."""
    return _VOID.run(db, labelled=label)


def void_links_of(db: Connection, reader_id: int) -> int:
    """Links to be that reader are good for nothing from now on; how many went."""
    return _VOID_OF.run(db, whose=reader_id)


def prune_links(db: Connection, now: datetime) -> int:
    """Forget links that are over or used up; how many went."""
    return _PRUNE.run(db, before=moment_row(now))
