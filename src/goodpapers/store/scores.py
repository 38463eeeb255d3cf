"""Scores, which are hidden, and the tier, which is public and stands with the paper too."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from sqlalchemy import (
    BindParameter,
    Connection,
    bindparam,
    delete,
    func,
    literal_column,
    select,
    update,
)

from goodpapers.domain.errors import Unknown
from goodpapers.domain.paper import PaperKey
from goodpapers.domain.score import Score, Tier
from goodpapers.store.editions import edition_id
from goodpapers.store.rows import moment_row, time_of
from goodpapers.store.state import bump_version
from goodpapers.store.statements import Row, Statement, insert_into
from goodpapers.store.tables import NO_TIER, edition, paper, score

_EDITION: BindParameter[int] = bindparam("edition_id")
_NAMES = tuple(column.name for column in score.columns)
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

SCORE_COLUMNS = tuple(score.c[name] for name in _NAMES[2:15])
"""The columns of `score_of`."""
Waiting = tuple[Tier | None, int]
"""The tier that the last refits would have given instead, and how many refits running."""


def write_scores(
    db: Connection,
    edition_key: str,
    scores: Mapping[PaperKey, Score],
    fit: str,
    waiting: Mapping[PaperKey, Waiting] | None = None,
) -> None:
    """Keep the scores of a fit: all of the edition's; a paper without one loses score and tier.

    `fit` names the fit that they belong to; `waiting` says which papers may change their tier.

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
    later = waiting or {}
    _ADD.run_many(
        db,
        [
            _row(papers[key][0], number, one, fit, later.get(key, (None, 0)))
            for key, one in scores.items()
        ],
    )
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


_IN_EDITION = score.c.edition_id == _EDITION
_BEFORE = Statement(select(score.c.score).where(score.c.paper_id == bindparam("paper")))
_BETTER = Statement(
    select(func.count()).where(
        _IN_EDITION, score.c.score > bindparam("found"), score.c.paper_id != bindparam("paper")
    )
)
_SHIFT = Statement(
    update(score)
    .where(_IN_EDITION, score.c.score >= bindparam("lowest"), score.c.score < bindparam("highest"))
    .values(place=score.c.place + bindparam("by"))
)
_RECOUNT = Statement(
    update(score).where(_IN_EDITION).values(n_ranked=score.c.n_ranked + bindparam("more"))
)
_REMOVE_ONE = Statement(delete(score).where(score.c.paper_id == bindparam("paper")))
_CHANGED = (
    *("score", "low", "high", "place", "panel", "readers", "n_votes", "fitted_at", "fit"),
    *("panel_weight", "readers_weight"),
)
_CHANGE = Statement(
    update(score)
    .where(score.c.paper_id == bindparam("paper"))
    .values({name: bindparam(f"new_{name}") for name in _CHANGED})
)
_N_RANKED = Statement(select(func.count()).where(_IN_EDITION))
_NO_TIER = Statement(
    update(paper)
    .where(paper.c.id == bindparam("number"))
    .values(tier_rank=literal_column(str(NO_TIER)))
)


def change_score(
    db: Connection, edition_number: int, paper_id: int, one: Score | None, fit: str
) -> Score | None:
    """Give one paper its score of now, shift the places of those it passed; its score with place.

    Its tier stays: tiers change with fits. None takes the score away, and the tier with it. Call
    `lock_scores` first.
    """
    row = _BEFORE.one(db, paper=paper_id)
    before = None if row is None else float(row[0])
    found = -1.0 if one is None else one.score
    low, high = sorted((-1.0 if before is None else before, found))
    risen = found > (-1.0 if before is None else before)
    _SHIFT.run(db, edition_id=edition_number, lowest=low, highest=high, by=1 if risen else -1)
    if (before is None) != (one is None):
        _RECOUNT.run(db, edition_id=edition_number, more=1 if before is None else -1)
    if one is None:
        _REMOVE_ONE.run(db, paper=paper_id)
        _NO_TIER.run(db, number=paper_id)
        return None
    ranked = _N_RANKED.all(db, edition_id=edition_number)[0][0] + (before is None)
    better = _BETTER.all(db, edition_id=edition_number, found=one.score, paper=paper_id)[0][0]
    placed = replace(one, place=int(better) + 1, n_ranked=int(ranked), fit=fit)
    if before is None:
        _ADD.run_many(db, [_row(paper_id, edition_number, placed, fit, (None, 0))])
    else:
        values = {f"new_{name}": getattr(placed, name) for name in _CHANGED}
        _CHANGE.run(db, paper=paper_id, **values | {"new_fitted_at": moment_row(one.fitted_at)})
    return placed


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
    score_, low, high, tier_rank, place, n_ranked, panel, readers, n_votes = row[:9]
    fitted_at, fit, panel_weight, readers_weight = row[9:]
    moment = time_of(fitted_at)
    assert moment is not None  # noqa: S101 - the column is never null
    return Score(
        score_,
        low,
        high,
        tier_of(tier_rank),
        place,
        n_ranked,
        panel,
        readers,
        n_votes,
        moment,
        panel_weight,
        readers_weight,
        fit,
    )


def _row(paper_id: int, edition_number: int, one: Score, fit: str, waiting: Waiting) -> Row:
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
        one.panel_weight,
        one.readers_weight,
        None if waiting[0] is None else rank_of(waiting[0]),
        waiting[1],
    )
