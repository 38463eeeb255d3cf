"""What a site does by itself, beside its pages: forget what is over, and refit scores when due.

However many servers run, each task is done by one of them: whoever claims it in the database. A
server that dies in the middle keeps its claim for ten minutes; then another takes it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from goodpapers.store.database import Database
from goodpapers.store.leases import claim, is_due
from goodpapers.store.pending import prune_pending
from goodpapers.store.rates import prune_rates
from goodpapers.store.sign_in_links import prune_links
from goodpapers.store.sign_ins import prune_sign_ins

LONGEST = timedelta(minutes=10)
RATES_KEPT = timedelta(days=2)
_FAR = timedelta(days=3650)


@dataclass(frozen=True, slots=True)
class Task:
    """One thing to do again and again. `work` gets the database and the time."""

    name: str
    every: timedelta
    work: Callable[[Database, datetime], object]


def forget_what_is_over(database: Database, now: datetime) -> int:
    """Remove ended sign-ins, links and codes that are over, and old counts; how many rows."""
    with database.write() as db:
        return (
            prune_sign_ins(db, now)
            + prune_pending(db, now)
            + prune_links(db, now)
            + prune_rates(db, now - RATES_KEPT)
        )


FORGET = Task("forget", timedelta(hours=1), forget_what_is_over)


def do_what_is_due(
    database: Database, tasks: Iterable[Task], clock: Callable[[], datetime]
) -> tuple[str, ...]:
    """Do each task whose time has come and that no other server has; the names of those done.

    What a task raises comes out; it is due again ten minutes after it was begun.
    """
    done = []
    for task in tasks:
        now = clock()
        with database.read() as db:
            if not is_due(db, task.name, now):
                continue
        with database.write() as db:
            if not claim(db, task.name, now=now, until=now + LONGEST):
                continue
        task.work(database, now)
        with database.write() as db:
            claim(db, task.name, now=now + _FAR, until=now + task.every)
        done.append(task.name)
    return tuple(done)
