"""Every part of the pages in every state, on data of our own: to look at, and to test."""

from __future__ import annotations

from goodpapers.web.pages.pattern_cards import OTHER_SUMMARY, SUMMARY, patterns
from goodpapers.web.visit import Page, Visit


def page(_visit: Visit) -> Page:
    """The pattern book."""
    needs: dict[str, object] = {
        "patterns": patterns(),
        "edition": SUMMARY,
        "editions": (SUMMARY, OTHER_SUMMARY),
    }
    return Page("pages/pattern_book.html", "Pattern book", needs)
