"""Which papers a reader looked at, and when last: only while the reader asked for it."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import Connection, bindparam, delete, update
from sqlalchemy.dialects.postgresql import insert as upsert

from goodpapers.store.reader_tables import reader, visited
from goodpapers.store.reading_list import paper_id
from goodpapers.store.rows import moment_row
from goodpapers.store.statements import Statement

_INSERT = upsert(visited).values(
    {name: bindparam(name) for name in ("paper_id", "reader_id", "at")}
)
_NOTE = Statement(
    _INSERT.on_conflict_do_update(
        index_elements=[visited.c.paper_id, visited.c.reader_id],
        set_={"at": _INSERT.excluded["at"]},
    )
)
_CLEAR = Statement(delete(visited).where(visited.c.reader_id == bindparam("reader_number")))
_SWITCH = Statement(
    update(reader)
    .where(reader.c.id == bindparam("reader_number"))
    .values(keeps_history=bindparam("keeps"))
)


def note_visit(db: Connection, reader_id: int, key: str, now: datetime) -> None:
    """The reader looked at the paper just now. Raises `Unknown` where there is no such paper."""
    _NOTE.run(db, paper_id=paper_id(db, key), reader_id=reader_id, at=moment_row(now))


def clear_history(db: Connection, reader_id: int) -> None:
    """Forget every paper that the reader looked at."""
    _CLEAR.run(db, reader_number=reader_id)


def switch_history(db: Connection, reader_id: int, *, on: bool) -> None:
    """From now on keep, or do not keep, what the reader looks at."""
    _SWITCH.run(db, reader_number=reader_id, keeps=int(on))
