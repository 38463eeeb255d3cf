"""Invented entries for the tests of the catalog."""

from __future__ import annotations

from typing import Any

from goodpapers.domain.programme import Author, Edition, Entry

EDITION = Edition("invented-2031", "Invented 2031", "Invented", 2031)
TREES = "On Trees"


def entry(
    number: int = 1,
    title: str = TREES,
    authors: tuple[str, ...] = ("Ada Müller", "Bo Li", "Chi Nguyễn"),
    **fields: Any,
) -> Entry:
    """An entry with a title and authors; other fields as given."""
    return Entry(number, title, title, authors=tuple(map(Author, authors)), **fields)


def named(scheme: str, value: str) -> tuple[tuple[str, str], ...]:
    return ((scheme, value),)
