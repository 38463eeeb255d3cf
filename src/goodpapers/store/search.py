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
from functools import lru_cache
from typing import Protocol

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
_HAN_RANGES = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
_HAN = re.compile(f"[{_HAN_RANGES}]")
_WORD = re.compile(f"[{_HAN_RANGES}]|[^\\W_{_HAN_RANGES}]+")
_NOT_ASCII = re.compile("[^\x00-\x7f]+")
# All but ASCII, quotes, dashes and operators, which part words in both databases as they are.
_ODD = re.compile(
    "[^\x00-\x7f\u00a0-\u00a9\u00ab-\u00b1\u00b4\u00b6-\u00b7\u00bb\u00bf\u2010-\u2027\u2200-\u22ff]"
)
_PIECE = re.compile("[0-9]+|[^0-9]+")
_MOST_PIECES = 4
_MOST_WORDS = 16
_LONGEST_WORD = 60
_LONGEST_TEXT = 100_000
_SHORTEST_PREFIX = 2


class _Quoted(Protocol):
    """Writes one word in a database's language, whole or as a beginning."""

    def __call__(self, word: str, *, prefix: bool) -> str: ...


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


def every_word(given: str) -> list[str]:
    """All the words of a text of ours, cut and folded as `words_of` cuts what was typed."""
    return _WORD.findall(_fold_letters(given[:_LONGEST_TEXT]))


def compile_words(words: Sequence[str], dialect: str) -> Words:
    """`words`, all of which must occur, the last one also as a beginning, for one database."""
    if dialect == "sqlite":
        every = _with_pieces(words, _sqlite_word, " OR ", " AND ")
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
    def quoted(word: str, *, prefix: bool) -> str:
        mark = ("*" if prefix else "") + weights
        return f"'{word}':{mark}" if mark else f"'{word}'"

    return _with_pieces(words, quoted, " | ", " & ")


def _sqlite_word(word: str, *, prefix: bool) -> str:
    return f'"{word}"' + ("*" if prefix else "")


def _with_pieces(words: Sequence[str], quoted: _Quoted, either: str, both: str) -> str:
    """All of `words`; ``gpt4`` is also found as ``GPT-4``, and ``s2ft`` as ``S$^{2}$FT``."""
    parts = []
    for at, word in enumerate(words):
        prefix = at == len(words) - 1 and _is_prefix(words)
        whole = quoted(word, prefix=prefix)
        *first, last = pieces = _PIECE.findall(word)
        if 1 < len(pieces) <= _MOST_PIECES:
            apart = [*(quoted(one, prefix=False) for one in first), quoted(last, prefix=prefix)]
            whole = f"({whole}{either}({both.join(apart)}))"
        parts.append(whole)
    return both.join(parts)


def _folded(given: str) -> str:
    """Text whose words both databases cut alike; what needs no folding passes as it is."""
    given = given[:_LONGEST_TEXT]
    if "\x00" in given:
        given = given.replace("\x00", " ")
    return given if given.isascii() or not _ODD.search(given) else _fold_letters(given)


def _fold_letters(given: str) -> str:
    return _NOT_ASCII.sub(lambda found: _fold(found[0]), given.lower())


@lru_cache(maxsize=65_536)
def _fold(run: str) -> str:
    # Casefold first: some letters fold into ones with marks of their own. Twice: the other way too.
    apart = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", run).casefold())
    return "".join(map(_fold_one, apart))


def _fold_one(letter: str) -> str:
    if letter.isascii():
        return letter
    kind = unicodedata.category(letter)[0]
    if kind == "M":
        return ""
    if kind not in "LN":
        return " "
    if _HAN.match(letter):
        return f" {letter} "
    # SQLite may be older than a script and then takes its letters for blanks, which would make two
    # words of one. What Unicode knew in 2002 every SQLite knows; others become a word of ASCII.
    known = unicodedata.ucd_3_2_0.category(letter)[0] in "LN"
    return letter if known else f"u{ord(letter):x}"


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
