"""Read one for everyone: the queue offers a reader one paper at a time, drawn by lot.

A paper cannot be asked for; only its area group is chosen. What is taken goes on the reading list
as assigned, and a vote on it, whenever it comes, is marked so. A skip costs nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from random import Random, SystemRandom

from goodpapers.domain.errors import BadUsage, TooOften
from goodpapers.domain.offer import Answer, Group, Offer
from goodpapers.domain.paper import PaperKey
from goodpapers.domain.reader import Reader
from goodpapers.readers.queue import OFFERS_A_DAY, START_WITH, in_drawn_order
from goodpapers.services import rights
from goodpapers.services.conflicts import conflicts
from goodpapers.services.reveal import previews_of
from goodpapers.store import offers as stored
from goodpapers.store.database import Database, Db

__all__ = ["OFFERS_A_DAY", "START_WITH", "Answer", "Queue", "answer", "draw", "queue_of"]

_DAY_S = 24 * 3600
_AT_ONCE = 8


@dataclass(frozen=True, slots=True)
class Queue:
    """How the queue stands for a reader in one edition."""

    groups: tuple[Group, ...]
    offer: Offer | None
    """What is offered and not yet answered."""
    left: int
    """How many papers can still be offered today."""
    taken: int
    """How many offers the reader ever took."""


def queue_of(database: Database, reader: Reader | None, edition_key: str, now: datetime) -> Queue:
    """How the queue stands for the reader; a visitor sees the groups alone.

    Raises
    ------
    Unknown
        There is no such edition.
    """
    with database.read() as db:
        groups = tuple(stored.groups(db, edition_key))
        if reader is None:
            return Queue(groups, None, OFFERS_A_DAY, 0)
        offered = stored.offers_on(db, reader.id, now.date())
        return Queue(
            groups,
            stored.open_offer(db, reader.id),
            max(0, OFFERS_A_DAY - offered),
            stored.taken_by(db, reader.id),
        )


def draw(
    database: Database,
    reader: Reader | None,
    edition_key: str,
    group: str,
    *,
    now: datetime,
    chance: Random | None = None,
) -> Offer | None:
    """Offer the reader one paper of the group; the one still open, if any; None if none is left.

    Raises
    ------
    SignInFirst, Unknown
        Nobody is signed in; there is no such edition.
    TooOften
        The reader was offered ten papers today.
    """
    known = rights.signed_in(reader)
    with database.write() as db:
        stored.lock_offers(db, known.id)
        waiting = stored.open_offer(db, known.id)
        if waiting is not None:
            return waiting
        if stored.offers_on(db, known.id, now.date()) >= OFFERS_A_DAY:
            raise TooOften(f"{OFFERS_A_DAY} papers a day are enough; come back tomorrow", _DAY_S)
        found = stored.candidates(db, known.id, edition_key, group)
        shown = set(previews_of(database, db, edition_key, now.date()))
        hidden = [one for one in found if one[0] not in shown]
        ordered = in_drawn_order(hidden, chance or SystemRandom())
        key = _first_without_conflict(db, known, ordered, now)
        return None if key is None else stored.add_offer(db, known.id, key, now)


def answer(
    database: Database, reader: Reader | None, number: int, said: Answer, now: datetime
) -> None:
    """Take or skip the offer that is open; answering it twice changes nothing.

    Raises
    ------
    SignInFirst
        Nobody is signed in.
    BadUsage
        It is not the offer that is open.
    """
    known = rights.signed_in(reader)
    with database.write() as db:
        stored.lock_offers(db, known.id)
        waiting = stored.open_offer(db, known.id)
        if waiting is None or waiting.number != number:
            raise BadUsage("that paper is not offered any more; open the page again")
        stored.answer_offer(db, known.id, waiting, said, now)


def _first_without_conflict(
    db: Db, reader: Reader, ordered: Sequence[PaperKey], now: datetime
) -> PaperKey | None:
    for start in range(0, len(ordered), _AT_ONCE):
        some = ordered[start : start + _AT_ONCE]
        found = conflicts(db, reader, some, now)
        free = next((key for key in some if key not in found), None)
        if free is not None:
            return free
    return None
