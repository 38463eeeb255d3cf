"""The JSON lists of papercopilot (paperlists): one object a paper, joined lists as text.

Three variants are one reader: OpenReview conferences, NeurIPS proceedings, and CVF. Authors and
affiliations are parallel lists joined by ";", two affiliations of one author by "+". Upstream also
normalizes affiliations (`aff_unique_norm` with an index for each author), which is used where a
profile string is not known to us. Personal fields, peer reviews and citations are not read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from goodpapers.domain.programme import Author, Entry, Problem, Session, Slot
from goodpapers.importers.cleaning import clean_abstract, clean_name, clean_text, clean_title
from goodpapers.importers.contacts import read_contacts
from goodpapers.importers.decisions import read_decision
from goodpapers.importers.institutions import clean_institution, known_institution
from goodpapers.importers.links import identify, name_own, unique_links
from goodpapers.importers.record import Record

NAME = "papercopilot"
WORDS = "papercopilot JSON (paperlists)"
TITLE_KEY = "title"
ARRAYS = ("results", "papers")

_KEY = re.compile(r'"([A-Za-z_#]+)"\s*:')
_TELLING = {"status", "site", "aff", "track", "author_site", "gs_citation", "primary_area", "pid"}
_YEAR = re.compile(r"\byear\s*=\s*\{?((?:19|20)\d\d)")
_BOOK = re.compile(r"booktitle\s*=\s*\{([^{}]*)\}")
_LINKS = (("page", "site"), ("page", "openreview"), ("page", "oa"), ("pdf", "pdf"),
          ("page", "arxiv"), ("code", "github"), ("project", "project"))  # fmt: skip
_MAIN_TRACKS = frozenset({"", "main", "main conference", "conference"})


def recognise(head: str) -> bool:
    """Whether the first characters of a file are of this format."""
    start = head.lstrip()[:1]
    keys = set(_KEY.findall(head))
    if "title" not in keys or not (start == "[" or "papers" in keys or "results" in keys):
        return False
    return ("author" in keys and bool(keys & _TELLING)) or (
        start == "[" and keys <= {"title", "id"}
    )


def hints(raw: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Texts of one record that may name the edition."""
    for key in ("site", "oa", "pdf", "venue"):
        if isinstance(value := raw.get(key), str):
            yield value, "its venue" if key == "venue" else "its addresses"
    if isinstance(bibtex := raw.get("bibtex"), str):
        book, year = _BOOK.search(bibtex), _YEAR.search(bibtex)
        if book and year:
            yield f"{book.group(1)} {year.group(1)}", "its BibTeX"


def read_entry(raw: dict[str, Any], file: str, number: int) -> tuple[Entry | None, list[Problem]]:
    """One record as an entry (None if refused), and what is wrong with it."""
    record = Record(raw, file, number, TITLE_KEY)
    title_raw = record.required(TITLE_KEY, "a title")
    title = clean_title(title_raw) if title_raw else ""
    if title_raw and not title:
        record.wrong(TITLE_KEY, "empty once it is cleaned", "a title", refused=True)
    entry = _entry(record, title, title_raw) if title_raw and title else None
    return entry, record.problems


def _entry(record: Record, title: str, title_raw: str) -> Entry:
    status, track = read_decision(_track(record), record.label("status"))
    abstract_raw = record.text("abstract")
    abstract = clean_abstract(abstract_raw) if abstract_raw else None
    tldr, area = record.text("tldr"), record.text("primary_area")
    authors, institutions = _people(record)
    links = unique_links((kind, record.url(key)) for kind, key in _LINKS)
    return Entry(
        number=record.number,
        title=title,
        title_raw=title_raw,
        abstract=abstract,
        abstract_raw=abstract_raw if abstract else None,
        summary=clean_text(tldr) if tldr else None,
        summary_by="authors" if tldr else None,
        authors=authors,
        institutions=institutions,
        track=track,
        status=status,
        area=clean_text(area.replace("_", " ")) if area else None,
        keywords=tuple(dict.fromkeys(filter(None, map(clean_text, _split(record, "keywords"))))),
        published=_published(record),
        links=links,
        slots=_topic_heading(record),
        identifiers=_identifiers(record, [link.url for link in links]),
        contacts=read_contacts(_split(record, "orcid") + _split(record, "email")),
    )


def _track(record: Record) -> str | None:
    """The track where it says more than that this is the main conference."""
    track = record.label("track")
    return track if track and track.casefold() not in _MAIN_TRACKS else None


def _split(record: Record, key: str) -> list[str]:
    value = record.raw.get(key)
    if isinstance(value, list):
        return record.texts(key)
    text = record.text(key)
    return [part.strip() for part in text.split(";")] if text else []


def _people(record: Record) -> tuple[tuple[Author, ...], tuple[str, ...]]:
    """Authors with their institutions where the two lists run in step, and all institutions."""
    names = _split(record, "author") or [
        part.strip() for part in (record.text("author_site") or "").split(",")
    ]
    affiliations = _split(record, "aff")
    cleaned = _institutions(record, affiliations)
    in_step = len(names) == len(affiliations)
    authors = [
        Author(name, cleaned[at] if in_step else ())
        for at, raw in enumerate(names)
        if (name := clean_name(raw))
    ]
    return tuple(authors), tuple(dict.fromkeys(name for names in cleaned for name in names))


def _institutions(record: Record, affiliations: list[str]) -> list[tuple[str, ...]]:
    """The institutions at each place of the list: our own name for a known one, else upstream's."""
    norms = _norms(record, affiliations)
    found = []
    for at, text in enumerate(affiliations):
        parts = [part.strip() for part in text.split("+")] if text else []
        upstream = norms.get(at, [])
        names: dict[str, None] = {}
        for number, part in enumerate(parts):
            norm = upstream[number] if len(upstream) == len(parts) else None
            own = known_institution(part) or (None if norm else part)
            names.update(dict.fromkeys(clean_institution(own or norm or part)))
        found.append(tuple(names))
    return found


def _norms(record: Record, affiliations: list[str]) -> dict[int, list[str]]:
    """Upstream's normalized names by place; empty where its index does not fit the list."""
    unique, index = _split(record, "aff_unique_norm"), _split(record, "aff_unique_index")
    filled = [at for at, text in enumerate(affiliations) if text]
    if not unique or len(index) != len(filled):
        return {}
    try:
        return {
            at: [unique[int(one)] for one in group.split("+")]
            for at, group in zip(filled, index, strict=True)
        }
    except (ValueError, IndexError):
        return {}


def _published(record: Record) -> int | None:
    found = _YEAR.search(record.text("bibtex") or "")
    return int(found.group(1)) if found else None


def _topic_heading(record: Record) -> tuple[Slot, ...]:
    session = record.text("session")
    return (Slot(Session(clean_text(session))),) if session else ()


def _identifiers(record: Record, urls: list[str]) -> tuple[tuple[str, str], ...]:
    found = set(identify(urls))
    if (doi := record.label("doi")) and doi.startswith("10."):
        found.add(("doi", doi.lower()))
    if (arxiv := record.label("arxiv")) and re.fullmatch(r"\d{4}\.\d{4,5}(v\d+)?", arxiv):
        found.add(("arxiv", arxiv.split("v")[0]))
    own = record.label("id") or record.label("pid")
    if own and ("openreview", own) not in found:
        found.add(name_own(own))
    return tuple(sorted(found))
