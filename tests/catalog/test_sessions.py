"""Talks of one room become one session."""

from __future__ import annotations

from datetime import datetime

from goodpapers.catalog.sessions import Timetable
from goodpapers.domain.programme import Session, Slot


def at(text: str) -> datetime:
    return datetime.fromisoformat(f"2031-05-{text}:00-08:00")


def slot(start: str, end: str, name: str = "Oral Session 1", hall: str = "Ballroom") -> Slot:
    return Slot(Session(name, None, hall, at(start), at(end)))


def placed(*slots: Slot) -> list[Slot]:
    timetable = Timetable()
    for one in slots:
        timetable.add(one)
    timetable.settle()
    return [timetable.place(one) for one in slots]


def test_talks_that_follow_each_other_are_one_session_and_keep_their_own_times() -> None:
    second, first = placed(slot("01T10:20", "01T10:40"), slot("01T10:00", "01T10:20"))
    assert first.session == second.session
    assert (first.session.starts_at, first.session.ends_at) == (at("01T10:00"), at("01T10:40"))
    assert (second.starts_at, second.ends_at) == (at("01T10:20"), at("01T10:40"))


def test_posters_with_the_times_of_their_session_have_none_of_their_own() -> None:
    one, other = placed(slot("01T11:00", "01T14:00"), slot("01T11:00", "01T14:00"))
    assert one == other == slot("01T11:00", "01T14:00")


def test_another_day_hall_or_a_long_pause_is_another_session() -> None:
    slots = placed(
        slot("01T10:00", "01T10:20"),
        slot("02T10:00", "02T10:20"),
        slot("01T10:20", "01T10:40", hall="Other Hall"),
        slot("01T13:00", "01T13:20"),
    )
    assert len({one.session for one in slots}) == 4


def test_a_topic_heading_without_times_stays_as_it_is() -> None:
    heading = Slot(Session("Low-Level & Optimization"))
    assert placed(heading) == [heading]
