"""Rows become frozen values at the edge of this room, and values become rows."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta, timezone
from functools import lru_cache
from hashlib import blake2b
from typing import Any

from goodpapers.domain.paper import Paper, PaperKey
from goodpapers.domain.programme import Author, Edition, Link, Session, Slot, Status, Track
from goodpapers.store.statements import Row

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)
SHUFFLE_PRIME = 2_147_483_647
NO_TIME = 2**62
"""`time_key` of what has no time: after everything that has one."""

_TRACKS = {str(each): each for each in Track}
_STATUSES = {str(each): each for each in Status}
_to_json = json.JSONEncoder(separators=(",", ":")).encode
_from_json = json.loads


def storable(given: str) -> str:
    """Text that both databases can hold: without NUL and without halves of characters."""
    if given.isascii():
        return given.replace("\x00", "") if "\x00" in given else given
    return given.replace("\x00", "").encode("utf-8", "ignore").decode("utf-8")


def optional_text(given: str | None) -> str | None:
    """`storable`, or None."""
    return None if given is None else storable(given)


def slug(name: str) -> str:
    """A name as part of an address: letters and digits of every script, joined by hyphens.

    A name without any letter or digit gets a short hash, so that it has an address too.
    """
    if name.isascii():
        folded = name.lower()
    else:
        apart = unicodedata.normalize("NFKD", name.casefold())
        folded = "".join(c for c in apart if not unicodedata.category(c).startswith("M"))
    joined = "-".join(re.findall(r"[^\W_]+", folded))[:80].strip("-")
    return joined or "x-" + blake2b(name.encode("utf-8", "replace"), digest_size=4).hexdigest()


cached_slug = lru_cache(maxsize=65_536)(slug)


def shuffle_of(key: str) -> int:
    """A paper's fixed number in [1, 2^31 - 2], from which each day's order is made."""
    digest = int.from_bytes(blake2b(key.encode(), digest_size=8).digest())
    return 1 + digest % (SHUFFLE_PRIME - 1)


def time_row(moment: datetime | None) -> tuple[int | None, int | None]:
    """An aware time as (microseconds since 1970 in UTC, offset in seconds)."""
    if moment is None:
        return None, None
    offset = moment.utcoffset()
    if offset is None:
        raise ValueError(f"the time {moment} has no offset; the domain asks for aware times")
    return (moment - _EPOCH) // _MICROSECOND, int(offset.total_seconds())


def moment_row(moment: datetime | None) -> int | None:
    """An aware time as microseconds since 1970 in UTC."""
    return time_row(moment)[0]


def time_of(microseconds: int | None, offset_s: int | None = 0) -> datetime | None:
    """The opposite of `time_row`: aware, with the same offset."""
    if microseconds is None or offset_s is None:
        return None
    return (_EPOCH + microseconds * _MICROSECOND).astimezone(_zone(offset_s))


@lru_cache(maxsize=256)
def _zone(offset_s: int) -> timezone:
    return UTC if offset_s == 0 else timezone(timedelta(seconds=offset_s))


def time_key(starts_at: datetime | None, position: str | None) -> int:
    """What slots are ordered by: the time, at the same time the number in the board's name."""
    moment = moment_row(starts_at)
    if moment is None:
        return NO_TIME
    number = re.search(r"\d+", position) if position else None
    board = min(int(number[0][:7]), 2**20 - 1) if number else 2**20 - 1
    return moment // 1_000_000 * 2**20 + board


@lru_cache(maxsize=64)
def edition_of(key: str, name: str, conference: str, year: int | None) -> Edition:
    """An edition from its four columns."""
    return Edition(key, name, conference, year)


@lru_cache(maxsize=4096)
def session_of(row: Row) -> Session:
    """A session from name, city, hall, begin and its offset, end and its offset, zone."""
    name, city, hall, starts_at, starts_offset, ends_at, ends_offset, zone = row
    starts, ends = time_of(starts_at, starts_offset), time_of(ends_at, ends_offset)
    return Session(name, city, hall, starts, ends, zone)


def session_row(session: Session) -> Row:
    """The eight columns of `session_of`."""
    return (
        storable(session.name),
        optional_text(session.city),
        optional_text(session.hall),
        *time_row(session.starts_at),
        *time_row(session.ends_at),
        optional_text(session.zone),
    )


def slot_of(row: Sequence[Any]) -> Slot:
    """A slot from (position, url, four times, then the eight of `session_of`)."""
    position, url, starts, starts_offset, ends, ends_offset = row[:6]
    return Slot(
        session_of(tuple(row[6:14])),
        position,
        url,
        time_of(starts, starts_offset),
        time_of(ends, ends_offset),
    )


def facts_of(paper: Paper) -> str:
    """What is only ever read whole with its paper, as JSON: people, institutions, links, names."""
    facts: list[object] = [
        [[author.name, *author.institutions] for author in paper.authors],
        paper.institutions,
        paper.keywords,
        [[link.kind, link.url] for link in paper.links],
        paper.identifiers,
    ]
    if paper.abstract is not None and paper.abstract_raw is None:
        facts.append("no raw abstract")
    return _to_json(facts)


PAPER_COLUMNS = [
    "key",
    "title",
    "title_raw",
    "abstract",
    "abstract_raw",
    "abstract_by",
    "summary",
    "summary_by",
    "more_authors",
    "track",
    "status",
    "area",
    "area_group",
    "published",
    "facts",
]


def paper_of(row: Sequence[Any], edition: Edition, slots: tuple[Slot, ...]) -> Paper:
    """A paper from the columns `PAPER_COLUMNS`, its edition and its slots."""
    (key, title, title_raw, abstract, abstract_raw, abstract_by, summary, summary_by, more) = row[
        :9
    ]
    (track, status, area, area_group, published, facts_text) = row[9:15]
    facts = _from_json(facts_text)
    raw = abstract if abstract_raw is None and len(facts) == 5 else abstract_raw
    return Paper(
        key=PaperKey(key),
        edition=edition,
        title=title,
        title_raw=title if title_raw is None else title_raw,
        abstract=abstract,
        abstract_raw=raw,
        abstract_by=abstract_by,
        summary=summary,
        summary_by=summary_by,
        authors=tuple([Author(one[0], tuple(one[1:])) for one in facts[0]]),
        more_authors=more,
        institutions=tuple(facts[1]),
        track=None if track is None else _TRACKS[track],
        status=_STATUSES[status],
        area=area,
        area_group=area_group,
        keywords=tuple(facts[2]),
        published=published,
        links=tuple([Link(kind, url) for kind, url in facts[3]]),
        slots=slots,
        identifiers=tuple([(scheme, value) for scheme, value in facts[4]]),
    )
