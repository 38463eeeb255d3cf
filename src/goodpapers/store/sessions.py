"""Sessions of an edition: their rows, and addresses that stay what they were over imports."""

from __future__ import annotations

from collections.abc import Iterator

from sqlalchemy import Connection, bindparam, delete, exists, insert, select, update

from goodpapers.domain.programme import Session
from goodpapers.store.rows import cached_slug, session_row, slug
from goodpapers.store.statements import Row, Statement
from goodpapers.store.tables import session, slot

SESSION_FACTS = (
    session.c.name,
    session.c.city,
    session.c.hall,
    session.c.starts_at,
    session.c.starts_offset,
    session.c.ends_at,
    session.c.ends_offset,
    session.c.zone,
)
"""The columns of `rows.session_of`."""

_KNOWN = Statement(
    select(session.c.id, session.c.key, *SESSION_FACTS).where(
        session.c.edition_id == bindparam("edition_id")
    )
)
_ADD = Statement(
    insert(session).values(
        {
            name: bindparam(name)
            for name in ("edition_id", "key", "city_key", *(fact.name for fact in SESSION_FACTS))
        }
    )
)
_FIND = Statement(
    select(session.c.id).where(
        session.c.edition_id == bindparam("edition_id"), session.c.key == bindparam("key")
    )
)
_UNUSED = Statement(
    select(session.c.id, session.c.key, session.c.name, session.c.city)
    .where(
        session.c.edition_id == bindparam("edition_id"),
        ~exists().where(slot.c.session_id == session.c.id),
    )
    .order_by(session.c.id)
)
_REMOVE = Statement(delete(session).where(session.c.id == bindparam("session_id")))
_RENAME = Statement(
    update(session).where(session.c.id == bindparam("session_id")).values(key=bindparam("new_key"))
)


class SessionRows:
    """The sessions of one edition while papers are written: gives each its row number."""

    def __init__(self, db: Connection, edition_id: int) -> None:
        self._db = db
        self._edition_id = edition_id
        rows = _KNOWN.all(db, edition_id=edition_id)
        self._ids: dict[Row, int] = {tuple(row[2:]): row[0] for row in rows}
        self._keys = {row[1] for row in rows}
        self._seen: dict[int, tuple[Session, int]] = {}

    def id_of(self, given: Session) -> int:
        """The row number of a session; a new one gets a row and an address."""
        # By object, since sessions of the same moment in two offsets count as equal.
        seen = self._seen.get(id(given))
        if seen is not None:
            return seen[1]
        facts = session_row(given)
        number = self._ids.get(facts)
        if number is None:
            number = self._ids[facts] = self._add(given, facts)
        self._seen[id(given)] = given, number
        return number

    def _add(self, given: Session, facts: Row) -> int:
        key = next(key for key in _possible_keys(given) if key not in self._keys)
        self._keys.add(key)
        city_key = slug(given.city) if given.city else None
        values = dict(zip((fact.name for fact in SESSION_FACTS), facts, strict=True))
        _ADD.run(self._db, edition_id=self._edition_id, key=key, city_key=city_key, **values)
        row = _FIND.one(self._db, edition_id=self._edition_id, key=key)
        assert row is not None  # noqa: S101 - it was written one line before
        return int(row[0])


def _possible_keys(given: Session) -> Iterator[str]:
    """Addresses from short to long: the name, with city, day, time, hall, and then a number."""
    key = slug(given.name)
    yield key
    more = [given.city]
    if given.starts_at is not None:
        more += [given.starts_at.strftime("%Y-%m-%d"), given.starts_at.strftime("%H%M")]
    for part in (*more, given.hall):
        if part:
            key = f"{key}-{cached_slug(part)}"
            yield key
    number = 2
    while True:
        yield f"{key}-{number}"
        number += 1


def tidy_sessions(db: Connection, edition_id: int) -> None:
    """Remove sessions without papers; a session that moved takes over the address it had.

    A programme that moves a session to another hall or hour makes a new row. Where the old row is
    left without papers and just one newer session has its name and city, that is the same session,
    and the links to it go on working.
    """
    unused = _UNUSED.all(db, edition_id=edition_id)
    if not unused:
        return
    gone = {row[0] for row in unused}
    kept = [row for row in _KNOWN.all(db, edition_id=edition_id) if row[0] not in gone]
    for session_id, key, name, city in unused:
        _REMOVE.run(db, session_id=session_id)
        heirs = [row for row in kept if row[2:4] == (name, city) and row[0] > session_id]
        if len(heirs) == 1:
            _RENAME.run(db, session_id=heirs[0][0], new_key=key)
            kept.remove(heirs[0])
