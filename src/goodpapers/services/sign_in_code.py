"""Sign-in by e-mail: a code of six digits, typed into the browser that asked for it.

A code, not a link: programs that follow links in mail cannot sign anyone in, and a forwarded letter
is of no use elsewhere. The answer is the same for every address, and the letter goes out beside the
answer, so that neither words nor time tell which addresses are known here.
"""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Callable
from datetime import datetime, timedelta
from hashlib import sha256

from goodpapers.adapters.mail import checked_address
from goodpapers.domain.errors import SignInFailed
from goodpapers.domain.identity import EMAIL, Identity
from goodpapers.domain.reader import Reader
from goodpapers.services.admission import Policy, admit, may_join
from goodpapers.services.conflicts import recompute_conflicts
from goodpapers.services.limits import (
    CODES_OF_CLIENT,
    CODES_TO_ADDRESS,
    WRONG_CODES,
    refuse_if_spent,
    spend,
    who_asks,
)
from goodpapers.services.sign_in_outside import CameIn
from goodpapers.store.database import Database
from goodpapers.store.identities import owner_of
from goodpapers.store.pending import find_pending, put_pending, take_pending, use_try

LASTS = timedelta(minutes=10)
TRIES = 5
DIGITS = 6
_KIND = "code"

Letter = tuple[str, str, str]
"""To whom, about what, and the text."""
Post = Callable[[Letter], None]
"""Sends a letter later, beside the answer; never raises."""


def ask_for_code(
    database: Database,
    policy: Policy,
    post: Post,
    *,
    typed: str,
    browser: str,
    client: str,
    back: str,
    adds_to: Reader | None,
    site_name: str,
    now: datetime,
) -> str:
    """Send a code to the address that was typed; the address as we read it.

    Raises
    ------
    SignInFailed
        It is no e-mail address.
    TooOften
        Too many codes were asked for, from here or for that address.
    """
    to = checked_address(typed)
    subject = to.lower()
    spend(database, CODES_OF_CLIENT, who_asks(client), now)
    spend(database, CODES_TO_ADDRESS, subject, now)
    code = f"{secrets.randbelow(10**DIGITS):0{DIGITS}d}"
    facts = {
        "address": subject,
        "code": _sealed(browser, code),
        "back": back,
        "adds_to": adds_to.key if adds_to else "",
    }
    with database.write() as db:
        put_pending(db, _bound(browser), _KIND, facts, tries=TRIES, ends=now + LASTS)
        found = _identity(subject)
        may = adds_to is not None or may_join(policy, found) or owner_of(db, found) is not None
    if may:
        post((to, f"{code} is your code for {site_name}", _letter(code, site_name)))
    return to


def waits_for(database: Database, browser: str, now: datetime) -> str | None:
    """The address that a code was sent to from this browser; None where none waits any more."""
    with database.read() as db:
        found = find_pending(db, _bound(browser), _KIND, now)
    return None if found is None else found[0]["address"]


def check_code(
    database: Database,
    policy: Policy,
    *,
    typed: str,
    browser: str,
    reader: Reader | None,
    now: datetime,
) -> CameIn:
    """Who typed the right code. A try is used up before it is compared; the fifth is the last.

    Raises
    ------
    SignInFailed
        The code is wrong, used up, too old, or was sent to another browser.
    TooOften
        Too many wrong codes were typed for that address today.
    NotAllowed
        As `admit`.
    """
    code = "".join(each for each in typed if each.isdecimal())
    with database.write() as db:
        found = use_try(db, _bound(browser), _KIND, now)
    if found is None:
        raise SignInFailed("no code waits here: it is used up, or older than ten minutes; ask anew")
    facts, left = found
    refuse_if_spent(database, WRONG_CODES, facts["address"], now)
    if not hmac.compare_digest(facts["code"], _sealed(browser, code)):
        spend(database, WRONG_CODES, facts["address"], now)
        tries = f"{left} more {'try' if left == 1 else 'tries'}" if left else "no more; ask anew"
        raise SignInFailed(f"that is not the code that was sent last; you have {tries}")
    adds_to = reader if facts["adds_to"] else None
    if facts["adds_to"] and (reader is None or reader.key != facts["adds_to"]):
        raise SignInFailed("you signed out or in again meanwhile; add the address once more")
    with database.write() as db:
        # Gone in the same transaction that lets the reader in: the right code works once.
        if take_pending(db, _bound(browser), _KIND, now) is None and left:
            raise SignInFailed("that code was used a moment ago; ask anew")
        admitted = admit(db, policy, _identity(facts["address"]), now, adds_to=adds_to)
    recompute_conflicts(database, admitted, now=now)  # the address tells an institution
    return CameIn(admitted, facts["back"], "e-mail", added=adds_to is not None)


def _identity(address: str) -> Identity:
    return Identity(EMAIL, address, email=address)


def _bound(browser: str) -> str:
    return f"{_KIND} {browser}"


def _sealed(browser: str, code: str) -> str:
    """The code under the browser's secret: who reads the database alone cannot try a million."""
    return hmac.new(browser.encode(), f"code {code}".encode(), sha256).hexdigest()


def _letter(code: str, site_name: str) -> str:
    return (
        f"Your code for {site_name}:\n\n    {code}\n\n"
        "Type it into the page that asked for it, within ten minutes. If you did not ask, somebody "
        "mistyped\nan address: do nothing, and nobody can sign in.\n"
    )
