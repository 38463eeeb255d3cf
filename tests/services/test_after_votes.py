"""Scores are renewed after votes: soon, once for many votes, and whatever goes wrong with one."""

from __future__ import annotations

import threading
import time
from datetime import datetime

from tests.store.cast import NOW

from goodpapers.domain.errors import DatabaseFailure
from goodpapers.services.after_votes import Renewals
from goodpapers.store.database import Database


class Slow:
    """Renews by noting the key, once it may."""

    def __init__(self) -> None:
        self.done: list[str] = []
        self.may = threading.Event()

    def __call__(self, database: Database, key: str, now: datetime) -> None:
        self.may.wait(5)
        self.done.append(key)


def test_nobody_waits_and_many_votes_on_one_paper_are_one_renewal(database: Database) -> None:
    slow = Slow()
    renewals, begun = Renewals(slow), time.monotonic()
    for key in ["first", *["second"] * 50, "third"]:
        renewals.soon(database, key, NOW)
    assert time.monotonic() - begun < 1
    assert not renewals.wait(0.05)
    slow.may.set()
    assert renewals.wait(5)
    assert slow.done == ["first", "second", "third"]


def test_one_failure_does_not_stop_the_others(database: Database) -> None:
    done = []

    def renew(_database: Database, key: str, _now: datetime) -> None:
        if key == "busy":
            raise DatabaseFailure("the database is busy", again=True)
        if key == "broken":
            raise KeyError(key)
        done.append(key)

    renewals = Renewals(renew)
    for key in ("busy", "one", "broken", "two"):
        renewals.soon(database, key, NOW)
    assert renewals.wait(5)
    assert done == ["one", "two"]


def test_where_nothing_waits_waiting_ends_at_once() -> None:
    assert Renewals(Slow()).wait(0)


def test_who_waits_for_one_paper_does_not_wait_for_another(database: Database) -> None:
    first, second = threading.Event(), threading.Event()

    def renew(_database: Database, key: str, _now: datetime) -> None:
        (first if key == "first" else second).wait(5)

    renewals = Renewals(renew)
    renewals.soon(database, "first", NOW)
    renewals.soon(database, "second", NOW)
    assert not renewals.wait_for(database, "first", 0.05, most=2)
    first.set()
    assert renewals.wait_for(database, "first", 5, most=2)
    assert not renewals.wait_for(database, "second", 0.05, most=2)
    second.set()
    assert renewals.wait_for(database, "second", 5, most=2)


def test_where_many_papers_wait_nobody_waits_for_them(database: Database) -> None:
    slow = Slow()
    renewals = Renewals(slow)
    for key in ("one", "two", "three", "four"):
        renewals.soon(database, key, NOW)
    begun = time.monotonic()
    assert not renewals.wait_for(database, "four", 5, most=1)
    assert time.monotonic() - begun < 1
    slow.may.set()
    assert renewals.wait_for(database, "four", 5, most=9)
    assert "four" in slow.done
