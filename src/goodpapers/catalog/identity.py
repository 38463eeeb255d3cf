"""Are these entries one work? Decided within one edition, from evidence that is kept small.

Two entries are one work if they share an identifier of the work, or if their titles read alike and
they either are related events or have the same authors, all or nearly all. Events that name each
other and have the same authors may differ a little in title. A title alone never joins, nor do
entries that name different works of the same scheme, nor events of one kind whose ids and abstracts
both differ. What is one work does not depend on the order of the entries: groups are the connected
parts of these ties.
"""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import lru_cache
from hashlib import blake2b
from itertools import islice, product

from goodpapers.domain.programme import Entry, Track

WORK_SCHEMES = ("openreview", "doi", "arxiv", "acl", "uid")
"""Schemes that name the work, the surest first."""
EXCLUSIVE = frozenset(("openreview", "doi", "arxiv", "acl"))
"""Schemes in which one work has one value; an oral's `uid` differs from its poster's."""
NUMBER = "number"
"""A number within one file (row 12): another file may use it for another paper, so alone it says
nothing."""
_LETTER = re.compile(r"[\W_]+")
_ID_BYTES = 8
_LONGEST_TITLE = 300
_TELLING_LENGTH = 10
_ALIKE = 0.88
_MANY = 200
"""More author lists than this under one title are compared by equality alone; and an event that
stands in the file so often that it makes more pairs is compared with some only."""


@dataclass(slots=True)
class Evidence:
    """What identity needs of one entry: some hundred bytes, so that a hundred thousand fit."""

    works: tuple[tuple[str, str], ...]
    number: str | None
    title: bytes
    names: bytes
    """The hashes of the authors' names, sorted and joined; see `people`."""
    event: str | None
    related: tuple[str, ...]
    abstract: bytes
    """The hash of the abstract; empty where there is none."""
    track: Track | None
    shown: str
    """The title as it is compared, of an entry with related events; else empty."""
    tie: bytes
    """Tells entries without identifier and authors apart by their other content; else empty."""

    def fingerprint(self) -> str:
        """A stored identifier for works without one of their own: title and authors, hashed."""
        return f"{self.title.hex()}-{_hash(self.names).hex() if self.names else ''}"

    def people(self) -> frozenset[bytes]:
        """The hashes of the authors' names."""
        starts = range(0, len(self.names), _ID_BYTES)
        return frozenset(self.names[at : at + _ID_BYTES] for at in starts)


def evidence_of(entry: Entry) -> Evidence:
    """The evidence in one entry."""
    by_scheme = dict(entry.identifiers)
    works = tuple(pair for pair in entry.identifiers if pair[0] in WORK_SCHEMES)
    bare = not works and not entry.authors
    return Evidence(
        works,
        by_scheme.get(NUMBER),
        _hash(fold_title(entry.title)),
        b"".join(sorted({name_hash(author.name) for author in entry.authors})),
        by_scheme.get("event"),
        entry.related_events,
        abstract_hash(entry.abstract),
        entry.track,
        fold_title(entry.title) if entry.related_events else "",
        _hash(repr((entry.abstract, entry.institutions, entry.links))) if bare else b"",
    )


def fold_title(title: str) -> str:
    """A title as it is compared: letters and digits of every script, without case and accents."""
    return _fold(title) or title


def abstract_hash(abstract: str | None) -> bytes:
    """An abstract as it is compared, hashed; empty where there is none."""
    return _hash(_fold(abstract)) if abstract else b""


def same_people(one: frozenset[bytes], other: frozenset[bytes]) -> bool:
    """Whether two author lists are of the same people: equal, or at most a third differ."""
    if not one or not other:
        return False
    return one == other or len(one & other) * 3 >= 2 * max(len(one), len(other), 3)


def group(entries: Sequence[Evidence]) -> list[list[int]]:
    """Places of the entries that are one work, in groups; places and groups in the file's order."""
    joined = _Sets(len(entries))
    first_of_work: dict[tuple[str, str], int] = {}
    places_of_title: dict[bytes, int | list[int]] = {}
    for place, entry in enumerate(entries):
        for pair in entry.works:
            joined.join((first_of_work.setdefault(pair, place), place))
        _add_place(places_of_title, entry.title, place)
    for places in places_of_title.values():
        if isinstance(places, list):
            _join_alike(joined, entries, places)
    _join_related(joined, entries)
    groups: list[list[int]] = []
    for found in joined.groups():
        for places in _without_conflict(entries, found):
            groups.extend(_without_twins(entries, places))
    return sorted(groups)


def _add_place(table: dict[bytes, int | list[int]], key: bytes, place: int) -> None:
    """Most titles occur once: a number takes a tenth of a list's memory."""
    before = table.setdefault(key, place)
    if isinstance(before, list):
        before.append(place)
    elif before != place:
        table[key] = [before, place]


def _join_alike(joined: _Sets, entries: Sequence[Evidence], places: list[int]) -> None:
    """Join entries of one title that are related events or have the same people."""
    _join_events(joined, entries, places)
    by_number: dict[str, list[int]] = defaultdict(list)
    by_people: dict[frozenset[bytes], list[int]] = defaultdict(list)
    for place in places:
        if number := entries[place].number:
            by_number[number].append(place)
        if people := entries[place].people():
            by_people[people].append(place)
    for same in (*by_number.values(), *by_people.values()):
        joined.join(same)
    lists = list(by_people)
    if len(lists) <= _MANY:
        for at, one in enumerate(lists):
            for other in lists[:at]:
                if same_people(one, other):
                    joined.join([by_people[one][0], by_people[other][0]])


