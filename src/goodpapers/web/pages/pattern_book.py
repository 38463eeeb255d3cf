"""Every part of the pages in every state, on data of our own: to look at, and to test."""

from __future__ import annotations

from dataclasses import replace

from goodpapers.web.pages.conflict_said import conflict_said
from goodpapers.web.pages.pattern_cards import (
    CONFLICT,
    OTHER_SUMMARY,
    READ,
    SPLIT,
    SUMMARY,
    patterns,
)
from goodpapers.web.pages.readers_said import readers_said
from goodpapers.web.paging import Paging
from goodpapers.web.visit import Page, Visit

PAGES = (
    Paging("/papers", "/papers", first_page=True, position="1 to 30 of 72"),
    Paging("/papers", "/papers", first_page=False, position="31 to 60 of 72"),
    Paging("/papers", None, first_page=False, position=None),
)


def page(_visit: Visit) -> Page:
    """The pattern book."""
    needs: dict[str, object] = {
        "patterns": patterns(),
        "conflict": conflict_said(CONFLICT),
        "said_of_readers": readers_said(READ),
        "split": SPLIT,
        "edition": SUMMARY,
        "bare": replace(OTHER_SUMMARY, n_with_abstract=0, n_judged=0, n_scored=0),
        "editions": (SUMMARY, OTHER_SUMMARY),
        "pages": PAGES,
    }
    return Page("pages/pattern_book.html", "Pattern book", needs)
