"""`kill -9` at any moment: no answer that was paid is lost or paid twice, and all is judged.

Beyond the calls in flight at the kill, that is. The server counts what it is asked, by paper.
"""

from __future__ import annotations

import random
import threading
import time
from collections import Counter
from dataclasses import dataclass, field
from functools import partial

import pytest
from tests.panel.endpoint.servers import Asked, all_answers, scripted
from tests.services.panel_cast import fill
from tests.services.panel_killing import IN_FLIGHT, SMALL_BATCH, nursery

from goodpapers.store.database import Database, open_database

SLOW = pytest.mark.slow


@dataclass
class Till:
    """Counts the calls for each paper, and answers all alike after a moment."""

    wait_s: float
    asked: Counter[str] = field(default_factory=Counter)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def __call__(self, asked: Asked) -> None:
        title = asked.body["messages"][1]["content"].splitlines()[1]
        with self.lock:
            self.asked[title] += 1
        time.sleep(self.wait_s)
        asked.say(all_answers(70))

    @property
    def calls(self) -> int:
        with self.lock:
            return sum(self.asked.values())


def _grown(till: Till, before: int) -> bool:
    return till.calls > before


def _more(database: Database, before: int) -> bool:
    return stored(database) > before


def stored(database: Database) -> int:
    with database.read() as db:
        found = db.exec_driver_sql("SELECT count(*) FROM panel_result").scalar_one()
    return int(found)


@pytest.mark.timeout(120)
@pytest.mark.parametrize("kills", [6, pytest.param(40, marks=SLOW)])
def test_a_killed_run_over_an_endpoint_loses_at_most_the_calls_in_flight(
    kills: int, sqlite_url: str
) -> None:
    n = kills * 12
    database = open_database(sqlite_url)
    fill(database, n=n)
    draw, till, lost = random.Random(kills), Till(0.04), 0
    with scripted(till) as server, nursery() as runs:
        for number in range(kills):
            before = till.calls
            runs.killed(
                draw.uniform(0, 0.3),
                # One in five before or around its first call, the others in full work.
                None if number % 5 == 0 else partial(_grown, till, before),
                database=sqlite_url,
                endpoint=server.address,
            )
            time.sleep(2 * till.wait_s)  # what was sent has arrived
            gone = till.calls - stored(database) - lost
            assert 0 <= gone <= IN_FLIGHT
            lost += gone
        kept = stored(database)
        runs.start(database=sqlite_url, endpoint=server.address)
        for _ in range(600):
            if stored(database) == n + 1:
                break
            time.sleep(0.1)
    twice = sum(times - 1 for times in till.asked.values())
    assert 0 < kept <= n + 1
    assert stored(database) == len(till.asked) == n + 1
    assert twice == lost
    database.close()


@pytest.mark.timeout(180)
@pytest.mark.parametrize("kills", [2, pytest.param(5, marks=SLOW)])
def test_a_killed_run_of_the_embedded_source_goes_on_where_it_stopped(
    kills: int, sqlite_url: str
) -> None:
    database = open_database(sqlite_url)
    fill(database, n=kills * 10)
    draw = random.Random(kills)
    kept = [0]
    with nursery() as runs:
        for _ in range(kills):
            runs.killed(
                draw.uniform(0, 0.6), partial(_more, database, kept[-1]), database=sqlite_url
            )
            kept.append(stored(database))
        runs.start(database=sqlite_url)
        for _ in range(600):
            if stored(database) == kills * 10 + 1:
                break
            time.sleep(0.1)
    assert kept == sorted(kept)
    assert all(each % SMALL_BATCH == 0 or each == kills * 10 + 1 for each in kept)
    assert stored(database) == kills * 10 + 1
    database.close()
