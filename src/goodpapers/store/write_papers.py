"""Papers into rows, as fast as the database takes them.

New papers get their row numbers here, before they are written, so that everything that belongs to
them can follow in one `executemany` a table. Changed papers are updated in place: votes, verdicts
and scores stay with them. What a changed paper lost (a slot, an institution) goes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import (
    Connection,
    Integer,
    bindparam,
    case,
    delete,
    func,
    literal_column,
    select,
    text,
    update,
)

from goodpapers.domain.paper import Paper
from goodpapers.domain.programme import Edition, Status
from goodpapers.store.editions import write_edition
from goodpapers.store.facets import forget_facets
from goodpapers.store.paper_rows import papers_by_id
from goodpapers.store.rows import (
    NO_TIME,
    cached_slug,
    facts_of,
    moment_row,
    optional_text,
    shuffle_of,
    storable,
    time_key,
    time_row,
)
from goodpapers.store.search import add_words, remove_words, search_text
from goodpapers.store.sessions import SessionRows
from goodpapers.store.state import bump_version
from goodpapers.store.statements import Row, Statement, insert_into, padded, places
from goodpapers.store.tables import NO_TIER, paper, paper_identifier, paper_institution, slot

BATCH = 500
LONGEST_IDENTIFIER = 500
"""Characters; PostgreSQL's indexes take no more than 2,700 bytes."""


class StoredPaper(NamedTuple):
    """A paper to be written, with the hashes that tell whether it changed."""

    paper: Paper
    content_hash: str
    input_hash: str | None
    """Of the text that the panel reads; None: there is no abstract, the paper cannot be judged."""


@dataclass(frozen=True, slots=True)
class _Job:
    db: Connection
    edition_id: int
    now_us: int
    sessions: SessionRows


def write_papers(
    db: Connection, edition: Edition, rows: Sequence[StoredPaper], *, now: datetime
) -> None:
    """Add or change papers of one edition, by key, with all that belongs to them.

    A key must not occur twice in `rows`. Call it once for each few thousand papers; memory grows
    with `rows` only. The facets of the edition are forgotten: call `refresh_facets` at the end.
    """
    job = _Job(
        db, number := write_edition(db, edition), moment_row(now) or 0, SessionRows(db, number)
    )
    for start in range(0, len(rows), BATCH):
        _write_batch(job, rows[start : start + BATCH])
    forget_facets(db, number)
    bump_version(db)


def _write_batch(job: _Job, rows: Sequence[StoredPaper]) -> None:
    known = _known_ids(job.db, [row.paper.key for row in rows])
    changed = [(known[row.paper.key], row) for row in rows if row.paper.key in known]
    new = [row for row in rows if row.paper.key not in known]
    _change(job, changed)
    numbered = list(zip(_new_ids(job.db, len(new)), new, strict=True))
    _ADD.run_many(job.db, [(number, *_paper_row(job, row)) for number, row in numbered])
    _add_belongings(job, numbered + changed)


_NAMES = [
    "id",
    "key",
    "edition_id",
    "accepted",
    "shuffle",
    "track",
    "area_key",
    "time_key",
    "judgeable",
    "status",
    "content_hash",
    "input_hash",
    "imported_at",
    "more_authors",
    "published",
    "area",
    "area_group",
    "abstract_by",
    "summary_by",
    "summary",
    "title",
    "facts",
    "abstract",
    "title_raw",
    "abstract_raw",
]
_ADD = insert_into(paper, _NAMES)
_CHANGE_NAMES = [name for name in _NAMES if name not in {"id", "key", "shuffle"}]
_CHANGE = Statement(
    update(paper)
    .where(paper.c.id == bindparam("number"))
    .values(
        {
            **{name: bindparam(f"new_{name}") for name in _CHANGE_NAMES},
            "tier_rank": case(
                (bindparam("is_in") == literal_column("1"), paper.c.tier_rank),
                else_=literal_column(str(NO_TIER)),
            ),
        }
    )
)


def _paper_row(job: _Job, row: StoredPaper) -> Row:
    """The values of `_NAMES` after the id."""
    one = row.paper
    accepted = 1 if one.status is Status.ACCEPTED else 0
    title, abstract = storable(one.title), optional_text(one.abstract)
    return (
        one.key,
        job.edition_id,
        accepted,
        shuffle_of(one.key),
        None if one.track is None else one.track.value,
        cached_slug(one.area) if one.area else None,
        min(
            [time_key(s.starts_at or s.session.starts_at, s.position) for s in one.slots]
            or [NO_TIME]
        ),
        0 if row.input_hash is None else 1,
        one.status.value,
        row.content_hash,
        row.input_hash,
        job.now_us,
        one.more_authors,
        one.published,
        optional_text(one.area),
        optional_text(one.area_group),
        one.abstract_by,
        one.summary_by,
        optional_text(one.summary),
        title,
        facts_of(one),
        abstract,
        None if one.title_raw == one.title else storable(one.title_raw),
        None if one.abstract_raw == one.abstract else optional_text(one.abstract_raw),
    )


