"""What the store knows of the invented edition: its papers by uid, and its readers."""

from __future__ import annotations

import json
from collections.abc import Sequence

from sqlalchemy import Connection, bindparam, literal_column, select, update

from goodpapers.store.reader_tables import reader
from goodpapers.store.statements import Statement
from goodpapers.store.tables import edition, paper, paper_identifier

_PAPERS = Statement(
    select(paper_identifier.c.value, paper.c.id)
    .join_from(paper_identifier, paper)
    .join(edition, edition.c.id == paper.c.edition_id)
    .where(
        edition.c.key == bindparam("edition_key"),
        paper_identifier.c.scheme == literal_column("'uid'"),
    )
)
_IS_READER = Statement(select(reader.c.id).where(reader.c.key == bindparam("reader_key")))
_KNOW = Statement(
    update(reader)
    .where(reader.c.id == bindparam("reader_number"))
    .values(known_by=bindparam("by"), topics=bindparam("interests"))
)


def invented_papers(db: Connection, edition_key: str) -> dict[str, int]:
    """The row number of each of the edition's papers, by its uid."""
    return dict(_PAPERS.all(db, edition_key=edition_key))


def is_reader(db: Connection, key: str) -> bool:
    """Whether there is a reader of that key."""
    return _IS_READER.one(db, reader_key=key) is not None


def know_as(db: Connection, reader_id: int, *, known_by: str | None, topics: Sequence[str]) -> None:
    """Say by what an invented reader is known, and what interests them."""
    _KNOW.run(db, reader_number=reader_id, by=known_by, interests=json.dumps(sorted(topics)))
