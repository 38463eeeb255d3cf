"""What one edition of a conference offers: entries, sessions and slots, as an importer reads them.

An importer yields one `Entry` a record of the file, in the file's order. The catalog joins entries
that are one work into one `Paper` (see paper.py). Nothing here is cleaned for identity: importers
clean text for display, the catalog decides what is the same.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from goodpapers.domain.lines import one_line


class Track(StrEnum):
    """How a paper is presented. Order: the first is the most selective."""

    ORAL = "oral"
    SPOTLIGHT = "spotlight"
    POSTER = "poster"
    FINDINGS = "findings"
    WORKSHOP = "workshop"


class Status(StrEnum):
    """What the conference decided. Only accepted papers take part in lists, tiers and panel."""

    ACCEPTED = "accepted"
    REJECTED = "rejected"
    WITHDRAWN = "withdrawn"
    SUBMITTED = "submitted"


@dataclass(frozen=True, slots=True)
class Edition:
    """One holding of a conference, such as NeurIPS 2026. `key` is its address: ``neurips-2026``."""

    key: str
    name: str
    conference: str
    year: int | None = None

    @property
    def is_invented(self) -> bool:
        """Whether it is the bundled edition whose papers, people and votes are all made up."""
        return self.key == INVENTED_EDITION


INVENTED_EDITION = "invented-papers"


@dataclass(frozen=True, slots=True)
class Session:
    """A timed, placed part of a programme.

    `starts_at` and `ends_at` are aware (they carry the venue's offset). `zone` is the IANA name
    where the file gives or implies it (``Australia/Sydney``), else None: then only the offset is
    known. A session without times is a topic heading of the programme.
    """

    name: str
    city: str | None = None
    hall: str | None = None
    starts_at: datetime | None = None
    ends_at: datetime | None = None
    zone: str | None = None


@dataclass(frozen=True, slots=True)
class Slot:
    """One paper's place in a session: the board number and the talk's own time, where known.

    A talk of twenty minutes inside a session of two hours has its own `starts_at` and `ends_at`.
    """

    session: Session
    position: str | None = None
    url: str | None = None
    starts_at: datetime | None = None
    ends_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Author:
    """A name in its own script, and the institutions it stands under (cleaned for display)."""

    name: str
    institutions: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Link:
    """An https or http address of the paper. `kind`: page, pdf, code, project, video, poster."""

    kind: str
    url: str


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing wrong with the input, in the words of the person who must mend it."""

    where: str
    """File and entry: ``iclr2026.json, paper 418 "Attention …"``."""
    field: str | None
    found: str
    expected: str
    refused: bool = True
    """True when the entry was left out; False when it was kept without this field."""

    def __str__(self) -> str:
        place = f'{self.where}: field "{self.field}"' if self.field else f"{self.where}:"
        found = f"{place} is {self.found}" if self.field else f"{place} {self.found}"
        return one_line(f"{found}; expected {self.expected}")


@dataclass(frozen=True, slots=True)
class Entry:
    """One record of a programme file, cleaned for display, with its raw text kept."""

    number: int
    """Place in the file, from 1."""
    title: str
    title_raw: str
    abstract: str | None = None
    abstract_raw: str | None = None
    abstract_by: str = "authors"
    """``authors``, or ``demo``: a synopsis that stands in for the abstract."""
    summary: str | None = None
    summary_by: str | None = None
    """``authors`` (a TL;DR) or ``demo``."""
    authors: tuple[Author, ...] = ()
    more_authors: int = 0
    """Further authors that the source counts but does not name."""
    institutions: tuple[str, ...] = ()
    """All institutions of the paper, cleaned, each once; also when no author is tied to one."""
    track: Track | None = None
    status: Status = Status.ACCEPTED
    area: str | None = None
    area_group: str | None = None
    keywords: tuple[str, ...] = ()
    published: int | None = None
    links: tuple[Link, ...] = ()
    slots: tuple[Slot, ...] = ()
    identifiers: tuple[tuple[str, str], ...] = ()
    """What the source calls this work, as (scheme, value): ``("openreview", "7HVADbW8fh")``.
    Schemes that name the work: openreview, arxiv, doi, acl, uid. ``event`` names one event."""
    contacts: tuple[tuple[str, str], ...] = ()
    """ORCID iDs and e-mail addresses of authors, as (scheme, value), to know an author by. They are
    never shown, and kept as hashes alone."""
    related_events: tuple[str, ...] = ()
    """Values of scheme ``event`` that the source says belong together with this one."""


@dataclass(frozen=True, slots=True)
class ProgrammeHead:
    """What is known of a file before its entries are read."""

    format: str
    edition: Edition
    edition_guessed_from: str | None = None
    """``the file name`` or ``its addresses`` where nobody said which edition it is."""
    notes: tuple[str, ...] = ()
    """Lines for the report, such as the column map that was guessed."""
    edition_note: str | None = None
    """A line of the file for the edition's pages, such as that synopses stand in for abstracts."""


@dataclass(frozen=True, slots=True)
class ImportReport:
    """Counts after an import.

    papers = new + changed + unchanged; entries = papers + merged + refused.
    """

    file: str
    format: str
    edition: Edition
    new: int = 0
    changed: int = 0
    unchanged: int = 0
    merged: int = 0
    refused: int = 0
    accepted: int = 0
    """Of all papers in the file, those that lists show."""
    without_abstract: int = 0
    """Accepted papers that the panel cannot judge."""
    problems: tuple[Problem, ...] = ()
    """The first thousand; `refused` counts every one."""
    notes: tuple[str, ...] = ()
    changes: tuple[str, ...] = field(default=())
    """With --diff: one line a new or changed paper."""
    dry_run: bool = False

    @property
    def papers(self) -> int:
        return self.new + self.changed + self.unchanged

    @property
    def entries(self) -> int:
        return self.papers + self.merged + self.refused
