"""Papers: what an import needs to know of them, writing them, and finding one."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Connection, bindparam, select

from goodpapers.domain.errors import Unknown
from goodpapers.domain.paper import Paper, PaperKey
from goodpapers.store.facets import refresh_facets
from goodpapers.store.paper_rows import papers_by_id
from goodpapers.store.resolve import find_papers_by_words, resolve
from goodpapers.store.statements import Statement
from goodpapers.store.tables import edition, paper, paper_identifier
from goodpapers.store.write_papers import StoredPaper, write_papers

__all__ = [
    "KnownPapers",
    "StoredPaper",
    "find_paper",
    "find_papers_by_words",
    "known_papers",
    "refresh_facets",
    "resolve",
    "write_papers",
]


@dataclass(frozen=True, slots=True)
class KnownPapers:
    """What the site has of one edition, for an import to compare with."""

    identifiers: dict[tuple[str, str], PaperKey]
    content_hashes: dict[PaperKey, str]


_IDENTIFIERS = Statement(
    select(paper_identifier.c.scheme, paper_identifier.c.value, paper.c.key)
    .join_from(paper_identifier, paper)
    .join(edition)
    .where(edition.c.key == bindparam("edition_key"))
)
_HASHES = Statement(
    select(paper.c.key, paper.c.content_hash)
    .join_from(paper, edition)
    .where(edition.c.key == bindparam("edition_key"))
)


def known_papers(db: Connection, edition_key: str) -> KnownPapers:
    """Identifiers and content hashes of the edition's papers; empty for an unknown edition."""
    identifiers = _IDENTIFIERS.all(db, edition_key=edition_key)
    hashes = _HASHES.all(db, edition_key=edition_key)
    return KnownPapers(
        {(scheme, value): PaperKey(key) for scheme, value, key in identifiers},
        {PaperKey(key): content_hash for key, content_hash in hashes},
    )


_ID = Statement(select(paper.c.id).where(paper.c.key == bindparam("key")))


def _paper_id(db: Connection, key: str) -> int:
    """The row number of the paper `key`.

    Raises
    ------
    Unknown
        There is no such paper.
    """
    row = _ID.one(db, key=key)
    if row is None:
        raise Unknown(f'there is no paper "{key}" on this site')
    return int(row[0])


def find_paper(db: Connection, key: str) -> Paper:
    """The paper `key`, whatever its status.

    Raises
    ------
    Unknown
        There is no such paper.
    """
    number = _paper_id(db, key)
    return papers_by_id(db, [number])[number].paper
