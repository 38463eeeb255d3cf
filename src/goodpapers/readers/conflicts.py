"""Conflicts of interest between a reader and a paper, from what the reader confirmed of themselves.

A missed conflict is better than a false one: names match as `names.py` says, institutions by their
whole names, and what the reader called wrong is left out. Nobody but the reader is told.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache

from goodpapers.domain.programme import Author
from goodpapers.readers.names import is_one_person

YEARS = 4
"""Who wrote a paper together so many years ago or less is a co-author."""

OWN, SHARED = "own", "shared"

_WORD = re.compile(r"[^\W_]+")
_SAY_NOTHING = """
a an and the of at for in de la le der die das du des none na n independent researcher unaffiliated
unknown student self employed freelance freelancer retired university universitat universite
universidad universita college institute institut school faculty department dept laboratory
laboratories lab center centre group research science sciences computer engineering mathematics
statistics technology company inc ltd gmbh llc
"""
"""Words that name no institution by themselves."""


class Ground(StrEnum):
    """What a conflict rests on."""

    AUTHOR = "author"
    COAUTHOR = "coauthor"
    INSTITUTION = "institution"


@dataclass(frozen=True, slots=True)
class Conflict:
    """Why a vote counts less, or not at all."""

    ground: Ground
    name: str
    """The author's name, the co-author's, or the institution's, as the paper has it."""
    mark: str
    """What stands in `Reader.not_mine` once the reader says that this is wrong."""
    known: bool = False
    """Whether the site knows it otherwise than by name; it cannot be called wrong then."""

    @property
    def kind(self) -> str:
        """``own`` or ``shared``, as it is kept with the vote."""
        return OWN if self.ground is Ground.AUTHOR else SHARED


@dataclass(frozen=True, slots=True)
class Person:
    """Who the reader is, as they confirmed it."""

    names: tuple[str, ...]
    institutions: tuple[str, ...]
    """Affiliations, and the institutions of their e-mail domains."""
    not_mine: frozenset[str] = frozenset()
    known_papers: frozenset[str] = frozenset()
    """The keys of the papers that the site knows them to be an author of."""


@dataclass(frozen=True, slots=True)
class Work:
    """What of a paper bears on conflicts."""

    key: str
    year: int | None
    authors: tuple[Author, ...]
    institutions: tuple[str, ...]


def conflict_with(
    person: Person, work: Work, written: Iterable[Work], *, this_year: int
) -> Conflict | None:
    """The strongest conflict of the person with the paper; None without one.

    Parameters
    ----------
    written : the catalog's papers that may be the person's, in any order; others are passed over.
    """
    mark = f"author:{work.key}"
    author = next((one.name for one in work.authors if _is(person, one, work)), None)
    known = work.key in person.known_papers
    if known or (author is not None and mark not in person.not_mine):
        return Conflict(Ground.AUTHOR, author or next(iter(person.names), ""), mark, known)
    return _coauthor(person, work, written, this_year) or _institution(person, work)


def wrote(person: Person, work: Work) -> bool:
    """Whether the person may safely be taken for an author, and has not said otherwise."""
    if work.key in person.known_papers:
        return True
    return f"author:{work.key}" not in person.not_mine and any(
        _is(person, author, work) for author in work.authors
    )


def institution_key(name: str) -> str:
    """A name of an institution as it is compared; empty where it names none."""
    apart = unicodedata.normalize("NFKD", name).casefold()
    words = _WORD.findall("".join(c for c in apart if unicodedata.category(c) != "Mn"))
    return " ".join(words) if set(words) - _nothing() else ""


@cache
def _nothing() -> frozenset[str]:
    return frozenset(_SAY_NOTHING.split())


def shared_institution(mine: Sequence[str], theirs: Iterable[str]) -> str | None:
    """The first of `theirs` that is one of `mine`."""
    known = {institution_key(name) for name in mine} - {""}
    return next((name for name in theirs if institution_key(name) in known), None)


def _is(person: Person, author: Author, work: Work) -> bool:
    shared = shared_institution(person.institutions, _institutions_of(author, work))
    return is_one_person(person.names, author.name, shares_institution=shared is not None)


def _institutions_of(author: Author, work: Work) -> tuple[str, ...]:
    """The author's own; where the programme ties nobody to one, those of the paper."""
    tied = any(one.institutions for one in work.authors)
    return author.institutions if tied else work.institutions


def _coauthor(
    person: Person, work: Work, written: Iterable[Work], this_year: int
) -> Conflict | None:
    for earlier in written:
        recent = earlier.year is not None and this_year - earlier.year <= YEARS
        if earlier.key == work.key or not recent or not wrote(person, earlier):
            continue
        for colleague in earlier.authors:
            if _is(person, colleague, earlier):
                continue
            for author in work.authors:
                mark = f"coauthor:{author.name}"
                if mark not in person.not_mine and _are_one(colleague, earlier, author, work):
                    return Conflict(Ground.COAUTHOR, author.name, mark)
    return None


def _are_one(one: Author, work: Work, other: Author, other_work: Work) -> bool:
    shared = shared_institution(_institutions_of(one, work), _institutions_of(other, other_work))
    return is_one_person([one.name], other.name, shares_institution=shared is not None)


def _institution(person: Person, work: Work) -> Conflict | None:
    named = [name for author in work.authors for name in author.institutions]
    for name in dict.fromkeys([*work.institutions, *named]):
        mark = f"institution:{institution_key(name)}"
        if mark not in person.not_mine and shared_institution(person.institutions, [name]):
            return Conflict(Ground.INSTITUTION, name, mark)
    return None
