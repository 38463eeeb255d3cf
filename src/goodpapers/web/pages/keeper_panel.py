"""What the keeper's page says of the panel: contested verdicts, and flagged papers."""

from __future__ import annotations

from goodpapers.services import flags, objections
from goodpapers.web import words
from goodpapers.web.forms import GoTo
from goodpapers.web.pages.keeper_section import Section
from goodpapers.web.visit import Page, Visit

ON_THE_PAGE = 5
"""So many objections to one reviewer, and so many flagged papers, stand on the keeper's page."""


def objections_section(visit: Visit) -> Section | None:
    """The reviewers whom readers contest, those with most new objections first."""
    found = objections.list_objections(visit.site.database, visit.visitor.reader)
    if not found:
        return None
    needs: dict[str, object] = {"contested": found, "most": ON_THE_PAGE}
    return Section("Contested verdicts", "parts/keeper_objections.html", needs)


def flags_section(visit: Visit) -> Section | None:
    """The papers in which the screen found something."""
    found = flags.list_flags(visit.site.database, visit.visitor.reader)
    if not found:
        return None
    needs: dict[str, object] = {"papers": found[:ON_THE_PAGE], "n": len(found)}
    return Section("Text that is not for readers", "parts/keeper_flags.html", needs)


def all_objections(visit: Visit) -> Page:
    """Every objection, by reviewer."""
    found = objections.list_objections(visit.site.database, visit.visitor.reader)
    needs: dict[str, object] = {
        "contested": [
            (one, [(each, words.day_of(each.made_at)) for each in one.objections]) for one in found
        ]
    }
    return Page("pages/keeper_objections.html", "Contested verdicts", needs)


def all_flags(visit: Visit) -> Page:
    """Every flagged paper."""
    found = flags.list_flags(visit.site.database, visit.visitor.reader)
    return Page("pages/keeper_flags.html", "Flagged papers", {"papers": found})


def seen(visit: Visit, form: dict[str, str]) -> GoTo:
    """Mark the objections to one reviewer as seen."""
    site = visit.site
    objections.mark_seen(site.database, visit.visitor.reader, form.get("reviewer", ""), site.now())
    return GoTo("/keeper")
