"""A reader's reading list: one row a paper. What the reading queue assigned stays noted."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import Connection, bindparam, delete, select
from sqlalchemy.dialects.postgresql import insert as upsert

from goodpapers.domain.errors import Unknown
from goodpapers.domain.paper import PaperKey
from goodpapers.domain.reading import ReadingState
from goodpapers.store.reader_tables import reading_list
from goodpapers.store.rows import moment_row
from goodpapers.store.statements import Statement, padded, places
from goodpapers.store.tables import paper

_BATCH = 64
_ID = Statement(select(paper.c.id).where(paper.c.key == bindparam("paper_key")))
_MINE = (reading_list.c.reader_id == bindparam("reader"), reading_list.c.paper_id == paper.c.id)
_INSERT = upsert(reading_list).values(
    {
        name: bindparam(name)
        for name in ("paper_id", "reader_id", "state", "added_at", "changed_at", "assigned_at")
    }
)
_PUT = Statement(
    _INSERT.on_conflict_do_update(
        index_elements=[reading_list.c.paper_id, reading_list.c.reader_id],
        set_={name: _INSERT.excluded[name] for name in ("state", "changed_at")},
    )
)
_TAKE_OFF = Statement(
    delete(reading_list).where(
        reading_list.c.reader_id == bindparam("reader"),
        reading_list.c.paper_id == bindparam("paper_id"),
    )
)
_STATES = Statement(
    select(paper.c.key, reading_list.c.state).where(*_MINE, paper.c.key.in_(places(_BATCH, "key")))
)


def paper_id(db: Connection, key: str) -> int:
    """The row number of a paper. Raises `Unknown` where there is none."""
    row = _ID.one(db, paper_key=key)
    if row is None:
        raise Unknown(f'there is no paper "{key}" on this site')
    return int(row[0])


def put_on_list(
    db: Connection, reader_id: int, key: str, state: ReadingState, now: datetime
) -> None:
    """The paper stands on the list in that state; one that stands there already changes.

    Raises
    ------
    Unknown
        There is no such paper.
    """
    at = moment_row(now)
    _PUT.run(
        db,
        paper_id=paper_id(db, key),
        reader_id=reader_id,
        state=state.value,
        added_at=at,
        changed_at=at,
        assigned_at=None,
    )


def take_off_list(db: Connection, reader_id: int, key: str) -> None:
    """The paper stands on the list no more. Raises `Unknown` for one that is not on this site."""
    _TAKE_OFF.run(db, reader=reader_id, paper_id=paper_id(db, key))


def states_of(
    db: Connection, reader_id: int, keys: Sequence[PaperKey]
) -> dict[PaperKey, ReadingState]:
    """Where these papers stand on the reader's list; one that does not is left out."""
    found: dict[PaperKey, ReadingState] = {}
    for start in range(0, len(keys), _BATCH):
        batch = padded(keys[start : start + _BATCH], _BATCH, "key")
        for key, state in _STATES.all(db, reader=reader_id, **batch):
            found[PaperKey(key)] = ReadingState(state)
    return found
