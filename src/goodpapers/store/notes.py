"""Private notes: one text a reader and paper, seen by nobody else."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import Connection, bindparam, delete, select
from sqlalchemy.dialects.postgresql import insert as upsert

from goodpapers.store.reader_tables import note
from goodpapers.store.reading_list import paper_id
from goodpapers.store.rows import moment_row, storable
from goodpapers.store.statements import Statement
from goodpapers.store.tables import paper

_INSERT = upsert(note).values(
    {name: bindparam(name) for name in ("paper_id", "reader_id", "text", "changed_at")}
)
_WRITE = Statement(
    _INSERT.on_conflict_do_update(
        index_elements=[note.c.paper_id, note.c.reader_id],
        set_={name: _INSERT.excluded[name] for name in ("text", "changed_at")},
    )
)
_REMOVE = Statement(
    delete(note).where(
        note.c.reader_id == bindparam("reader"), note.c.paper_id == bindparam("number")
    )
)
_READ = Statement(
    select(note.c.text)
    .join_from(note, paper)
    .where(note.c.reader_id == bindparam("reader"), paper.c.key == bindparam("paper_key"))
)


def write_note(db: Connection, reader_id: int, key: str, text: str, now: datetime) -> None:
    """Keep the note, in place of an earlier one. Raises `Unknown` where there is no such paper."""
    _WRITE.run(
        db,
        paper_id=paper_id(db, key),
        reader_id=reader_id,
        text=storable(text),
        changed_at=moment_row(now),
    )


def remove_note(db: Connection, reader_id: int, key: str) -> None:
    """There is no note any more. Raises `Unknown` where there is no such paper."""
    _REMOVE.run(db, reader=reader_id, number=paper_id(db, key))


def read_note(db: Connection, reader_id: int, key: str) -> str | None:
    """The reader's note on the paper; None where there is none."""
    row = _READ.one(db, reader=reader_id, paper_key=key)
    return None if row is None else str(row[0])
