"""Authors: who is known to be one, what they answer, and papers that a keeper withholds.

An answer would tell what it answers to, so it is hidden with the verdicts: it shows to whoever sees
them. A withheld paper is stored as one that nobody judged, so no page can tell the two apart.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime

from goodpapers.domain.errors import BadUsage, NotAllowed
from goodpapers.domain.identity import EMAIL, ORCID
from goodpapers.domain.paper import PaperKey
from goodpapers.domain.reader import Reader
from goodpapers.services import rights
from goodpapers.services.conflicts import recompute_conflicts
from goodpapers.services.rescore import NO_VALIDITIES, rescore
from goodpapers.store import authors as stored
from goodpapers.store.audit import note_act
from goodpapers.store.authors import Authorship
from goodpapers.store.database import Database, Db
from goodpapers.store.identities import HeldIdentity, identities_of
from goodpapers.store.readers import find_reader

__all__ = ["LONGEST_ANSWER", "Authorship"]

LONGEST_ANSWER = 500


@dataclass(frozen=True, slots=True)
class Waiting:
    """What waits for a keeper, and what can be undone."""

    claims: tuple[Authorship, ...]
    """Readers who say that they are authors."""
    requests: tuple[Authorship, ...]
    """Authors who ask to withhold a paper that is not withheld."""
    withheld: tuple[tuple[PaperKey, str], ...]


def authorship(database: Database, reader: Reader | None, key: str) -> Authorship | None:
    """The reader as an author of the paper; None where they are none and did not ask."""
    if reader is None:
        return None
    with database.read() as db:
        return stored.find_authorship(db, key, reader.id)


def answers(database: Database, key: str) -> tuple[str, ...]:
    """The authors' answers. To be asked only for a paper whose verdicts the viewer may see."""
    with database.read() as db:
        return stored.answers_on(db, key)


def claim(database: Database, reader: Reader | None, key: str, now: datetime) -> Authorship:
    """The reader says that they are an author: known at once if the programme names them.

    It does where an ORCID iD that they signed in with, or an e-mail address that they confirmed,
    stands with the paper in the programme. Else the keeper is asked.

    Raises
    ------
    SignInFirst, Unknown
        Nobody is signed in; there is no such paper.
    """
    known = rights.signed_in(reader)
    with database.write() as db:
        before = stored.find_authorship(db, key, known.id)
        if before is None or not before.is_known:
            by = stored.known_contact(db, key, _contacts(identities_of(db, known.id)))
            stored.set_known(db, key, known.id, by or stored.ASKS, now)
            act = "know author" if by else "ask to be known as author"
            note_act(db, actor=known.key, act=act, about=key, detail=by or "", now=now)
        found = stored.find_authorship(db, key, known.id)
    assert found is not None  # noqa: S101 - it was written a statement ago
    if found.is_known:
        recompute_conflicts(database, known, now=now)
    return found


def answer(database: Database, reader: Reader | None, key: str, text: str, now: datetime) -> None:
    """Keep the author's answer: plain text of at most 500 characters; a blank one takes it away.

    Raises
    ------
    SignInFirst, NotAllowed
        Nobody is signed in; the reader is not known to be an author of the paper.
    BadUsage
        It is longer than 500 characters; what is there stays.
    """
    known = _known_author(database, reader, key)
    plain = "\n".join(line.rstrip() for line in text.strip().splitlines())
    if len(plain) > LONGEST_ANSWER:
        raise BadUsage(
            f"this answer has {len(plain):,} characters; expected at most {LONGEST_ANSWER}; go "
            "back in your browser, where it still stands, and shorten it"
        )
    with database.write() as db:
        stored.write_answer(db, key, known.id, plain or None, now)
        note_act(db, actor=known.key, act="answer as author", about=key, now=now)


def ask_to_withhold(
    database: Database, reader: Reader | None, key: str, now: datetime, *, asks: bool
) -> None:
    """The author asks the keeper to withhold panel, tier and score, or takes that back.

    Raises
    ------
    SignInFirst, NotAllowed
        Nobody is signed in; the reader is not known to be an author of the paper.
    """
    known = _known_author(database, reader, key)
    with database.write() as db:
        stored.ask_to_withhold(db, key, known.id, now if asks else None)
        act = "ask to withhold" if asks else "ask no longer to withhold"
        note_act(db, actor=known.key, act=act, about=key, now=now)


def waiting(database: Database, by: Reader | None) -> Waiting:
    """What waits for a keeper of the site. Raises `SignInFirst` or `NotAllowed` for others."""
    rights.keeper(by)
    with database.read() as db:
        every = stored.waiting(db)
        withheld = stored.withheld_papers(db)
    return Waiting(
        tuple(one for one in every if not one.is_known),
        tuple(one for one in every if one.asks_to_withhold_at and not one.withheld),
        withheld,
    )


def confirm(
    database: Database, by: Reader | None, key: str, whose: str, now: datetime, *, yes: bool
) -> None:
    """Give the keeper's word that the reader is an author of the paper, or that they are none.

    Raises
    ------
    SignInFirst, NotAllowed, Unknown
        `by` is no keeper; there is no such paper or reader.
    """
    keeper = rights.keeper(by)
    with database.write() as db:
        reader = find_reader(db, whose)
        if yes:
            stored.set_known(db, key, reader.id, "keeper", now)
        else:
            stored.forget_authorship(db, key, reader.id)
        act = "know author" if yes else "not an author"
        note_act(db, actor=keeper.key, act=act, about=key, detail=f"reader {whose}", now=now)
    recompute_conflicts(database, reader, now=now)


def withhold(
    database: Database,
    by: Reader | None,
    key: str,
    now: datetime,
    *,
    on: bool,
    tiers: str,
    caps: bool = True,
    validities: Mapping[str, float] = NO_VALIDITIES,
) -> None:
    """Withhold panel, tier and score of a paper, or show them again; the others' places follow.

    `tiers`, `caps` and `validities` are those of `rescore`.

    Raises
    ------
    SignInFirst, NotAllowed, Unknown
        `by` is no keeper; there is no such paper.
    """
    keeper = rights.keeper(by)
    with database.write() as db:
        _withhold(db, key, on=on)
        act = "withhold" if on else "show again"
        note_act(db, actor=keeper.key, act=act, about=key, now=now)
    rescore(database, tiers=tiers, now=now, caps=caps, validities=validities)


def _withhold(db: Db, key: str, *, on: bool) -> None:
    if on:
        stored.withhold_paper(db, key)
    else:
        stored.release_paper(db, key)


def _known_author(database: Database, reader: Reader | None, key: str) -> Reader:
    known = rights.signed_in(reader)
    found = authorship(database, known, key)
    if found is None or not found.is_known:
        raise NotAllowed("only an author of this paper may do this, and you are not known as one")
    return known


def _contacts(held: tuple[HeldIdentity, ...]) -> Iterator[tuple[str, str]]:
    """The iDs and addresses that the reader proved to be theirs."""
    for one in held:
        identity = one.identity
        if identity.provider == ORCID:
            yield "orcid", identity.subject.upper()
        if identity.provider == EMAIL:
            yield "email", identity.subject.lower()
        if identity.email:
            yield "email", identity.email.lower()
