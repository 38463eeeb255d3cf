"""How often: counted together by all workers, on both databases; forgotten in time."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta

import pytest

from goodpapers.domain.errors import TooOften
from goodpapers.services.limits import Limit, refuse_if_spent, spend, who_asks
from goodpapers.services.upkeep import forget_what_is_over
from goodpapers.store.database import Database, open_database

NOW = datetime(2026, 12, 1, 9, 30, 20, tzinfo=UTC)
LIMIT = Limit("test", 3, 60, "things were done")


def spent(database: Database, who: str = "ada", now: datetime = NOW) -> bool:
    try:
        spend(database, LIMIT, who, now)
    except TooOften:
        return False
    return True


def test_so_many_and_no_more_within_a_window_and_anew_in_the_next(database: Database) -> None:
    assert [spent(database) for _ in range(5)] == [True, True, True, False, False]
    assert spent(database, "ben")
    assert not spent(database, now=NOW + timedelta(seconds=39))
    assert spent(database, now=NOW + timedelta(seconds=40))


def test_the_refusal_says_when_to_come_again(database: Database) -> None:
    for _ in range(3):
        spend(database, LIMIT, "ada", NOW)
    with pytest.raises(TooOften) as caught:
        spend(database, LIMIT, "ada", NOW)
    assert caught.value.retry_after_s == 41  # at 9:31:00, and a second to be sure
    assert str(caught.value) == "too many things were done; wait 41 seconds, then go on"


def test_asking_whether_it_is_spent_counts_nothing(database: Database) -> None:
    for _ in range(9):
        refuse_if_spent(database, LIMIT, "ada", NOW)
    for _ in range(3):
        spend(database, LIMIT, "ada", NOW)
    with pytest.raises(TooOften):
        refuse_if_spent(database, LIMIT, "ada", NOW)


def test_workers_count_together(database_url: str) -> None:
    """Two connections stand for two workers: of forty tries at once three are let through."""
    workers = [open_database(database_url), open_database(database_url)]
    with ThreadPoolExecutor(8) as pool:
        done = list(pool.map(lambda n: spent(workers[n % 2]), range(40)))
    assert sum(done) == 3
    for worker in workers:
        worker.close()


def test_what_was_counted_is_forgotten_after_two_days(database: Database) -> None:
    spend(database, LIMIT, "ada", NOW)
    assert forget_what_is_over(database, NOW + timedelta(days=1)) == 0
    assert forget_what_is_over(database, NOW + timedelta(days=3)) == 1


def test_the_table_holds_no_address(database: Database) -> None:
    spend(database, LIMIT, "ada@example.org", NOW)
    with database.read() as db:
        assert "ada" not in str(db.exec_driver_sql("SELECT * FROM rate").all())


@pytest.mark.parametrize(
    ("client", "who"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        # RFC 6177: a home gets at least a /64, so one home is one.
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::1", "2001:db8:1:2::/64"),
        ("testclient", "testclient"),
        ("", ""),
    ],
)
def test_one_home_is_one_address(client: str, who: str) -> None:
    assert who_asks(client) == who
