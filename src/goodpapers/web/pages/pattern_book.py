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
from goodpapers.web.pages.score_said import ScoreSaid
from goodpapers.web.paging import Paging
from goodpapers.web.visit import Page, Visit

SCORE_SAID = ScoreSaid(
    (
        "Panel alone: 58 (27 to 84), mostly for Methodologist, Explorer and Editor.",
        "Four readers, three for it, one of them counted at a quarter because they share an "
        "affiliation or a paper with its authors: 67 (43 to 86).",
    ),
    ("Your vote counts a quarter here.", "You share an affiliation or a recent paper with them."),
)
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
        "said_of_score": SCORE_SAID,
        "split": SPLIT,
        "edition": SUMMARY,
        "bare": replace(OTHER_SUMMARY, n_with_abstract=0, n_judged=0, n_scored=0),
        "editions": (SUMMARY, OTHER_SUMMARY),
        "pages": PAGES,
    }
    return Page("pages/pattern_book.html", "Pattern book", needs)
