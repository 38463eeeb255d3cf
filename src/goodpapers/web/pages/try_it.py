"""Try the panel: paste a title and an abstract, and see what the twenty reviewers say of it.

The text comes by POST, is judged in this process and is gone with the answer: it stands in no
address, no database and no log.
"""

from __future__ import annotations

from goodpapers.domain.errors import BadInput, GoodPapersError, TooOften
from goodpapers.services.limits import TEXTS, spend, who_asks
from goodpapers.services.try_panel import (
    LONGEST_ABSTRACT,
    LONGEST_TITLE,
    Tried,
    try_panel,
    without_controls,
)
from goodpapers.web.drawings import panel_drawn
from goodpapers.web.pages.panel_said import said_of
from goodpapers.web.panel_source import bars_of, embedded
from goodpapers.web.visit import Page, Visit


def page(visit: Visit) -> Page:
    """The empty form."""
    return _page("", "")


def judge(visit: Visit, form: dict[str, str]) -> Page:
    """The form with what the panel says of its text, or with one line on what is wrong with it."""
    title, abstract = form.get("title", ""), form.get("abstract", "")
    try:
        who = visit.visitor.reader.key if visit.visitor.reader else who_asks(visit.client)
        spend(visit.site.database, TEXTS, who, visit.site.now())
        tried = try_panel(embedded(visit.site.settings.panel_threads), title, abstract)
    except (BadInput, TooOften) as error:
        return _page(title, abstract, wrong=error)
    return _page(title, abstract, tried=tried)


def _page(
    title: str, abstract: str, *, tried: Tried | None = None, wrong: GoodPapersError | None = None
) -> Page:
    said = str(wrong) if wrong else ""
    needs: dict[str, object] = {
        "typed_title": without_controls(title),
        "typed_abstract": without_controls(abstract),
        "longest_title": LONGEST_TITLE,
        "longest_abstract": LONGEST_ABSTRACT,
        "wrong": f"{said[:1].upper()}{said[1:]}." if said else None,
        "tried": tried,
        **(_judged(tried) if tried else {"said": None, "dots": None, "left_out": ()}),
    }
    status = 200 if wrong is None else 429 if isinstance(wrong, TooOften) else 400
    return Page("pages/try.html", "Try the panel", needs, status=status)


def _judged(tried: Tried) -> dict[str, object]:
    result = tried.result
    return {
        "said": said_of(tried.abstract, result, bars_of(result)),
        "dots": panel_drawn(tried.recommends, tried.count),
        "left_out": tried.findings,
    }
