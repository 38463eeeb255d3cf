"""Where a list goes on: the sort keys of the last paper shown, as an opaque piece of an address.

Nothing in a cursor is trusted or shown. It is bound to values of a prebuilt statement, and it is
refused when it is not one of ours or belongs to another list. It carries the day of the shuffle, so
that a list read over midnight goes on as it began, and the last paper known when the list began.
"""

from __future__ import annotations

import base64
import binascii
import json
import math
from dataclasses import dataclass
from datetime import date
from hashlib import blake2b

from goodpapers.domain.errors import BadUsage
from goodpapers.domain.listing import Order, Query

_LONGEST = 1_000
_BIGGEST = 2**63


@dataclass(frozen=True, slots=True)
class Cursor:
    """`keys` are the sort keys of the last paper shown, its row number last."""

    day: date
    newest: int
    """The highest row number when the list began; a search counts and ranks papers up to it."""
    keys: tuple[float, ...]


def write_cursor(query: Query, cursor: Cursor) -> str:
    """The cursor as text that may stand in an address."""
    parts = [_list_name(query), cursor.day.toordinal(), cursor.newest, *cursor.keys]
    packed = json.dumps(parts, separators=(",", ":")).encode()
    return base64.urlsafe_b64encode(packed).decode().rstrip("=")


def read_cursor(query: Query, n_keys: int) -> Cursor | None:
    """The cursor in `query.after`; None where the list begins.

    Raises
    ------
    BadUsage
        The text is no cursor, or a cursor of another list.
    """
    if query.after is None:
        return None
    name, *parts = _unpack(query.after)
    if name != _list_name(query) or len(parts) != 2 + n_keys:
        raise _broken()
    day, newest = (_whole(part) for part in parts[:2])
    if newest < 0 or not date.min.toordinal() <= day <= date.max.toordinal():
        raise _broken()
    n_scores = 1 if query.order is Order.SCORE else 0
    keys = [*map(_finite, parts[2 : 2 + n_scores]), *map(_whole, parts[2 + n_scores :])]
    return Cursor(date.fromordinal(day), newest, tuple(keys))


def _unpack(typed: str) -> list[object]:
    try:
        if len(typed) > _LONGEST:
            raise ValueError("too long")
        packed = base64.b64decode(typed + "=" * (-len(typed) % 4), altchars=b"-_", validate=True)
        parts = json.loads(packed)
    except (ValueError, binascii.Error, RecursionError) as error:
        raise _broken() from error
    if not isinstance(parts, list) or not parts:
        raise _broken()
    return parts


def _whole(value: object) -> int:
    """`value` if it is a whole number that a database column can hold."""
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) < _BIGGEST:
        return value
    raise _broken()


def _finite(value: object) -> float:
    return value if isinstance(value, float) and math.isfinite(value) else _whole(value)


def _list_name(query: Query) -> str:
    """A short name of what is listed: everything in the query but day, place and length."""
    facts = (
        query.edition,
        query.area,
        query.tier,
        query.track,
        query.institution,
        query.session,
        query.city,
        query.words,
        query.with_unaccepted,
        query.order,
        query.interests,
    )
    return blake2b(repr(facts).encode("utf-8", "replace"), digest_size=6).hexdigest()


def _broken() -> BadUsage:
    return BadUsage("the address of this page of the list is broken; begin at the first page")
