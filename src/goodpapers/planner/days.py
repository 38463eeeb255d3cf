"""A reading list laid out by city, day and session, with what overlaps marked."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from goodpapers.domain.paper import Paper
from goodpapers.domain.programme import Session, Slot
from goodpapers.domain.reading import Appointment, PlannedDay, PlannedSession, ReadingState

_WITHOUT_END = timedelta(hours=1)
"""How long something takes whose end the programme does not say."""


def plan_days(
    listed: Iterable[tuple[Paper, ReadingState]], *, city: str | None = None
) -> tuple[PlannedDay, ...]:
    """The days of the plan, by time, cities of one day after each other; without a time, last.

    A clash is two sessions, or talks of two sessions, in one city at overlapping times. What one
    session shows side by side is no clash. With `city`, only what happens there.
    """
    found = [
        Appointment(paper, slot, state)
        for paper, state in listed
        for slot in paper.slots
        if city is None or slot.session.city == city
    ]
    sessions: dict[tuple[str, Session], list[Appointment]] = {}
    for one in _with_clashes(found):
        sessions.setdefault((one.paper.edition.key, one.slot.session), []).append(one)
    days: dict[tuple[bool, str, str], list[PlannedSession]] = {}
    for (_, session), appointments in sessions.items():
        day = _day(session.starts_at, session.zone)
        days.setdefault((not day, day, session.city or ""), []).append(
            _session(session, appointments)
        )
    return tuple(
        PlannedDay(place or None, day, tuple(sorted(days[untimed, day, place], key=_begins)))
        for untimed, day, place in sorted(days)
    )


def interval_of(slot: Slot) -> tuple[datetime, datetime] | None:
    """When the paper is shown: its own time, else its session's; None without a time."""
    starts, ends = slot.starts_at, slot.ends_at
    if starts is None:
        starts, ends = slot.session.starts_at, slot.session.ends_at
    if starts is None:
        return None
    return starts, ends if ends and ends > starts else starts + _WITHOUT_END


def _with_clashes(found: Sequence[Appointment]) -> list[Appointment]:
    """Each with the names of sessions that overlap with it: a sweep in order of time."""
    timed = [(interval, one) for one in found if (interval := interval_of(one.slot))]
    timed.sort(key=lambda each: each[0])
    names: dict[int, dict[str, None]] = {}
    open_now: list[tuple[datetime, Appointment]] = []
    for (starts, ends), one in timed:
        open_now = [each for each in open_now if each[0] > starts]
        for _, other in open_now:
            if _place(one) == _place(other) and one.slot.session != other.slot.session:
                names.setdefault(id(one), {})[other.slot.session.name] = None
                names.setdefault(id(other), {})[one.slot.session.name] = None
        open_now.append((ends, one))
    return [replace(one, clashes=tuple(names.get(id(one), ()))) for one in found]


def _place(one: Appointment) -> str:
    """Where it is: the city, or an edition that names none."""
    return one.slot.session.city or f"/{one.paper.edition.key}"


def _session(session: Session, appointments: list[Appointment]) -> PlannedSession:
    ordered = sorted(appointments, key=_walking_order)
    names = dict.fromkeys(name for one in ordered for name in one.clashes)
    return PlannedSession(session, tuple(ordered), tuple(names))


def _walking_order(one: Appointment) -> tuple[float, int, str, str]:
    """Talks by their time, posters by the number of their board."""
    starts = one.slot.starts_at
    digits = "".join(char for char in one.slot.position or "" if char.isdecimal())[:9]
    number = int(digits) if digits else 10**9
    return starts.timestamp() if starts else 0.0, number, one.slot.position or "", one.paper.title


def _begins(one: PlannedSession) -> tuple[float, str]:
    starts = one.session.starts_at
    return starts.timestamp() if starts else 0.0, one.session.name


def _day(moment: datetime | None, zone: str | None) -> str:
    if moment is None:
        return ""
    return local(moment, zone).date().isoformat()


def local(moment: datetime, zone: str | None) -> datetime:
    """The moment on the venue's clock; on its own offset where the zone is not known."""
    if zone is None:
        return moment
    try:
        return moment.astimezone(ZoneInfo(zone))
    except (ZoneInfoNotFoundError, ValueError):
        return moment
