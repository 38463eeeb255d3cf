"""Numbers, times and counts as a page says them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from goodpapers.domain.programme import Session, Slot

NAMED_AUTHORS = 4
_HOLD = "\N{NO-BREAK SPACE}"


def count(n: int, one: str, many: str | None = None) -> str:
    """``1 paper``, ``1,204 papers``."""
    return f"{n:,} {one if n == 1 else many or one + 's'}"


def ordinal(n: int) -> str:
    """``1st``, ``2nd``, ``3rd``, ``11th``."""
    if n % 100 in (11, 12, 13):
        return f"{n:,}th"
    return f"{n:,}{({1: 'st', 2: 'nd', 3: 'rd'}).get(n % 10, 'th')}"


def named(names: Sequence[str], more: int = 0, most: int = NAMED_AUTHORS) -> str:
    """The first names, and how many more there are: ``Ada Li, Ben Ode and 3 more``."""
    left = len(names) - most
    if left > 0:
        more += left
    said = ", ".join(names[:most])
    if not more:
        return said
    return f"{said} and {more:,} more" if said else count(more, "author") + " not named"


def all_named(names: Sequence[str], more: int = 0) -> str:
    """Every name, and how many more the source counts without naming them."""
    said = ", ".join(names)
    if not more:
        return said
    return f"{said} and {more:,} more not listed in the source" if said else named((), more)


def votes(n: int) -> str:
    """How many readers voted: ``No votes yet``, ``1 reader``, ``4 readers``."""
    return count(n, "reader") if n else "No votes yet"


def clock_time(moment: datetime) -> str:
    """``9:30 AM``, which no line breaks."""
    return (
        f"{moment.hour % 12 or 12}:{moment.minute:02d}{_HOLD}{'AM' if moment.hour < 12 else 'PM'}"
    )


def day_of(moment: datetime) -> str:
    """``Thursday 10 December 2026``."""
    return f"{moment:%A} {moment.day} {moment:%B %Y}"


def times(starts_at: datetime, ends_at: datetime | None) -> str:
    """``Thursday 10 December 2026, 10:00 AM to 1:00 PM``, in the offset that the times carry."""
    said = f"{day_of(starts_at)}, {clock_time(starts_at)}"
    if ends_at is None:
        return said
    other_day = ends_at.date() != starts_at.date()
    if other_day:
        return f"{said} to {day_of(ends_at)}, {clock_time(ends_at)}"
    return f"{said}{_HOLD}to{_HOLD}{clock_time(ends_at)}"


def area(name: str, group: str | None) -> str:
    """``Optimization · Convex``: the area after its group, where one is known."""
    return f"{group} · {name}" if group and group != name else name


def held(said: str) -> str:
    """What no line breaks, such as ``lenient 4 of 5``."""
    return said.replace(" ", _HOLD)


def session_name(session: Session) -> str:
    """The session's name, with its city where the name does not say it."""
    city = session.city
    return f"{city} · {session.name}" if city and city not in session.name else session.name


def session_times(session: Session) -> str | None:
    """When a session is, in its venue's zone; None for a topic heading without times."""
    return _local(session.starts_at, session.ends_at, session.zone)


def slot_times(slot: Slot) -> str | None:
    """When a paper is shown, in the venue's zone: its own time, else its session's."""
    session = slot.session
    if slot.starts_at is not None:
        return _local(slot.starts_at, slot.ends_at, session.zone)
    return _local(session.starts_at, session.ends_at, session.zone)


def zone_words(session: Session) -> str | None:
    """Which clock the times are on: ``Atlanta time (America/New_York, UTC−05:00)``."""
    if session.starts_at is None:
        return None
    moment = _in_zone(session.starts_at, session.zone)
    total = int((moment.utcoffset() or moment - moment).total_seconds()) // 60
    offset = f"UTC{'−' if total < 0 else '+'}{abs(total) // 60:02d}:{abs(total) % 60:02d}"
    place = f"{session.city} time" if session.city else "Local time"
    return f"{place} ({session.zone}, {offset})" if session.zone else f"{place} ({offset})"


def _local(starts_at: datetime | None, ends_at: datetime | None, zone: str | None) -> str | None:
    if starts_at is None:
        return None
    return times(_in_zone(starts_at, zone), ends_at and _in_zone(ends_at, zone))


def _in_zone(moment: datetime, zone: str | None) -> datetime:
    if zone is None:
        return moment
    try:
        return moment.astimezone(ZoneInfo(zone))
    except (ZoneInfoNotFoundError, ValueError):
        return moment  # the file named a zone that no machine knows; its offset still holds
