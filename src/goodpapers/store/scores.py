"""Scores, which are hidden, and the tier, which is public and stands with the paper too."""

from __future__ import annotations

from collections.abc import Mapping

from sqlalchemy import BindParameter, Connection, bindparam, delete, select, update

from goodpapers.domain.errors import Unknown
from goodpapers.domain.paper import PaperKey
from goodpapers.domain.score import Score, Tier
from goodpapers.store.editions import edition_id
from goodpapers.store.rows import moment_row, time_of
from goodpapers.store.state import bump_version
from goodpapers.store.statements import Row, Statement, insert_into
from goodpapers.store.tables import NO_TIER, edition, paper, score

_EDITION: BindParameter[int] = bindparam("edition_id")
_NAMES = tuple(column.name for column in score.columns)[:13]
_ADD = insert_into(score, _NAMES)
_REMOVE = Statement(delete(score).where(score.c.edition_id == _EDITION))
_PAPERS = Statement(
    select(paper.c.key, paper.c.id, paper.c.tier_rank).where(paper.c.edition_id == _EDITION)
)
_SET_TIER = Statement(
    update(paper)
    .where(paper.c.id == bindparam("number"))
    .values(tier_rank=bindparam("new_tier_rank"))
)
_TIERS = Statement(
    select(paper.c.key, paper.c.tier_rank)
    .join_from(paper, edition)
    .where(edition.c.key == bindparam("edition_key"), paper.c.tier_rank != NO_TIER)
)

SCORE_COLUMNS = tuple(score.c[name] for name in _NAMES[2:12])
"""The columns of `score_of`."""


def write_scores(
    db: Connection, edition_key: str, scores: Mapping[PaperKey, Score], fit: str
) -> None:
    """Keep the scores of a fit: all of the edition's; a paper without one loses score and tier.

    `fit` names the fit that they belong to.

    Raises
    ------
    Unknown
        There is no such edition, or a paper is not in it.
    """
    number = edition_id(db, edition_key)
    papers = {row[0]: (row[1], row[2]) for row in _PAPERS.all(db, edition_id=number)}
    missing = next((key for key in scores if key not in papers), None)
    if missing is not None:
        raise Unknown(f'there is no paper "{missing}" in {edition_key}')
    _REMOVE.run(db, edition_id=number)
    _ADD.run_many(db, [_row(papers[key][0], number, one, fit) for key, one in scores.items()])
    ranks = {key: rank_of(one.tier) for key, one in scores.items()}
    changed = [
        (ranks.get(PaperKey(key), NO_TIER), paper_id)
        for key, (paper_id, rank) in papers.items()
        if ranks.get(PaperKey(key), NO_TIER) != rank
    ]
    names = _SET_TIER.names(db)
    order = [("new_tier_rank", "number").index(name) for name in names]
    _SET_TIER.run_many(db, [tuple([row[place] for place in order]) for row in changed])
    bump_version(db)


def stored_tiers(db: Connection, edition_key: str) -> dict[PaperKey, Tier]:
    """The tier of every paper of the edition that has one."""
    rows = _TIERS.all(db, edition_key=edition_key)
    return {PaperKey(key): list(Tier)[rank - 1] for key, rank in rows}


def rank_of(tier: Tier | None) -> int:
    """The number that tiers are ordered by: 1 is Must read, 5 no tier."""
    return NO_TIER if tier is None else tier.rank


def tier_of(rank: int) -> Tier | None:
    """The opposite of `rank_of`."""
    return None if rank == NO_TIER else _TIER_OF_RANK[rank]


_TIER_OF_RANK = {tier.rank: tier for tier in Tier}


def score_of(row: Row) -> Score:
    """A score from `SCORE_COLUMNS`."""
    score_, low, high, tier_rank, place, n_ranked, panel, readers, n_votes, fitted_at = row
    moment = time_of(fitted_at)
    assert moment is not None  # noqa: S101 - the column is never null
    return Score(
        score_, low, high, tier_of(tier_rank), place, n_ranked, panel, readers, n_votes, moment
    )


def _row(paper_id: int, edition_number: int, one: Score, fit: str) -> Row:
    return (
        paper_id,
        edition_number,
        float(one.score),
        float(one.low),
        float(one.high),
        rank_of(one.tier),
        one.place,
        one.n_ranked,
        one.panel,
        one.readers,
        one.n_votes,
        moment_row(one.fitted_at),
        fit,
    )
