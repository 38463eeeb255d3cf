"""What the panel said: one row a paper and source, which holds all twenty verdicts."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import (
    ColumnElement,
    Connection,
    Select,
    bindparam,
    func,
    literal_column,
    or_,
    select,
    update,
)
from sqlalchemy.dialects.postgresql import insert as upsert

from goodpapers.domain.errors import Unknown
from goodpapers.domain.paper import PaperKey
from goodpapers.domain.score import Tier
from goodpapers.domain.verdict import PanelCount, PanelResult
from goodpapers.store.rows import moment_row, time_of
from goodpapers.store.state import bump_version
from goodpapers.store.statements import Row, Statement, padded, places
from goodpapers.store.tables import NO_TIER, edition, panel_result, paper
from goodpapers.store.verdict_rows import packed, verdicts_of

_BATCH = 500
_NO_LIMIT = 2**62
_STRICTNESS_ENDS = (5, 15, 20)
"""The panel's order: five lenient, ten medium, five strict."""

_ANSWERS = {True: "1", False: "0", None: "-"}
_MEANINGS = {"1": True, "0": False, "-": None}


class PaperToJudge(NamedTuple):
    """What the panel needs of a paper: title and abstract, and nothing that tells whose it is."""

    id: int
    """Give the last one as `after_id` to get the next batch."""
    key: PaperKey
    title: str
    abstract: str
    input_hash: str
    area_group: str | None = None
    """For the bar alone; no source learns it."""


class PaperMerit(NamedTuple):
    """What the score needs of an accepted paper. `merit` and `yes` are None while not judged."""

    key: PaperKey
    merit: float | None
    yes: int | None
    out_of: int | None
    track: str | None
    area_group: str | None
    tier: Tier | None
    """The tier it has now."""


_RESULT_OF_SOURCE = (panel_result.c.paper_id == paper.c.id) & (
    panel_result.c.source == bindparam("source")
)
_OUTDATED = or_(
    panel_result.c.paper_id.is_(None),
    panel_result.c.recipe != bindparam("recipe"),
    panel_result.c.input_hash != paper.c.input_hash,
)


def to_judge(*columns: ColumnElement[Any], in_edition: bool) -> Select[Any]:
    """Accepted papers without a current result; binds source, recipe, after_id (edition_key)."""
    chosen = (
        select(*columns)
        .outerjoin_from(paper, panel_result, _RESULT_OF_SOURCE)
        .where(paper.c.accepted == 1, paper.c.judgeable == 1, _OUTDATED)
        .where(paper.c.id > bindparam("after_id"))
    )
    if in_edition:
        number = select(edition.c.id).where(edition.c.key == bindparam("edition_key"))
        chosen = chosen.where(paper.c.edition_id == number.scalar_subquery())
    return chosen


PAPER_TO_JUDGE = (
    paper.c.id,
    paper.c.key,
    paper.c.title,
    paper.c.abstract,
    paper.c.input_hash,
    paper.c.area_group,
)
"""The columns of a `PaperToJudge`."""
_BATCH_TO_JUDGE = {
    in_edition: Statement(
        to_judge(*PAPER_TO_JUDGE, in_edition=in_edition).order_by(paper.c.id).limit(bindparam("n"))
    )
    for in_edition in (True, False)
}
_COUNT_TO_JUDGE = {
    in_edition: Statement(to_judge(func.count(), in_edition=in_edition))
    for in_edition in (True, False)
}


def papers_to_judge(
    db: Connection,
    source: str,
    recipe: str,
    *,
    edition: str | None = None,
    limit: int | None = None,
    after_id: int = 0,
) -> list[PaperToJudge]:
    """Accepted papers with an abstract that have no current result of `source`, by row number.

    A result is current when it was made by the same recipe from the same text. Ask in batches: with
    `limit`, and `after_id` the last id of the batch before.
    """
    rows = _BATCH_TO_JUDGE[edition is not None].all(
        db,
        source=source,
        recipe=recipe,
        after_id=after_id,
        edition_key=edition,
        n=_NO_LIMIT if limit is None else limit,
    )
    return [paper_to_judge(row) for row in rows]


def paper_to_judge(row: Row) -> PaperToJudge:
    """A paper from the columns `PAPER_TO_JUDGE`."""
    return PaperToJudge(row[0], PaperKey(row[1]), *row[2:])


def count_to_judge(db: Connection, source: str, recipe: str, *, edition: str | None = None) -> int:
    """How many papers `papers_to_judge` would give without a limit."""
    row = _COUNT_TO_JUDGE[edition is not None].one(
        db, source=source, recipe=recipe, after_id=0, edition_key=edition
    )
    return int(row[0]) if row else 0


