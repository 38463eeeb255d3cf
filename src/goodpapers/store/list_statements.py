"""The statement of a list, built once for each combination of filters and order.

A list is asked in two steps: first the row numbers and sort keys of one page, from the index
`ix_paper_list` alone where it can be; then the papers. Pages are found by key, never by counting.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

# Makes to_tsquery known; without it that depends on what was imported before.
import sqlalchemy.dialects.postgresql  # noqa: F401
from sqlalchemy import (
    BigInteger,
    BindParameter,
    ColumnElement,
    Double,
    FromClause,
    Select,
    Text,
    bindparam,
    case,
    column,
    func,
    literal_column,
    select,
    table,
    tuple_,
)

from goodpapers.domain.listing import Order
from goodpapers.store.rows import SHUFFLE_PRIME
from goodpapers.store.statements import Statement, places
from goodpapers.store.tables import paper, paper_institution, score, session, slot

SEARCH_LIMIT = 2_000
"""A search over everything ranks the newest so many matches; with a filter it ranks all."""

MOST_INSTITUTION_WORDS = 6
MOST_INTERESTS = 8


@dataclass(frozen=True, slots=True)
class Shape:
    """What decides the text of a list's statement; the values are bound."""

    dialect: str
    filters: frozenset[str]
    """Of: edition, area, tier, track, institution, institution_words, session, city, words."""
    with_unaccepted: bool
    order: Order
    goes_on: bool = False
    """Whether a cursor says where to begin."""
    interested: bool = False
    """Whether areas that the reader follows come first inside a tier."""


@lru_cache(maxsize=512)
def page_statement(shape: Shape) -> Statement:
    """One page: the sort keys in order, then the row number. Binds `n` and the cursor's `k0` …"""
    source, keys = _source_and_keys(shape)
    every = [*keys, paper.c.id]
    named = [key.label(f"sort{i}") for i, key in enumerate(every)]
    chosen = _filtered(select(*named).select_from(source), shape)
    if shape.goes_on:
        last: list[BindParameter[Any]] = [
            bindparam(f"k{i}", type_=_wide(key)) for i, key in enumerate(every)
        ]
        # The first comparison says nothing new, but lets the index begin in the right tier.
        chosen = chosen.where(every[0] >= last[0], tuple_(*every) > tuple_(*last))
    return Statement(chosen.order_by(*named).limit(bindparam("n", type_=BigInteger())))


@lru_cache(maxsize=512)
def scored_statement(shape: Shape) -> Statement:
    """As `page_statement` by score within one edition, of papers with a score alone.

    It walks down the index of scores instead of sorting the edition. Binds `n`, and `most` (the
    score of the cursor) with its `k0` and `k1`.
    """
    lowest_first = -score.c.score
    source = score.join(paper, paper.c.id == score.c.paper_id)
    chosen = _filtered(
        select(lowest_first.label("sort0"), paper.c.id.label("sort1")).select_from(source), shape
    ).where(score.c.edition_id == bindparam("edition"))
    if shape.goes_on:
        last: list[BindParameter[Any]] = [
            bindparam("k0", type_=Double()),
            bindparam("k1", type_=BigInteger()),
        ]
        chosen = chosen.where(
            score.c.score <= bindparam("most", type_=Double()),
            tuple_(lowest_first, paper.c.id) > tuple_(*last),
        )
    ordered = chosen.order_by(score.c.score.desc(), paper.c.id)
    return Statement(ordered.limit(bindparam("n", type_=BigInteger())))


@lru_cache(maxsize=512)
def count_statement(shape: Shape) -> Statement:
    """How many papers the list has."""
    source, _ = _source_and_keys(shape)
    return Statement(_filtered(select(func.count()).select_from(source), shape))


@lru_cache(maxsize=512)
def count_keys(shape: Shape) -> int:
    """How many numbers the cursor of the list carries."""
    return len(_source_and_keys(shape)[1]) + 1


def _source_and_keys(shape: Shape) -> tuple[FromClause, list[ColumnElement[Any]]]:
    if shape.order is Order.TIME and shape.filters & {"session", "city"}:
        # By the time in the session or city that was chosen, not by the paper's first time.
        times = _slots(shape, select(slot.c.paper_id, func.min(slot.c.time_key).label("time_key")))
        chosen = times.group_by(slot.c.paper_id).subquery("chosen_times")
        return paper.join(chosen, chosen.c.paper_id == paper.c.id), [chosen.c.time_key]
    if shape.order is Order.TIME:
        return paper, [paper.c.time_key]
    if shape.order is Order.SCORE:
        # Largest first, and papers without a score after all of them.
        descending = func.coalesce(-score.c.score, literal_column("1.0", Double))
        return paper.outerjoin(score, score.c.paper_id == paper.c.id), [descending]
    followed = [_followed()] if shape.interested else []
    by_tier: list[ColumnElement[Any]] = [paper.c.tier_rank, *followed, _daily()]
    if shape.order is Order.RELEVANCE and "words" in shape.filters:
        return paper, [_closeness(shape.dialect), *by_tier]
    return paper, by_tier


