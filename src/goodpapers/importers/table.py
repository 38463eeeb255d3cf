"""CSV and TSV: any delimiter, with or without header, quoted or not.

The first rows decide delimiter, quoting and column map; then rows stream. A table whose quotes do
not balance is read with quoting off. Authors are tied to institutions only where both lists use
";" or "|" and have the same length: lists joined by commas are often sorted sets, cut at commas.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import chain
from typing import Literal

from goodpapers.domain.errors import BadInput
from goodpapers.domain.programme import Author, Entry, Problem, Session, Slot
from goodpapers.importers.cleaning import clean_abstract, clean_name, clean_text, clean_title
from goodpapers.importers.columns import (
    guess_columns,
    is_header,
    map_header,
    names_header,
    read_choice,
)
from goodpapers.importers.contacts import read_contacts
from goodpapers.importers.decisions import read_decision
from goodpapers.importers.framing import MAX_ENTRY_BYTES
from goodpapers.importers.institution_lists import split_institutions
from goodpapers.importers.institutions import clean_institution
from goodpapers.importers.links import identify, name_own, unique_links
from goodpapers.importers.opening import TextFile
from goodpapers.importers.record import Record, place

NAME = "table"
WORDS = "CSV or TSV with at least a column of titles"
_Quoting = Literal[0, 3]
"""csv.QUOTE_MINIMAL, csv.QUOTE_NONE"""
_DELIMITERS = ("\t", ",", ";", "|")
_LOOK_AHEAD_ROWS = 200
_LOOK_AHEAD_CHARS = 4_000_000
_LIST = re.compile(r"\s*[;|]\s*")
_COMMA_LIST = re.compile(r"\s*,\s*|\s+and\s+")
_MARKUP = re.compile(r"\s*[<{\[@%]")
csv.field_size_limit(MAX_ENTRY_BYTES)


def recognise(head: str) -> bool:
    """Whether the first characters of a file are a table: several lines cut alike."""
    if _MARKUP.match(head):
        return False
    delimiter, quoting = _dialect(head)
    lines = _one_newline(head).split("\n")
    whole = lines[:50] if len(lines) < 3 else lines[:-1][:50]
    try:
        rows = [row for row in csv.reader(whole, delimiter=delimiter, quoting=quoting) if row]
    except csv.Error:
        return False
    if rows and is_header(rows[0]):
        return True
    widths = [len(row) for row in rows]
    return len(rows) > 1 and widths[0] > 1 and widths.count(widths[0]) >= 0.9 * len(widths)


@dataclass
class Table:
    """An open table: its column map in words, and its rows as entries."""

    file: TextFile
    columns: dict[str, int]
    header: list[str] | None
    rows: Iterator[tuple[int, list[str]]]
    n_columns: int
    first: list[list[str]] = field(default_factory=list)

    def notes(self) -> tuple[str, ...]:
        """The column map as one line of the report."""
        names = self.header or [str(at + 1) for at in range(self.n_columns)]
        told = ", ".join(
            f"{name} = {names[at] if at < len(names) else at + 1}"
            for name, at in sorted(self.columns.items(), key=lambda pair: pair[1])
        )
        how = "by their headers" if self.header else "guessed from their content, numbered from 1"
        return (f"Columns ({how}): {told}. Change with --columns title=2,abstract=11.",)

    def hints(self) -> Iterator[tuple[str, str]]:
        """Texts of the first rows that may name the edition."""
        for row in self.first[:20]:
            for name in ("venue", "decision", "url"):
                at = self.columns.get(name)
                if at is not None and at < len(row):
                    yield row[at], f"its column of {name}s" if name != "url" else "its addresses"

    def __iter__(self) -> Iterator[tuple[Entry | None, list[Problem]]]:
        for number, row in self.rows:
            if len(row) == 1 and not row[0].strip():
                continue
            raw = {name: row[at] for name, at in self.columns.items() if at < len(row)}
            record = Record(raw, self.file.name, number, "title")
            if len(row) < self.columns["title"] + 1:
                found = f"a row of {len(row)} columns"
                where = place(self.file.name, number)
                yield None, [Problem(where, None, found, f"{self.n_columns} columns")]
                continue
            yield _entry(record), record.problems


def open_table(file: TextFile, columns: str | None) -> Table:
    """Read the beginning of a table and settle its columns.

    Raises BadInput if no column can be the title, BadUsage if `columns` names none of its columns.
    """
    delimiter, quoting = _dialect(file.look_ahead(_LOOK_AHEAD_CHARS))
    rows = _rows(file, delimiter, quoting)
    first = [row for _, row in zip(range(_LOOK_AHEAD_ROWS), rows, strict=False)]
    if not first:
        raise file.refuse("it holds no rows")
    has_header = is_header(first[0]) or names_header(columns or "", first[0])
    header = [text.strip() for text in first[0]] if has_header else None
    body = first[1:] if header else first
    n_columns = max(len(row) for row in first)
    found = map_header(header) if header else guess_columns(body)
    if columns:
        chosen = read_choice(columns, header, n_columns)
        found = {name: at for name, at in found.items() if at not in chosen.values()} | chosen
    if "title" not in found:
        raise BadInput(Problem(file.name, None, "no column looks like titles", "--columns title=…"))
    numbered = enumerate(chain(body, rows), start=1)
    return Table(file, found, header, numbered, n_columns, body[:20])


def _dialect(text: str) -> tuple[str, _Quoting]:
    """Delimiter and quoting of the table that begins with `text`."""
    text = _one_newline(text)
    lines = [line for line in text.split("\n", 50)[:50] if line.strip()] or [""]
    counts = {mark: [line.count(mark) for line in lines] for mark in _DELIMITERS}
    delimiter = max(_DELIMITERS[1:], key=lambda mark: counts[mark][0])
    if min(counts["\t"]) >= 1:
        delimiter = "\t"
    return delimiter, 0 if _is_quoted(text, delimiter) else 3


def _is_quoted(text: str, delimiter: str) -> bool:
    """Whether quotes enclose fields: some field begins with one, and all that do are closed."""
    if not re.search(rf'(?:^|{re.escape(delimiter)}|\n)"', text):
        return False
    lines = text.splitlines(keepends=True)
    reader = csv.reader(lines, delimiter=delimiter, strict=True)
    done = 0
    try:
        for _ in reader:
            done = reader.line_num
    except csv.Error:
        # Where the text was cut, the last row may be open; an open quote swallows far more.
        return len(text) >= _LOOK_AHEAD_CHARS and len(lines) - done < 20
    return True


def _one_newline(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text


def _rows(file: TextFile, delimiter: str, quoting: _Quoting) -> Iterator[list[str]]:
    reader = csv.reader(_lines(file), delimiter=delimiter, quoting=quoting, strict=True)
    try:
        for row in reader:
            if row:
                yield row
    except csv.Error as error:
        where = f"{file.name}, line {reader.line_num:,}"
        raise BadInput(
            Problem(where, None, f"the table is broken ({error})", "quotes that are closed")
        ) from None


def _lines(file: TextFile) -> Iterator[str]:
    rest = ""
    while text := file.read():
        text = rest + text
        held = "\r" if text.endswith("\r") else ""  # its "\n" may come with the next piece
        *lines, rest = _one_newline(text.removesuffix(held)).split("\n")
        rest += held
        for line in lines:
            yield line + "\n"
        if len(rest) > MAX_ENTRY_BYTES:
            raise file.refuse("a line is over 16 MB long", "CSV or TSV")
    if rest:
        yield rest.removesuffix("\r")


def _entry(record: Record) -> Entry | None:
    title_raw = record.required("title", "a title")
    title = clean_title(title_raw) if title_raw else ""
    if not title_raw or not title:
        if title_raw:
            record.wrong("title", "empty once it is cleaned", "a title", refused=True)
        return None
    status, track = read_decision(
        record.text("track"), record.text("decision"), record.text("venue")
    )
    abstract_raw = record.text("abstract")
    abstract = clean_abstract(abstract_raw) if abstract_raw else None
    summary, area = record.text("summary"), record.text("area")
    authors, institutions = _people(record)
    urls = ("page", "url"), ("pdf", "pdf"), ("code", "code"), ("project", "project")
    links = unique_links((kind, record.url(key)) for kind, key in urls)
    identifiers = set(identify(link.url for link in links)) | set(_identifiers(record))
    return Entry(
        number=record.number,
        title=title,
        title_raw=title_raw,
        abstract=abstract,
        abstract_raw=abstract_raw if abstract else None,
        summary=clean_text(summary) if summary else None,
        summary_by="authors" if summary else None,
        authors=authors,
        institutions=institutions,
        track=track,
        status=status,
        area=clean_text(area) if area else None,
        keywords=tuple(dict.fromkeys(filter(None, map(clean_text, _split(record, "keywords"))))),
        published=record.whole("year", 1900, 2150),
        links=links,
        slots=_slots(record),
        identifiers=tuple(sorted(identifiers)),
        contacts=read_contacts(_split(record, "orcids") + _split(record, "emails")),
    )


def _split(record: Record, key: str) -> list[str]:
    text = record.text(key) or ""
    return [part for part in (_LIST if _LIST.search(text) else _COMMA_LIST).split(text) if part]


def _people(record: Record) -> tuple[tuple[Author, ...], tuple[str, ...]]:
    names = [name for raw in _split(record, "authors") if (name := clean_name(raw))]
    text = record.text("institutions") or ""
    if not _LIST.search(text):
        found = split_institutions(text)
        return tuple(map(Author, names)), found
    cleaned = [clean_institution(part) for part in _LIST.split(text)]
    in_step = len(cleaned) == len(names)
    authors = (Author(name, cleaned[at] if in_step else ()) for at, name in enumerate(names))
    return tuple(authors), tuple(dict.fromkeys(name for one in cleaned for name in one))


def _identifiers(record: Record) -> Iterator[tuple[str, str]]:
    for key in ("doi", "arxiv", "id"):
        value = record.label(key)
        if value and value.startswith("http"):
            yield from identify([value])
        elif value and key == "id":
            yield name_own(value)
        elif value:
            yield key, value.lower().removeprefix(f"{key}:").strip()


def _slots(record: Record) -> tuple[Slot, ...]:
    session, hall, city = (record.text(key) for key in ("session", "hall", "city"))
    zone = record.zone("zone")
    starts_at, ends_at = record.time("start", zone), record.time("end", zone)
    if not session and not starts_at:
        return ()
    name = clean_text(session) if session else "Session"
    city, hall = clean_text(city or "") or None, clean_text(hall or "") or None
    held = Session(name, city, hall, starts_at, ends_at, zone)
    return (Slot(held, record.label("position")),)
