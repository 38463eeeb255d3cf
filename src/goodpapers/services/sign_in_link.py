"""Sign-in by link: the one that `serve` prints for the keeper, one for a reader, an invitation.

A link only opens a page with a button; it is used by the form that the button sends. So whatever
follows links (a mail program, a chat's preview) uses nothing up.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from goodpapers.domain.errors import NotAllowed, SignInFailed
from goodpapers.domain.identity import INVITATION, Identity
from goodpapers.domain.reader import Reader, Role
from goodpapers.services.admission import clean_name
from goodpapers.services.sign_in import new_secret
from goodpapers.store.audit import note_act
from goodpapers.store.database import Database, Db
from goodpapers.store.identities import add_identity
from goodpapers.store.reader_roles import count_keepers, reader_by_id
from goodpapers.store.readers import add_reader
from goodpapers.store.sign_in_links import (
    SignInLink,
    add_link,
    find_link,
    use_link,
    void_links,
    void_links_of,
)

KEEPERS_LINK = timedelta(days=1)
READERS_LINK = timedelta(days=7)
FIRST_KEEPER = "first keeper"
_OVER = "this link is used up or over; ask for another one"


@dataclass(frozen=True, slots=True)
class WhatLinkDoes:
    """What a link will do when its button is pressed."""

    name: str | None
    """Whom it signs in; None: whoever uses it becomes a new reader, and says a name."""
    is_keeper: bool


def first_keeper_link(database: Database, now: datetime) -> str | None:
    """A new link to become the site's first keeper; None where there is one.

    Links of earlier starts are void: only who sees the newest output of `serve` comes in.
    """
    token = new_secret()
    with database.write() as db:
        void_links(db, FIRST_KEEPER)
        if count_keepers(db):
            return None
        add_link(
            db,
            token,
            reader_id=None,
            role=Role.KEEPER,
            label=FIRST_KEEPER,
            uses=1,
            now=now,
            ends=now + KEEPERS_LINK,
        )
    return token


def add_reader_with_link(
    database: Database, name: str, *, role: Role, now: datetime
) -> tuple[Reader, str]:
    """A new reader, and a link that signs them in once within seven days."""
    with database.write() as db:
        reader = _invited(db, clean_name(name), role, now)
        note_act(db, actor="command", act=f"add {role.value}", about=reader.key, now=now)
        return reader, _link_for(db, reader, now)


def link_for(database: Database, reader: Reader, now: datetime) -> str:
    """A new link that signs this reader in once within seven days; earlier ones are void."""
    with database.write() as db:
        note_act(db, actor="command", act="make link", about=reader.key, now=now)
        return _link_for(db, reader, now)


def invite(database: Database, *, uses: int, days: int, now: datetime) -> str:
    """A link with which so many people can each become a reader."""
    token = new_secret()
    with database.write() as db:
        add_link(
            db,
            token,
            reader_id=None,
            role=Role.READER,
            label=INVITATION,
            uses=uses,
            now=now,
            ends=now + timedelta(days=days),
        )
        note_act(db, actor="command", act="invite", detail=f"{uses} for {days} days", now=now)
    return token


def what_link_does(database: Database, token: str, now: datetime) -> WhatLinkDoes:
    """What the link will do. Uses nothing up. Raises `SignInFailed` where it does nothing."""
    with database.read() as db:
        found = find_link(db, token, now)
        if found is None:
            raise SignInFailed(_OVER)
        reader = reader_by_id(db, found.reader_id) if found.reader_id else None
    return WhatLinkDoes(reader.name if reader else None, found.role is Role.KEEPER)


def use(database: Database, token: str, name: str, now: datetime) -> Reader:
    """Use the link; who is signed in by it.

    Raises
    ------
    SignInFailed
        It is used up, over, or void.
    NotAllowed
        It is the link of a suspended reader.
    """
    with database.write() as db:
        found = use_link(db, token, now)
        if found is None:
            raise SignInFailed(_OVER)
        reader = _reader_of(db, found, name, now)
        if reader.suspended_at is not None:
            raise NotAllowed("a keeper has suspended this reader; write to the keeper of the site")
    return reader


def _reader_of(db: Db, link: SignInLink, name: str, now: datetime) -> Reader:
    if link.reader_id is not None:
        found = reader_by_id(db, link.reader_id)
        assert found is not None  # noqa: S101 - a link goes with its reader
        return found
    if link.label == FIRST_KEEPER and count_keepers(db):
        raise SignInFailed(_OVER)
    reader = _invited(db, clean_name(name), link.role, now)
    note_act(db, actor=reader.key, act="join", about=reader.key, detail=link.label, now=now)
    return reader


def _invited(db: Db, name: str, role: Role, now: datetime) -> Reader:
    reader = add_reader(db, name, role=role, now=now)
    # The mark of an invitation: on a site for members this reader needs no other proof.
    add_identity(db, reader.id, Identity(INVITATION, reader.key), now)
    return reader


def _link_for(db: Db, reader: Reader, now: datetime) -> str:
    token = new_secret()
    void_links_of(db, reader.id)
    add_link(
        db,
        token,
        reader_id=reader.id,
        role=reader.role,
        label="reader",
        uses=1,
        now=now,
        ends=now + READERS_LINK,
    )
    return token
