"""Lists and single papers as pages show them. Without `hidden`, no hidden column is read at all."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date
from functools import lru_cache
from hashlib import blake2b
from typing import Any

from sqlalchemy import Connection, bindparam, func, select

from goodpapers.domain.errors import BadUsage, Unknown
from goodpapers.domain.lines import one_line
from goodpapers.domain.listing import Card, Hidden, Listing, Order, Query
from goodpapers.store.cursors import Cursor, read_cursor, write_cursor
from goodpapers.store.editions import edition_id
from goodpapers.store.facets import facets, session_page, stored_count
from goodpapers.store.list_statements import (
    MOST_INSTITUTION_WORDS,
    Shape,
    count_keys,
    count_statement,
    page_statement,
)
from goodpapers.store.paper_rows import PAGE, FoundPaper, papers_by_id
from goodpapers.store.rows import SHUFFLE_PRIME, slug
from goodpapers.store.scores import SCORE_COLUMNS, score_of, tier_of
from goodpapers.store.search import compile_words, words_of
from goodpapers.store.statements import Statement, padded, places
from goodpapers.store.tables import panel_result, paper, paper_institution, score
from goodpapers.store.verdicts import count_of, dots_of, find_result

__all__ = ["card", "facets", "list_cards", "session_page"]

_NEWEST = Statement(select(func.coalesce(func.max(paper.c.id), 0)))
_INSTITUTION = Statement(
    select(paper_institution.c.paper_id)
    .where(paper_institution.c.institution_key == bindparam("key"))
    .limit(1)
)
_COUNTED = frozenset({"area", "track", "institution", "city", "session"})


def list_cards(db: Connection, query: Query, *, hidden: bool, source: str | None = None) -> Listing:
    """One page of the papers that `query` chooses, in its order.

    Parameters
    ----------
    hidden : whether the cards carry score and panel. False neither reads nor orders by them.
    source : whose verdicts count as the panel's; None takes the first by name.

    Raises
    ------
    Unknown
        There is no such edition. Other filters that fit nothing give an empty list.
    BadUsage
        The cursor is broken, or order by score was asked for without `hidden`.
    """
    if query.order is Order.SCORE and not hidden:
        raise BadUsage("papers can be ordered by score only where every score is shown")
    words = words_of(query.words) if query.words and query.words.strip() else None
    if words == []:
        return Listing((), 0, None)
    shape = _shape(db, query, words)
    cursor = read_cursor(query, count_keys(shape))
    values = _values(db, query, words, cursor)
    total = _total(db, query, shape, values)
    if cursor is None:
        cursor = Cursor(query.day, values["newest"], ())
    else:
        values |= {f"k{i}": key for i, key in enumerate(cursor.keys)}
        shape = replace(shape, goes_on=True)
    limit = max(1, query.limit)
    rows = page_statement(shape).all(db, **values, n=limit + 1)
    cards = _cards(db, [row[-1] for row in rows[:limit]], hidden=hidden, source=source)
    more = len(rows) > limit
    after = replace(cursor, keys=tuple(rows[limit - 1])) if more else None
    return Listing(tuple(cards), total, None if after is None else write_cursor(query, after))


def card(db: Connection, key: str, *, hidden: bool, source: str | None = None) -> Card:
    """One paper as its page shows it; with `hidden` also all twenty verdicts.

    Raises
    ------
    Unknown
        There is no such paper.
    """
    row = _ID.one(db, key=key)
    if row is None:
        raise Unknown(f'there is no paper "{key}" on this site')
    (found,) = _cards(db, [row[0]], hidden=hidden, source=source)
    if not hidden or found.hidden is None:
        return found
    name = source or next((one[0] for one in _SOURCES.all(db, number=row[0])), None)
    result = None if name is None else find_result(db, key, name)
    return replace(found, hidden=replace(found.hidden, result=result))


_ID = Statement(select(paper.c.id).where(paper.c.key == bindparam("key")))
_SOURCES = Statement(
    select(panel_result.c.source)
    .where(panel_result.c.paper_id == bindparam("number"))
    .order_by(panel_result.c.source)
)


def _shape(db: Connection, query: Query, words: Sequence[str] | None) -> Shape:
    names = ("edition", "area", "tier", "track", "institution", "session", "city")
    filters = {name for name in names if getattr(query, name) is not None}
    if words:
        filters.add("words")
    if query.institution is not None and not _is_institution(db, query.institution):
        filters = filters - {"institution"} | {"institution_words"}
    return Shape(db.dialect.name, frozenset(filters), query.with_unaccepted, query.order)


def _plain(typed: str | None) -> str | None:
    """What a reader typed, as text that a database takes."""
    return typed if typed is None else one_line(typed)


def _is_institution(db: Connection, typed: str) -> bool:
    """Whether it is an institution's key or whole name, rather than words of names."""
    return _INSTITUTION.one(db, key=slug(typed)) is not None