def _change(job: _Job, changed: Sequence[tuple[int, StoredPaper]]) -> None:
    numbers = [number for number, _ in changed]
    if not numbers:
        return
    remove_words(job.db, list(_stored_words(job.db, numbers)))
    for statement in _REMOVE_BELONGINGS:
        statement.run_many(job.db, [(number,) for number in numbers])
    names = [name.removeprefix("new_") for name in _CHANGE.names(job.db)]
    _CHANGE.run_many(job.db, [_change_row(job, row, number, names) for number, row in changed])


def _change_row(job: _Job, row: StoredPaper, number: int, names: Sequence[str]) -> Row:
    values = dict(zip(_NAMES[1:], _paper_row(job, row), strict=True))
    values |= {"number": number, "is_in": values["accepted"]}
    return tuple([values[name] for name in names])


_IDS_OF_KEYS = Statement(
    select(paper.c.key, paper.c.id).where(paper.c.key.in_(places(BATCH, "key")))
)
_LAST_ID = Statement(select(func.coalesce(func.max(paper.c.id), 0)))
_NEXT_IDS = Statement(
    text(
        "SELECT nextval(pg_get_serial_sequence('paper', 'id')) FROM generate_series(1, :how_many)"
    ).bindparams(bindparam("how_many", type_=Integer()))
)


def _known_ids(db: Connection, keys: Sequence[str]) -> dict[str, int]:
    return dict(_IDS_OF_KEYS.all(db, **padded(keys, BATCH, "key")))


def _new_ids(db: Connection, how_many: int) -> list[int]:
    if how_many == 0:
        return []
    if db.dialect.name == "postgresql":
        return sorted(row[0] for row in _NEXT_IDS.all(db, how_many=how_many))
    row = _LAST_ID.one(db)
    first = int(row[0]) + 1 if row else 1
    return list(range(first, first + how_many))


def _stored_words(db: Connection, numbers: Sequence[int]) -> Iterator[tuple[int, str, str, str]]:
    for number, found in papers_by_id(db, numbers).items():
        yield number, *_words_of(found.paper)


def _words_of(one: Paper) -> tuple[str, str, str]:
    # Storable, as it will be read back: what is taken out must equal what was put in.
    return search_text(
        storable(one.title),
        optional_text(one.abstract),
        [author.name for author in one.authors],
        one.institutions,
    )


_ADD_IDENTIFIER = insert_into(paper_identifier, ("scheme", "value", "paper_id"))
_ADD_INSTITUTION = insert_into(paper_institution, ("institution_key", "paper_id", "name"))
_ADD_SLOT = insert_into(slot, [column.name for column in slot.columns])
_REMOVE_BELONGINGS = tuple(
    Statement(delete(table).where(table.c.paper_id == bindparam("number")))
    for table in (paper_identifier, paper_institution, slot)
)


def _add_belongings(job: _Job, numbered: Sequence[tuple[int, StoredPaper]]) -> None:
    """Identifiers, institutions, slots and words of papers whose own rows are written."""
    papers = [(number, row.paper) for number, row in numbered]
    _ADD_IDENTIFIER.run_many(
        job.db,
        sorted(
            {
                (storable(scheme), storable(value)[:LONGEST_IDENTIFIER], number)
                for number, one in papers
                for scheme, value in one.identifiers
            }
        ),
    )
    # Sorted as the index is: neighbours land on one page.
    institutions = {
        (cached_slug(name), number): storable(name)
        for number, one in papers
        for name in one.institutions
    }
    _ADD_INSTITUTION.run_many(
        job.db, [(*where, name) for where, name in sorted(institutions.items())]
    )
    _ADD_SLOT.run_many(
        job.db, [row for number, one in papers for row in _slot_rows(job.sessions, number, one)]
    )
    add_words(job.db, [(number, *_words_of(one)) for number, one in papers])


def _slot_rows(sessions: SessionRows, number: int, one: Paper) -> Iterator[Row]:
    for place, each in enumerate(one.slots):
        yield (
            number,
            place,
            sessions.id_of(each.session),
            time_key(each.starts_at or each.session.starts_at, each.position),
            optional_text(each.position),
            optional_text(each.url),
            *time_row(each.starts_at),
            *time_row(each.ends_at),
        )
