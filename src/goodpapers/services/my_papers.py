"""What a reader keeps, searched, filtered and sorted: a page of it, or all of it as a file.

A reader's own papers are at most a few thousand, so they are read whole in one statement, and
chosen from here; only the papers of the page at hand are read with all their facts.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from typing import TypeVar

from goodpapers.domain.errors import BadUsage
from goodpapers.domain.reader import Reader
from goodpapers.domain.reading import Kept, KeptPaper, ReadingState
from goodpapers.domain.vote import Vote
from goodpapers.exports.bibtex import kept_bibtex
from goodpapers.exports.tables import kept_csv, kept_json
from goodpapers.store.database import Database
from goodpapers.store.my_papers import all_kept, kept_with_words, with_papers

PAGE = 30
Choice = TypeVar("Choice", bound=StrEnum)


class What(StrEnum):
    """What of a reader's own is shown. `ALL` leaves out what was only looked at."""

    ALL = "all"
    LIST = "list"
    VOTES = "votes"
    NOTES = "notes"
    HISTORY = "history"


class Sort(StrEnum):
    """How it is ordered. `NEWEST`: what was changed last comes first."""

    NEWEST = "newest"
    OLDEST = "oldest"
    TITLE = "title"
    EDITION = "edition"


class FileKind(StrEnum):
    """Which file is made of it."""

    BIBTEX = "bib"
    CSV = "csv"
    JSON = "json"


@dataclass(frozen=True, slots=True)
class MyQuery:
    """Which of a reader's own papers, in which order, and which page of them, from 1."""

    what: What = What.ALL
    words: str | None = None
    state: ReadingState | None = None
    vote: Vote | None = None
    edition: str | None = None
    sort: Sort = Sort.NEWEST
    page: int = 1


@dataclass(frozen=True, slots=True)
class MyPapers:
    """One page of what a reader keeps. `counts` says how much there is of each, unfiltered."""

    query: MyQuery
    papers: tuple[KeptPaper, ...]
    total: int
    pages: int
    counts: dict[What, int]
    editions: tuple[tuple[str, str], ...]
    """Key and name of every edition that the reader keeps a paper of, by name."""


_HAS: dict[What, Callable[[Kept], bool]] = {
    What.ALL: lambda one: bool(one.vote or one.state or one.note),
    What.LIST: lambda one: one.state is not None,
    What.VOTES: lambda one: one.vote is not None,
    What.NOTES: lambda one: one.note is not None,
    What.HISTORY: lambda one: one.visited_at is not None,
}
_WHEN: dict[What, Callable[[Kept], datetime | None]] = {
    What.ALL: lambda one: max(
        at for at in (one.vote and one.vote.changed_at, one.state_at, one.note_at) if at
    ),
    What.LIST: lambda one: one.state_at,
    What.VOTES: lambda one: one.vote.changed_at if one.vote else None,
    What.NOTES: lambda one: one.note_at,
    What.HISTORY: lambda one: one.visited_at,
}


def my_papers(database: Database, reader: Reader, query: MyQuery) -> MyPapers:
    """One page of what the reader keeps; a page beyond the last is empty."""
    with database.read() as db:
        kept = all_kept(db, reader.id)
        chosen = kept_with_words(db, reader.id, kept, query.words) if query.words else kept
        chosen = _sorted(_filtered(chosen, query), query)
        start = (max(1, query.page) - 1) * PAGE
        papers = with_papers(db, chosen[start : start + PAGE])
    return MyPapers(
        query,
        tuple(papers),
        len(chosen),
        max(1, -(-len(chosen) // PAGE)),
        {what: sum(map(has, kept)) for what, has in _HAS.items()},
        tuple(sorted({(one.edition_key, one.edition_name) for one in kept}, key=lambda e: e[1])),
    )


def all_of(
    database: Database, reader: Reader, query: MyQuery, *, opened_too: bool = False
) -> list[KeptPaper]:
    """All that the query chooses, whatever page it names, in its order.

    With `opened_too` also what the reader only opened, which `What.ALL` leaves out.
    """
    with database.read() as db:
        kept = all_kept(db, reader.id)
        if opened_too:
            return with_papers(db, sorted(kept, key=lambda one: (one.title.casefold(), one.key)))
        if query.words:
            kept = kept_with_words(db, reader.id, kept, query.words)
        return with_papers(db, _sorted(_filtered(kept, query), query))


def as_file(
    database: Database, reader: Reader, query: MyQuery, kind: FileKind, now: datetime
) -> str:
    """All that the query chooses as BibTeX, CSV or JSON, votes and notes included."""
    chosen = all_of(database, reader, query)
    if kind is FileKind.BIBTEX:
        return kept_bibtex(chosen)
    return kept_csv(chosen) if kind is FileKind.CSV else kept_json(chosen, now)


def query_of(values: dict[str, str]) -> MyQuery:
    """The query that an address asks for.

    Raises
    ------
    BadUsage
        A value that does not exist; the message names those that do.
    """
    return MyQuery(
        what=_choice(What, "part", values.get("what")) or What.ALL,
        words=values.get("words"),
        state=_choice(ReadingState, "state", values.get("state")),
        vote=_choice(Vote, "vote", values.get("vote")),
        edition=values.get("edition"),
        sort=_choice(Sort, "order", values.get("sort")) or Sort.NEWEST,
        page=_number(values.get("page")),
    )


def _choice(kind: type[Choice], name: str, typed: str | None) -> Choice | None:
    if not typed:
        return None
    try:
        return kind(typed)
    except ValueError:
        known = ", ".join(kind)
        raise BadUsage(f"there is no {name} “{typed}”: choose one of {known}") from None


def _number(typed: str | None) -> int:
    fine = typed and typed.isascii() and typed.isdigit() and len(typed) <= 6
    return max(1, int(typed)) if typed and fine else 1


def _filtered(kept: Sequence[Kept], query: MyQuery) -> list[Kept]:
    return [
        one
        for one in kept
        if _HAS[query.what](one)
        and (query.state is None or one.state is query.state)
        and (query.vote is None or (one.vote is not None and one.vote.vote is query.vote))
        and (query.edition is None or one.edition_key == query.edition)
    ]


def _sorted(kept: list[Kept], query: MyQuery) -> list[Kept]:
    # By title first, so that what is equal otherwise stands in an order that never changes.
    by_title = sorted(kept, key=lambda one: (one.title.casefold(), one.key))
    if query.sort is Sort.TITLE:
        return by_title
    if query.sort is Sort.EDITION:
        return sorted(by_title, key=lambda one: one.edition_name)
    when = _WHEN[query.what]
    never = datetime.min.replace(tzinfo=UTC)
    newest_first = query.sort is Sort.NEWEST
    return sorted(by_title, key=lambda one: when(one) or never, reverse=newest_first)
