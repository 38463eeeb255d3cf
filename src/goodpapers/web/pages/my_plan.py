"""The reading list by city, day and session: on one page that prints well, and as a calendar."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from urllib.parse import urlencode

from markupsafe import Markup

from goodpapers.domain.programme import Session
from goodpapers.domain.reading import Appointment, PlannedDay, PlannedSession
from goodpapers.services import browse
from goodpapers.services.my_plan import MyPlan, my_calendar, my_plan
from goodpapers.services.rights import signed_in
from goodpapers.web import words
from goodpapers.web.downloads import Download
from goodpapers.web.links import paper_href, session_href
from goodpapers.web.maths import with_maths
from goodpapers.web.visit import Page, Visit

PATH = "/my/plan"


@dataclass(frozen=True, slots=True)
class PaperLine:
    """One paper in its session."""

    href: str
    title: Markup
    board: str | None
    times: str | None
    """Its own time, for a talk."""
    authors: str
    state: str
    done: bool


@dataclass(frozen=True, slots=True)
class SessionBlock:
    """One session of a day."""

    name: str
    href: str | None
    times: str | None
    hall: str | None
    clashes: str | None
    papers: list[PaperLine]


@dataclass(frozen=True, slots=True)
class DayBlock:
    """One day in one city."""

    heading: str
    zone: str | None
    sessions: list[SessionBlock]


def page(visit: Visit) -> Page:
    """The whole plan, or that of one city or edition."""
    plan = _plan(visit)
    address = _session_addresses(visit, plan)
    needs: dict[str, object] = {
        "days": [_day(day, address) for day in plan.days],
        "n_papers": words.count(plan.n_papers, "paper"),
        "is_empty": plan.n_papers == 0,
        "cities": [(each, each == plan.city) for each in plan.cities],
        "editions": [(key, name, key == plan.edition) for key, name in plan.editions],
        "without_slot": [(paper_href(one.key), with_maths(one.title)) for one in plan.without_slot],
        "narrowed": bool(plan.city or plan.edition),
        "calendar": _href(f"{PATH}.ics", plan),
        "has_times": any(day.day for day in plan.days),
    }
    return Page("pages/my_plan.html", "My plan", needs)


def calendar(visit: Visit) -> Download:
    """The same as one calendar file."""
    plan = _plan(visit)
    return Download("my-plan.ics", my_calendar(visit.site.database, plan, visit.site.now()))


def _plan(visit: Visit) -> MyPlan:
    reader = signed_in(visit.visitor.reader)
    return my_plan(
        visit.site.database, reader, city=visit.value("city"), edition=visit.value("edition")
    )


def _href(path: str, plan: MyPlan) -> str:
    given = {"city": plan.city, "edition": plan.edition}
    kept = {name: value for name, value in given.items() if value}
    return f"{path}?{urlencode(kept)}" if kept else path


def _session_addresses(visit: Visit, plan: MyPlan) -> Callable[[str, Session], str | None]:
    known = {
        (key, each.session): session_href(key, each.key)
        for key, _ in plan.editions
        for each in browse.around(visit.site.database, key).facets.sessions
    }
    return lambda edition, session: known.get((edition, session))


def _day(day: PlannedDay, address: Callable[[str, Session], str | None]) -> DayBlock:
    first = day.sessions[0].session
    when = words.day_of(first.starts_at) if first.starts_at else "Without a time"
    if day.day:
        on = date.fromisoformat(day.day)
        when = f"{on:%A} {on.day} {on:%B %Y}"
    heading = " · ".join(each for each in (day.city, when) if each)
    return DayBlock(
        heading, words.zone_words(first), [_session(each, address) for each in day.sessions]
    )


def _session(
    planned: PlannedSession, address: Callable[[str, Session], str | None]
) -> SessionBlock:
    session = planned.session
    edition = planned.appointments[0].paper.edition.key
    return SessionBlock(
        name=session.name,
        href=address(edition, session),
        times=words.session_times(session),
        hall=session.hall,
        clashes=_clashes(planned),
        papers=[_paper(one) for one in planned.appointments],
    )


def _clashes(planned: PlannedSession) -> str | None:
    if not planned.clashes:
        return None
    return f"Clashes with {' and with '.join(planned.clashes)}, at the same time in the same city"


def _paper(one: Appointment) -> PaperLine:
    paper, slot = one.paper, one.slot
    return PaperLine(
        href=paper_href(paper.key),
        title=with_maths(paper.title),
        board=f"no. {slot.position.lstrip('#')}" if slot.position else None,
        times=words.slot_times(slot) if slot.starts_at else None,
        authors=words.named([each.name for each in paper.authors], paper.more_authors),
        state=one.state.words,
        done=one.state.value != "want_to_read",
    )
