"""Papers with all that belongs to them, by row number: two statements a page."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, select

from goodpapers.domain.paper import Paper
from goodpapers.domain.programme import Slot
from goodpapers.store.rows import PAPER_COLUMNS, edition_of, paper_of, slot_of
from goodpapers.store.sessions import SESSION_FACTS
from goodpapers.store.statements import Statement, padded, places
from goodpapers.store.tables import edition, paper, session, slot

PAGE = 32
"""How many papers one prebuilt statement fetches; a page of 30 and the look ahead fit in."""


_PLACES = places(PAGE, "id")
_ROWS = Statement(
    select(
        *(paper.c[name] for name in PAPER_COLUMNS),
        edition.c.key,
        edition.c.name,
        edition.c.conference,
        edition.c.year,
        paper.c.id,
        paper.c.tier_rank,
        paper.c.judged,
        paper.c.n_votes,
        paper.c.withheld,
    )
    .join_from(paper, edition)
    .where(paper.c.id.in_(_PLACES))
)
_SLOTS = Statement(
    select(
        slot.c.paper_id,
        slot.c.position,
        slot.c.url,
        slot.c.starts_at,
        slot.c.starts_offset,
        slot.c.ends_at,
        slot.c.ends_offset,
        *SESSION_FACTS,
    )
    .join_from(slot, session)
    .where(slot.c.paper_id.in_(_PLACES))
    .order_by(slot.c.paper_id, slot.c.number)
)


@dataclass(frozen=True, slots=True)
class FoundPaper:
    """A paper with the public columns that a card shows beside it."""

    paper: Paper
    tier_rank: int
    judged: bool
    n_votes: int
    withheld: bool


def papers_by_id(db: Connection, ids: Sequence[int]) -> dict[int, FoundPaper]:
    """Papers with their slots by row number; a number that is not there is left out."""
    found: dict[int, FoundPaper] = {}
    for start in range(0, len(ids), PAGE):
        found.update(_page(db, ids[start : start + PAGE]))
    return found


def _page(db: Connection, ids: Sequence[int]) -> Iterable[tuple[int, FoundPaper]]:
    places = padded(ids, PAGE, "id")
    slots: dict[int, list[Slot]] = {}
    for row in _SLOTS.all(db, **places):
        slots.setdefault(row[0], []).append(slot_of(row[1:]))
    for row in _ROWS.all(db, **places):
        paper_id, tier_rank, judged, n_votes, withheld = row[19:24]
        its_slots = tuple(slots.get(paper_id, ()))
        found = paper_of(row, edition_of(*row[15:19]), its_slots)
        yield paper_id, FoundPaper(found, tier_rank, bool(judged), n_votes, bool(withheld))
