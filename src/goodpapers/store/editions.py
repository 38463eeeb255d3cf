"""Editions with their counts."""

from __future__ import annotations

from sqlalchemy import ColumnElement, Connection, bindparam, case, func, select, update
from sqlalchemy.dialects.postgresql import insert as upsert

from goodpapers.domain.errors import Unknown
from goodpapers.domain.listing import EditionSummary
from goodpapers.domain.programme import Edition
from goodpapers.store.rows import edition_of, optional_text
from goodpapers.store.state import bump_version
from goodpapers.store.statements import Row, Statement
from goodpapers.store.tables import edition, paper, score


def _n(condition: ColumnElement[bool]) -> ColumnElement[int]:
    return func.coalesce(func.sum(case((condition, 1), else_=0)), 0)


_IS_IN = paper.c.accepted == 1
_COUNTS = (
    select(
        paper.c.edition_id,
        _n(_IS_IN).label("n_papers"),
        _n(paper.c.accepted == 0).label("n_unaccepted"),
        _n(_IS_IN & (paper.c.judgeable == 1)).label("n_with_abstract"),
        _n(_IS_IN & (paper.c.judged == 1)).label("n_judged"),
    )
    .group_by(paper.c.edition_id)
    .subquery()
)
_SCORED = (
    select(score.c.edition_id, func.count().label("n_scored"))
    .group_by(score.c.edition_id)
    .subquery()
)
_SUMMARY = (
    select(
        edition.c.key,
        edition.c.name,
        edition.c.conference,
        edition.c.year,
        func.coalesce(_COUNTS.c.n_papers, 0),
        func.coalesce(_COUNTS.c.n_unaccepted, 0),
        func.coalesce(_COUNTS.c.n_with_abstract, 0),
        func.coalesce(_COUNTS.c.n_judged, 0),
        func.coalesce(_SCORED.c.n_scored, 0),
        edition.c.note,
    )
    .outerjoin_from(edition, _COUNTS, _COUNTS.c.edition_id == edition.c.id)
    .outerjoin(_SCORED, _SCORED.c.edition_id == edition.c.id)
)
_LIST = Statement(_SUMMARY.order_by(func.coalesce(edition.c.year, 0).desc(), edition.c.id.desc()))
_FIND = Statement(_SUMMARY.where(edition.c.key == bindparam("key")))
_ID = Statement(select(edition.c.id).where(edition.c.key == bindparam("key")))
_NOTE = Statement(
    update(edition).where(edition.c.key == bindparam("key")).values(note=bindparam("new_note"))
)


def list_editions(db: Connection) -> tuple[EditionSummary, ...]:
    """Every edition with its counts, the newest year first, of one year the last imported first."""
    return tuple(_summary(row) for row in _LIST.all(db))


def find_edition(db: Connection, key: str) -> EditionSummary:
    """The edition `key` with its counts.

    Raises
    ------
    Unknown
        There is no such edition.
    """
    row = _FIND.one(db, key=key)
    if row is None:
        raise Unknown(f'there is no edition "{key}" on this site')
    return _summary(row)


def set_note(db: Connection, key: str, note: str | None) -> None:
    """Set the line that the edition's pages show; None takes it away.

    Raises
    ------
    Unknown
        There is no such edition.
    """
    if _NOTE.run(db, key=key, new_note=optional_text(note)) == 0:
        raise Unknown(f'there is no edition "{key}" on this site')
    bump_version(db)


def edition_id(db: Connection, key: str) -> int:
    """The row number of the edition `key`.

    Raises
    ------
    Unknown
        There is no such edition.
    """
    row = _ID.one(db, key=key)
    if row is None:
        raise Unknown(f'there is no edition "{key}" on this site')
    return int(row[0])


_INSERT = upsert(edition).values(
    {name: bindparam(name) for name in ("key", "name", "conference", "year")}
)
_WRITE = Statement(
    _INSERT.on_conflict_do_update(
        index_elements=[edition.c.key],
        set_={name: _INSERT.excluded[name] for name in ("name", "conference", "year")},
    )
)


def write_edition(db: Connection, given: Edition) -> int:
    """Make or rename the edition; its row number. Holds the row until the transaction ends.

    Two imports into one edition therefore run one after the other, on both databases.
    """
    _WRITE.run(db, key=given.key, name=given.name, conference=given.conference, year=given.year)
    return edition_id(db, given.key)


def _summary(row: Row) -> EditionSummary:
    n_papers, n_unaccepted, n_with_abstract, n_judged, n_scored = map(int, row[4:9])
    return EditionSummary(
        edition=edition_of(*row[:4]),
        n_papers=n_papers,
        n_unaccepted=n_unaccepted,
        n_with_abstract=n_with_abstract,
        n_judged=n_judged,
        n_scored=n_scored,
        note=row[9],
    )
