"""A reading list by city, day and session; what overlaps in one city is marked."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st
from tests.store.cast import ATLANTA, EVENING, MORNING, SYDNEY, a_paper

from goodpapers.domain.paper import Paper
from goodpapers.domain.programme import Session, Slot
from goodpapers.domain.reading import PlannedDay, ReadingState
from goodpapers.planner.days import interval_of, plan_days

WANT = ReadingState.WANT_TO_READ
TALKS = Session(
    "Oral Session 1",
    "Sydney",
    "Room 2",
    datetime(2026, 12, 8, 12, 0, tzinfo=SYDNEY),
    datetime(2026, 12, 8, 14, 0, tzinfo=SYDNEY),
    "Australia/Sydney",
)


def paper(number: int, *slots: Slot) -> tuple[Paper, ReadingState]:
    return a_paper(number, slots=slots), WANT


def shape(days: tuple[PlannedDay, ...]) -> list[tuple[str | None, str, list[str]]]:
    return [(day.city, day.day, [each.session.name for each in day.sessions]) for day in days]


def test_days_go_by_time_and_sessions_within_them() -> None:
    days = plan_days([paper(1, Slot(EVENING)), paper(2, Slot(TALKS)), paper(3, Slot(MORNING))])
    assert shape(days) == [
        ("Sydney", "2026-12-08", ["Poster Session 1", "Oral Session 1"]),
        ("Atlanta", "2026-12-09", ["Poster Session 2"]),
    ]


def test_the_day_is_the_venue_s_own() -> None:
    # 23:00 in Atlanta is the next day in Sydney and in UTC.
    late = replace(
        EVENING,
        starts_at=datetime(2026, 12, 9, 23, 0, tzinfo=ATLANTA),
        ends_at=datetime(2026, 12, 10, 1, 0, tzinfo=ATLANTA),
    )
    assert shape(plan_days([paper(1, Slot(late))])) == [
        ("Atlanta", "2026-12-09", ["Poster Session 2"])
    ]


def test_two_sessions_at_one_time_in_one_city_clash() -> None:
    (day,) = plan_days([paper(1, Slot(MORNING)), paper(2, Slot(TALKS))])
    assert [each.clashes for each in day.sessions] == [("Oral Session 1",), ("Poster Session 1",)]


def test_what_ends_as_the_other_begins_is_no_clash() -> None:
    after = replace(TALKS, starts_at=MORNING.ends_at)
    (day,) = plan_days([paper(1, Slot(MORNING)), paper(2, Slot(after))])
    assert [each.clashes for each in day.sessions] == [(), ()]


def test_the_same_time_in_another_city_is_no_clash() -> None:
    elsewhere = replace(MORNING, name="Elsewhere", city="Paris", zone=None)
    days = plan_days([paper(1, Slot(MORNING)), paper(2, Slot(elsewhere))])
    assert [session.clashes for day in days for session in day.sessions] == [(), ()]


def test_papers_side_by_side_in_one_session_do_not_clash_and_go_by_board() -> None:
    (day,) = plan_days(
        [paper(1, Slot(MORNING, "#214")), paper(2, Slot(MORNING, "#9")), paper(3, Slot(MORNING))]
    )
    (session,) = day.sessions
    assert [one.slot.position for one in session.appointments] == ["#9", "#214", None]
    assert session.clashes == ()


def test_a_talk_clashes_only_at_its_own_time() -> None:
    # The session overlaps with the posters until 13:00, the talk begins at 13:20.
    begins = datetime(2026, 12, 8, 13, 20, tzinfo=SYDNEY)
    talk = Slot(TALKS, None, None, begins, begins + timedelta(minutes=20))
    (day,) = plan_days([paper(1, Slot(MORNING)), paper(2, talk)])
    assert [each.clashes for each in day.sessions] == [(), ()]


def test_a_session_without_a_time_stands_last() -> None:
    topic = Session("Theory")
    days = plan_days([paper(1, Slot(topic)), paper(2, Slot(MORNING))])
    assert shape(days)[-1] == (None, "", ["Theory"])


def test_a_city_can_be_chosen() -> None:
    both = paper(1, Slot(MORNING), Slot(EVENING))
    assert shape(plan_days([both], city="Atlanta")) == [
        ("Atlanta", "2026-12-09", ["Poster Session 2"])
    ]


@given(st.lists(st.tuples(st.integers(0, 40), st.integers(1, 12)), max_size=12))
def test_clashes_are_those_that_comparing_every_pair_finds(times: list[tuple[int, int]]) -> None:
    start = datetime(2026, 12, 8, 8, 0, tzinfo=SYDNEY)
    sessions = [
        Session(
            f"Session {i}",
            "Sydney",
            None,
            start + timedelta(minutes=15 * begins),
            start + timedelta(minutes=15 * (begins + lasts)),
        )
        for i, (begins, lasts) in enumerate(times)
    ]
    listed = [paper(i, Slot(session)) for i, session in enumerate(sessions)]
    found = {
        each.session.name: set(each.clashes) for day in plan_days(listed) for each in day.sessions
    }
    for i, (begins, lasts) in enumerate(times):
        expected = {
            f"Session {j}"
            for j, (others, last) in enumerate(times)
            if i != j and begins < others + last and others < begins + lasts
        }
        assert found[f"Session {i}"] == expected


def test_what_has_no_end_is_taken_to_last_an_hour() -> None:
    open_end = replace(MORNING, ends_at=None)
    assert interval_of(Slot(open_end)) == (
        MORNING.starts_at,
        datetime(2026, 12, 8, 11, 0, tzinfo=SYDNEY),
    )
