"""Sessions out of single events: talks of twenty minutes in one room become one session.

A file gives each event its own times. Events of one session name and place that follow each other
are one session from the first start to the last end; a talk keeps its own times in its slot.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from dataclasses import replace
from datetime import datetime, timedelta

from goodpapers.domain.programme import Session, Slot

_PAUSE = timedelta(minutes=40)
"""A longer gap starts another session of the same name."""

_Place = tuple[str, str | None, str | None, str | None]
_Span = tuple[datetime, datetime]


class Timetable:
    """Collects the times of all slots; then says in which session each one stands."""

    def __init__(self) -> None:
        self._spans: dict[_Place, set[_Span]] = defaultdict(set)
        self._sessions: dict[_Place, list[_Span]] = {}

    def add(self, slot: Slot) -> None:
        """Note a slot's times."""
        span = _span(slot.session)
        if span:
            self._spans[_place(slot.session)].add(span)

    def settle(self) -> None:
        """Join spans into sessions; call once, after the last `add`."""
        for place, spans in self._spans.items():
            joined: list[_Span] = []
            for start, end in sorted(spans, key=lambda span: (span[0], span[1])):
                if joined and start <= joined[-1][1] + _PAUSE:
                    joined[-1] = (joined[-1][0], max(joined[-1][1], end))
                else:
                    joined.append((start, end))
            self._sessions[place] = joined

    def place(self, slot: Slot) -> Slot:
        """`slot` in its session; with times of its own where they differ from the session's."""
        span = _span(slot.session)
        if not span:
            return slot
        sessions = self._sessions[_place(slot.session)]
        start, end = sessions[bisect_right(sessions, span[0], key=lambda one: one[0]) - 1]
        if (start, end) == span:
            return slot
        session = replace(slot.session, starts_at=start, ends_at=end)
        return replace(slot, session=session, starts_at=span[0], ends_at=span[1])


def _span(session: Session) -> _Span | None:
    if session.starts_at is None:
        return None
    return session.starts_at, session.ends_at or session.starts_at


def _place(session: Session) -> _Place:
    return session.name, session.city, session.hall, session.zone
