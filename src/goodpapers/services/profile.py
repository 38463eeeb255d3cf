"""What a reader says of themselves: shown name, names on papers, institutions, iD, interests.

It decides on conflicts of interest, so those are computed anew after each change.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from goodpapers.domain.errors import BadUsage
from goodpapers.domain.lines import one_line
from goodpapers.domain.reader import Reader
from goodpapers.services.conflicts import recompute_conflicts
from goodpapers.store import profile as stored
from goodpapers.store.database import Database
from goodpapers.store.identities import HeldIdentity, identities_of
from goodpapers.store.readers import find_reader

LONGEST = 120
MOST = 20
SUGGESTED = 200
_KNOWN_BY = {
    "identity": "by an outside account older than a year",
    "email": "by an address of an institution",
    "keeper": "by the keeper's word",
}
_ORCID = re.compile(
    r"(?:https?://(?:www\.)?orcid\.org/)?([0-9]{4})-?([0-9]{4})-?([0-9]{4})-?([0-9]{3}[0-9X])",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class ProfileForm:
    """What was typed; lists hold one a line."""

    name: str
    names: str = ""
    affiliations: str = ""
    orcid: str = ""
    topics: str = ""
    conferences: str = ""


@dataclass(frozen=True, slots=True)
class Suggestions:
    """What the catalog knows, to choose from."""

    institutions: tuple[str, ...]
    areas: tuple[str, ...]
    conferences: tuple[str, ...]
    identities: tuple[HeldIdentity, ...]


def suggestions(database: Database, reader: Reader) -> Suggestions:
    """Institutions, areas and conferences of the catalog, and how the reader signs in."""
    with database.read() as db:
        return Suggestions(
            tuple(stored.often_named_institutions(db, SUGGESTED)),
            tuple(stored.areas_of_catalog(db, SUGGESTED)),
            tuple(stored.conferences_of_catalog(db)),
            tuple(each for each in identities_of(db, reader.id) if not each.is_invitation),
        )


def standing(reader: Reader) -> str:
    """How much the reader's votes count and why, in one sentence (design section 12)."""
    if reader.known_by is not None:
        return (
            f"You are a known reader ({_KNOWN_BY[reader.known_by]}), so up to six such readers' "
            "own choices count in full on one paper, and what the reading queue gives you counts "
            "in full in any case."
        )
    return (
        "You are not known to the site yet: on the papers you choose yourself, all such readers "
        "together count as one, until an account elsewhere that is older than a year, or an "
        "institution's e-mail address, makes you known; what the reading queue gives you counts "
        "in full in any case."
    )


def change_profile(database: Database, reader: Reader, form: ProfileForm, now: datetime) -> None:
    """Keep what the reader says of themselves.

    Raises
    ------
    BadUsage
        The name is empty, a line or list is too long, or the ORCID iD has a wrong check digit.
    """
    name = one_line(form.name).strip()
    if not name:
        raise BadUsage("the name that others see is empty; expected one of 1 to 120 characters")
    _refuse_long("name", name)
    orcid = orcid_of(form.orcid) if form.orcid.strip() else None
    names, institutions = _lines("name", form.names), _lines("affiliation", form.affiliations)
    topics, conferences = _lines("topic", form.topics), _lines("conference", form.conferences)
    with database.write() as db:
        stored.write_profile(
            db,
            reader.id,
            name=name,
            orcid=orcid,
            names=names,
            affiliations=stored.as_the_catalog_writes(db, institutions),
            topics=topics,
            conferences=conferences,
        )
        changed = find_reader(db, reader.key)
    recompute_conflicts(database, changed, now=now)


def orcid_of(typed: str) -> str:
    """An ORCID iD in its usual form, with or without its address.

    Raises
    ------
    BadUsage
        It is none: a wrong number of digits, or a check digit that does not fit (ISO 7064, mod
        11-2, as ORCID's documentation describes it).
    """
    found = _ORCID.fullmatch(typed.strip())
    digits = "".join(found.groups()).upper() if found else ""
    if not digits or _check_digit(digits[:-1]) != digits[-1]:
        raise BadUsage(
            f"“{typed.strip()[:60]}” is no ORCID iD; expected one such as 0000-0002-1825-0097, "
            "as orcid.org shows it"
        )
    return "-".join(digits[place : place + 4] for place in range(0, 16, 4))


def _check_digit(digits: str) -> str:
    total = 0
    for digit in digits:
        total = (total + int(digit)) * 2
    rest = (12 - total % 11) % 11
    return "X" if rest == 10 else str(rest)


def _lines(what: str, typed: str) -> list[str]:
    lines = [one_line(line).strip() for line in typed.splitlines()]
    kept: Sequence[str] = list(dict.fromkeys(line for line in lines if line))
    if len(kept) > MOST:
        raise BadUsage(f"there are {len(kept)} lines of {what}; expected at most {MOST}")
    for line in kept:
        _refuse_long(what, line)
    return list(kept)


def _refuse_long(what: str, line: str) -> None:
    if len(line) > LONGEST:
        raise BadUsage(f"the {what} “{line[:40]}…” is longer than {LONGEST} characters")
