"""Conflicts of interest of one reader: with a paper that is looked at, and with all votes anew.

They are computed from the reader's own profile and the catalog, kept with each vote, and computed
anew when either changes. Only the reader is shown them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime

from goodpapers.domain.errors import BadUsage
from goodpapers.domain.paper import PaperKey
from goodpapers.domain.reader import Reader
from goodpapers.importers.institutions import clean_institution
from goodpapers.readers.conflicts import Conflict, Ground, Person, Work, conflict_with
from goodpapers.services import rights
from goodpapers.services.after_votes import renew_soon
from goodpapers.store import conflicts as stored
from goodpapers.store.database import Database, Db
from goodpapers.store.readers import find_reader
from goodpapers.store.votes import conflicts_of, readers_with_votes, set_conflicts

__all__ = [
    "Conflict",
    "Ground",
    "conflict",
    "conflict_on",
    "conflicts",
    "recompute_all",
    "recompute_conflicts",
    "say",
]

MOST_MARKS = 500


def conflict_on(
    database: Database, reader: Reader | None, key: str, now: datetime
) -> Conflict | None:
    """The conflict of who looks at the paper with it; None for a visitor."""
    if reader is None:
        return None
    with database.read() as db:
        return conflict(db, reader, key, now)


def conflict(db: Db, reader: Reader, key: str, now: datetime) -> Conflict | None:
    """The reader's conflict with one paper; None without one, and for an unknown paper."""
    return conflicts(db, reader, [key], now).get(PaperKey(key))


def conflicts(
    db: Db, reader: Reader, keys: Sequence[str], now: datetime
) -> dict[PaperKey, Conflict]:
    """The reader's conflicts with these papers; a paper without one is left out."""
    person = _person(reader, stored.papers_of_author(db, reader.id))
    if not (person.known_papers or person.names or person.institutions):
        return {}
    written = [
        *stored.written_under(db, person.names),
        *stored.written_by_key(db, sorted(person.known_papers)).values(),
    ]
    works = [Work(*one) for one in written]
    found = {
        key: conflict_with(person, Work(*one), works, this_year=now.year)
        for key, one in stored.written_by_key(db, keys).items()
    }
    return {key: one for key, one in found.items() if one is not None}


def recompute_conflicts(database: Database, reader: Reader, *, now: datetime | None = None) -> int:
    """Keep with each of the reader's votes the conflict that there is now; how many changed.

    To be called after a change of what the reader confirmed; the reader is read anew.
    """
    now = now or datetime.now(UTC)
    with database.write() as db:
        reader = find_reader(db, reader.key)
        kept = conflicts_of(db, reader.id)
        found = conflicts(db, reader, list(kept), now)
        kinds = {key: found[key].kind if key in found else None for key in kept}
        changed = {key: kind for key, kind in kinds.items() if kind != kept[key]}
        set_conflicts(db, reader.id, changed)
    for key in changed:
        renew_soon(database, key, now)
    return len(changed)


def recompute_all(database: Database, *, now: datetime) -> int:
    """`recompute_conflicts` for every reader with votes, after a programme changed."""
    with database.read() as db:
        readers = [find_reader(db, key) for key in readers_with_votes(db)]
    return sum(recompute_conflicts(database, reader, now=now) for reader in readers)


def say(
    database: Database, reader: Reader | None, mark: str, *, wrong: bool, now: datetime
) -> Reader:
    """Note that what a conflict rests on is wrong, or take that back; the reader as they are then.

    Raises
    ------
    SignInFirst
        Nobody is signed in.
    BadUsage
        `mark` is no mark of a conflict, or the reader has called too much wrong.
    """
    known = rights.signed_in(reader)
    kind, _, rest = mark.partition(":")
    if kind not in ("author", "coauthor", "institution") or not rest:
        raise BadUsage(f'"{mark}" names no conflict; expected author:, coauthor: or institution:')
    with database.write() as db:
        current = find_reader(db, known.key)
        marks = {*current.not_mine, mark} if wrong else set(current.not_mine) - {mark}
        if len(marks) > MOST_MARKS:
            raise BadUsage(f"at most {MOST_MARKS} conflicts can be called wrong")
        stored.set_not_mine(db, current.id, marks)
        changed = find_reader(db, known.key)
    recompute_conflicts(database, changed, now=now)
    return changed


def _person(reader: Reader, known_papers: Iterable[str]) -> Person:
    domains = [name for domain in reader.email_domains for name in _of_domain(domain)]
    cleaned = [name for typed in reader.affiliations for name in clean_institution(typed)]
    every = dict.fromkeys([*reader.affiliations, *cleaned, *domains])
    return Person(reader.names, tuple(every), frozenset(reader.not_mine), frozenset(known_papers))


def _of_domain(domain: str) -> Iterable[str]:
    """The institution that a domain is known to belong to; a mailbox for everyone is nobody's."""
    return [name for name in clean_institution(domain) if name.casefold() != domain.casefold()]
