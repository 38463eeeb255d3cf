"""Full text: FTS5 in SQLite, tsvector in PostgreSQL, the same words and the same answers in both.

Words are cut and folded here, not by the databases, so that both find the same: case and accents
do not matter, and every Chinese or Japanese character is a word. What a reader types is words and
nothing else: no quote, minus, colon or AND has a meaning, so nothing typed can be an error.

The SQLite table keeps no copy of the text (it would double the file); to take a paper's words out
again it must be told them, which `search_text` repeats from the stored row. Changing `search_text`
therefore needs a migration that builds the table anew.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, text

from goodpapers.store.statements import Row, Statement

CREATE = {
    "sqlite": (
        "CREATE VIRTUAL TABLE paper_words USING fts5(title, people, abstract, content='', "
        "columnsize=0, detail=column, tokenize='unicode61 remove_diacritics 0')",
    ),
    "postgresql": (
        "CREATE TABLE paper_words (paper_id BIGINT CONSTRAINT pk_paper_words PRIMARY KEY "
        "CONSTRAINT fk_paper_words_paper_id REFERENCES paper (id) ON DELETE CASCADE, "
        "words TSVECTOR NOT NULL)",
        "CREATE INDEX ix_paper_words_words ON paper_words USING gin (words)",
    ),
}

# One character of Chinese, Japanese or Korean Han is a word by itself.
_HAN = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
_WORD = re.compile(f"[{_HAN}]|[^\\W_{_HAN}]+")
_MOST_WORDS = 16
_LONGEST_WORD = 60
_LONGEST_TEXT = 100_000
_SHORTEST_PREFIX = 2


@dataclass(frozen=True, slots=True)
class Words:
    """A search in the language of one database: everywhere, in titles, and in titles and people."""

    anywhere: str
    title: str
    people: str


def search_text(
    title: str, abstract: str | None, authors: Sequence[str], institutions: Sequence[str]
) -> tuple[str, str, str]:
    """What is searched of a paper: title, people and institutions, abstract; folded."""
    people = f"{' · '.join(authors)} · {' · '.join(institutions)}"
    return _folded(title), _folded(people), _folded(abstract or "")


def words_of(typed: str) -> list[str]:
    """The words in what a reader typed: at most 16, folded, each at most 60 characters."""
    folded = _fold_letters(typed[:_LONGEST_TEXT])
    return [word[:_LONGEST_WORD] for word in _WORD.findall(folded)[:_MOST_WORDS]]


def compile_words(words: Sequence[str], dialect: str) -> Words:
    """`words`, all of which must occur, the last one also as a beginning, for one database."""
    if dialect == "sqlite":
        every = " AND ".join(f'"{word}"' for word in words) + ("*" if _is_prefix(words) else "")
        return Words(every, f"{{title}} : ({every})", f"{{title people}} : ({every})")
    return Words(_tsquery(words, ""), _tsquery(words, "A"), _tsquery(words, "AB"))


def add_words(db: Connection, rows: Sequence[tuple[int, str, str, str]]) -> None:
    """Make papers findable: (paper id, then the three texts of `search_text`)."""
    if db.dialect.name == "sqlite":
        _ADD_SQLITE.run_many(db, rows)
    else:
        _ADD_POSTGRESQL.run_many(db, [_plain(row) for row in rows])


def remove_words(db: Connection, rows: Sequence[tuple[int, str, str, str]]) -> None:
    """Undo `add_words` for papers, given exactly what was added."""
    if db.dialect.name == "sqlite":
        _REMOVE_SQLITE.run_many(db, rows)
    else:
        _REMOVE_POSTGRESQL.run_many(db, [row[:1] for row in rows])


def _is_prefix(words: Sequence[str]) -> bool:
    return len(words[-1]) >= _SHORTEST_PREFIX


def _tsquery(words: Sequence[str], weights: str) -> str:
    marks = [weights] * len(words)
    if _is_prefix(words):
        marks[-1] = "*" + weights
    return " & ".join(
        f"'{word}':{mark}" if mark else f"'{word}'" for word, mark in zip(words, marks, strict=True)
    )


def _folded(given: str) -> str:
    """Text whose words both databases cut alike; plain ASCII passes as it is, for speed."""
    given = given[:_LONGEST_TEXT]
    if given.isascii():
        return given.replace("\x00", " ")
    return " ".join(_WORD.findall(_fold_letters(given)))


def _fold_letters(given: str) -> str:
    if given.isascii():
        return given.lower()
    # Casefold first: some letters fold into ones with marks of their own.
    apart = unicodedata.normalize("NFKD", given.casefold())
    return "".join(c for c in apart if not unicodedata.category(c).startswith("M")).casefold()


def _plain(row: Row) -> Row:
    # PostgreSQL's own cutting knows addresses and file names; given words alone it cuts at blanks.
    return (row[0], *(" ".join(_WORD.findall(part.lower())) for part in row[1:]))


_ADD_SQLITE = Statement(
    text(
        "INSERT INTO paper_words (rowid, title, people, abstract) "
        "VALUES (:rowid, :title, :people, :abstract)"
    )
)
_REMOVE_SQLITE = Statement(
    text(
        "INSERT INTO paper_words (paper_words, rowid, title, people, abstract) "
        "VALUES ('delete', :rowid, :title, :people, :abstract)"
    )
)
_ADD_POSTGRESQL = Statement(
    text(
        "INSERT INTO paper_words (paper_id, words) VALUES (:paper_id, "
        "setweight(to_tsvector('simple', :title), 'A') || "
        "setweight(to_tsvector('simple', :people), 'B') || "
        "setweight(to_tsvector('simple', :abstract), 'D'))"
    )
)
_REMOVE_POSTGRESQL = Statement(text("DELETE FROM paper_words WHERE paper_id = :paper_id"))
