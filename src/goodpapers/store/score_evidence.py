"""What a fit of the score reads: papers, what the panel said of them, votes, and who cast them.

Votes of suspended readers and of the demo's reader are kept and do not count. The order of rows is
left to the caller, who sorts by key: the two databases order text differently.
"""

from __future__ import annotations

import json
from typing import Any, NamedTuple

from sqlalchemy import (
    BindParameter,
    ColumnElement,
    Connection,
    Select,
    bindparam,
    func,
    literal_column,
    select,
)

from goodpapers.domain.paper import PaperKey
from goodpapers.domain.score import Tier
from goodpapers.store.reader_tables import reader, vote
from goodpapers.store.rows import slug
from goodpapers.store.scores import tier_of
from goodpapers.store.statements import Row, Statement
from goodpapers.store.tables import NO_TIER, edition, panel_result, paper, score

_PAPER: BindParameter[int] = bindparam("paper")
_EDITION: BindParameter[int] = bindparam("edition")


class PaperToScore(NamedTuple):
    """An accepted paper, and where its tier stands."""

    id: int
    key: PaperKey
    edition_id: int
    edition: str
    """The edition's key."""
    track: str | None
    waits: bool
    """It has no score for now: the keeper withholds it, or the panel is still to judge it. The two
    must look alike, also to readers who voted on it."""
    tier: Tier | None
    wanted_tier: Tier | None
    """What the last refits would have given instead, `refits` of them running."""
    refits: int


class PanelRow(NamedTuple):
    """What one source thinks of one paper."""

    paper_id: int
    source: str
    merit: float
    yes: int
    """Reviewers who recommend it, `asked` of whom answered."""
    asked: int


class VoteRow(NamedTuple):
    """One reader's vote on one paper, as it counts."""

    paper_id: int
    reader_id: int
    vote: str
    blind: bool
    open_site: bool
    assigned: bool
    skipped_share: float
    conflict: str | None
    cast_at: int
    """Microseconds since 1970."""


class Voter(NamedTuple):
    """What the score needs of a reader who voted."""

    id: int
    key: str
    known: bool
    institutions: tuple[str, ...]
    """Keys, sorted."""


_PAPERS = (
    select(
        paper.c.id,
        paper.c.key,
        paper.c.edition_id,
        edition.c.key,
        paper.c.track,
        paper.c.withheld,
        paper.c.judgeable,
        paper.c.judged,
        paper.c.tier_rank,
        score.c.next_tier_rank,
        score.c.next_tier_refits,
    )
    .join_from(paper, edition)
    .outerjoin(score, score.c.paper_id == paper.c.id)
    .where(paper.c.accepted == literal_column("1"))
)
_ALL_PAPERS = Statement(_PAPERS)
_EDITIONS_PAPERS = Statement(_PAPERS.where(paper.c.edition_id == _EDITION))
_ONE_PAPER = Statement(_PAPERS.where(paper.c.key == bindparam("key")))

_PANEL = (
    select(
        panel_result.c.paper_id,
        panel_result.c.source,
        panel_result.c.merit,
        panel_result.c.recommends,
    )
    .join_from(panel_result, paper)
    .where(paper.c.accepted == literal_column("1"))
)
_ALL_PANEL = Statement(_PANEL)
_PANEL_OF = Statement(_PANEL.where(paper.c.id == _PAPER))

_COUNTS = reader.c.suspended_at.is_(None)


def counted_votes(*columns: ColumnElement[Any]) -> Select[Any]:
    """A query of votes that count, to be narrowed further."""
    return select(*columns).join_from(vote, reader).where(_COUNTS)


_VOTE_COLUMNS = [vote.c[name] for name in VoteRow._fields]
_ALL_VOTES = Statement(counted_votes(*_VOTE_COLUMNS))
_VOTES_ON = Statement(counted_votes(*_VOTE_COLUMNS).where(vote.c.paper_id == _PAPER))
_VOTER_COLUMNS = (reader.c.id, reader.c.key, reader.c.known_by, reader.c.affiliations)
_VOTERS = Statement(
    select(*_VOTER_COLUMNS).where(_COUNTS, reader.c.id.in_(select(vote.c.reader_id)))
)
_VOTERS_ON = Statement(counted_votes(*_VOTER_COLUMNS).where(vote.c.paper_id == _PAPER))
_MARKS = Statement(
    counted_votes(vote.c.paper_id, func.count(), func.max(vote.c.changed_at))
    .join(paper, paper.c.id == vote.c.paper_id)
    .where(paper.c.edition_id == _EDITION)
    .group_by(vote.c.paper_id)
)
_LOCK = Statement(
    select(edition.c.id).where(edition.c.id == _EDITION).with_for_update(key_share=True)
)


def papers_to_score(db: Connection, edition_id: int | None = None) -> list[PaperToScore]:
    """Every accepted paper of the site, or of one edition, sorted by key."""
    if edition_id is None:
        rows = _ALL_PAPERS.all(db)
    else:
        rows = _EDITIONS_PAPERS.all(db, edition=edition_id)
    return [_paper(row) for row in sorted(rows, key=lambda row: row[1])]


def paper_to_score(db: Connection, key: str) -> PaperToScore | None:
    """The accepted paper `key`; None where there is none."""
    row = _ONE_PAPER.one(db, key=key)
    return None if row is None else _paper(row)


def panel_rows(db: Connection, paper_id: int | None = None) -> list[PanelRow]:
    """What every source thinks of every accepted paper, or of one."""
    rows = _ALL_PANEL.all(db) if paper_id is None else _PANEL_OF.all(db, paper=paper_id)
    return [
        PanelRow(row[0], row[1], row[2], row[3].count("1"), len(row[3]) - row[3].count("-"))
        for row in rows
    ]


def vote_rows(db: Connection, paper_id: int | None = None) -> list[VoteRow]:
    """Every vote that counts, on the whole site or on one paper."""
    rows = _ALL_VOTES.all(db) if paper_id is None else _VOTES_ON.all(db, paper=paper_id)
    return [VoteRow(*row) for row in rows]


def voters(db: Connection, paper_id: int | None = None) -> list[Voter]:
    """The readers whose votes count, on the whole site or on one paper, sorted by key."""
    rows = _VOTERS.all(db) if paper_id is None else _VOTERS_ON.all(db, paper=paper_id)
    return [_voter(row) for row in sorted(rows, key=lambda row: row[1])]


def vote_marks(db: Connection, edition_id: int) -> dict[int, tuple[int, int]]:
    """By paper: how many votes count and when the last changed; a paper without votes is absent.

    A paper whose votes changed has another mark than before.
    """
    return {row[0]: (row[1], row[2]) for row in _MARKS.all(db, edition=edition_id)}


def lock_scores(db: Connection, edition_id: int) -> None:
    """Until the transaction ends nobody else writes scores of the edition.

    PostgreSQL's writers would else shift each other's places; SQLite has one writer anyway.
    """
    _LOCK.all(db, edition=edition_id)


def _paper(row: Row) -> PaperToScore:
    number, key, edition_id, edition_key, track, withheld, judgeable, judged, *tiers = row
    rank, wanted, refits = tiers
    return PaperToScore(
        number,
        PaperKey(key),
        edition_id,
        edition_key,
        track,
        bool(withheld or (judgeable and not judged)),
        tier_of(rank),
        tier_of(NO_TIER if wanted is None else wanted),
        refits or 0,
    )


def _voter(row: Row) -> Voter:
    number, key, known_by, affiliations = row
    places = () if affiliations == "[]" else {slug(name) for name in json.loads(affiliations)}
    return Voter(number, key, known_by is not None, tuple(sorted(places)))
