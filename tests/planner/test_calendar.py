"""A calendar file as another reading of it shows it: zones, UIDs, places, line lengths."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import icalendar
from tests.planner.test_days import TALKS, WANT, paper
from tests.store.cast import EVENING, MORNING, SYDNEY, a_paper

from goodpapers.domain.programme import Session, Slot
from goodpapers.planner.calendar import calendar_of
from goodpapers.planner.days import plan_days

NOW = datetime(2026, 12, 1, 9, 30, 0, 123, tzinfo=UTC)


def made(*listed: object) -> bytes:
    days = plan_days(listed)  # type: ignore[arg-type]
    names = {MORNING: "poster-session-1", EVENING: "poster-session-2", TALKS: "oral-session-1"}
    return calendar_of(
        days, name="Mine", session_name=lambda _, one: names.get(one, "other"), now=NOW
    )


def events(body: bytes) -> list[icalendar.Event]:
    return list(icalendar.Calendar.from_ical(body).walk("VEVENT"))


def test_a_poster_session_is_one_event_in_the_venue_s_zone() -> None:
    body = made(paper(1, Slot(MORNING, "#12")), paper(2, Slot(MORNING, "#3")))
    (event,) = events(body)
    assert event["summary"] == "Poster Session 1: 2 papers to see"
    assert event["location"] == "Hall A, Sydney"
    assert event["uid"] == "session-neurips-2026-poster-session-1@goodpapers"
    assert event["dtstart"].dt == datetime(2026, 12, 8, 10, tzinfo=ZoneInfo("Australia/Sydney"))
    assert event["dtstart"].params["TZID"] == "Australia/Sydney"
    assert event["dtend"].dt == datetime(2026, 12, 8, 13, tzinfo=ZoneInfo("Australia/Sydney"))
    lines = event["description"].split("\n")
    assert lines[0] == "no. 3 · Paper 2 (Ada Lovelace, Grace Hopper and 1 more)"
    assert lines[1].startswith("no. 12 · Paper 1 (")


def test_the_rules_of_every_zone_stand_in_the_file() -> None:
    calendar = icalendar.Calendar.from_ical(made(paper(1, Slot(MORNING), Slot(EVENING))))
    zones = {str(zone["tzid"]): zone for zone in calendar.walk("VTIMEZONE")}
    assert set(zones) == {"Australia/Sydney", "America/New_York"}
    # On 8 December it is summer in Sydney: eleven hours before UTC; in Atlanta five behind.
    summer = [part["tzoffsetto"].td for part in zones["Australia/Sydney"].walk("DAYLIGHT")]
    winter = [part["tzoffsetto"].td for part in zones["America/New_York"].walk("STANDARD")]
    assert timedelta(hours=11) in summer
    assert timedelta(hours=-5) in winter


def test_a_talk_with_its_own_time_is_an_event_of_its_own() -> None:
    begins = datetime(2026, 12, 8, 13, 20, tzinfo=SYDNEY)
    talk = a_paper(7, slots=(Slot(TALKS, None, None, begins, begins + timedelta(minutes=20)),))
    (event,) = events(made((talk, WANT)))
    assert event["summary"] == "Paper 7"
    assert event["uid"] == f"talk-{talk.key}-oral-session-1@goodpapers"
    assert event["dtstart"].dt.astimezone(UTC) == datetime(2026, 12, 8, 2, 20, tzinfo=UTC)
    assert event["url"] == "https://example.org/7.pdf"


def test_uids_stay_when_more_papers_are_listed_and_differ_between_events() -> None:
    few = [event["uid"] for event in events(made(paper(1, Slot(MORNING))))]
    more = [
        event["uid"]
        for event in events(made(paper(1, Slot(MORNING)), paper(2, Slot(MORNING), Slot(EVENING))))
    ]
    assert few == more[:1]
    assert len(set(more)) == len(more) == 2


def test_where_only_an_offset_is_known_the_moment_is_given_in_utc() -> None:
    bare = replace(MORNING, zone=None)
    body = made(paper(1, Slot(bare)))
    assert b"DTSTART:20261207T230000Z\r\n" in body
    assert b"VTIMEZONE" not in body


def test_a_session_without_a_time_is_left_out() -> None:
    assert events(made(paper(1, Slot(Session("Theory"))))) == []


def test_the_file_keeps_to_rfc_5545() -> None:
    long = a_paper(1, title="Ü" * 300 + "; a, b\\c\nd", slots=(Slot(MORNING),))
    body = made((long, WANT))
    lines = body.split(b"\r\n")
    assert lines[0] == b"BEGIN:VCALENDAR"
    assert lines[-2:] == [b"END:VCALENDAR", b""]
    assert all(len(line) <= 75 for line in lines)
    assert b"\n" not in b"".join(lines)
    for needed in (b"PRODID:", b"VERSION:2.0", b"METHOD:PUBLISH"):
        assert any(line.startswith(needed) for line in lines)
    (event,) = events(body)
    assert event["dtstamp"].dt == datetime(2026, 12, 1, 9, 30, tzinfo=UTC)
    assert "Ü" * 300 + "; a, b\\c\nd" in event["description"]


def test_each_event_has_what_apple_and_google_ask_for() -> None:
    for event in events(made(paper(1, Slot(MORNING)), paper(2, Slot(EVENING)))):
        assert {"UID", "DTSTAMP", "DTSTART", "DTEND", "SUMMARY"} <= set(event)
        assert event["dtend"].dt > event["dtstart"].dt
