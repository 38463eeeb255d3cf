"""What a site does by itself: by one server of several, again when due, and after a crash."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta

import pytest
from tests.web.signing import Clock

from goodpapers.domain.reader import Role
from goodpapers.services import sign_in, sign_in_link
from goodpapers.services.upkeep import FORGET, Task, do_what_is_due
from goodpapers.store.database import Database, open_database
from goodpapers.store.readers import add_reader


def count(database: Database, table: str) -> int:
    with database.read() as db:
        return int(db.exec_driver_sql(f"SELECT count(*) FROM {table}").scalar() or 0)


def test_of_many_servers_one_does_it(database_url: str) -> None:
    servers = [open_database(database_url) for _ in range(4)]
    done: list[datetime] = []
    task = Task("count", timedelta(hours=1), lambda _database, now: done.append(now))
    clock = Clock()
    with ThreadPoolExecutor(4) as pool:
        names = list(pool.map(lambda each: do_what_is_due(each, [task], clock), servers * 3))
    assert len(done) == 1
    assert sorted(names)[-1] == ("count",)
    for server in servers:
        server.close()


def test_it_is_done_again_when_its_time_has_come(database: Database) -> None:
    done: list[datetime] = []
    task = Task("count", timedelta(hours=1), lambda _database, now: done.append(now))
    clock = Clock()
    for _ in range(5):
        do_what_is_due(database, [task], clock)
        clock.move(minutes=30)
    assert [each.minute + 60 * each.hour for each in done] == [570, 630, 690]


def test_after_a_failure_it_is_tried_again_ten_minutes_later(database: Database) -> None:
    def fails(_database: Database, _now: datetime) -> None:
        raise RuntimeError("the machine went away")

    clock = Clock()
    with pytest.raises(RuntimeError):
        do_what_is_due(database, [Task("it", timedelta(days=1), fails)], clock)
    done: list[datetime] = []
    task = Task("it", timedelta(days=1), lambda _database, now: done.append(now))
    clock.move(minutes=9)
    assert do_what_is_due(database, [task], clock) == ()
    clock.move(minutes=1)
    assert do_what_is_due(database, [task], clock) == ("it",)


def test_what_is_over_is_forgotten_and_what_is_not_stays(database: Database) -> None:
    now = datetime(2026, 12, 1, 9, 30, tzinfo=UTC)
    with database.write() as db:
        ada = add_reader(db, "Ada", now=now)
    sign_in.begin(database, ada, how="test", device="test", now=now - timedelta(days=91))
    token = sign_in.begin(database, ada, how="test", device="test", now=now)
    sign_in_link.invite(database, uses=1, days=1, now=now - timedelta(days=2))
    sign_in_link.add_reader_with_link(database, "Ben", role=Role.READER, now=now)
    assert do_what_is_due(database, [FORGET], lambda: now) == ("forget",)
    assert count(database, "sign_in") == 1
    assert count(database, "sign_in_link") == 1
    assert sign_in.reader_of(database, token, now) is not None