def _institution_words(typed: str) -> dict[str, str]:
    """What the names of the institutions that are meant must hold: beginnings of their words."""
    parts = slug(typed).split("-")[:MOST_INSTITUTION_WORDS]
    patterns = [f"%-{part}%" for part in parts] + ["%"] * (MOST_INSTITUTION_WORDS - len(parts))
    return {f"institution{i}": pattern for i, pattern in enumerate(patterns)}


def _values(
    db: Connection, query: Query, words: Sequence[str] | None, cursor: Cursor | None
) -> dict[str, Any]:
    """Every value that a list's statement may bind."""
    factor, shift = day_numbers(cursor.day if cursor else query.day)
    values: dict[str, Any] = {
        "edition": None if query.edition is None else edition_id(db, one_line(query.edition)),
        "area": _plain(query.area),
        "tier": query.tier and query.tier.rank,
        "track": query.track and query.track.value,
        "institution": query.institution and slug(query.institution),
        **_institution_words(query.institution or ""),
        "session": _plain(query.session),
        "city": _plain(query.city),
        "day_factor": factor,
        "day_shift": shift,
        "newest": cursor.newest if cursor else 0,
    }
    if words:
        compiled = compile_words(words, db.dialect.name)
        values |= {
            "words": compiled.anywhere,
            "words_in_title": compiled.title,
            "words_in_people": compiled.people,
        }
        if cursor is None:
            values["newest"] = _NEWEST.all(db)[0][0]
    return values


@lru_cache(maxsize=64)
def day_numbers(day: date) -> tuple[int, int]:
    """The factor in [1, 2^31 - 2] and the shift in [0, 2^31 - 2] of a day's order."""
    digest = blake2b(day.isoformat().encode(), digest_size=16).digest()
    factor = 1 + int.from_bytes(digest[:8]) % (SHUFFLE_PRIME - 1)
    return factor, int.from_bytes(digest[8:]) % SHUFFLE_PRIME


def _total(db: Connection, query: Query, shape: Shape, values: Mapping[str, object]) -> int:
    """Counted with the facets where they have it, else by the database."""
    rest = shape.filters - {"edition"}
    edition = values["edition"]
    if isinstance(edition, int) and not shape.with_unaccepted and len(rest) <= 1:
        kind = next(iter(rest), "all")
        if kind in _COUNTED or kind == "all":
            key = str(values.get(kind, ""))
            known = stored_count(db, edition, kind, key)
            if known is not None:
                return known
    return int(count_statement(shape).all(db, **values)[0][0])


def _cards(db: Connection, ids: Sequence[int], *, hidden: bool, source: str | None) -> list[Card]:
    found = papers_by_id(db, ids)
    uncovered = _uncovered(db, ids, source) if hidden else {}
    return [_card(found[one], uncovered.get(one)) for one in ids]


def _card(found: FoundPaper, hidden: Hidden | None) -> Card:
    # Votes come with a later issue; until then nobody has voted.
    return Card(found.paper, tier_of(found.tier_rank), 0, hidden, found.judged)


_HIDDEN = Statement(
    select(paper.c.id, panel_result.c.source, panel_result.c.recommends, *SCORE_COLUMNS)
    .outerjoin_from(paper, score, score.c.paper_id == paper.c.id)
    .outerjoin(panel_result, panel_result.c.paper_id == paper.c.id)
    .where(paper.c.id.in_(places(PAGE, "id")))
    .order_by(panel_result.c.source)
)


def _uncovered(db: Connection, ids: Sequence[int], source: str | None) -> dict[int, Hidden]:
    hidden: dict[int, Hidden] = {}
    for start in range(0, len(ids), PAGE):
        for row in _HIDDEN.all(db, **padded(ids[start : start + PAGE], PAGE, "id")):
            wanted = row[1] is not None and source in {None, row[1]}
            earlier = hidden.get(row[0])
            if earlier is None or (wanted and not earlier.recommends):
                hidden[row[0]] = _hidden(row[2] if wanted else None, row[3:])
    return hidden


def _hidden(recommends: str | None, columns: Sequence[object]) -> Hidden:
    return Hidden(
        score=None if columns[0] is None else score_of(tuple(columns)),
        count=None if recommends is None else count_of(recommends),
        recommends=() if recommends is None else dots_of(recommends),
    )
