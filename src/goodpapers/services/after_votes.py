"""After a vote its paper's score is renewed, by a thread of its own: no answer waits for it.

A paper that waits is in the queue once, however many votes arrive meanwhile. What a crash loses
here is only the renewal; the votes are kept, and the next refit counts them.
"""

from __future__ import annotations

import logging
from collections import OrderedDict
from collections.abc import Callable
from datetime import datetime
from functools import cache
from threading import Condition, Thread
from typing import NamedTuple

from goodpapers.domain.errors import GoodPapersError
from goodpapers.domain.paper import PaperKey
from goodpapers.store.database import Database

log = logging.getLogger("goodpapers.votes")

Renew = Callable[[Database, str, datetime], object]
"""Renews the score of one paper: (database, key, now)."""


class _Waiting(NamedTuple):
    database: Database
    key: str


class Renewals:
    """The queue and its thread, which starts with the first vote and ends with the process."""

    def __init__(self, renew: Renew) -> None:
        self._renew = renew
        self._waiting: OrderedDict[_Waiting, datetime] = OrderedDict()
        self._changed = Condition()
        self._thread: Thread | None = None
        self._busy: _Waiting | None = None

    def soon(self, database: Database, key: str, now: datetime) -> None:
        """Renew the paper's score as soon as those before it are done; returns at once."""
        with self._changed:
            self._waiting[_Waiting(database, key)] = now
            if self._thread is None:
                self._thread = Thread(target=self._work, name="scores", daemon=True)
                self._thread.start()
            self._changed.notify_all()

    def wait(self, seconds: float) -> bool:
        """Wait until nothing is left to do; False where that took longer."""
        with self._changed:
            return self._changed.wait_for(lambda: not self._waiting and not self._busy, seconds)

    def wait_for(self, database: Database, key: str, seconds: float, most: int) -> bool:
        """Wait until that paper's score is renewed; False where that took longer.

        Where more than ``most`` papers wait, it does not wait at all.
        """
        one = _Waiting(database, key)
        with self._changed:
            if len(self._waiting) > most:
                return False
            return self._changed.wait_for(
                lambda: one not in self._waiting and one != self._busy, seconds
            )

    def _work(self) -> None:
        while True:
            with self._changed:
                self._busy = None
                self._changed.notify_all()
                self._changed.wait_for(lambda: bool(self._waiting))
                one, now = self._waiting.popitem(last=False)
                self._busy = one
            self._one(one, now)

    def _one(self, one: _Waiting, now: datetime) -> None:
        try:
            self._renew(one.database, one.key, now)
        except GoodPapersError as error:
            log.error("the score of %s was not renewed: %s", one.key, error)
        except Exception:
            # The thread must outlive a mistake of ours, or no score is renewed any more.
            log.exception("the score of %s was not renewed", one.key)


@cache
def get_ready() -> None:
    """Load what the first renewal needs, once and without waiting for it."""
    Thread(target=_load, name="getting ready", daemon=True).start()


def _load() -> None:
    import goodpapers.services.score_update  # noqa: F401


def _update(database: Database, key: str, now: datetime) -> None:
    from goodpapers.services.score_update import update_after_vote  # slow to load: NumPy and SciPy

    update_after_vote(database, PaperKey(key), now)


_renewals = Renewals(_update)
renew_soon = _renewals.soon
wait_for_renewal = _renewals.wait_for
wait_for_renewals = _renewals.wait
