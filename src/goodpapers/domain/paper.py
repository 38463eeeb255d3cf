"""A paper: one work in one programme, known by its key."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NewType

from goodpapers.domain.programme import Author, Edition, Link, Slot, Status, Track

PaperKey = NewType("PaperKey", str)
"""Ten characters of ``a-z2-7``: the paper's address, stable over imports and databases."""


@dataclass(frozen=True, slots=True)
class Paper:
    """One work in one programme: everything public that does not depend on panel or readers."""

    key: PaperKey
    edition: Edition
    title: str
    title_raw: str
    abstract: str | None
    abstract_raw: str | None
    abstract_by: str
    summary: str | None
    summary_by: str | None
    """``authors``, ``demo`` or ``abstract`` (a sentence of the abstract)."""
    authors: tuple[Author, ...]
    more_authors: int
    institutions: tuple[str, ...]
    track: Track | None
    status: Status
    area: str | None
    area_group: str | None
    keywords: tuple[str, ...]
    published: int | None
    links: tuple[Link, ...]
    slots: tuple[Slot, ...]
    """In order of time; slots without a time come last."""
    identifiers: tuple[tuple[str, str], ...]
    """Every (scheme, value) the sources gave, sorted."""
