"""A card as its template reads it: every word of it ready, nothing left to compute."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from urllib.parse import quote, urlencode

from markupsafe import Markup

from goodpapers.domain.listing import Card, Facets, Hidden
from goodpapers.domain.paper import Paper
from goodpapers.domain.programme import Session, Slot, Status, Track
from goodpapers.domain.score import Score, Tier
from goodpapers.domain.verdict import Persona, Strictness
from goodpapers.web import words
from goodpapers.web.maths import with_maths

BADGES = {
    Track.ORAL: "Oral",
    Track.SPOTLIGHT: "Spotlight",
    Track.FINDINGS: "Findings",
    Track.WORKSHOP: "Workshop",
}
"""A poster is what most papers are, so it carries no badge."""
ANSWERS = {True: ("yes", "recommends"), False: ("no", "does not"), None: ("missing", "no answer")}


@dataclass(frozen=True, slots=True)
class Dot:
    """One reviewer's answer: what its mark looks like, and what it says."""

    name: str
    mark: str
    """``yes``, ``no`` or ``missing``."""
    says: str


@dataclass(frozen=True, slots=True)
class DotGroup:
    """The dots of one strictness."""

    strictness: str
    dots: Markup


@dataclass(frozen=True, slots=True)
class Ruler:
    """The score on a line from 0 to 100, in whole points."""

    score: int
    low: int
    high: int
    panel: int | None
    readers: int | None
    says: str
    """What the figure means, going on after it: ``of 100 typical readers would …``."""
    basis: str
    """What it rests on."""
    drawn: str
    """The drawing in words, for those who do not see it."""


@dataclass(frozen=True, slots=True)
class Revealed:
    """What stands on a card only where nothing is hidden."""

    place: str | None
    ruler: Ruler | None
    groups: tuple[DotGroup, ...]
    count: str | None
    by_strictness: str | None


@dataclass(frozen=True, slots=True)
class Place:
    """When and where a paper is shown."""

    href: str | None
    name: str
    board: str | None
    times: str | None
    hall: str | None


@dataclass(frozen=True, slots=True)
class CardView:
    """One card. `revealed` is None in the hidden state, whatever there is to hide."""

    href: str
    title: Markup
    summary: Markup | None
    tier: Tier | None
    badge: str | None
    authors: str
    institutions: str
    edition: str
    area: str | None
    area_href: str | None
    places: tuple[Place, ...]
    published: str | None
    votes: str
    judged: bool
    waits: str | None
    """Why there is no verdict: one sentence; None where there is one."""
    revealed: Revealed | None


