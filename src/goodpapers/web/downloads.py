"""A file that a reader takes with them: its bytes, its kind and its name."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from goodpapers.web.answers import Sent
from goodpapers.web.visit import Visit

KINDS = {
    "bib": "application/x-bibtex; charset=utf-8",
    "csv": "text/csv; charset=utf-8; header=present",
    "json": "application/json",
    "ics": "text/calendar; charset=utf-8; method=PUBLISH",
    "zip": "application/zip",
}


@dataclass(frozen=True, slots=True)
class Download:
    """One file. `name` is plain ASCII, with an ending of `KINDS`."""

    name: str
    body: bytes


FileFunction = Callable[[Visit], Download]
"""Gets the visit of a GET; gives the file. It writes nothing."""


def download_answer(file: Download) -> Sent:
    """The file, to be saved under its name; nobody between here and the reader may keep it."""
    ending = file.name.rpartition(".")[2]
    return Sent(
        file.body,
        200,
        [
            (b"content-type", KINDS[ending].encode()),
            (b"content-disposition", f'attachment; filename="{file.name}"'.encode("ascii")),
            (b"cache-control", b"private, no-store"),
            (b"vary", b"Cookie"),
        ],
    )
