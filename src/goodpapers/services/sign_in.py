"""Who is signed in: a token, kept by the browser as a cookie and here as its hash."""

from __future__ import annotations

import hmac
import secrets
from datetime import datetime, timedelta
from hashlib import sha256

from goodpapers.domain.reader import Reader
from goodpapers.store.database import Database
from goodpapers.store.readers import add_sign_in, end_sign_in, find_by_token

LASTS = timedelta(days=90)


def begin(database: Database, reader: Reader, *, how: str, device: str, now: datetime) -> str:
    """Sign the reader in: a new token, for a cookie. It lasts 90 days."""
    token = secrets.token_urlsafe(32)
    with database.write() as db:
        add_sign_in(db, token, reader.id, how=how, device=device, now=now, ends=now + LASTS)
    return token


def reader_of(database: Database, token: str | None, now: datetime) -> Reader | None:
    """Who holds the token; None for nobody: no token, an ended one, a suspended reader."""
    if not token:
        return None
    with database.read() as db:
        found = find_by_token(db, token, now)
    return None if found is None else found.reader


def end(database: Database, token: str) -> None:
    """Sign out: the token is good for nothing from now on."""
    with database.write() as db:
        end_sign_in(db, token)


def form_token(token: str) -> str:
    """What every form of a signed-in reader must bring back: it shows that we made the form."""
    return hmac.new(token.encode(), b"form", sha256).hexdigest()[:32]


def is_form_token(token: str, given: str) -> bool:
    """Whether `given` is the form token of that sign-in."""
    return hmac.compare_digest(form_token(token).encode(), given.encode())