_NAMES = tuple(column.name for column in panel_result.columns)
_INSERT = upsert(panel_result).values({name: bindparam(name) for name in _NAMES})
_WRITE = Statement(
    _INSERT.on_conflict_do_update(
        index_elements=[panel_result.c.paper_id, panel_result.c.source],
        set_={name: _INSERT.excluded[name] for name in _NAMES[2:]},
    )
)
_MARK = Statement(
    update(paper)
    # A withheld paper goes on looking like one that nobody judged.
    .where(paper.c.id == bindparam("number"), paper.c.withheld == literal_column("0"))
    .values(judged=literal_column("1"))
)
_IDS = Statement(select(paper.c.key, paper.c.id).where(paper.c.key.in_(places(_BATCH, "key"))))


def write_results(
    db: Connection, results: Sequence[tuple[PaperKey, PanelResult]], now: datetime
) -> None:
    """Keep what a source said of papers; an earlier result of the same source is replaced.

    A result without a time of its own gets `now`.

    Raises
    ------
    Unknown
        A paper is not on this site; nothing is written when the transaction is undone.
    """
    for start in range(0, len(results), _BATCH):
        batch = results[start : start + _BATCH]
        ids: dict[str, int] = dict(_IDS.all(db, **padded([key for key, _ in batch], _BATCH, "key")))
        for key, _ in batch:
            if key not in ids:
                raise Unknown(f'there is no paper "{key}" on this site')
        _WRITE.run_many(db, [_row(ids[key], result, now) for key, result in batch])
        _MARK.run_many(db, [(number,) for number in ids.values()])
    bump_version(db)


_FIND = Statement(
    select(*(column for column in panel_result.columns if column.name != "paper_id"))
    .join_from(panel_result, paper)
    .where(paper.c.key == bindparam("key"), panel_result.c.source == bindparam("source"))
)


def find_result(db: Connection, key: str, source: str) -> PanelResult | None:
    """All verdicts of `source` on the paper; None where it did not judge it."""
    row = _FIND.one(db, key=key, source=source)
    return None if row is None else result_of(row)


_MERITS = Statement(
    select(
        paper.c.key,
        panel_result.c.merit,
        panel_result.c.recommends,
        paper.c.track,
        paper.c.area_group,
        paper.c.tier_rank,
    )
    .join_from(paper, edition)
    .outerjoin(panel_result, _RESULT_OF_SOURCE)
    .where(edition.c.key == bindparam("edition_key"), paper.c.accepted == 1)
)


def merits(db: Connection, edition_key: str, source: str) -> list[PaperMerit]:
    """Every accepted paper of the edition with what `source` thinks of it, in order of the key."""
    rows = _MERITS.all(db, edition_key=edition_key, source=source)
    return [_merit(row) for row in sorted(rows, key=lambda row: row[0])]


def count_of(recommends: str) -> PanelCount:
    """How many recommend, by strictness, from the twenty characters of a row."""
    ends = (0, *_STRICTNESS_ENDS)
    groups = [recommends[ends[i] : ends[i + 1]] for i in range(3)]
    by_strictness = [
        number for group in groups for number in (group.count("1"), len(group) - group.count("-"))
    ]
    yes = recommends.count("1")
    return PanelCount(yes, len(recommends) - recommends.count("-"), *by_strictness)


def dots_of(recommends: str) -> tuple[bool | None, ...]:
    """The twenty answers in persona order."""
    return tuple([_MEANINGS[answer] for answer in recommends])


def result_of(row: Row) -> PanelResult:
    """A result from the columns of `panel_result` without the paper's."""
    source, model, recipe, input_hash, merit, recommends, flags, judged_at, kept = row
    return PanelResult(
        source=source,
        model=model,
        recipe=recipe,
        input_hash=input_hash,
        merit=merit,
        verdicts=verdicts_of(json.loads(kept), recommends),
        judged_at=time_of(judged_at),
        flags=tuple(json.loads(flags)),
    )


def _merit(row: Row) -> PaperMerit:
    key, merit, recommends, track, group, tier_rank = row
    count = None if recommends is None else count_of(recommends)
    return PaperMerit(
        key=PaperKey(key),
        merit=merit,
        yes=None if count is None else count.yes,
        out_of=None if count is None else count.out_of,
        track=track,
        area_group=group,
        tier=None if tier_rank == NO_TIER else list(Tier)[tier_rank - 1],
    )


def _row(number: int, result: PanelResult, now: datetime) -> Row:
    return (
        number,
        result.source,
        result.model,
        result.recipe,
        result.input_hash,
        float(result.merit),
        "".join([_ANSWERS[verdict.recommends] for verdict in result.verdicts]),
        json.dumps(result.flags),
        moment_row(result.judged_at or now),
        json.dumps(packed(result.verdicts), separators=(",", ":")),
    )