class CardMaker:
    """Makes cards for one page: knows the addresses of its edition's sessions and areas."""

    def __init__(
        self,
        edition_key: str,
        facets: Facets,
        draw_dots: Callable[[tuple[bool | None, ...]], tuple[DotGroup, ...]],
    ) -> None:
        self._edition = edition_key
        self._areas = {facet.name: facet.key for facet in facets.areas}
        self._sessions = {facet.session: facet.key for facet in facets.sessions}
        self._draw_dots = draw_dots

    def card(self, card: Card, *, hidden: bool) -> CardView:
        """The card, without a trace of hidden values where `hidden`."""
        paper = card.paper
        return CardView(
            href=paper_href(paper.key),
            title=with_maths(paper.title),
            summary=with_maths(paper.summary) if paper.summary else None,
            tier=card.tier,
            badge=BADGES.get(paper.track) if paper.track else None,
            authors=words.named([author.name for author in paper.authors], paper.more_authors),
            institutions=words.named(paper.institutions),
            edition=paper.edition.name,
            area=paper.area,
            area_href=self.area_href(paper),
            places=tuple([self._place(slot) for slot in paper.slots]),
            published=f"Published {paper.published}" if paper.published else None,
            votes=words.votes(card.n_votes),
            judged=card.judged,
            waits=None if card.judged else why_not_judged(paper),
            revealed=None if hidden or card.hidden is None else self._revealed(card.hidden),
        )

    def area_href(self, paper: Paper) -> str | None:
        """The list of the paper's area, where the area is a filter."""
        key = self._areas.get(paper.area) if paper.area else None
        return list_href(edition=self._edition, area=key) if key else None

    def session_href(self, session: Session) -> str | None:
        """The page of a session of this edition."""
        key = self._sessions.get(session)
        return f"/sessions/{quote(self._edition)}/{quote(key)}" if key else None

    def _place(self, slot: Slot) -> Place:
        session = slot.session
        city = session.city
        named = f"{city}: {session.name}" if city and city not in session.name else session.name
        board = f"no. {slot.position.lstrip('#')}" if slot.position else None
        return Place(self.session_href(session), named, board, words.slot_times(slot), session.hall)

    def _revealed(self, hidden: Hidden) -> Revealed:
        score, panel = hidden.score, hidden.count
        place = None
        if score and score.place and score.tier:
            place = f"{words.ordinal(score.place)} of {score.n_ranked:,} here"
        said = by_strictness = None
        if panel:
            said = f"{panel.yes} of {panel.out_of} reviewers recommend it"
            by_strictness = (
                f"lenient {panel.lenient_yes} of {panel.lenient_of}, "
                f"medium {panel.medium_yes} of {panel.medium_of}, "
                f"strict {panel.strict_yes} of {panel.strict_of}"
            )
        return Revealed(
            place=place,
            ruler=ruler(score) if score else None,
            groups=self._draw_dots(hidden.recommends) if hidden.recommends else (),
            count=said,
            by_strictness=by_strictness,
        )


def ruler(score: Score) -> Ruler:
    """The score as a page draws and says it, without decimals."""
    shown, low, high = round(score.score), round(score.low), round(score.high)
    panel = None if score.panel is None else round(score.panel)
    readers = None if score.readers is None else round(score.readers)
    assumed = "" if score.n_votes else "; assumed until readers vote"
    parts = [
        f"{name} {value}"
        for name, value in (("panel", panel), ("readers", readers))
        if value is not None
    ]
    return Ruler(
        score=shown,
        low=low,
        high=high,
        panel=panel,
        readers=readers,
        says="of 100 typical readers would call it worth reading "
        f"(likely {low} to {high}{assumed}).",
        basis=_basis(score.n_votes, panel, readers),
        drawn=f"A line from 0 to 100: score {shown}, likely {low} to {high}, " + "; ".join(parts),
    )


def _basis(n_votes: int, panel: int | None, readers: int | None) -> str:
    if not n_votes:
        return "Panel only."
    said = words.count(n_votes, "reader")
    if panel is None or readers is None:
        return f"From {said}."
    return f"From the panel ({panel}) and {said} ({readers})."


def why_not_judged(paper: Paper) -> str:
    """Why the panel has no verdict on a paper, or that it will come."""
    if paper.status is not Status.ACCEPTED:
        return f"Not judged: the conference lists this paper as {paper.status.value}."
    if paper.abstract is None:
        return "Not judged: the programme gives no abstract, and the panel reads nothing else."
    return "Being judged: the panel has not come to this paper yet."


def dot(persona: Persona, answer: bool | None) -> Dot:
    """One reviewer's dot."""
    mark, says = ANSWERS[answer]
    return Dot(persona.name, mark, says)


def strictness_of(personas: tuple[Persona, ...], strictness: Strictness) -> list[int]:
    """The places in the panel of the reviewers of one strictness."""
    return [i for i, persona in enumerate(personas) if persona.strictness is strictness]


@lru_cache(maxsize=8192)
def paper_href(key: str) -> str:
    """The address of a paper's page."""
    return f"/papers/{quote(key)}"


def list_href(**filters: str | None) -> str:
    """The address of a list with these filters; None is left out."""
    given = {name: value for name, value in filters.items() if value}
    return f"/papers?{urlencode(given)}" if given else "/papers"