def _join_events(joined: _Sets, entries: Sequence[Evidence], places: list[int]) -> None:
    """Join each entry with the events that it names, all among `places`."""
    at_event: dict[str | None, list[int]] = defaultdict(list)
    for place in places:
        at_event[entries[place].event].append(place)
    named = {event for place in places for event in entries[place].related}
    for event in named & at_event.keys():
        joined.join(at_event[event])
    for place in places:
        for event in entries[place].related:
            if event in at_event:
                joined.join((place, at_event[event][0]))


def _join_related(joined: _Sets, entries: Sequence[Evidence]) -> None:
    """Join events that name each other, of the same authors, under titles that hardly differ."""
    at_event: dict[str, list[int]] = defaultdict(list)
    for place, entry in enumerate(entries):
        if entry.related and entry.event:
            at_event[entry.event].append(place)
    for event, places in at_event.items():
        others = {name for place in places for name in entries[place].related if name > event}
        pairs = (
            pair for name in sorted(others) for pair in product(places, at_event.get(name, ()))
        )
        for one, other in islice(pairs, _MANY):
            if _are_versions(entries[one], entries[other]):
                joined.join((one, other))


def _are_versions(one: Evidence, other: Evidence) -> bool:
    mutual = other.event in one.related and one.event in other.related
    return (
        mutual
        and one.names == other.names != b""
        and similar_titles(one.shown[:_LONGEST_TITLE], other.shown[:_LONGEST_TITLE])
    )


def similar_titles(one: str, other: str) -> bool:
    """Whether one folded title begins the other, or hardly a letter in eight differs."""
    short, long = sorted((one, other), key=len)
    if len(short) >= _TELLING_LENGTH and long.startswith(short):
        return True
    return SequenceMatcher(None, short, long, autojunk=False).ratio() >= _ALIKE


def _without_twins(entries: Sequence[Evidence], places: list[int]) -> list[list[int]]:
    """`places`, apart where events of one kind differ in both id and abstract: two papers then."""
    kinds: dict[Track | None, set[tuple[str, bytes]]] = defaultdict(set)
    for place in places:
        if entries[place].abstract:
            uids = (value for scheme, value in entries[place].works if scheme == "uid")
            kinds[entries[place].track].update((uid, entries[place].abstract) for uid in uids)
    if not any(
        len({a for a, _ in kind}) > 1 < len({b for _, b in kind}) for kind in kinds.values()
    ):
        return [places]
    joined = _Sets(len(places))
    first: dict[object, int] = {}
    for at, place in enumerate(places):
        for tie in (*entries[place].works, entries[place].abstract or at):
            joined.join((first.setdefault(tie, at), at))
    _join_events(joined, [entries[place] for place in places], list(range(len(places))))
    return [[places[at] for at in found] for found in joined.groups()]


def _without_conflict(entries: Sequence[Evidence], places: list[int]) -> list[list[int]]:
    """`places` as one group; where they name different works, grouped by the surest names alone."""
    if len(places) == 1 or not _conflict(entries, places):
        return [places]
    by_name: dict[object, list[int]] = defaultdict(list)
    for place in places:
        exclusive = tuple(pair for pair in entries[place].works if pair[0] in EXCLUSIVE)
        by_name[exclusive or place].append(place)
    return list(by_name.values())


def _conflict(entries: Sequence[Evidence], places: Iterable[int]) -> bool:
    seen: dict[str, str] = {}
    for place in places:
        for scheme, value in entries[place].works:
            if scheme in EXCLUSIVE and seen.setdefault(scheme, value) != value:
                return True
    return False


class _Sets:
    """Disjoint sets of places 0 to n - 1."""

    def __init__(self, n: int) -> None:
        self._parent = list(range(n))

    def join(self, places: Sequence[int]) -> None:
        if len(places) > 1:
            roots = {self._root(place) for place in places}
            first = min(roots)
            for root in roots:
                self._parent[root] = first

    def groups(self) -> Iterable[list[int]]:
        found: dict[int, list[int]] = defaultdict(list)
        for place in range(len(self._parent)):
            found[self._root(place)].append(place)
        return found.values()

    def _root(self, place: int) -> int:
        while self._parent[place] != place:
            self._parent[place] = self._parent[self._parent[place]]
            place = self._parent[place]
        return place


def _fold(text: str) -> str:
    if not text.isascii():
        text = "".join(
            char for char in unicodedata.normalize("NFKD", text) if not unicodedata.combining(char)
        )
    return _LETTER.sub("", text.casefold())


def _hash(text: str | bytes) -> bytes:
    data = text.encode(errors="replace") if isinstance(text, str) else text
    return blake2b(data, digest_size=_ID_BYTES).digest()


@lru_cache(maxsize=65536)
def name_hash(name: str) -> bytes:
    """A person's name as it is compared, hashed."""
    return _hash(_fold(name) or name)
