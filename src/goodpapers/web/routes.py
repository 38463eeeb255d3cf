"""Every address of the site, in one table."""

from __future__ import annotations

from collections.abc import Callable

from goodpapers.web.forms import LONGEST_FORM, GoTo, PostFunction
from goodpapers.web.own_routes import FILES, OWN_FORMS, OWN_PAGES
from goodpapers.web.pages import (
    contest,
    home,
    how,
    keeper_panel,
    panel,
    paper,
    papers,
    pattern_book,
    read_one,
    session,
    try_it,
    votes,
)
from goodpapers.web.sign_in_routes import SIGN_IN_FORMS, SIGN_IN_PAGES
from goodpapers.web.visit import Page, Visit

__all__ = ["CHOOSE_VIEW", "FILES", "FORMS", "ICON", "PAGES", "STATIC", "longest_form"]

PAGES: dict[str, Callable[[Visit], Page | GoTo]] = {
    "/": home.page,
    "/papers": papers.page,
    "/papers/{key}": paper.page,
    "/read-one": read_one.page,
    "/sessions/{edition}/{key}": session.page,
    "/how-scores-work": how.page,
    "/panel": panel.page,
    "/try": try_it.page,
    "/keeper/objections": keeper_panel.all_objections,
    "/keeper/flags": keeper_panel.all_flags,
    "/pattern-book": pattern_book.page,
    **OWN_PAGES,
    **SIGN_IN_PAGES,
}
"""What can be read. Each is a GET (and HEAD) that writes nothing,
but for the end of a sign-in at an outside provider."""

FORMS: dict[str, PostFunction] = {
    **OWN_FORMS,
    **SIGN_IN_FORMS,
    "/try": try_it.judge,
    "/papers/{key}/vote": votes.vote,
    "/papers/{key}/peek": votes.peek,
    "/papers/{key}/conflict": votes.not_mine,
    "/read-one": read_one.act,
    "/papers/{key}/objections": contest.contest,
    "/keeper/objections/seen": keeper_panel.seen,
}
"""What can be sent. Each is a POST; `forms.py` refuses what another site sends."""

CHOOSE_VIEW = "/view"
"""POST: show pages hidden or open; the one form that changes something, and only a cookie."""

STATIC = "/static/{name:path}"
ICON = "/favicon.ico"

_LONG_FORMS = {"/try": 4 * 1024 * 1024}
"""Who pastes a whole paper is told so, and keeps it: its form is read although it is too long."""


def longest_form(address: str) -> int:
    """How many bytes the form of that address may have."""
    return _LONG_FORMS.get(address, LONGEST_FORM)
