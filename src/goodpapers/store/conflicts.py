"""What conflicts of interest are read from: who wrote what, and who is a known author of what."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from sqlalchemy import Connection, Select, bindparam, func, select, update

from goodpapers.domain.paper import PaperKey
from goodpapers.domain.programme import Author
from goodpapers.store.list_statements import matches
from goodpapers.store.reader_tables import author, reader
from goodpapers.store.search import compile_words, words_of
from goodpapers.store.statements import Row, Statement, padded, places
from goodpapers.store.tables import edition, paper

_PAGE = 32
_MOST = 500
"""So many papers that a name may be in are looked at, the newest first."""


class Written(NamedTuple):
    """Who wrote a paper, when, and under which institutions."""

    key: PaperKey
    year: int | None
    authors: tuple[Author, ...]
    institutions: tuple[str, ...]


def _facts() -> Select[Row]:
    year = func.coalesce(paper.c.published, edition.c.year)
    found: Select[Row] = select(paper.c.key, year, paper.c.facts).join_from(paper, edition)
    return found


_BY_KEY = Statement(_facts().where(paper.c.key.in_(places(_PAGE, "key"))))
_BY_WORDS = {
    dialect: Statement(
        _facts()
        .where(paper.c.id.in_(matches(dialect, "words_in_people")))
        .order_by(paper.c.id.desc())
        .limit(_MOST)
    )
    for dialect in ("sqlite", "postgresql")
}
_KNOWN = Statement(
    select(paper.c.key)
    .join_from(author, paper)
    .where(author.c.reader_id == bindparam("reader"), author.c.known_by != "asks")
)
_NOT_MINE = Statement(
    update(reader)
    .where(reader.c.id == bindparam("reader_number"))
    .values(not_mine=bindparam("new_not_mine"))
)


def written_by_key(db: Connection, keys: Sequence[str]) -> dict[PaperKey, Written]:
    """Who wrote these papers; an unknown key is left out."""
    found = {}
    for start in range(0, len(keys), _PAGE):
        for row in _BY_KEY.all(db, **padded(keys[start : start + _PAGE], _PAGE, "key")):
            found[PaperKey(row[0])] = _written(row)
    return found


def written_under(db: Connection, names: Iterable[str]) -> list[Written]:
    """Papers whose title, people or institutions hold every word of one of the names.

    Whether a person of that name wrote them remains to be seen.
    """
    found: dict[str, Written] = {}
    for name in names:
        words = words_of(name)
        if words:
            typed = compile_words(words, db.dialect.name).people
            for row in _BY_WORDS[db.dialect.name].all(db, words_in_people=typed):
                found[row[0]] = _written(row)
    return list(found.values())


def papers_of_author(db: Connection, reader_id: int) -> set[PaperKey]:
    """The papers that the site knows the reader to be an author of."""
    return {PaperKey(row[0]) for row in _KNOWN.all(db, reader=reader_id)}


def set_not_mine(db: Connection, reader_id: int, marks: Iterable[str]) -> None:
    """Keep what the reader says is wrong about them, in place of what was kept before."""
    _NOT_MINE.run(db, reader_number=reader_id, new_not_mine=json.dumps(sorted(marks)))


def _written(row: Row) -> Written:
    facts = json.loads(row[2])
    authors = tuple(Author(one[0], tuple(one[1:])) for one in facts[0])
    return Written(PaperKey(row[0]), row[1], authors, tuple(facts[1]))
