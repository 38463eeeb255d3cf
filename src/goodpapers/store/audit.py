"""The log of sign-ins and of keepers' acts. It only grows: nothing here changes a line."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection, bindparam, select

from goodpapers.store.reader_tables import audit
from goodpapers.store.rows import moment_row, storable, time_of
from goodpapers.store.statements import Statement, insert_into

_ADD = insert_into(audit, ("at", "actor", "act", "about", "detail"))
_LAST = Statement(
    select(audit.c.id, audit.c.at, audit.c.actor, audit.c.act, audit.c.about, audit.c.detail)
    .where(audit.c.id < bindparam("below"))
    .order_by(audit.c.id.desc())
    .limit(bindparam("most"))
)
NEWEST = 2**62


@dataclass(frozen=True, slots=True)
class LoggedAct:
    """One line of the log."""

    id: int
    at: datetime
    actor: str
    """A reader's key, ``command`` for the command line, ``visitor``."""
    act: str
    about: str
    """A reader's or paper's key; empty for none."""
    detail: str


def note_act(
    db: Connection, *, actor: str, act: str, about: str = "", detail: str = "", now: datetime
) -> None:
    """Write one line, inside the transaction that does what it says."""
    _ADD.run(
        db,
        at=moment_row(now),
        actor=actor,
        act=act,
        about=about,
        detail=storable(detail)[:500],
    )


def last_acts(db: Connection, most: int, below: int = NEWEST) -> tuple[LoggedAct, ...]:
    """The newest lines first, of those below the number `below`."""
    found = []
    for number, at, actor, act, about, detail in _LAST.all(db, below=below, most=most):
        moment = time_of(at)
        assert moment is not None  # noqa: S101 - the column is never null
        found.append(LoggedAct(number, moment, actor, act, about, detail))
    return tuple(found)
