"""Which source wins which field: entries of one work into one Paper, and a paper with what we knew.

The result does not depend on the order of the entries. Nothing that one source gave is lost because
another one lacks it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from functools import lru_cache
from hashlib import blake2b, sha256
from typing import Any, TypeVar

from goodpapers.catalog.summary import pick_summary
from goodpapers.domain.paper import Paper, PaperKey
from goodpapers.domain.programme import Author, Edition, Entry, Session, Slot, Status, Track

_T = TypeVar("_T")
_LAST = datetime.max.replace(tzinfo=UTC)
_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
_TRACKS = list(Track)
_STATUSES = list(Status)


def merge_entries(
    entries: Sequence[Entry],
    key: PaperKey,
    edition: Edition,
    extra_identifiers: Iterable[tuple[str, str]] = (),
) -> Paper:
    """The paper that `entries` (one or more, all of one work) tell of.

    The fullest entry leads; the others fill what it lacks. The longest abstract of the authors, the
    most selective track, and every slot, link and identifier are kept.
    """
    if len(entries) > 1:
        entries = _in_precedence(entries)
    lead = entries[0]
    told = max(entries, key=lambda one: (one.abstract_by == "authors", len(one.abstract or "")))
    people = max(entries, key=_people)
    summary, summary_by = _summary(entries, told.abstract)
    identifiers = {pair for entry in entries for pair in entry.identifiers}
    return Paper(
        key=key,
        edition=edition,
        title=lead.title,
        title_raw=lead.title_raw,
        abstract=told.abstract,
        abstract_raw=told.abstract_raw,
        abstract_by=told.abstract_by if told.abstract else "authors",
        summary=summary,
        summary_by=summary_by,
        authors=people.authors,
        more_authors=people.more_authors,
        institutions=_union(entry.institutions for entry in (people, *entries)),
        track=min((one.track for one in entries if one.track), key=_TRACKS.index, default=None),
        status=min((entry.status for entry in entries), key=_STATUSES.index),
        area=_first(entry.area for entry in entries),
        area_group=_first(entry.area_group for entry in entries if entry.area),
        keywords=_union(entry.keywords for entry in entries),
        published=_first(entry.published for entry in entries),
        links=_union(entry.links for entry in entries),
        slots=_in_time_order(slot for entry in entries for slot in entry.slots),
        identifiers=tuple(sorted(identifiers | set(extra_identifiers))),
    )


def keep_known(new: Paper, known: Paper) -> Paper:
    """`new` with what only `known` has: a poorer file never wipes what an earlier one gave."""
    changes: dict[str, Any] = {
        name: getattr(known, name)
        for name in ("authors", "institutions", "track", "area", "keywords", "published", "slots")
        if not getattr(new, name)
    }
    if "authors" in changes:
        changes["more_authors"] = known.more_authors
    elif _ties(new.authors) < _ties(known.authors) and _names(new) == _names(known):
        changes["authors"] = known.authors
    if new.area is None or (new.area == known.area and not new.area_group):
        changes["area_group"] = known.area_group
    if new.title == known.title:
        changes["title_raw"] = known.title_raw
    if new.abstract and new.abstract == known.abstract:
        changes["abstract_raw"] = known.abstract_raw
    elif known.abstract and (not new.abstract or _synopsis_over_abstract(new, known)):
        for name in ("abstract", "abstract_raw", "abstract_by"):
            changes[name] = getattr(known, name)
    changes |= _summary_to_keep(new, known)
    changes["links"] = _union((known.links, new.links))
    changes["identifiers"] = tuple(sorted({*new.identifiers, *known.identifiers}))
    return replace(new, key=known.key, **changes)


def content_hash(paper: Paper) -> str:
    """A hash over all that is public of a paper: equal when an import would change nothing."""
    content = (
        paper.title, _unless_equal(paper.title_raw, paper.title),
        paper.abstract, _unless_equal(paper.abstract_raw, paper.abstract), paper.abstract_by,
        paper.summary, paper.summary_by,
        [(author.name, author.institutions) for author in paper.authors],
        paper.more_authors, paper.institutions, paper.track, paper.status, paper.area,
        paper.area_group, paper.keywords, paper.published,
        [(link.kind, link.url) for link in paper.links],
        [_slot_content(slot) for slot in paper.slots], paper.identifiers,
    )  # fmt: skip
    return blake2b(_encode(content).encode(errors="replace"), digest_size=16).hexdigest()


def _unless_equal(raw: str | None, clean: str | None) -> str | None:
    return None if raw == clean else raw


def input_hash(paper: Paper) -> str | None:
    """A hash of the text that the panel reads; None for a paper without abstract."""
    if not paper.abstract:
        return None
    text = f"{paper.title}\n\n{paper.abstract}"
    return sha256(text.encode(errors="replace")).hexdigest()[:32]


def _in_precedence(entries: Sequence[Entry]) -> list[Entry]:
    ordered = sorted(entries, key=_fullness, reverse=True)
    if len(set(map(_fullness, entries))) < len(entries):
        # The text of the entry makes ties fall alike in every order of the file.
        ordered.sort(key=lambda entry: (_fullness(entry), repr(replace(entry, number=0))))
        ordered.reverse()
    return ordered


def _fullness(entry: Entry) -> tuple[Any, ...]:
    return (
        entry.status == Status.ACCEPTED,
        bool(entry.abstract) and entry.abstract_by == "authors",
        len(entry.abstract or ""),
        bool(entry.area),
        len(entry.authors),
        -_TRACKS.index(entry.track) if entry.track else -len(_TRACKS),
        entry.identifiers,
    )


def _people(entry: Entry) -> tuple[int, int, int]:
    return len(entry.authors), _ties(entry.authors), -entry.more_authors


def _ties(authors: Sequence[Author]) -> int:
    return sum(len(author.institutions) for author in authors)


def _names(paper: Paper) -> list[str]:
    return [author.name for author in paper.authors]


def _summary(entries: Sequence[Entry], abstract: str | None) -> tuple[str | None, str | None]:
    """The first summary that a source gives, else a sentence of the abstract."""
    for entry in entries:
        if entry.summary:
            return entry.summary, entry.summary_by
    sentence = pick_summary(abstract) if abstract else None
    return sentence, "abstract" if sentence else None


def _synopsis_over_abstract(new: Paper, known: Paper) -> bool:
    return new.abstract_by != "authors" and known.abstract_by == "authors"


def _summary_to_keep(new: Paper, known: Paper) -> dict[str, Any]:
    """The known summary where the new file gave none of its own."""
    given = known.summary and known.summary_by != "abstract"
    if new.summary_by in (None, "abstract") and (given or not new.abstract):
        return {"summary": known.summary, "summary_by": known.summary_by}
    return {}


def _union(lists: Iterable[Sequence[Any]]) -> tuple[Any, ...]:
    return tuple(dict.fromkeys(item for one in lists for item in one))


def _first(values: Iterable[_T | None]) -> _T | None:
    return next((value for value in values if value), None)


def _in_time_order(slots: Iterable[Slot]) -> tuple[Slot, ...]:
    """Every slot once, by time; one without time that says no more than a timed one is dropped."""
    unique = list(dict.fromkeys(slots))
    if len(unique) < 2:
        return tuple(unique)
    return tuple(sorted(unique, key=_slot_order))


def _slot_order(slot: Slot) -> tuple[Any, ...]:
    session = slot.session
    return (
        slot.starts_at or session.starts_at or _LAST,
        session.name,
        session.city or "",
        session.hall or "",
        slot.position or "",
        slot.url or "",
    )


def _slot_content(slot: Slot) -> tuple[Any, ...]:
    return (*_session_content(slot.session), slot.position, slot.url, *_times(slot))


@lru_cache(maxsize=4096)
def _session_content(session: Session) -> tuple[Any, ...]:
    return (session.name, session.city, session.hall, session.zone, *_times(session))


def _times(of: Session | Slot) -> tuple[str | None, str | None]:
    return (
        of.starts_at.isoformat() if of.starts_at else None,
        of.ends_at.isoformat() if of.ends_at else None,
    )
