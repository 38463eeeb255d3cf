"""Sign-in by an outside provider: out to it, and back with the proof.

Everything secret is made from the browser's own secret, which is in its cookie and nowhere else: so
a way back works only in the browser that went out, once, and within ten minutes. The database
keeps a hash of both and knows no secret.
"""

from __future__ import annotations

import hmac
from base64 import urlsafe_b64encode
from dataclasses import dataclass
from datetime import datetime, timedelta
from hashlib import sha256

from goodpapers.adapters.provider import Provider, Secrets
from goodpapers.domain.errors import SignInFailed
from goodpapers.domain.reader import Reader
from goodpapers.services.admission import Policy, admit
from goodpapers.services.sign_in import new_secret
from goodpapers.store.database import Database
from goodpapers.store.pending import put_pending, take_pending

LASTS = timedelta(minutes=10)
_KIND = "outside"


@dataclass(frozen=True, slots=True)
class CameIn:
    """A reader who proved who they are, and where they wanted to go."""

    reader: Reader
    back: str
    how: str
    added: bool = False
    """The identity was added to the reader who was signed in already."""


def go_out(
    database: Database,
    provider: Provider,
    *,
    browser: str,
    callback: str,
    back: str,
    adds_to: Reader | None,
    now: datetime,
) -> str:
    """The address at the provider to go to. `callback` is where it sends the browser back to.

    Raises
    ------
    Failure
        The provider does not answer.
    """
    state = new_secret()
    address = provider.way_out(_secrets(state, browser), callback)
    facts = {"provider": provider.key, "back": back, "adds_to": adds_to.key if adds_to else ""}
    with database.write() as db:
        put_pending(db, _bound(state, browser), _KIND, facts, tries=1, ends=now + LASTS)
    return address


def come_back(
    database: Database,
    provider: Provider,
    policy: Policy,
    *,
    browser: str,
    state: str,
    code: str | None,
    callback: str,
    reader: Reader | None,
    now: datetime,
) -> CameIn:
    """Who came back from the provider. The state is used up, whatever comes.

    Raises
    ------
    SignInFailed
        This browser did not go out with that state, or not within ten minutes, or it came back
        before; the reader said no; or the code proves nothing.
    NotAllowed
        As `admit`.
    Failure
        The provider does not answer.
    """
    with database.write() as db:
        facts = take_pending(db, _bound(state, browser), _KIND, now)
    if facts is None or facts["provider"] != provider.key:
        raise SignInFailed(
            "this sign-in was not started in this browser, or is over; start it again"
        )
    if code is None:
        raise SignInFailed(f"{provider.name} did not sign you in; nothing was changed")
    adds_to = reader if facts["adds_to"] else None
    if facts["adds_to"] and (reader is None or reader.key != facts["adds_to"]):
        raise SignInFailed("you signed out or in again meanwhile; add the identity once more")
    found = provider.identity(code, _secrets(state, browser), callback)
    with database.write() as db:
        admitted = admit(db, policy, found, now, adds_to=adds_to)
    return CameIn(admitted, facts["back"], provider.name, added=adds_to is not None)


def _bound(state: str, browser: str) -> str:
    return f"{_KIND} {state} {browser}"


def _secrets(state: str, browser: str) -> Secrets:
    return Secrets(state, _made(browser, f"verifier {state}"), _made(browser, f"nonce {state}"))


def _made(browser: str, purpose: str) -> str:
    digest = hmac.new(browser.encode(), purpose.encode(), sha256).digest()
    return urlsafe_b64encode(digest).rstrip(b"=").decode()
