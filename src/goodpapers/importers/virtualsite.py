"""The JSON of the virtual conference sites (neurips.cc, iclr.cc, icml.cc): one object an event.

An oral and its poster are two events. Our own sample uses the same shape with a few fields more:
`summary`, `summary_by`, `abstract_by`, `institutions`, `more_authors`, `timezone`, `city`,
`published`, `track` in an event, and `edition` and `note` beside `results`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from goodpapers.domain.programme import Author, Entry, Link, Problem, Session, Slot
from goodpapers.importers.cleaning import clean_abstract, clean_name, clean_text, clean_title
from goodpapers.importers.contacts import read_contacts
from goodpapers.importers.decisions import read_decision
from goodpapers.importers.institutions import clean_institution
from goodpapers.importers.links import identify, unique_links
from goodpapers.importers.record import Record, address

NAME = "virtual-site"
WORDS = "virtual-site JSON (neurips.cc, iclr.cc, icml.cc)"
TITLE_KEY = "name"
ARRAYS = ("results",)

_KEY = re.compile(r'"([A-Za-z_]+)"\s*:')
_TELLING = {
    "eventtype",
    "event_type",
    "virtualsite_url",
    "fullname",
    "room_name",
    "poster_position",
}
_NO_PAPER = re.compile(
    r"tutorial|invited talk|break|social|town hall|expo\b|competition|mentor|remarks|reception|"
    r"lunch|registration|panel|affinity|workshop|(?:poster|oral|spotlight) session|test of time",
    re.IGNORECASE,
)
_CITY = re.compile(r"(.+?)\s+(?:Poster|Oral|Spotlight)s?\s+Session", re.IGNORECASE)
_NO_CITY = re.compile(
    r"\d|\b(?:east|west|north|south|main|virtual|online|remote|hybrid|plenary|joint|parallel|late|"
    r"early|morning|afternoon|evening|day|track|hall|room|conference|workshop|best|paper|demo|"
    r"datasets?|position|creative|student|(?:mon|tues|wednes|thurs|fri|satur|sun)day)\b",
    re.IGNORECASE,
)
_SITE = re.compile(
    r"https?://(?:www\.)?([a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z]{2,})/api/", re.IGNORECASE
)
_GROUP = re.compile(r"[?&]id=([A-Za-z]+\.cc)/", re.IGNORECASE)
_MEDIA = {"slideslive": "video", "poster": "poster", "code": "code", "project": "project"}


def recognise(head: str) -> bool:
    """Whether the first characters of a file are of this format."""
    start = head.lstrip()[:1]
    keys = set(_KEY.findall(head))
    if start not in ("{", "[") or "name" not in keys:
        return False
    return bool(keys & _TELLING) or (start == "{" and "results" in keys and "title" not in keys)


def hints(raw: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Texts of one event that may name the edition."""
    for key in ("sourceurl", "virtualsite_url", "paper_url", "session"):
        if isinstance(value := raw.get(key), str):
            yield value, "its addresses" if "url" in key else "its sessions"
    year = re.search(r"/virtual/(\d{4})/", str(raw.get("virtualsite_url")))
    if year and (base := _base(raw)):
        yield f"{base}/{year.group(1)}", "its addresses"


def read_entry(raw: dict[str, Any], file: str, number: int) -> tuple[Entry | None, list[Problem]]:
    """One event as an entry (None if refused), and what is wrong with it."""
    record = Record(raw, file, number, TITLE_KEY)
    kind = record.label("eventtype") or record.label("event_type")
    if kind and _NO_PAPER.search(kind) and not kind.lower().endswith("poster"):
        record.wrong("eventtype", f'"{kind[:40]}"', "Poster, Oral or Spotlight", refused=True)
        return None, record.problems
    title_raw = record.required(TITLE_KEY, "a title")
    title = clean_title(title_raw) if title_raw else ""
    if title_raw and not title:
        record.wrong(TITLE_KEY, "empty once it is cleaned", "a title", refused=True)
    entry = _entry(record, title, title_raw, kind) if title_raw and title else None
    return entry, record.problems


def _entry(record: Record, title: str, title_raw: str, kind: str | None) -> Entry:
    raw = record.raw
    status, track = read_decision(record.label("track"), record.label("decision"), kind)
    area, area_group = split_topic(record.text("topic"))
    abstract_raw = record.text("abstract")
    abstract = clean_abstract(abstract_raw) if abstract_raw else None
    summary = record.text("summary")
    authors = _authors(record)
    links, identifiers = _links(record, _base(raw))
    return Entry(
        number=record.number,
        title=title,
        title_raw=title_raw,
        abstract=abstract,
        abstract_raw=abstract_raw if abstract else None,
        abstract_by=record.choice("abstract_by", ("authors", "demo"), "authors"),
        summary=clean_text(summary) if summary else None,
        summary_by=record.choice("summary_by", ("authors", "demo"), "authors") if summary else None,
        authors=authors,
        more_authors=record.whole("more_authors", 0, 100_000) or 0,
        institutions=_institutions(record, authors),
        track=track,
        status=status,
        area=area,
        area_group=area_group,
        keywords=tuple(dict.fromkeys(filter(None, map(clean_text, record.texts("keywords"))))),
        published=record.whole("published", 1900, 2150),
        links=links,
        slots=_slots(record, kind, _base(raw)),
        identifiers=identifiers,
        contacts=_contacts(record),
        related_events=_related(record),
    )


