"""The identities by which a reader signs in: their list, and taking one away."""

from __future__ import annotations

from datetime import datetime

from goodpapers.domain.errors import BadUsage, Unknown
from goodpapers.domain.reader import Reader
from goodpapers.services import rights
from goodpapers.store.audit import note_act
from goodpapers.store.database import Database
from goodpapers.store.identities import HeldIdentity, identities_of, remove_identity


def identities(database: Database, reader: Reader | None) -> tuple[HeldIdentity, ...]:
    """The reader's own, the first added first, invitations apart. `SignInFirst` for a visitor."""
    found = rights.signed_in(reader)
    with database.read() as db:
        held = identities_of(db, found.id)
    return tuple(each for each in held if not each.is_invitation)


def remove(
    database: Database, reader: Reader | None, provider: str, subject: str, now: datetime
) -> None:
    """Take one of the reader's own identities away.

    Raises
    ------
    SignInFirst
        Nobody is signed in.
    Unknown
        It is not the reader's.
    BadUsage
        It is the last one: nobody could sign in to this account afterwards.
    """
    found = rights.signed_in(reader)
    with database.write() as db:
        held = [each.identity for each in identities_of(db, found.id) if not each.is_invitation]
        if not any((each.provider, each.subject) == (provider, subject) for each in held):
            raise Unknown("that is none of your ways to sign in")
        if len(held) == 1:
            raise BadUsage("this is the only way to sign in to your account; add another first")
        remove_identity(db, found.id, provider, subject)
        act = "remove identity"
        note_act(db, actor=found.key, act=act, about=found.key, detail=provider, now=now)
