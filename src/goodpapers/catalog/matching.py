"""Which groups of a file are papers that the catalog has, and under which key each one goes.

The surest evidence decides first, over all groups, so that the outcome does not depend on their
order. A known paper is matched once; one that names another work is never matched.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from goodpapers.catalog.identity import (
    EXCLUSIVE,
    NUMBER,
    WORK_SCHEMES,
    Evidence,
    abstract_hash,
    name_hash,
    same_people,
)
from goodpapers.catalog.keys import make_key
from goodpapers.domain.paper import Paper, PaperKey
from goodpapers.domain.programme import Track

FINGERPRINT = "title"
"""The scheme under which a paper's title and authors are stored as an identifier."""


class Known(NamedTuple):
    """What tells whether a known paper is meant: its authors, abstract (hashed) and track."""

    people: frozenset[bytes]
    abstract: bytes
    track: Track | None


Look = Callable[[PaperKey], Known]


def known_of(paper: Paper) -> Known:
    """What `Known` holds of a stored paper."""
    people = frozenset(name_hash(author.name) for author in paper.authors)
    return Known(people, abstract_hash(paper.abstract), paper.track)


@dataclass(slots=True)
class Matched:
    """A group's key, whether the catalog has the paper, and the fingerprints to store with it."""

    key: PaperKey
    known: bool
    fingerprints: tuple[tuple[str, str], ...]


