"""One paper: its card, its abstract, and every verdict where they are revealed."""

from __future__ import annotations

from goodpapers.services import browse
from goodpapers.web.pages.frame import frame, maker_for
from goodpapers.web.pages.panel_said import said_of
from goodpapers.web.panel_source import bars_of
from goodpapers.web.visit import Page, Visit

LINK_WORDS = {
    "page": "Page of the paper",
    "pdf": "PDF",
    "code": "Code",
    "project": "Project page",
    "video": "Video",
    "poster": "Poster",
}


def page(visit: Visit) -> Page:
    """The page of the paper that the address names."""
    found = browse.paper(visit.site.database, visit.viewer, visit.keys["key"])
    paper = found.card.paper
    result = found.card.hidden.result if found.card.hidden and not found.hidden else None
    return frame(
        "pages/paper.html",
        f"{paper.title} · {paper.edition.name}",
        found.around,
        hidden=found.hidden,
        paper=paper,
        card=maker_for(found.around).whole_card(found.card, hidden=found.hidden),
        said=said_of(paper.abstract or "", result, bars_of(result) if result else None),
        chosen=visit.value("reviewer"),
        links=[(LINK_WORDS.get(link.kind, link.kind), link.url) for link in paper.links],
    )
