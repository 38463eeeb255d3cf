"""From public cards to cards with what the viewer may know: the only way, and it asks the gate."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date
from functools import lru_cache

from goodpapers.domain.listing import Card, Hidden, Opened
from goodpapers.domain.paper import PaperKey
from goodpapers.domain.vote import NOTHING, Own
from goodpapers.readers.gate import Viewer, opened
from goodpapers.store import browse as stored
from goodpapers.store import looks
from goodpapers.store.database import Database, Db
from goodpapers.store.state import version
from goodpapers.store.votes import own_of


def revealed(
    database: Database, db: Db, viewer: Viewer, cards: Sequence[Card], day: date
) -> list[Card]:
    """The cards with the hidden values of the papers that are open to the viewer."""
    own, open_ones = _opened(database, db, viewer, cards, day)
    hidden = stored.uncover(db, open_ones) if open_ones else {}
    return [_with(card, own, open_ones, hidden.get(card.paper.key)) for card in cards]


def revealed_whole(database: Database, db: Db, viewer: Viewer, card: Card, day: date) -> Card:
    """One card; where it is open, with all twenty verdicts and the readers' split."""
    own, open_ones = _opened(database, db, viewer, [card], day)
    hidden = stored.uncover_whole(db, card.paper.key) if open_ones else None
    return _with(card, own, open_ones, hidden)


def previews_of(database: Database, db: Db, edition_key: str, day: date) -> tuple[PaperKey, ...]:
    """The edition's open previews of the day; the first is the paper of the day."""
    return _previews(database, version(db), edition_key, day)


def _opened(
    database: Database, db: Db, viewer: Viewer, cards: Sequence[Card], day: date
) -> tuple[Mapping[PaperKey, Own], Mapping[PaperKey, Opened]]:
    keys = [card.paper.key for card in cards]
    own = own_of(db, viewer.reader.id, keys) if viewer.reader else {}
    drawn: set[PaperKey] = set()
    for edition in {card.paper.edition.key for card in cards}:
        drawn.update(previews_of(database, db, edition, day))
    return own, opened(viewer, keys, own, drawn)


def _with(
    card: Card,
    own: Mapping[PaperKey, Own],
    open_ones: Mapping[PaperKey, Opened],
    hidden: Hidden | None,
) -> Card:
    key = card.paper.key
    # A card is never open without values to show. A paper that waits for the panel has none, and so
    # looks like a withheld one, also to those who voted on it.
    if hidden is not None and hidden.score is None and hidden.count is None:
        hidden = None
    why = open_ones.get(key) if hidden is not None else None
    return replace(card, hidden=hidden, opened=why, own=own.get(key, NOTHING))


@lru_cache(maxsize=64)
def _previews(
    database: Database, _version: int, edition_key: str, day: date
) -> tuple[PaperKey, ...]:
    with database.read() as db:
        return tuple(looks.previews(db, edition_key, stored.day_numbers(day, "preview")))
