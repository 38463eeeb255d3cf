"""The choices of every filter in one edition, counted once after a change and then only read."""

from __future__ import annotations

from collections.abc import Iterator

from sqlalchemy import (
    BindParameter,
    ColumnElement,
    Connection,
    bindparam,
    delete,
    func,
    literal_column,
    select,
)

from goodpapers.domain.errors import Unknown
from goodpapers.domain.listing import Facet, Facets, SessionFacet
from goodpapers.store.editions import edition_id
from goodpapers.store.rows import NO_TIME, session_of
from goodpapers.store.sessions import SESSION_FACTS, tidy_sessions
from goodpapers.store.state import bump_version
from goodpapers.store.statements import Row, Statement, insert_into
from goodpapers.store.tables import facet, paper, paper_institution, session, slot

_EDITION: BindParameter[int] = bindparam("edition_id")
_IS_IN = (paper.c.edition_id == _EDITION, paper.c.accepted == 1)

_NO_GROUP: ColumnElement[str] = literal_column("NULL")

_COUNTS = {
    "all": Statement(
        select(literal_column("''"), literal_column("''"), _NO_GROUP, func.count()).where(*_IS_IN)
    ),
    "area": Statement(
        select(paper.c.area_key, func.min(paper.c.area), func.min(paper.c.area_group), func.count())
        .where(*_IS_IN, paper.c.area_key.is_not(None))
        .group_by(paper.c.area_key)
    ),
    "track": Statement(
        select(paper.c.track, paper.c.track, _NO_GROUP, func.count())
        .where(*_IS_IN, paper.c.track.is_not(None))
        .group_by(paper.c.track)
    ),
    "institution": Statement(
        select(
            paper_institution.c.institution_key,
            func.min(paper_institution.c.name),
            _NO_GROUP,
            func.count(),
        )
        .join_from(paper_institution, paper)
        .where(*_IS_IN)
        .group_by(paper_institution.c.institution_key)
    ),
    "city": Statement(
        select(
            session.c.city_key,
            func.min(session.c.city),
            _NO_GROUP,
            func.count(slot.c.paper_id.distinct()),
        )
        .join_from(session, slot)
        .join(paper, paper.c.id == slot.c.paper_id)
        .where(*_IS_IN, session.c.city_key.is_not(None))
        .group_by(session.c.city_key)
    ),
    "session": Statement(
        select(session.c.key, session.c.name, _NO_GROUP, func.count(slot.c.paper_id.distinct()))
        .join_from(session, slot)
        .join(paper, paper.c.id == slot.c.paper_id)
        .where(*_IS_IN)
        .group_by(session.c.key, session.c.name)
    ),
}
"""For each kind of facet: key, name, group, how many accepted papers."""

_STORED = Statement(
    select(facet.c.kind, facet.c.key, facet.c.name, facet.c.area_group, facet.c.n).where(
        facet.c.edition_id == _EDITION
    )
)
_N = Statement(
    select(facet.c.n).where(
        facet.c.edition_id == _EDITION,
        facet.c.kind == bindparam("kind"),
        facet.c.key == bindparam("key"),
    )
)
_FORGET = Statement(delete(facet).where(facet.c.edition_id == _EDITION))
_NAMES = ("edition_id", "kind", "key", "name", "area_group", "n")
_ADD = insert_into(facet, _NAMES)
_SESSIONS = Statement(
    select(session.c.key, *SESSION_FACTS)
    .where(session.c.edition_id == _EDITION)
    .order_by(func.coalesce(session.c.starts_at, NO_TIME), session.c.name, session.c.key)
)


def refresh_facets(db: Connection, edition_key: str) -> None:
    """Count the choices of every filter of the edition anew; sessions without papers go.

    Call it in the transaction of an import, after the last `write_papers`.

    Raises
    ------
    Unknown
        There is no such edition.
    """
    number = edition_id(db, edition_key)
    tidy_sessions(db, number)
    _FORGET.run(db, edition_id=number)
    _ADD.run_many(db, [(number, *row) for row in _count(db, number)])
    bump_version(db)


def forget_facets(db: Connection, edition_number: int) -> None:
    """Drop counts that no longer hold; until the next refresh they are counted when asked for."""
    _FORGET.run(db, edition_id=edition_number)


def stored_count(db: Connection, edition_number: int, kind: str, key: str) -> int | None:
    """How many accepted papers have the facet; None where it is not known without counting."""
    row = _N.one(db, edition_id=edition_number, kind=kind, key=key)
    return row[0] if row else None


def facets(db: Connection, edition_key: str) -> Facets:
    """The choices of every filter of one edition.

    Raises
    ------
    Unknown
        There is no such edition.
    """
    number = edition_id(db, edition_key)
    kinds: dict[str, list[Facet]] = {kind: [] for kind in _COUNTS}
    for kind, key, name, group, n in _STORED.all(db, edition_id=number) or _count(db, number):
        kinds[kind].append(Facet(key, name, n, group))
    for choices in kinds.values():
        choices.sort(key=lambda choice: (-choice.n, choice.name))
    counts = {choice.key: choice.n for choice in kinds["session"]}
    return Facets(
        areas=tuple(kinds["area"]),
        tracks=tuple(kinds["track"]),
        institutions=tuple(kinds["institution"]),
        cities=tuple(kinds["city"]),
        sessions=tuple(_session_facets(db, number, counts)),
    )


def session_page(db: Connection, edition_key: str, session_key: str) -> SessionFacet:
    """One session with its address and number of accepted papers.

    Raises
    ------
    Unknown
        There is no such edition or session.
    """
    number = edition_id(db, edition_key)
    counts = {row[0]: row[3] for row in _COUNTS["session"].all(db, edition_id=number)}
    for found in _session_facets(db, number, counts):
        if found.key == session_key:
            return found
    raise Unknown(f'there is no session "{session_key}" in {edition_key}')


def _count(db: Connection, number: int) -> list[Row]:
    return [
        (kind, *row)
        for kind, statement in _COUNTS.items()
        for row in statement.all(db, edition_id=number)
    ]


def _session_facets(db: Connection, number: int, counts: dict[str, int]) -> Iterator[SessionFacet]:
    for row in _SESSIONS.all(db, edition_id=number):
        if row[0] in counts:
            yield SessionFacet(row[0], session_of(tuple(row[1:])), counts[row[0]])
