"""A reader votes, changes the vote, takes it back, or looks without voting.

What a browser says is the verdict alone, and when it was given where it waited for a network. Whose
vote it is, when it was cast, whether it was blind: the server decides. Each act is one short
transaction, and is answered only after it is kept.
"""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from goodpapers.domain.errors import BadUsage, NotAllowed
from goodpapers.domain.listing import Reveal
from goodpapers.domain.paper import PaperKey
from goodpapers.domain.vote import CastVote, How, Vote
from goodpapers.readers.gate import Viewer
from goodpapers.readers.queue import skipped_share
from goodpapers.readers.votes import Circumstances, cast, look_of
from goodpapers.services import rights
from goodpapers.services.after_votes import (
    get_ready,
    renew_soon,
    wait_for_renewal,
    wait_for_renewals,
)
from goodpapers.services.conflicts import conflict
from goodpapers.services.limits import VOTES, spend_in
from goodpapers.services.reveal import previews_of
from goodpapers.store import votes as stored
from goodpapers.store.database import Database, Db
from goodpapers.store.looks import note_look
from goodpapers.store.offers import last_answers

__all__ = [
    "Kept",
    "cast_vote",
    "get_ready",
    "peek",
    "renew_soon",
    "wait_for_renewal",
    "wait_for_renewals",
    "withdraw_vote",
]


class Kept(NamedTuple):
    """The vote as it is kept now, and whether this changed anything."""

    vote: CastVote
    changed: bool


def cast_vote(
    database: Database,
    viewer: Viewer,
    key: str,
    said: str,
    *,
    now: datetime,
    said_at: datetime | None = None,
) -> Kept:
    """Keep the reader's vote on the paper: a new one, another verdict, or the same as before.

    `said_at` is when the reader says they voted, for a vote that waited for a network: it decides
    only which of the reader's own votes is the later one.

    Raises
    ------
    SignInFirst
        Nobody is signed in.
    Unknown
        There is no such paper.
    BadUsage
        It is no vote, or the paper takes none.
    TooOften
        The reader cast too many within a minute.
    """
    reader = rights.signed_in(viewer.reader)
    vote = _vote(said)
    around = _circumstances(database, viewer, key, now, said_at or now)
    with database.write() as db:
        spend_in(db, VOTES, reader.key, now)
        paper = _votable(db, key, lock=True)
        own = stored.own_of(db, reader.id, [key])[PaperKey(key)]
        kept = cast(vote, own, around)
        if kept is None:
            assert own.vote is not None  # noqa: S101 - without one there is always one to keep
            return Kept(own.vote, changed=False)
        stored.put_vote(db, paper.id, reader.id, kept, new=own.vote is None)
        note_look(db, paper.id, reader.id, look_of(own, around), now)
    return Kept(kept, changed=True)


def withdraw_vote(database: Database, viewer: Viewer, key: str) -> bool:
    """Take the reader's vote back; False where there is none. That it was seen stays noted.

    Raises
    ------
    SignInFirst, Unknown
        Nobody is signed in; there is no such paper.
    """
    reader = rights.signed_in(viewer.reader)
    with database.write() as db:
        return stored.remove_vote(db, stored.votable_paper(db, key, lock=True).id, reader.id)


def peek(database: Database, viewer: Viewer, key: str, *, allowed: bool, now: datetime) -> None:
    """Open the paper for the reader without a vote; a later vote on it counts less.

    Raises
    ------
    SignInFirst, Unknown
        Nobody is signed in; there is no such paper.
    NotAllowed
        The site's setting turns peeking off.
    BadUsage
        There is nothing to see of the paper.
    """
    reader = rights.signed_in(viewer.reader)
    if not allowed:
        raise NotAllowed("on this site a paper's score shows after your vote on it, not before")
    with database.write() as db:
        paper = _votable(db, key)
        if paper.withheld or not paper.judged:
            raise BadUsage("there is nothing to see of this paper yet")
        note_look(db, paper.id, reader.id, How.PEEK, now)


def _circumstances(
    database: Database, viewer: Viewer, key: str, now: datetime, said_at: datetime
) -> Circumstances:
    """What the server knows around the vote; read before the writing begins, to keep that short."""
    reader = rights.signed_in(viewer.reader)
    with database.read() as db:
        paper = stored.votable_paper(db, key)
        found = conflict(db, reader, key, now)
        return Circumstances(
            now,
            said_at,
            open_site=viewer.reveal is Reveal.ALWAYS,
            preview=PaperKey(key) in previews_of(database, db, paper.edition, now.date()),
            conflict=None if found is None else found.kind,
            skipped_share=skipped_share(last_answers(db, reader.id)),
        )


def _votable(db: Db, key: str, *, lock: bool = False) -> stored.VotablePaper:
    paper = stored.votable_paper(db, key, lock=lock)
    if not paper.accepted:
        raise BadUsage("only papers that the conference accepted take votes")
    return paper


def _vote(said: str) -> Vote:
    try:
        return Vote(said)
    except ValueError:
        raise BadUsage(
            f'"{said}" is no vote; expected worth_reading, not_for_me or no_verdict'
        ) from None
