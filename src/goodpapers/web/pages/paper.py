"""One paper: its card, its abstract, and every verdict where they are revealed."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING

from goodpapers.domain.errors import ModelFailure
from goodpapers.domain.paper import Paper
from goodpapers.domain.verdict import PanelResult
from goodpapers.services import browse
from goodpapers.web.pages.frame import frame, maker_for
from goodpapers.web.pages.panel_said import elsewhere, marked, opinions, quotes_of
from goodpapers.web.visit import Page, Visit
from goodpapers.wiring import embedded_source

if TYPE_CHECKING:
    from goodpapers.services.browse import KnowsBars

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
        **_panel(paper, result),
        links=[(LINK_WORDS.get(link.kind, link.kind), link.url) for link in paper.links],
    )


@cache
def _embedded() -> KnowsBars | None:
    """The source that ships with the package, for its bars; None where its weights are broken."""
    try:
        return embedded_source()
    except ModelFailure:
        return None


def _bars(result: PanelResult) -> Mapping[str, float]:
    source = _embedded()
    return {} if source is None else browse.bars(source, result)


def _panel(paper: Paper, result: PanelResult | None) -> dict[str, object]:
    """What the page needs of the panel; without a result, the abstract alone."""
    abstract = paper.abstract or ""
    quotes = quotes_of(result.verdicts) if result else []
    bars = _bars(result) if result else {}
    return {
        "source": result,
        "paragraphs": marked(abstract, quotes),
        "has_marks": any(quote.text in abstract for quote in quotes),
        "opinions": opinions(result, bars) if result else (),
        "has_bars": bool(bars),
        "quotes": elsewhere(abstract, quotes),
    }
