"""A paper in words, for a terminal: what is public, and the hidden part only where it was given."""

from __future__ import annotations

from collections.abc import Iterator

from goodpapers.domain.listing import Card, Hidden
from goodpapers.domain.paper import Paper
from goodpapers.domain.programme import Slot
from goodpapers.domain.score import Score
from goodpapers.domain.verdict import PanelCount, Persona, Verdict

AUTHORS_NAMED = 4


def authors(paper: Paper, limit: int = AUTHORS_NAMED) -> str:
    """`Ada Lovelace, Wei Xiaoming and 3 more`."""
    names = [author.name for author in paper.authors]
    more = len(names[limit:]) + paper.more_authors
    named = ", ".join(names[:limit])
    return f"{named} and {more} more" if more else named


def slot(place: Slot) -> str:
    """`Atlanta Poster Session 2, Wed 9 Dec 2026, 16:30 to 19:30 (UTC-05:00), Hall C1, 214`."""
    session = place.session
    starts, ends = place.starts_at or session.starts_at, place.ends_at or session.ends_at
    time = ""
    if starts is not None:
        day = f"{starts:%a} {starts.day} {starts:%b %Y}, {starts:%H:%M}"
        time = f"{day}{f' to {ends:%H:%M}' if ends else ''} ({starts.tzname()})"
    city = session.city if session.city and session.city not in session.name else None
    parts = [session.name, time, city, session.hall, place.position]
    return ", ".join(part for part in parts if part)


def score(found: Score) -> str:
    """The score as design 15 words it: a chance, its interval, and what it rests on."""
    rests = "assumed until readers vote" if not found.n_votes else f"{found.n_votes} readers voted"
    return (
        f"{found.score:.0f} of 100 typical readers would call it worth reading "
        f"(likely {found.low:.0f} to {found.high:.0f}; {rests})"
    )


def panel_count(found: PanelCount) -> str:
    """`13 of 20 reviewers recommend it: lenient 4 of 5, medium 6 of 10, strict 3 of 5`."""
    return (
        f"{found.yes} of {found.out_of} reviewers recommend it: "
        f"lenient {found.lenient_yes} of {found.lenient_of}, "
        f"medium {found.medium_yes} of {found.medium_of}, "
        f"strict {found.strict_yes} of {found.strict_of}"
    )


def ordinal(place: int) -> str:
    """`1st`, `2nd`, `11th`."""
    endings = {1: "st", 2: "nd", 3: "rd"}
    return f"{place}{'th' if place % 100 in (11, 12, 13) else endings.get(place % 10, 'th')}"


def paper_lines(card: Card, personas: tuple[Persona, ...]) -> Iterator[str]:
    """The whole paper, line by line; an empty line between its parts."""
    paper = card.paper
    yield paper.title
    yield authors(paper, limit=30)
    if paper.institutions:
        yield ", ".join(paper.institutions)
    facts = [paper.edition.name, paper.track and paper.track.value.capitalize(), paper.area]
    yield " · ".join(fact for fact in facts if fact)
    yield from (slot(place) for place in paper.slots)
    yield ""
    yield from _texts(paper)
    yield from _standing(card)
    if card.hidden is not None:
        yield from _hidden(card.hidden, personas)
    yield from (f"{link.kind}: {link.url}" for link in paper.links)
    yield f"key: {paper.key}"


def card_as_json(card: Card) -> dict[str, object]:
    """The paper for a program; `score` and `panel` are null where they are hidden or not there."""
    paper, hidden = card.paper, card.hidden or Hidden(None, None)
    return {
        "key": paper.key,
        "title": paper.title,
        "authors": paper.authors,
        "more_authors": paper.more_authors,
        "institutions": paper.institutions,
        "edition": paper.edition.key,
        "track": paper.track,
        "status": paper.status,
        "area": paper.area,
        "summary": paper.summary,
        "abstract": paper.abstract,
        "abstract_by": paper.abstract_by,
        "slots": paper.slots,
        "links": paper.links,
        "identifiers": paper.identifiers,
        "tier": card.tier,
        "judged": card.judged,
        "n_votes": card.n_votes,
        "score": hidden.score,
        "panel": hidden.count,
        "verdicts": hidden.result.verdicts if hidden.result else None,
    }


def _texts(paper: Paper) -> Iterator[str]:
    if paper.summary:
        yield paper.summary
        yield ""
    if paper.abstract is None:
        yield "It has no abstract, so the panel does not judge it."
    else:
        yield paper.abstract
        if paper.abstract_by == "demo":
            yield "(A synopsis written for this demo, not the authors' abstract.)"
    yield ""


def _standing(card: Card) -> Iterator[str]:
    if card.tier is not None:
        score = card.hidden.score if card.hidden else None
        place = f", {ordinal(score.place)} of {score.n_ranked}" if score and score.place else ""
        yield f"{card.tier.words}{place}"
    elif card.paper.abstract is not None:
        yield "Judged, not yet scored." if card.judged else "Not yet judged."
    yield f"{card.n_votes} readers voted." if card.n_votes else "No votes yet."


def _hidden(hidden: Hidden, personas: tuple[Persona, ...]) -> Iterator[str]:
    if hidden.score is not None:
        yield score(hidden.score)
    if hidden.count is not None:
        yield panel_count(hidden.count)
    if hidden.result is not None:
        names = {persona.key: persona for persona in personas}
        yield from (verdict_line(each, names[each.persona]) for each in hidden.result.verdicts)
    yield ""


def verdict_line(verdict: Verdict, persona: Persona) -> str:
    """`  yes  71%  Theorist (strict): Is there a guarantee, a proof or a derivation?`."""
    answer = {True: "yes", False: "no ", None: "-  "}[verdict.recommends]
    chance = "    " if verdict.probability is None else f"{verdict.probability:4.0%}"
    who = f"{persona.name} ({persona.strictness.value})"
    return f"  {answer} {chance}  {who}: {persona.question}"
