"""Who is signed in: a token, kept by the browser as a cookie and here as its hash."""

from __future__ import annotations

import hmac
import secrets
from datetime import datetime, timedelta
from hashlib import sha256

from goodpapers.domain.errors import NotAllowed, Unknown
from goodpapers.domain.reader import Reader
from goodpapers.services import rights
from goodpapers.store.audit import note_act
from goodpapers.store.database import Database
from goodpapers.store.readers import add_sign_in, end_sign_in, find_by_token
from goodpapers.store.sign_ins import SignIn, end_all, end_marked, renew, sign_ins_of

LASTS = timedelta(days=90)
RENEWED_AFTER = timedelta(days=1)
LONGEST_DEVICE = 80


def new_secret() -> str:
    """256 bits by chance, as 43 letters of base64."""
    return secrets.token_urlsafe(32)


def begin(
    database: Database,
    reader: Reader,
    *,
    how: str,
    device: str,
    now: datetime,
    instead_of: str | None = None,
) -> str:
    """Sign the reader in: a new token, for a cookie. It lasts 90 days.

    The token `instead_of`, which the browser held until now, is good for nothing afterwards.

    Raises
    ------
    NotAllowed
        The reader is suspended.
    """
    if reader.suspended_at is not None:
        raise NotAllowed("a keeper has suspended this reader; write to the keeper of the site")
    token = new_secret()
    with database.write() as db:
        if instead_of:
            end_sign_in(db, instead_of)
        device = device[:LONGEST_DEVICE]
        add_sign_in(db, token, reader.id, how=how, device=device, now=now, ends=now + LASTS)
        note_act(db, actor=reader.key, act="sign in", about=reader.key, detail=how, now=now)
    return token


def reader_of(database: Database, token: str | None, now: datetime) -> Reader | None:
    """Who holds the token; None for nobody: no token, an ended one, a suspended reader."""
    if not token:
        return None
    with database.read() as db:
        found = find_by_token(db, token, now)
    return None if found is None else found.reader


def renewed(database: Database, token: str, now: datetime) -> bool:
    """Let the sign-in last 90 days from now; False, and nothing written, if it did so today.

    Called when a reader sends a form, never when one only reads: no GET writes.
    """
    before = now - RENEWED_AFTER
    with database.read() as db:
        found = find_by_token(db, token, now)
    if found is None or found.seen_at >= before:
        return False
    with database.write() as db:
        return renew(db, token, now=now, ends=now + LASTS, before=before)


def end(database: Database, token: str) -> None:
    """Sign out: the token is good for nothing from now on."""
    with database.write() as db:
        end_sign_in(db, token)


def sign_ins(
    database: Database, reader: Reader | None, token: str, now: datetime
) -> tuple[SignIn, ...]:
    """Where the reader is signed in, the last seen first. Raises `SignInFirst` for a visitor."""
    found = rights.signed_in(reader)
    with database.read() as db:
        return sign_ins_of(db, found.id, now, token=token)


def end_one(database: Database, reader: Reader | None, mark: str, now: datetime) -> None:
    """End one of the reader's own sign-ins.

    Raises
    ------
    SignInFirst
        Nobody is signed in.
    Unknown
        None of the reader's own has that mark.
    """
    found = rights.signed_in(reader)
    with database.write() as db:
        if not end_marked(db, found.id, mark, now):
            raise Unknown("that sign-in has ended already")


def end_others(database: Database, reader: Reader | None, token: str) -> int:
    """End all of the reader's sign-ins but this one; how many. `SignInFirst` for a visitor."""
    found = rights.signed_in(reader)
    with database.write() as db:
        return end_all(db, found.id, but=token)


def form_token(token: str) -> str:
    """What every form must bring back: it shows that we made the form, for this browser."""
    return hmac.new(token.encode(), b"form", sha256).hexdigest()[:32]


def is_form_token(token: str, given: str) -> bool:
    """Whether `given` is the form token of that sign-in or browser; never for an empty one."""
    return bool(token) and hmac.compare_digest(form_token(token).encode(), given.encode())
