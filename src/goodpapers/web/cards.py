"""A card as its template reads it: every word of it ready, nothing left to compute."""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup

from goodpapers.domain.listing import Card, Facets, Hidden, Opened
from goodpapers.domain.paper import Paper
from goodpapers.domain.programme import Session, Slot, Status, Track
from goodpapers.domain.score import Score, Tier
from goodpapers.domain.vote import Vote
from goodpapers.web import words
from goodpapers.web.drawings import panel_drawn, score_drawn
from goodpapers.web.environment import part
from goodpapers.web.links import list_href, paper_href, session_href, sign_in_href
from goodpapers.web.maths import with_maths

BADGES = {
    Track.ORAL: "Oral",
    Track.SPOTLIGHT: "Spotlight",
    Track.FINDINGS: "Findings",
    Track.WORKSHOP: "Workshop",
}
"""A poster is what most papers are, so it carries no badge."""

NOT_ACCEPTED = {
    Status.REJECTED: "Rejected",
    Status.WITHDRAWN: "Withdrawn",
    Status.SUBMITTED: "Undecided",
}

INVENTED = "Invented"
"""On every card of the bundled edition whose papers are made up."""

WHY_OPEN: dict[Opened, str | None] = {
    Opened.ALWAYS: None,
    Opened.VOTE: "You have seen this paper's score, so a new vote counts less.",
    Opened.PEEK: "You looked without voting, so a vote counts less.",
    Opened.PREVIEW: "Open to everyone today, so a vote counts less.",
}
"""What a card says of being open to a reader without a vote."""

FIRST = "Only vote on papers you have read."
ANOTHER = "Another verdict counts less, since you have seen the score."


@dataclass(slots=True)
class CardView:
    """One card. `place` and `evidence` are None before the reveal, whatever there is to hide."""

    key: str
    href: str
    title: Markup
    summary: Markup | None
    tier: Tier | None
    place: str | None
    """``2nd of 19 judged``: tells of the score, so it is hidden with it."""
    status: str | None
    """What became of a paper that was not accepted, or that it is invented, in one word."""
    badge: str | None
    authors: str
    institutions: str | Markup
    edition: str
    chip: Markup
    """The area, drawn; nothing where the paper has none."""
    places: list[Markup]
    """When and where it is shown, drawn."""
    published: int | None
    votes: str
    waits: str | None
    """Why there is no verdict: one sentence; None where there is one."""
    evidence: Markup | None
    """Score and panel, drawn; None before the reveal, and where there is nothing to draw."""
    is_open: bool
    opened: str | None
    """Why the card is open, in words, where the reader has not voted."""
    vote: Vote | None
    """What the reader who looks said of the paper."""
    on_list: str | None
    """Where it stands on the reading list of the reader who looks."""
    rule: str
    """What to heed with a vote, or with another one."""
    takes_votes: bool
    sign_in: str
    """Where a visitor goes to vote; it leads back to the paper."""


class CardMaker:
    """Makes the cards of one edition's papers: knows the addresses of its sessions and areas."""

    def __init__(self, edition_key: str, facets: Facets) -> None:
        chip = part("parts/facts.html", "chip")
        self._edition = edition_key
        self._chips = {
            facet.name: chip(
                words.area(facet.name, facet.group),
                list_href(edition=edition_key, area=facet.key),
            )
            for facet in facets.areas
        }
        self._sessions = {
            facet.session: session_href(edition_key, facet.key) for facet in facets.sessions
        }
        self._affiliations = {facet.name: facet.key for facet in facets.institutions}
        # By object, since a session's own hash costs more than the rest of a card. The entry holds
        # the session, so that no other object can come to have its id.
        self._drawn_sessions: dict[int, tuple[Session, Markup, Markup]] = {}

    def card(self, card: Card) -> CardView:
        """The card as its viewer may see it: a card that is not open holds no hidden value."""
        paper = card.paper
        shown = card.hidden
        href = paper_href(paper.key)
        return CardView(
            key=paper.key,
            href=href,
            title=with_maths(paper.title),
            summary=with_maths(paper.summary) if paper.summary else None,
            tier=card.tier,
            place=place_of(shown.score) if shown and shown.score else None,
            status=INVENTED if paper.edition.is_invented else NOT_ACCEPTED.get(paper.status),
            badge=BADGES.get(paper.track) if paper.track else None,
            authors=words.named([author.name for author in paper.authors], paper.more_authors),
            institutions=words.named(paper.institutions),
            edition=paper.edition.name,
            chip=self._chip(paper.area, paper.area_group),
            places=[self._place(slot) for slot in paper.slots],
            published=paper.published,
            votes=words.votes(card.n_votes),
            waits=None if card.judged else why_not_judged(paper),
            evidence=None if shown is None else evidence_drawn(shown),
            is_open=card.opened is not None,
            opened=None if card.opened is None or card.own.vote else WHY_OPEN[card.opened],
            vote=card.own.vote.vote if card.own.vote else None,
            on_list=card.own.on_list,
            rule=ANOTHER if card.own.vote and card.opened is not Opened.ALWAYS else FIRST,
            takes_votes=paper.status is Status.ACCEPTED,
            sign_in=sign_in_href(href),
        )

    def whole_card(self, card: Card) -> CardView:
        """The card of a paper's own page: every author, and affiliations that lead to lists."""
        view = self.card(card)
        paper = card.paper
        view.authors = words.all_named([each.name for each in paper.authors], paper.more_authors)
        view.institutions = part("parts/facts.html", "affiliations")(
            [
                (
                    name,
                    list_href(
                        edition=self._edition, affiliation=self._affiliations.get(name, name)
                    ),
                )
                for name in paper.institutions
            ]
        )
        return view

    def _chip(self, area: str | None, group: str | None) -> Markup:
        if area is None:
            return Markup("")
        return self._chips.get(area) or part("parts/facts.html", "chip")(
            words.area(area, group), None
        )

    def _place(self, slot: Slot) -> Markup:
        session = slot.session
        found = self._drawn_sessions.get(id(session))
        if found is None:
            found = self._drawn_sessions[id(session)] = self._draw_session(session)
        _, head, tail = found
        if slot.starts_at is not None:
            tail = part("parts/facts.html", "place_tail")(words.slot_times(slot), session.hall)
        return head + (f", no. {slot.position.lstrip('#')}" if slot.position else "") + tail

    def _draw_session(self, session: Session) -> tuple[Session, Markup, Markup]:
        """The session, and what stands before and after the number of a board."""
        href, name = self._sessions.get(session), words.session_name(session)
        head = part("parts/facts.html", "place_head")(href, name)
        tail = part("parts/facts.html", "place_tail")(words.session_times(session), session.hall)
        return session, head, tail


def why_not_judged(paper: Paper) -> str:
    """Why the panel has no verdict on a paper, or that it will come."""
    if paper.status is not Status.ACCEPTED:
        return f"Not judged: the conference lists this paper as {paper.status.value}."
    if paper.abstract is None:
        return "Not judged: the programme gives no abstract, and the panel reads nothing else."
    return "Being judged: the panel has not come to this paper yet."


def place_of(score: Score) -> str | None:
    """``2nd of 19 judged``; None for a paper without a place, or where tiers are off."""
    if score.place is None or score.tier is None:
        return None
    return f"{words.ordinal(score.place)} of {score.n_ranked:,} judged"


def evidence_drawn(hidden: Hidden) -> Markup:
    """Score and panel as a card shows them; what is missing is left out."""
    score = score_drawn(hidden.score) if hidden.score is not None else Markup("")
    if hidden.count is None:
        return score
    return score + panel_drawn(hidden.recommends, hidden.count)
