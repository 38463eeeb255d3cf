"""Counts, names and times in words."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import pytest

from goodpapers.domain.programme import Session, Slot
from goodpapers.web import words

HOLD = "\N{NO-BREAK SPACE}"

ATLANTA = timezone(timedelta(hours=-5))


@pytest.mark.parametrize(
    ("n", "said"),
    [
        (1, "1st"),
        (2, "2nd"),
        (3, "3rd"),
        (4, "4th"),
        (11, "11th"),
        (12, "12th"),
        (13, "13th"),
        (21, "21st"),
        (102, "102nd"),
        (111, "111th"),
        (1203, "1,203rd"),
    ],
)
def test_a_place_is_said_as_people_say_it(n: int, said: str) -> None:
    assert words.ordinal(n) == said


def test_readers_are_counted_in_words() -> None:
    assert [words.votes(n) for n in (0, 1, 4)] == ["No votes yet", "1 reader", "4 readers"]


def test_four_names_stand_and_the_others_are_counted() -> None:
    names = ["A", "B", "C", "D", "E", "F"]
    assert words.named(names, more=1) == "A, B, C, D and 3 more"
    assert words.named(names[:4]) == "A, B, C, D"
    assert words.named(names[:2], more=3) == "A, B and 3 more"
    assert words.named([], more=0) == ""


def test_a_session_says_weekday_date_and_local_times() -> None:
    session = Session(
        "Posters",
        starts_at=datetime(2026, 12, 10, 10, tzinfo=ATLANTA),
        ends_at=datetime(2026, 12, 10, 13, tzinfo=ATLANTA),
    )
    assert (
        words.session_times(session)
        == f"Thursday 10 December 2026, 10:00{HOLD}AM{HOLD}to{HOLD}1:00{HOLD}PM"
    )


def test_times_given_in_utc_are_said_on_the_venues_clock() -> None:
    session = Session(
        "Posters",
        city="Sydney",
        starts_at=datetime(2026, 12, 9, 23, 30, tzinfo=UTC),
        ends_at=datetime(2026, 12, 10, 2, 30, tzinfo=UTC),
        zone="Australia/Sydney",
    )
    assert (
        words.session_times(session)
        == f"Thursday 10 December 2026, 10:30{HOLD}AM{HOLD}to{HOLD}1:30{HOLD}PM"
    )
    assert words.zone_words(session) == "Sydney time (Australia/Sydney, UTC+11:00)"


def test_a_session_past_midnight_says_both_days() -> None:
    said = words.times(
        datetime(2026, 12, 9, 23, tzinfo=ATLANTA), datetime(2026, 12, 10, 0, 30, tzinfo=ATLANTA)
    )
    assert said == (
        f"Wednesday 9 December 2026, 11:00{HOLD}PM to Thursday 10 December 2026, 12:30{HOLD}AM"
    )


def test_noon_and_midnight_are_twelve() -> None:
    assert words.clock_time(datetime(2026, 1, 1, 12, 0)) == f"12:00{HOLD}PM"
    assert words.clock_time(datetime(2026, 1, 1, 0, 5)) == f"12:05{HOLD}AM"


def test_a_talks_own_time_goes_before_its_sessions() -> None:
    session = Session("Talks", starts_at=datetime(2026, 12, 10, 9, tzinfo=ATLANTA))
    slot = Slot(session, starts_at=datetime(2026, 12, 10, 9, 40, tzinfo=ATLANTA))
    assert words.slot_times(slot) == f"Thursday 10 December 2026, 9:40{HOLD}AM"


def test_an_unknown_zone_leaves_the_offset_of_the_file() -> None:
    session = Session(
        "Posters", starts_at=datetime(2026, 12, 10, 10, tzinfo=ATLANTA), zone="Mars/Olympus"
    )
    assert words.session_times(session) == f"Thursday 10 December 2026, 10:00{HOLD}AM"


def test_a_topic_heading_has_no_time() -> None:
    assert words.session_times(Session("Theory")) is None
    assert words.zone_words(Session("Theory")) is None


def test_a_session_that_does_not_name_its_city_gets_it_before_its_name() -> None:
    talks = Session("Oral Session 6B: Safety, New Data", city="Atlanta")
    assert words.session_name(talks) == "Atlanta · Oral Session 6B: Safety, New Data"
    assert words.session_name(Session("Atlanta Orals", city="Atlanta")) == "Atlanta Orals"


def test_an_area_is_said_with_its_group_where_one_is_known() -> None:
    assert words.area("Convex", "Optimization") == "Optimization · Convex"
    assert words.area("Theory", "Theory") == "Theory"
    assert words.area("Theory", None) == "Theory"
