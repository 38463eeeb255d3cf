"""Lists and single papers as pages show them.

`list_cards` and `card` read public columns alone. `uncover` reads the hidden ones, and only of the
papers it is given: those that the gate opened for the viewer.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from datetime import date
from functools import lru_cache
from hashlib import blake2b
from typing import Any

from sqlalchemy import Connection, bindparam, func, literal_column, select

from goodpapers.domain.errors import BadUsage, Unknown
from goodpapers.domain.lines import one_line
from goodpapers.domain.listing import Card, Hidden, Listing, Order, Query
from goodpapers.domain.paper import PaperKey
from goodpapers.store.cursors import Cursor, read_cursor, write_cursor
from goodpapers.store.database import primary_source
from goodpapers.store.editions import edition_id
from goodpapers.store.facets import facets, session_page, stored_count
from goodpapers.store.list_statements import (
    MOST_INSTITUTION_WORDS,
    MOST_INTERESTS,
    Shape,
    count_keys,
    count_statement,
    page_statement,
    scored_statement,
)
from goodpapers.store.paper_rows import PAGE, FoundPaper, papers_by_id
from goodpapers.store.rows import SHUFFLE_PRIME, slug
from goodpapers.store.scores import SCORE_COLUMNS, score_of, tier_of
from goodpapers.store.search import compile_words, words_of
from goodpapers.store.statements import Row, Statement, padded, places
from goodpapers.store.tables import panel_result, paper, paper_institution, score
from goodpapers.store.verdicts import count_of, dots_of, find_result
from goodpapers.store.votes import split_of

__all__ = [
    "area_keys",
    "card",
    "cards",
    "facets",
    "list_cards",
    "session_page",
    "uncover",
    "uncover_whole",
]

_NEWEST = Statement(select(func.coalesce(func.max(paper.c.id), 0)))
_INSTITUTION = Statement(
    select(paper_institution.c.paper_id)
    .where(paper_institution.c.institution_key == bindparam("key"))
    .limit(1)
)
_COUNTED = frozenset({"area", "track", "institution", "city", "session"})


def list_cards(db: Connection, query: Query, *, all_open: bool = False) -> Listing:
    """One page of the papers that `query` chooses, in its order, as public cards.

    `all_open` says that this viewer may see every score, so that they may order by it.

    Raises
    ------
    Unknown
        There is no such edition. Other filters that fit nothing give an empty list.
    BadUsage
        The cursor is broken, or order by score was asked for without `all_open`.
    """
    if query.order is Order.SCORE and not all_open:
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
    rows = _rows(db, shape, values, limit + 1)
    cards = _cards(db, [row[-1] for row in rows[:limit]])
    more = len(rows) > limit
    after = replace(cursor, keys=tuple(rows[limit - 1])) if more else None
    return Listing(tuple(cards), total, None if after is None else write_cursor(query, after))


def card(db: Connection, key: str) -> Card:
    """One paper as a public card.

    Raises
    ------
    Unknown
        There is no such paper.
    """
    row = _ID.one(db, key=key)
    if row is None:
        raise Unknown(f'there is no paper "{key}" on this site')
    return _cards(db, [row[0]])[0]


def cards(db: Connection, keys: Sequence[str]) -> list[Card]:
    """Papers by key as public cards, in the order of `keys`; an unknown key is left out."""
    ids: dict[str, int] = {}
    for start in range(0, len(keys), PAGE):
        ids.update(_IDS.all(db, **padded(keys[start : start + PAGE], PAGE, "key")))
    return _cards(db, [ids[key] for key in keys if key in ids])


def uncover(
    db: Connection, keys: Collection[str], *, source: str | None = None
) -> dict[PaperKey, Hidden]:
    """Score, count and dots of the papers that the gate opened, by key.

    `source` says whose verdicts count as the panel's; None takes the site's primary source, else
    the first by name. A withheld paper has nothing to uncover.
    """
    found: dict[PaperKey, Hidden] = {}
    wanted = list(keys)
    for start in range(0, len(wanted), PAGE):
        rows = _HIDDEN.all(db, **padded(wanted[start : start + PAGE], PAGE, "key"))
        for row in sorted(rows, key=lambda row: row[1] != primary_source(db)):
            is_source = row[1] is not None and source in {None, row[1]}
            earlier = found.get(row[0])
            if earlier is None or (is_source and not earlier.recommends):
                found[row[0]] = _hidden(row[2] if is_source else None, row[3:])
    return found


def uncover_whole(db: Connection, key: str, *, source: str | None = None) -> Hidden | None:
    """All that is hidden of one paper, the twenty verdicts and the readers' split too."""
    hidden = uncover(db, [key], source=source).get(PaperKey(key))
    if hidden is None:
        return None
    names = sorted(
        [row[0] for row in _SOURCES.all(db, key=key)],
        key=lambda name: (name != primary_source(db), name),
    )
    name = source or next(iter(names), None)
    result = None if name is None else find_result(db, key, name)
    return replace(hidden, result=result, split=split_of(db, key))


