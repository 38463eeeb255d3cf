"""Objections: a reader holds one reviewer's verdict to be wrong. Kept for the keeper."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from sqlalchemy import Connection, bindparam, delete, or_, select, update
from sqlalchemy.dialects.postgresql import insert as upsert

from goodpapers.domain.errors import Unknown
from goodpapers.domain.paper import PaperKey
from goodpapers.domain.reader import ReaderKey
from goodpapers.store.panel_tables import panel_objection as objection
from goodpapers.store.reader_tables import reader
from goodpapers.store.rows import moment_row, time_of
from goodpapers.store.statements import Row, Statement
from goodpapers.store.tables import paper

_NAMES = tuple(column.name for column in objection.columns)
_PAPER = Statement(select(paper.c.id).where(paper.c.key == bindparam("key")))
_KEY = ("paper_id", "source", "persona", "reader_id")
_INSERT = upsert(objection).values({name: bindparam(name) for name in _NAMES})
_ADD = Statement(
    _INSERT.on_conflict_do_update(
        index_elements=[objection.c[name] for name in _KEY],
        set_={name: _INSERT.excluded[name] for name in _NAMES if name not in _KEY},
        # The same again changes nothing; of a verdict that came anew it is a new objection.
        where=or_(
            objection.c.recipe != _INSERT.excluded.recipe,
            objection.c.recommended != _INSERT.excluded.recommended,
        ),
    )
)
_REMOVE = Statement(
    delete(objection).where(*(objection.c[name] == bindparam(name) for name in _KEY))
)
_OWN = Statement(
    select(objection.c.persona, objection.c.recommended)
    .join_from(objection, paper)
    .where(
        paper.c.key == bindparam("key"),
        objection.c.source == bindparam("source"),
        objection.c.reader_id == bindparam("reader_id"),
    )
)
_EVERY = Statement(
    select(
        paper.c.key,
        paper.c.title,
        objection.c.source,
        objection.c.persona,
        objection.c.recommended,
        reader.c.key,
        reader.c.name,
        objection.c.made_at,
        objection.c.seen_at,
    )
    .join_from(objection, paper, objection.c.paper_id == paper.c.id)
    .join(reader, objection.c.reader_id == reader.c.id)
    .order_by(objection.c.made_at.desc(), paper.c.key, objection.c.persona, reader.c.key)
)
_SEEN = Statement(
    update(objection)
    .where(objection.c.persona == bindparam("who"), objection.c.seen_at.is_(None))
    .where(objection.c.made_at <= bindparam("until"))
    .values(seen_at=bindparam("now"))
)


class Objection(NamedTuple):
    """One reader's objection to one verdict."""

    paper: PaperKey
    title: str
    source: str
    persona: str
    recommended: bool
    """What the reviewer had said."""
    reader: ReaderKey
    reader_name: str
    made_at: datetime
    seen_at: datetime | None
    """When a keeper marked it as seen."""


def add_objection(
    db: Connection,
    key: str,
    reader_id: int,
    *,
    source: str,
    persona: str,
    recipe: str,
    recommended: bool,
    now: datetime,
) -> bool:
    """Keep that the reader objects; False where that is kept already. Raises `Unknown`."""
    changed = _ADD.run(
        db,
        paper_id=_paper_id(db, key),
        source=source,
        persona=persona,
        reader_id=reader_id,
        recipe=recipe,
        recommended=int(recommended),
        made_at=moment_row(now),
        seen_at=None,
    )
    return changed > 0


def remove_objection(
    db: Connection, key: str, reader_id: int, *, source: str, persona: str
) -> bool:
    """The reader objects no more; False where they did not. Raises `Unknown`."""
    changed = _REMOVE.run(
        db, paper_id=_paper_id(db, key), source=source, persona=persona, reader_id=reader_id
    )
    return changed > 0


def objections_of(db: Connection, key: str, reader_id: int, source: str) -> dict[str, bool]:
    """Whose verdicts on the paper the reader objects to, with what each had said then."""
    rows = _OWN.all(db, key=key, reader_id=reader_id, source=source)
    return {persona: bool(recommended) for persona, recommended in rows}


def every_objection(db: Connection) -> list[Objection]:
    """All objections of the site, the newest first."""
    return [_objection(row) for row in _EVERY.all(db)]


def mark_objections_seen(db: Connection, persona: str, now: datetime, until: datetime) -> int:
    """Note that a keeper saw those to that reviewer made by `until`; how many were unseen."""
    return _SEEN.run(db, who=persona, now=moment_row(now), until=moment_row(until))


def _paper_id(db: Connection, key: str) -> int:
    row = _PAPER.one(db, key=key)
    if row is None:
        raise Unknown(f'there is no paper "{key}" on this site')
    return int(row[0])


def _objection(row: Row) -> Objection:
    key, title, source, persona, recommended, who, name, made, seen = row
    made_at = time_of(made)
    assert made_at is not None  # noqa: S101 - the column is never null
    return Objection(
        paper=PaperKey(key),
        title=title,
        source=source,
        persona=persona,
        recommended=bool(recommended),
        reader=ReaderKey(who),
        reader_name=name,
        made_at=made_at,
        seen_at=time_of(seen),
    )
