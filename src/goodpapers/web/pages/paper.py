"""One paper: its card, its abstract, and every verdict where they are revealed."""

from __future__ import annotations

from goodpapers.services import browse
from goodpapers.services.conflicts import conflict_on
from goodpapers.services.keep_papers import note_visit
from goodpapers.web.keeping import yours
from goodpapers.web.pages.authors import answers_drawn, own_part
from goodpapers.web.pages.conflict_said import conflict_said
from goodpapers.web.pages.contest import contest_of
from goodpapers.web.pages.frame import frame, maker_for
from goodpapers.web.pages.other_panels_said import bars_of, otherwise
from goodpapers.web.pages.panel_said import said_of
from goodpapers.web.pages.readers_said import readers_said
from goodpapers.web.pages.score_said import score_said
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
    found = browse.paper(visit.site.database, visit.viewer, visit.keys["key"], visit.day)
    paper = found.card.paper
    note_visit(visit.site.database, visit.visitor.reader, paper.key, visit.site.now())
    result = found.card.hidden.result if found.card.hidden else None
    return frame(
        "pages/paper.html",
        f"{paper.title} · {paper.edition.name}",
        found.around,
        paper=paper,
        card=maker_for(found.around).whole_card(found.card),
        said=said_of(paper.abstract or "", result, bars_of(visit, paper, result)),
        otherwise=otherwise(visit, paper, result),
        readers_said=readers_said(found.card),
        score_said=score_said(visit, found.card),
        split=found.card.hidden.split if found.card.hidden else None,
        conflict=conflict_said(
            conflict_on(visit.site.database, visit.visitor.reader, paper.key, visit.site.now())
        ),
        can_peek=visit.site.settings.peek and found.card.judged,
        yours=yours(visit, paper.key),
        authors_say=answers_drawn(visit, paper.key, is_open=found.card.opened is not None),
        for_authors=own_part(visit, paper.key),
        chosen=visit.value("reviewer"),
        contest=contest_of(visit, paper.key, result),
        links=[(LINK_WORDS.get(link.kind, link.kind), link.url) for link in paper.links],
    )