class KnownWorks:
    """The papers of one edition that the catalog has, by everything that names them."""

    def __init__(
        self,
        edition_key: str,
        identifiers: Mapping[tuple[str, str], PaperKey],
        keys: Set[PaperKey],
        look: Look,
    ) -> None:
        """`look` tells of a known paper; asked only where something else speaks for it."""
        self._edition = edition_key
        self._identifiers = identifiers
        self._keys = keys
        self._look = look
        self._exclusive: dict[PaperKey, tuple[tuple[str, str], ...]] = {}
        self._uids: dict[PaperKey, set[str]] = defaultdict(set)
        for pair, key in identifiers.items():
            if pair[0] in EXCLUSIVE:
                self._exclusive[key] = (*self._exclusive.get(key, ()), pair)
            elif pair[0] == "uid":
                self._uids[key].add(pair[1])
        self._taken: set[PaperKey] = set()

    @cached_property
    def _by_title(self) -> dict[str, list[PaperKey]]:
        """Papers by the first half of their fingerprints. Built only when something asks."""
        found: dict[str, list[PaperKey]] = defaultdict(list)
        for (scheme, value), key in self._identifiers.items():
            if scheme == FINGERPRINT:
                found[value.partition("-")[0]].append(key)
        return found

    @cached_property
    def _halves(self) -> dict[PaperKey, set[str]]:
        """Title and people halves of each paper's fingerprints. Built only when something asks."""
        found: dict[PaperKey, set[str]] = defaultdict(set)
        for (scheme, value), key in self._identifiers.items():
            if scheme == FINGERPRINT:
                found[key].update(filter(None, value.split("-")))
        return found

    def match(self, groups: Sequence[Sequence[Evidence]]) -> list[Matched]:
        """A key for each group, all different."""
        found: dict[int, PaperKey] = {}
        identities = [_identity(group) for group in groups]
        in_order = sorted(range(len(groups)), key=lambda at: identities[at])
        if self._keys:
            for tie in (self._by_work, self._by_own_key, self._by_fingerprint, self._by_number,
                        self._by_event, self._by_people):  # fmt: skip
                for at in in_order:
                    if at not in found and (key := tie(groups[at], identities[at][1])):
                        self._taken.add(key)
                        found[at] = key
        return self._with_new_keys(groups, found, identities, in_order)

    def _with_new_keys(
        self,
        groups: Sequence[Sequence[Evidence]],
        found: dict[int, PaperKey],
        identities: list[tuple[int, str, bytes]],
        in_order: list[int],
    ) -> list[Matched]:
        stored: set[str] = set()
        matched: dict[int, Matched] = {}
        for at in in_order:
            key = found.get(at) or self._new_key(identities[at][1])
            prints = {entry.fingerprint() for entry in groups[at]} - stored
            stored |= prints
            pairs = tuple((FINGERPRINT, value) for value in sorted(prints))
            matched[at] = Matched(key, at in found, pairs)
        return [matched[at] for at in range(len(groups))]

    def _new_key(self, identity: str) -> PaperKey:
        attempt = 0
        while (key := make_key(self._edition, identity, attempt=attempt)) in self._taken or (
            key in self._keys
        ):
            attempt += 1
        self._taken.add(key)
        return key

    def _free(self, key: PaperKey | None, group: Sequence[Evidence]) -> PaperKey | None:
        """`key` unless it is taken, or the paper and the group name different works."""
        if key is None or key in self._taken:
            return None
        known = dict(self._exclusive.get(key, ()))
        works = {pair for entry in group for pair in entry.works}
        if any(known.get(scheme, value) != value for scheme, value in works):
            return None
        return None if self._is_twin(key, group) else key

    def _is_twin(self, key: PaperKey, group: Sequence[Evidence]) -> bool:
        """Whether the paper is another one of the same kind, whose id and abstract both differ."""
        uids = {value for entry in group for scheme, value in entry.works if scheme == "uid"}
        if not uids or not self._uids.get(key) or uids & self._uids[key]:
            return False
        known = self._look(key)
        abstracts = {entry.abstract for entry in group} - {b""}
        tracks = {entry.track for entry in group if entry.abstract}
        return bool(abstracts and known.abstract) and (
            known.abstract not in abstracts and known.track in tracks
        )

    def _by_work(self, group: Sequence[Evidence], _: str) -> PaperKey | None:
        works = sorted({pair for entry in group for pair in entry.works}, key=_surest)
        keys = (self._free(self._identifiers.get(pair), group) for pair in works)
        return next(filter(None, keys), None)

    def _by_own_key(self, group: Sequence[Evidence], identity: str) -> PaperKey | None:
        attempt = 0
        while (key := make_key(self._edition, identity, attempt=attempt)) in self._keys:
            if free := self._free(key, group):
                return free
            attempt += 1
        return None

    def _by_fingerprint(self, group: Sequence[Evidence], _: str) -> PaperKey | None:
        prints = sorted({entry.fingerprint() for entry in group if entry.names})
        keys = (self._free(self._identifiers.get((FINGERPRINT, one)), group) for one in prints)
        return next(filter(None, keys), None)

    def _by_number(self, group: Sequence[Evidence], _: str) -> PaperKey | None:
        """By the file's own number, where the title or the authors are the same as well."""
        for entry in group:
            if entry.number is None:
                continue
            key = self._free(self._identifiers.get((NUMBER, entry.number)), group)
            title, _dash, names = entry.fingerprint().partition("-")
            if key and ({title, names} - {""}) & self._halves.get(key, set()):
                return key
        return None

    def _by_event(self, group: Sequence[Evidence], _: str) -> PaperKey | None:
        """By the event's id, which sites give again: only with the same people, or without any, and
        with the same abstract, where both have one."""
        for entry in group:
            key = self._free(self._identifiers.get(("event", entry.event or "")), group)
            if key is None:
                continue
            known, people = self._look(key), entry.people()
            equal = entry.abstract == known.abstract
            if same_people(people, known.people):
                fits = equal or not entry.abstract or not known.abstract
            else:
                fits = equal and bool(entry.abstract) and not (people or known.people)
            if fits:
                return key
        return None

    def _by_people(self, group: Sequence[Evidence], _: str) -> PaperKey | None:
        """By an equal title and nearly the same authors."""
        for entry in group:
            for key in self._by_title.get(entry.title.hex(), ()) if entry.names else ():
                if self._free(key, group) and same_people(entry.people(), self._look(key).people):
                    return key
        return None


def _surest(pair: tuple[str, str]) -> tuple[int, str]:
    return WORK_SCHEMES.index(pair[0]), pair[1]


def _identity(group: Sequence[Evidence]) -> tuple[int, str, bytes]:
    """(how sure, what names the work, what tells equal names apart); the key is of the second."""
    prints = [(one.fingerprint(), one.number or "", one.tie) for one in group]
    fingerprint, number, tie = min(prints)
    tie = f"{fingerprint} {number} ".encode() + tie
    works = {pair for entry in group for pair in entry.works}
    if works:
        scheme, value = min(works, key=_surest)
        return WORK_SCHEMES.index(scheme), f"{scheme}:{value}", tie
    nameless = fingerprint.endswith("-")
    return (
        len(WORK_SCHEMES),
        f"title:{fingerprint}" + (f"#{number}" if nameless and number else ""),
        tie,
    )
