"""Every address of the site, in one table."""

from __future__ import annotations

from collections.abc import Callable

from goodpapers.web.forms import PostFunction
from goodpapers.web.pages import home, how, paper, papers, pattern_book, session
from goodpapers.web.visit import Page, Visit

PAGES: dict[str, Callable[[Visit], Page]] = {
    "/": home.page,
    "/papers": papers.page,
    "/papers/{key}": paper.page,
    "/sessions/{edition}/{key}": session.page,
    "/how-scores-work": how.page,
    "/pattern-book": pattern_book.page,
}
"""What can be read. Each is a GET (and HEAD) that writes nothing."""

FORMS: dict[str, PostFunction] = {}
"""What can be sent. Each is a POST; `forms.py` refuses what another site sends."""

CHOOSE_VIEW = "/view"
"""POST: show pages hidden or open; the one form that changes something, and only a cookie."""

STATIC = "/static/{name:path}"
ICON = "/favicon.ico"
