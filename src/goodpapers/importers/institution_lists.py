"""Institutions out of one text joined by commas, where commas also stand inside names.

``PESIT, Bangalore, India, Pes University`` is two institutions and a place. Neighbours that
together are a known name are joined first; of the rest, what is no institution is left out.
"""

from __future__ import annotations

import re

from goodpapers.importers.institutions import clean_institution, is_of_place, known_institution
from goodpapers.importers.places import is_place

_NO_INSTITUTION = re.compile(
    r"research|labs?|(?:department|school|faculty) of .*|inc\.?|ltd\.?", re.IGNORECASE
)


def split_institutions(text: str) -> tuple[str, ...]:
    """The institutions of a text joined by commas, each once, cleaned, in the text's order."""
    parts = [part.strip() for part in text.split(",") if part.strip()]
    found: dict[str, None] = {}
    at = 0
    while at < len(parts):
        size = _joined(parts, at)
        whole = ", ".join(parts[at : at + size])
        if size > 1 or _is_institution(whole):
            found.update(dict.fromkeys(clean_institution(whole)))
        at += size
    return tuple(found)


def _joined(parts: list[str], at: int) -> int:
    """How many parts from `at` on are one known name; 1 where only the part itself is."""
    for size in (3, 2):
        if at + size <= len(parts) and known_institution(", ".join(parts[at : at + size])):
            return size
    return 2 if is_of_place(", ".join(parts[at : at + 2])) else 1


def _is_institution(part: str) -> bool:
    return not is_place(part) and not _NO_INSTITUTION.fullmatch(part)