def _rows(db: Connection, shape: Shape, values: Mapping[str, object], n: int) -> list[Row]:
    """Sort keys and row numbers of one page; by score along the index as long as that fills it."""
    if shape.order is Order.SCORE and "edition" in shape.filters:
        last = values.get("k0")
        most = -last if isinstance(last, float) else None
        if most is not None or not shape.goes_on:
            rows = scored_statement(shape).all(db, **values, n=n, most=most)
            if len(rows) == n:
                return rows
    return page_statement(shape).all(db, **values, n=n)


_ID = Statement(select(paper.c.id).where(paper.c.key == bindparam("key")))
_IDS = Statement(select(paper.c.key, paper.c.id).where(paper.c.key.in_(places(PAGE, "key"))))
_SOURCES = Statement(
    select(panel_result.c.source)
    .join_from(panel_result, paper)
    .where(paper.c.key == bindparam("key"))
    .order_by(panel_result.c.source)
)


def _shape(db: Connection, query: Query, words: Sequence[str] | None) -> Shape:
    names = ("edition", "area", "tier", "track", "institution", "session", "city")
    filters = {name for name in names if getattr(query, name) is not None}
    if words:
        filters.add("words")
    if query.institution is not None and not _is_institution(db, query.institution):
        filters = filters - {"institution"} | {"institution_words"}
    return Shape(
        db.dialect.name,
        frozenset(filters),
        query.with_unaccepted,
        query.order,
        interested=bool(query.interests),
    )


def area_keys(names: Sequence[str]) -> tuple[str, ...]:
    """The keys of areas by their names, at most as many as an order takes."""
    return tuple(dict.fromkeys(map(slug, names)))[:MOST_INTERESTS]


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
    if query.interests:
        values |= padded(query.interests[:MOST_INTERESTS], MOST_INTERESTS, "interest")
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
def day_numbers(day: date, what: str = "") -> tuple[int, int]:
    """The factor in [1, 2^31 - 2] and the shift in [0, 2^31 - 2] of a day's order.

    `what` names another order of the same day that has nothing to do with this one.
    """
    digest = blake2b(f"{what}{day.isoformat()}".encode(), digest_size=16).digest()
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


def _cards(db: Connection, ids: Sequence[int]) -> list[Card]:
    found = papers_by_id(db, ids)
    return [_card(found[one]) for one in ids]


def _card(found: FoundPaper) -> Card:
    if found.withheld:  # it looks like one not yet judged
        return Card(found.paper, None, found.n_votes)
    return Card(found.paper, tier_of(found.tier_rank), found.n_votes, judged=found.judged)


_HIDDEN = Statement(
    select(paper.c.key, panel_result.c.source, panel_result.c.recommends, *SCORE_COLUMNS)
    .outerjoin_from(paper, score, score.c.paper_id == paper.c.id)
    .outerjoin(panel_result, panel_result.c.paper_id == paper.c.id)
    .where(paper.c.key.in_(places(PAGE, "key")), paper.c.withheld == literal_column("0"))
    .order_by(panel_result.c.source)
)


def _hidden(recommends: str | None, columns: Sequence[object]) -> Hidden:
    return Hidden(
        score=None if columns[0] is None else score_of(tuple(columns)),
        count=None if recommends is None else count_of(recommends),
        recommends=() if recommends is None else dots_of(recommends),
    )
