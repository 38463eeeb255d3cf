"""One paper: its card, its abstract, and every verdict where they are revealed."""

from __future__ import annotations

from dataclasses import dataclass

from goodpapers.domain.verdict import PanelResult, Persona, Strictness, Verdict
from goodpapers.services import browse
from goodpapers.web.drawings import ANSWERS
from goodpapers.web.pages.frame import frame, maker_for
from goodpapers.web.visit import Page, Visit

LINK_WORDS = {
    "page": "Page of the paper",
    "pdf": "PDF",
    "code": "Code",
    "project": "Project page",
    "video": "Video",
    "poster": "Poster",
}


@dataclass(frozen=True, slots=True)
class Opinion:
    """One reviewer's verdict as the page lists it."""

    persona: Persona
    mark: str
    says: str
    evidence: tuple[str, ...]
    reason: str | None


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
        opinions=_opinions(result) if result else (),
        source=result,
        links=[(LINK_WORDS.get(link.kind, link.kind), link.url) for link in paper.links],
    )


def _opinions(result: PanelResult) -> list[tuple[str, list[Opinion]]]:
    verdicts = {verdict.persona: verdict for verdict in result.verdicts}
    groups = []
    for strictness in Strictness:
        members = [one for one in browse.personas() if one.strictness is strictness]
        groups.append((strictness.value, [_opinion(one, verdicts.get(one.key)) for one in members]))
    return groups


def _opinion(persona: Persona, verdict: Verdict | None) -> Opinion:
    mark, says = ANSWERS[verdict.recommends if verdict else None]
    evidence = verdict.evidence if verdict else ()
    return Opinion(persona, mark, says, evidence, verdict.reason if verdict else None)
