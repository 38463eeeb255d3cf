"""How often: limits per reader and per network address, counted in the database.

No state is kept in a worker, so several workers count together. What is counted is a hash: the
table holds no address, neither of a network nor of e-mail, and forgets within days.
"""

from __future__ import annotations

import ipaddress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from hashlib import sha256

from goodpapers.domain.errors import TooOften
from goodpapers.store.database import Database, Db
from goodpapers.store.rates import count_one, read_count

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Limit:
    """At most `most` within each window of `every_s` seconds; `says` what there was too much of."""

    name: str
    most: int
    every_s: int
    says: str


LOCAL_CLIENTS = ("127.0.0.1", "::1")
"""This machine, as a network address."""
_HOUR_S, _DAY_S = 3600, 24 * 3600
FORMS = Limit("form", 300, 60, "forms were sent")
"""Of one reader, or of one network address where nobody is signed in."""
VOTES = Limit("vote", 300, 60, "votes were cast")
"""Of one reader. Votes that waited for a network come many at once."""
TEXTS = Limit("try", 20, 60, "texts were judged")
"""What one address may ask the panel about on the page that takes any text."""
SIGN_INS = Limit("sign-in", 30, 600, "sign-ins were tried")
"""Of one network address: starts and ends, by whatever way."""
CODES_TO_ADDRESS = Limit("code", 5, _HOUR_S, "codes were asked for")
"""To one e-mail address, whoever asks."""
CODES_OF_CLIENT = Limit("code-client", 20, _HOUR_S, "codes were asked for")
WRONG_CODES = Limit("wrong-code", 50, _DAY_S, "wrong codes were typed for this address")
"""For one e-mail address over all browsers: at best 50 in 1,000,000 are guessed in a day."""


def spend(database: Database, limit: Limit, who: str, now: datetime) -> None:
    """Count one use of `who` against the limit, in a transaction of its own.

    Raises
    ------
    TooOften
        There were too many within this window; says when to come again.
    """
    with database.write() as db:
        n = count_one(db, _key(limit, who), _start(limit, now))
    if n > limit.most:
        raise _too_often(limit, now)


def spend_in(db: Db, limit: Limit, who: str, now: datetime) -> None:
    """As `spend`, inside the transaction that does what is counted: it costs no other one."""
    if count_one(db, _key(limit, who), _start(limit, now)) > limit.most:
        raise _too_often(limit, now)


def refuse_if_spent(database: Database, limit: Limit, who: str, now: datetime) -> None:
    """Raise `TooOften` where the limit is reached already; counts nothing."""
    with database.read() as db:
        n = read_count(db, _key(limit, who), _start(limit, now))
    if n >= limit.most:
        raise _too_often(limit, now)


def _start(limit: Limit, now: datetime) -> datetime:
    return now - (now - _EPOCH) % timedelta(seconds=limit.every_s)


def _too_often(limit: Limit, now: datetime) -> TooOften:
    ends = _start(limit, now) + timedelta(seconds=limit.every_s)
    left_s = int((ends - now).total_seconds()) + 1
    return TooOften(f"too many {limit.says}; wait {_in_words(left_s)}, then go on", left_s)


def who_asks(client: str) -> str:
    """The network address as limits count it: of IPv6 the first 64 bits, which one home has."""
    try:
        found = ipaddress.ip_address(client)
    except ValueError:
        return client
    if isinstance(found, ipaddress.IPv6Address):
        if found.ipv4_mapped:
            return str(found.ipv4_mapped)
        return str(ipaddress.ip_network((int(found) >> 64 << 64, 64)))
    return str(found)


def _key(limit: Limit, who: str) -> str:
    return f"{limit.name}:{sha256(who.encode()).hexdigest()[:24]}"


def _in_words(seconds: int) -> str:
    if seconds < 120:
        return f"{seconds} seconds"
    minutes = -(-seconds // 60)
    return f"{minutes} minutes" if minutes < 120 else f"{-(-minutes // 60)} hours"
