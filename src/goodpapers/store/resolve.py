"""Which paper a person means: by its key, an address, an identifier, or words of its title."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple
from urllib.parse import parse_qs, unquote, urlsplit

from sqlalchemy import Connection, bindparam, select, text

from goodpapers.domain.errors import Unknown
from goodpapers.domain.lines import one_line
from goodpapers.domain.paper import PaperKey
from goodpapers.store.search import compile_words, words_of
from goodpapers.store.statements import Statement
from goodpapers.store.tables import paper, paper_identifier

_MOST_NAMED = 5
_CANDIDATES = 50


class NamedPaper(NamedTuple):
    """A paper's key and title."""

    key: PaperKey
    title: str


_BY_KEY = Statement(select(paper.c.key).where(paper.c.key == bindparam("key")))
_BY_IDENTIFIER = Statement(
    select(paper.c.key)
    .join_from(paper_identifier, paper)
    .where(paper_identifier.c.value == bindparam("value"))
    .where(paper_identifier.c.scheme != "event")
    .order_by(paper.c.id.desc())
)
_BY_TITLE = {
    "sqlite": Statement(
        text(
            "SELECT paper.key, paper.title FROM paper WHERE paper.id IN (SELECT rowid FROM "
            "paper_words WHERE paper_words MATCH :words ORDER BY rowid DESC LIMIT :limit) "
            "ORDER BY paper.id DESC"
        )
    ),
    "postgresql": Statement(
        text(
            "SELECT paper.key, paper.title FROM paper JOIN paper_words "
            "ON paper_words.paper_id = paper.id "
            "WHERE paper_words.words @@ to_tsquery('simple', :words) "
            "ORDER BY paper.id DESC LIMIT :limit"
        )
    ),
}


def find_papers_by_words(db: Connection, typed: str, limit: int = _MOST_NAMED) -> list[NamedPaper]:
    """Papers with all the typed words in the title, the newest first; no words, no papers."""
    words = words_of(typed)
    if not words:
        return []
    title = compile_words(words, db.dialect.name).title
    rows = _BY_TITLE[db.dialect.name].all(db, words=title, limit=limit)
    return [NamedPaper(PaperKey(key), name) for key, name in rows]


def resolve(db: Connection, typed: str) -> PaperKey:
    """The paper that `typed` names: key, address here or elsewhere, identifier, or title.

    Raises
    ------
    Unknown
        No paper is meant, or several; then the line names the first few.
    """
    typed = one_line(typed)
    for name in _names_in(typed):
        row = _BY_KEY.one(db, key=name) or _BY_IDENTIFIER.one(db, value=name)
        if row:
            return PaperKey(row[0])
    found = find_papers_by_words(db, typed, _CANDIDATES)
    exact = [one for one in found if words_of(one.title) == words_of(typed)]
    if len(exact or found) == 1:
        return (exact or found)[0].key
    if not found:
        raise Unknown(f'there is no paper "{_short(typed)}" on this site')
    named = "; ".join(f"{one.key} {one.title}" for one in found[:_MOST_NAMED])
    raise Unknown(f'"{_short(typed)}" may be {len(found)} papers; name one by its key: {named}')


def _names_in(typed: str) -> Iterator[str]:
    """What may be a key or identifier in the text: itself, and the telling parts of an address."""
    if not typed or len(typed) > 2_000:
        return
    yield typed
    try:
        address = urlsplit(typed)
    except ValueError:
        return
    if address.scheme not in {"http", "https"} and not typed.startswith("/"):
        return
    for values in parse_qs(address.query).values():
        yield from values
    path = unquote(address.path).strip("/").removesuffix(".pdf")
    parts = path.split("/")
    yield parts[-1]
    yield re.sub(r"v\d+$", "", parts[-1])
    yield from ("/".join(parts[start:]) for start in range(len(parts) - 1))


def _short(typed: str) -> str:
    line = " ".join(typed.split())
    return line if len(line) <= 80 else line[:79] + "…"
