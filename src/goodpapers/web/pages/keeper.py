"""The keeper's pages: what waits for a keeper, readers, and the log.

A section of the first page is a function in `SECTIONS`: it gets the visit of a keeper and gives a
heading, a template of a part with what that needs, or None where nothing waits.
"""

from __future__ import annotations

from goodpapers.domain.errors import BadUsage
from goodpapers.services import keep_readers, rights
from goodpapers.web import words
from goodpapers.web.forms import GoTo
from goodpapers.web.pages.authors import keeper_section as authors_section
from goodpapers.web.pages.keeper_panel import flags_section, objections_section
from goodpapers.web.pages.keeper_section import Section, SectionFunction
from goodpapers.web.visit import Page, Visit


def _readers_section(visit: Visit) -> Section:
    found = keep_readers.readers(visit.site.database, visit.visitor.reader)
    suspended = sum(each.suspended_at is not None for each in found)
    return Section("Readers", "parts/keeper_readers.html", {"n": len(found), "out": suspended})


SECTIONS: list[SectionFunction] = [
    _readers_section,
    authors_section,
    objections_section,
    flags_section,
]
"""In the order of the page."""


def page(visit: Visit) -> Page:
    """What waits for the keeper, one section each."""
    rights.keeper(visit.visitor.reader)
    sections = [found for found in (make(visit) for make in SECTIONS) if found is not None]
    return Page("pages/keeper.html", "For the keeper", {"sections": sections})


def readers(visit: Visit) -> Page:
    """A hundred readers, each with what a keeper can do about them."""
    above = _number(visit, "above")
    found = keep_readers.readers(visit.site.database, visit.visitor.reader, above=above)
    more = found[-1].id if len(found) == keep_readers.PAGE else None
    needs: dict[str, object] = {
        "readers": [(each, words.day_of(each.made_at)) for each in found],
        "more": more,
    }
    return Page("pages/keeper_readers.html", "Readers", needs)


def log(visit: Visit) -> Page:
    """A hundred lines of the log, the newest first."""
    below = _number(visit, "below")
    found = keep_readers.log(visit.site.database, visit.visitor.reader, below=below or None)
    more = found[-1].id if len(found) == keep_readers.PAGE else None
    needs: dict[str, object] = {
        "acts": [(each, words.times(each.at, None)) for each in found],
        "more": more,
    }
    return Page("pages/keeper_log.html", "Log", needs)


def suspend(visit: Visit, form: dict[str, str]) -> GoTo:
    """Suspend the reader that the form names."""
    site, key = visit.site, form.get("reader", "")
    reader = keep_readers.suspend(site.database, visit.visitor.reader, key, site.now())
    keep_readers.renew_scores_of(site.database, reader, site.now())
    return GoTo("/keeper/readers")


def restore(visit: Visit, form: dict[str, str]) -> GoTo:
    """Undo a suspension."""
    site, key = visit.site, form.get("reader", "")
    reader = keep_readers.restore(site.database, visit.visitor.reader, key, site.now())
    keep_readers.renew_scores_of(site.database, reader, site.now())
    return GoTo("/keeper/readers")


def know(visit: Visit, form: dict[str, str]) -> GoTo:
    """Give the keeper's word that the reader is known, or take it back."""
    site, key = visit.site, form.get("reader", "")
    known = form.get("known") == "yes"
    keep_readers.know(site.database, visit.visitor.reader, key, site.now(), known=known)
    return GoTo("/keeper/readers")


def _number(visit: Visit, name: str) -> int:
    text = visit.value(name) or "0"
    if not text.isascii() or not text.isdecimal() or len(text) > 18:
        raise BadUsage(f'"{name}" is no place in this list')
    return int(text)
