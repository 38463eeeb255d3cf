"""A reader's list laid out by city, day and session, and as one calendar file."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from goodpapers.domain.programme import Session
from goodpapers.domain.reader import Reader
from goodpapers.domain.reading import Kept, PlannedDay, ReadingState
from goodpapers.planner.calendar import calendar_of
from goodpapers.planner.days import plan_days
from goodpapers.store.database import Database
from goodpapers.store.facets import facets
from goodpapers.store.my_papers import all_kept, papers_by_key
from goodpapers.store.rows import slug

CALENDAR_NAME = "Good Papers: my reading list"


@dataclass(frozen=True, slots=True)
class MyPlan:
    """A reader's list as days. `without_slot` are papers that the programme shows nowhere."""

    days: tuple[PlannedDay, ...]
    cities: tuple[str, ...]
    """Every city of the list, whatever is chosen."""
    editions: tuple[tuple[str, str], ...]
    n_papers: int
    without_slot: tuple[Kept, ...]
    city: str | None
    edition: str | None


def my_plan(
    database: Database,
    reader: Reader,
    *,
    city: str | None = None,
    edition: str | None = None,
    state: ReadingState | None = None,
) -> MyPlan:
    """The reader's list by city, day and session; with filters, what fits them."""
    with database.read() as db:
        every = [one for one in all_kept(db, reader.id) if one.state]
        kept = [
            one
            for one in every
            if edition in (None, one.edition_key) and state in (None, one.state)
        ]
        papers = papers_by_key(db, [one.key for one in kept])
    listed = [(papers[one.key], one.state) for one in kept if one.state]
    cities = {slot.session.city for paper, _ in listed for slot in paper.slots}
    return MyPlan(
        plan_days(listed, city=city),
        tuple(sorted(each for each in cities if each)),
        tuple(sorted({(one.edition_key, one.edition_name) for one in every}, key=lambda e: e[1])),
        len(kept),
        tuple(one for one in kept if not papers[one.key].slots),
        city,
        edition,
    )


def my_calendar(database: Database, plan: MyPlan, now: datetime) -> bytes:
    """The plan as the bytes of an ``.ics`` file."""
    return calendar_of(
        plan.days, name=CALENDAR_NAME, session_name=_session_names(database, plan), now=now
    )


def _session_names(database: Database, plan: MyPlan) -> Callable[[str, Session], str]:
    """The address of each session of the plan, which stays what it is over imports."""
    keys = {
        one.paper.edition.key
        for day in plan.days
        for session in day.sessions
        for one in session.appointments
    }
    with database.read() as db:
        known = {
            (key, each.session): each.key
            for key in sorted(keys)
            for each in facets(db, key).sessions
        }
    return lambda edition, session: (
        known.get((edition, session))
        or slug(f"{session.name} {session.city or ''} {session.starts_at or ''}")
    )
