"""A plan as one calendar file (RFC 5545), as Apple's, Google's and Microsoft's calendars read it.

A poster session is one event with the papers to see in its notes; a talk with a time of its own is
an event of its own. UIDs are made of the addresses of session and paper, so that a file that is
loaded again renews the events in place of doubling them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import UTC, date, datetime
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from icalendar import Calendar, Event

from goodpapers.domain.programme import Session
from goodpapers.domain.reading import Appointment, PlannedDay, PlannedSession
from goodpapers.planner.days import interval_of

SessionName = Callable[[str, Session], str]
"""The address of a session by its edition's key: what makes an event's UID."""


def calendar_of(
    days: Sequence[PlannedDay], *, name: str, session_name: SessionName, now: datetime
) -> bytes:
    """The plan as the bytes of an ``.ics`` file; sessions without a time are left out.

    Times carry the venue's zone with its rules (VTIMEZONE); where only the offset is known they are
    in UTC, which is the same moment.
    """
    calendar = Calendar()
    calendar.add("prodid", "-//Good Papers//Reading list//EN")
    calendar.add("version", "2.0")
    calendar.add("calscale", "GREGORIAN")
    calendar.add("method", "PUBLISH")
    calendar.add("x-wr-calname", name)
    for day in days:
        for planned in day.sessions:
            for event in _events(planned, session_name):
                event.add("dtstamp", now.astimezone(UTC).replace(microsecond=0))
                calendar.add_component(event)
    calendar.add_missing_timezones(*_years_around(days))
    return bytes(calendar.to_ical())


def _years_around(days: Iterable[PlannedDay]) -> tuple[date, date]:
    """From the year before the first event to the year after the last: the rules that count."""
    years = [
        moment.year
        for day in days
        for session in day.sessions
        for one in session.appointments
        for moment in interval_of(one.slot) or ()
    ] or [1970]
    return date(min(years) - 1, 1, 1), date(max(years) + 2, 1, 1)


def _events(planned: PlannedSession, session_name: SessionName) -> Iterator[Event]:
    talks = [one for one in planned.appointments if one.slot.starts_at is not None]
    posters = [one for one in planned.appointments if one.slot.starts_at is None]
    for one in talks:
        address = session_name(one.paper.edition.key, planned.session)
        yield _event(f"talk-{one.paper.key}-{address}", one.paper.title, [one])
    if posters and interval_of(posters[0].slot):
        edition = posters[0].paper.edition
        n = len(posters)
        said = f"{planned.session.name}: {n} paper{'' if n == 1 else 's'} to see"
        address = session_name(edition.key, planned.session)
        yield _event(f"session-{edition.key}-{address}", said, posters)


def _event(uid: str, summary: str, shown: Sequence[Appointment]) -> Event:
    session = shown[0].slot.session
    interval = interval_of(shown[0].slot)
    assert interval is not None  # noqa: S101 - only what has a time is made an event
    event = Event()
    event.add("uid", f"{uid}@goodpapers")
    event.add("summary", summary)
    event.add("dtstart", _in_zone(interval[0], session.zone))
    event.add("dtend", _in_zone(interval[1], session.zone))
    place = ", ".join(each for each in (session.hall, session.city) if each)
    if place:
        event.add("location", place)
    event.add("description", "\n".join(_line(one) for one in shown))
    links = [link.url for one in shown for link in one.paper.links]
    if len(shown) == 1 and links:
        event.add("url", links[0])
    event.add("transp", "OPAQUE")
    return event


def _line(one: Appointment) -> str:
    board = f"no. {one.slot.position.lstrip('#')} · " if one.slot.position else ""
    people = ", ".join(author.name for author in one.paper.authors[:3])
    more = len(one.paper.authors) + one.paper.more_authors - 3
    return f"{board}{one.paper.title}{f' ({people}' if people else ''}" + (
        f" and {more} more)" if people and more > 0 else ")" if people else ""
    )


def _in_zone(moment: datetime, zone: str | None) -> datetime:
    """The moment on the venue's clock with its named zone; in UTC where only an offset is known."""
    if zone:
        try:
            return moment.astimezone(ZoneInfo(zone))
        except (ZoneInfoNotFoundError, ValueError):
            pass
    return moment.astimezone(UTC)