def _authors(record: Record) -> tuple[Author, ...]:
    found = []
    for one in record.items("authors"):
        name, institution = one, None
        if isinstance(one, dict):
            name, institution = one.get("fullname", one.get("name")), one.get("institution")
        if not isinstance(name, str) or not (clean := clean_name(name)):
            record.wrong("authors", "a list with an author without a name", "a name for each")
            continue
        if not isinstance(institution, str | None):
            record.wrong("authors", "an author with an odd institution", "an institution as text")
            institution = None
        found.append(Author(clean, clean_institution(institution) if institution else ()))
    return tuple(found)


def _contacts(record: Record) -> tuple[tuple[str, str], ...]:
    people = [one for one in record.raw.get("authors") or () if isinstance(one, dict)]
    return read_contacts(one.get(key) for one in people for key in ("orcid", "email"))


def _institutions(record: Record, authors: tuple[Author, ...]) -> tuple[str, ...]:
    found = dict.fromkeys(name for author in authors for name in author.institutions)
    if record.raw.get("institutions"):
        for text in record.texts("institutions"):
            found.update(dict.fromkeys(clean_institution(text)))
    return tuple(found)


def _slots(record: Record, kind: str | None, base: str | None) -> tuple[Slot, ...]:
    name, hall = record.text("session"), record.text("room_name")
    zone = record.zone("timezone")
    starts_at, ends_at = record.time("starttime", zone), record.time("endtime", zone)
    if starts_at and ends_at and ends_at < starts_at:
        record.wrong("endtime", "before the start", "a time after starttime")
        ends_at = None
    position, url = record.label("poster_position"), record.url("virtualsite_url", base)
    if not name and not starts_at:
        return ()
    name = clean_text(name) if name else f"{kind or 'Paper'} session"
    city = record.text("city")
    city = clean_text(city) if city else city_of(name)
    hall = clean_text(hall) if hall else None
    return (Slot(_session(name, city, hall, starts_at, ends_at, zone), position, url),)


_session = lru_cache(maxsize=4096)(Session)


@lru_cache(maxsize=4096)
def city_of(session_name: str) -> str | None:
    """The city in ``Mexico City Poster Session 3``; None for ``East Poster Session 3``."""
    found = _CITY.match(session_name)
    if not found or _NO_CITY.search(found.group(1)) or not found.group(1)[0].isupper():
        return None
    return found.group(1)


@lru_cache(maxsize=4096)
def split_topic(topic: str | None) -> tuple[str | None, str | None]:
    """(area, group) of ``Deep Learning->Large Language Models``."""
    parts = [part for part in map(clean_text, (topic or "").split("->")) if part]
    if len(parts) < 2:
        return (parts[0] if parts else None), None
    area = " · ".join(parts[1:])
    return (f"Other {parts[0]}" if area.casefold() == "other" else area), parts[0]


def _base(raw: dict[str, Any]) -> str | None:
    """The site's address, for paths without a host."""
    if found := _GROUP.search(str(raw.get("sourceurl") or "")):
        return f"https://{found.group(1).lower()}"
    authors = raw.get("authors")
    first = authors[0] if isinstance(authors, list) and authors else None
    if isinstance(first, dict) and (found := _SITE.match(str(first.get("url") or ""))):
        return f"https://{found.group(1).lower()}"
    return None


def _links(
    record: Record, base: str | None
) -> tuple[tuple[Link, ...], tuple[tuple[str, str], ...]]:
    pairs = [("page", record.url("paper_url")), ("pdf", record.url("paper_pdf_url"))]
    pairs.append(("project", record.url("url")))
    for media in record.items("eventmedia"):
        if isinstance(media, dict) and isinstance(
            uri := media.get("uri") or media.get("file"), str
        ):
            words = f"{media.get('type')} {media.get('name')}".casefold()
            kind = next((kind for word, kind in _MEDIA.items() if word in words), "page")
            pairs.append((kind, address(uri, base)))
    links = unique_links(pairs)
    identifiers = set(identify(link.url for link in links))
    for scheme, key in (("event", "id"), ("uid", "uid")):
        if value := record.label(key):
            identifiers.add((scheme, value))
    return links, tuple(sorted(identifiers))


def _related(record: Record) -> tuple[str, ...]:
    ids = record.items("related_events_ids")
    return tuple(str(one)[:50] for one in ids if isinstance(one, int | str))
