"""From a path to the entries of a programme, whatever its format."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path
from types import ModuleType, TracebackType
from typing import Any, Self

from goodpapers.domain.errors import BadUsage
from goodpapers.domain.lines import is_text
from goodpapers.domain.programme import Edition, Entry, Problem, ProgrammeHead
from goodpapers.importers import papercopilot, table, virtualsite
from goodpapers.importers.abstracts import abstracts_beside, abstracts_name
from goodpapers.importers.cleaning import clean_text
from goodpapers.importers.editions import guess_edition, name_edition
from goodpapers.importers.framing import ArrayReader
from goodpapers.importers.opening import TextFile
from goodpapers.importers.record import in_words, place, storable

FORMATS: dict[str, ModuleType] = {
    virtualsite.NAME: virtualsite,
    papercopilot.NAME: papercopilot,
    table.NAME: table,
}
_PEEK = 20
_EMPTY_LIST = re.compile(r"\s*(?:\[\s*\]\s*$|\{[^\[\]{}]*\"(?:results|papers)\"\s*:\s*\[\s*\])")

_Frame = tuple[int, Any]
Reading = Iterable[tuple[Entry | None, list[Problem]]]


class OpenProgramme:
    """A programme file being read: `head` first, then its entries and problems in the file's order.

    A refused entry gives a Problem with `refused` and no Entry; an entry with a wrong field gives
    its Problems first, then the Entry. Iterate once.
    """

    def __init__(self, file: TextFile, head: ProgrammeHead, reading: Reading) -> None:
        self.head = head
        self._file = file
        self._reading = reading

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._file.close()

    def __iter__(self) -> Iterator[Entry | Problem]:
        """Raises BadInput where the file breaks off or stops being readable."""
        for entry, problems in self._reading:
            yield from problems
            if entry is not None:
                yield entry


def read_programme(
    path: Path | str,
    *,
    format: str | None = None,  # noqa: A002 - the word of the command line
    columns: str | None = None,
    edition: str | None = None,
) -> OpenProgramme:
    """Open a programme file; its format is recognised from content where `format` is not given.

    Raises BadInput or NotAProgramme with one clear line, BadUsage for a wrong option.
    """
    if edition and not edition.isspace() and not _is_name(edition):
        raise BadUsage(f'--edition: "{edition}" is no name; expected one such as "ICLR 2026"')
    if format is not None and format not in FORMATS:
        raise BadUsage(f'there is no format "{format}"; formats are {", ".join(FORMATS)}')
    file = TextFile(Path(path))
    try:
        room = FORMATS[format] if format else _recognise(file)
        if columns and room is not table:
            raise BadUsage(f"--columns is for tables; {file.name} is {room.WORDS}")
        if room is table:
            return _open_table(file, columns, edition)
        return _open_records(file, Path(path), room, edition)
    except BaseException:
        file.close()
        raise


def _recognise(file: TextFile) -> ModuleType:
    for room in FORMATS.values():
        if room.recognise(file.head):
            return room
    if _EMPTY_LIST.match(file.head):
        raise file.refuse("it holds no paper")
    start = file.head.lstrip()[:200].lower()
    known = "; ".join(str(room.WORDS) for room in FORMATS.values())
    if (start.startswith("<") and not start.startswith("<?xml")) or "<html" in start:
        raise file.refuse("this is an HTML page", "the data itself, as JSON, CSV or TSV")
    raise file.refuse("this is in no format we know", known)


def _open_table(file: TextFile, columns: str | None, edition: str | None) -> OpenProgramme:
    opened = table.open_table(file, columns)
    named, source = _edition(edition, opened.hints(), file.name)
    return OpenProgramme(file, ProgrammeHead(table.NAME, named, source, opened.notes()), opened)


def _open_records(
    file: TextFile, path: Path, room: ModuleType, edition: str | None
) -> OpenProgramme:
    array = ArrayReader(file.read, file.name, arrays=room.ARRAYS)
    frames: Iterator[_Frame] = iter(array)
    first = [frame for _, frame in zip(range(_PEEK), frames, strict=False)]
    said = edition or _top_text(array, "edition")
    hints = (hint for _, raw in first if isinstance(raw, dict) for hint in room.hints(raw))
    named, source = _edition(said, hints, file.name)
    abstracts = abstracts_beside(path)
    notes = (f"Abstracts also from {abstracts_name(file.name)}.",) if abstracts else ()
    head = ProgrammeHead(room.NAME, named, source, notes, _top_text(array, "note"))
    frames = chain(first, frames)
    if abstracts:
        frames = _with_abstracts(frames, abstracts)
    return OpenProgramme(file, head, _read_records(frames, room, file.name))


def _with_abstracts(frames: Iterator[_Frame], abstracts: dict[str, str]) -> Iterator[_Frame]:
    for number, raw in frames:
        if isinstance(raw, dict) and not raw.get("abstract"):
            raw["abstract"] = abstracts.get(str(raw.get("id")))
        yield number, raw


def _read_records(frames: Iterable[_Frame], room: ModuleType, file: str) -> Reading:
    for number, raw in frames:
        if isinstance(raw, dict):
            yield room.read_entry(raw, file, number)
        elif isinstance(raw, Problem):
            yield None, [raw]
        else:
            found = f"the entry is {in_words(raw)}"
            yield None, [Problem(place(file, number), None, found, "an object")]


def _top_text(array: ArrayReader, key: str) -> str | None:
    value = array.top.get(key)
    return clean_text(storable(value[:1000])) or None if isinstance(value, str) else None


def _is_name(text: str) -> bool:
    return is_text(text) and any(map(str.isalnum, clean_text(text)))


def _edition(
    said: str | None, hints: Iterable[tuple[str, str]], file_name: str
) -> tuple[Edition, str | None]:
    if said and _is_name(said):
        return name_edition(said), None
    return guess_edition(hints, file_name)