def _wide(key: ColumnElement[Any]) -> BigInteger | Double[float]:
    """A type that holds whatever number a cursor may carry for this sort key."""
    return Double() if isinstance(key.type, Double) else BigInteger()


def _daily() -> ColumnElement[int]:
    """The day's order: a fixed number of the paper, moved about by two numbers of the day."""
    factor = bindparam("day_factor", type_=BigInteger())
    shift = bindparam("day_shift", type_=BigInteger())
    return (paper.c.shuffle * factor + shift) % literal_column(str(SHUFFLE_PRIME), BigInteger)


def _followed() -> ColumnElement[int]:
    """0 in an area that the reader follows, else 1: known from what is public and their profile."""
    chosen = paper.c.area_key.in_(places(MOST_INTERESTS, "interest"))
    return case((chosen, literal_column("0")), else_=literal_column("1"))


def _closeness(dialect: str) -> ColumnElement[int]:
    """0 where the title has all the words, 1 where title and people have them, else 2.

    It depends on the paper and the words alone, so papers that come in between move no other; the
    usual measures (BM25) weigh words by how often all papers use them.
    """
    return case(
        (paper.c.id.in_(matches(dialect, "words_in_title")), literal_column("0")),
        (paper.c.id.in_(matches(dialect, "words_in_people")), literal_column("1")),
        else_=literal_column("2"),
    )


def _filtered(chosen: Select[Any], shape: Shape) -> Select[Any]:
    filters = shape.filters
    if not shape.with_unaccepted:
        chosen = chosen.where(paper.c.accepted == literal_column("1"))
    for name, kept in (
        ("edition", paper.c.edition_id),
        ("area", paper.c.area_key),
        ("tier", paper.c.tier_rank),
        ("track", paper.c.track),
    ):
        if name in filters:
            chosen = chosen.where(kept == bindparam(name))
    if "institution" in filters:
        theirs = select(paper_institution.c.paper_id).where(
            paper_institution.c.institution_key == bindparam("institution")
        )
        chosen = chosen.where(paper.c.id.in_(theirs))
    if "institution_words" in filters:
        # A key is the folded words of a name, joined by hyphens.
        folded = literal_column("'-'", Text) + paper_institution.c.institution_key
        words = [folded.like(bindparam(f"institution{i}")) for i in range(MOST_INSTITUTION_WORDS)]
        chosen = chosen.where(paper.c.id.in_(select(paper_institution.c.paper_id).where(*words)))
    if filters & {"session", "city"}:
        chosen = chosen.where(paper.c.id.in_(_slots(shape, select(slot.c.paper_id))))
    return _with_words(chosen, shape) if "words" in filters else chosen


def _slots(shape: Shape, chosen: Select[Any]) -> Select[Any]:
    """`chosen` of the slots in the session and city of the filters."""
    sessions = select(session.c.id)
    for name, kept in (
        ("edition", session.c.edition_id),
        ("session", session.c.key),
        ("city", session.c.city_key),
    ):
        if name in shape.filters:
            sessions = sessions.where(kept == bindparam(name))
    return chosen.where(slot.c.session_id.in_(sessions))


def _with_words(chosen: Select[Any], shape: Shape) -> Select[Any]:
    newest = bindparam("newest", type_=BigInteger())
    found = matches(shape.dialect, "words")
    if shape.filters == {"words"}:
        number = found.selected_columns[0]
        found = found.where(number <= newest).order_by(number.desc()).limit(SEARCH_LIMIT)
    return chosen.where(paper.c.id <= newest, paper.c.id.in_(found))


def matches(dialect: str, name: str) -> Select[Any]:
    """The row numbers of papers that the search bound as `name` finds."""
    if dialect == "sqlite":
        words = table("paper_words", column("rowid", BigInteger))
        hit = literal_column("paper_words").op("MATCH")(bindparam(name))
        return select(words.c.rowid).where(hit)
    words = table("paper_words", column("paper_id", BigInteger), column("words"))
    search = func.to_tsquery(literal_column("'simple'"), bindparam(name))
    return select(words.c.paper_id).where(words.c.words.op("@@")(search))
