"""Who judges which paper now: claims that end by themselves, and what could not be judged.

A run claims papers for a short while and renews that while it works, so that two runs never have
the same paper and a dead run's papers come free. All times are the database's own, since the
clocks of several machines differ.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import Connection, and_, bindparam, case, delete, func, null, or_, select, update
from sqlalchemy.dialects.postgresql import insert as upsert

from goodpapers.domain.paper import PaperKey
from goodpapers.store.panel_tables import panel_claim
from goodpapers.store.rows import storable, time_of
from goodpapers.store.statements import Statement, padded, places
from goodpapers.store.tables import panel_result, paper
from goodpapers.store.verdicts import PAPER_TO_JUDGE, PaperToJudge, paper_to_judge, to_judge

MOST_AT_ONCE = 128
"""Papers that one call can claim."""

_SECOND = 1_000_000
_LONGEST_REASON = 500

_TIME = {
    "sqlite": "SELECT CAST((julianday('now') - 2440587.5) * 86400000000 AS INTEGER)",
    "postgresql": "SELECT CAST(extract(epoch FROM clock_timestamp()) * 1000000 AS bigint)",
}


class FailedPaper(NamedTuple):
    """A paper that a source could not judge, as long as its text and the recipe are the same."""

    key: PaperKey
    why: str
    tries: int
    """Runs that tried and failed."""
    failed_at: datetime | None


def database_time(db: Connection) -> int:
    """The database's own time, in microseconds since 1970."""
    return int(db.exec_driver_sql(_TIME[db.dialect.name]).scalar_one())


_CLAIM_OF_SOURCE = and_(
    panel_claim.c.paper_id == paper.c.id, panel_claim.c.source == bindparam("source")
)
_FREE = or_(panel_claim.c.claimed_until.is_(None), panel_claim.c.claimed_until <= bindparam("now"))
_HELD = panel_claim.c.claimed_until > bindparam("now")
_SAME = and_(
    panel_claim.c.recipe == bindparam("recipe"), panel_claim.c.input_hash == paper.c.input_hash
)
_NOT_TRIED = or_(
    panel_claim.c.failed_at.is_(None),
    panel_claim.c.failed_at < bindparam("since"),
    panel_claim.c.recipe != bindparam("recipe"),
    panel_claim.c.input_hash != paper.c.input_hash,
)
_CANDIDATES = {
    in_edition: Statement(
        to_judge(*PAPER_TO_JUDGE, in_edition=in_edition)
        .outerjoin(panel_claim, _CLAIM_OF_SOURCE)
        .where(or_(panel_claim.c.paper_id.is_(None), and_(_FREE, _NOT_TRIED)))
        .order_by(paper.c.id)
        .limit(bindparam("n"))
        # Two runs on PostgreSQL take different papers instead of waiting for each other.
        .with_for_update(of=paper, key_share=True, skip_locked=True)
    )
    for in_edition in (True, False)
}

_NEW = ("paper_id", "source", "recipe", "input_hash", "holder", "claimed_until")
_INSERT = upsert(panel_claim).values({name: bindparam(name) for name in _NEW} | {"tries": 0})
_KEPT = and_(
    panel_claim.c.recipe == _INSERT.excluded.recipe,
    panel_claim.c.input_hash == _INSERT.excluded.input_hash,
)
_CLAIM = Statement(
    _INSERT.on_conflict_do_update(
        index_elements=[panel_claim.c.paper_id, panel_claim.c.source],
        set_={
            "recipe": _INSERT.excluded.recipe,
            "input_hash": _INSERT.excluded.input_hash,
            "holder": _INSERT.excluded.holder,
            "claimed_until": _INSERT.excluded.claimed_until,
            "tries": case((_KEPT, panel_claim.c.tries), else_=0),
            "failure": case((_KEPT, panel_claim.c.failure), else_=null()),
            "failed_at": case((_KEPT, panel_claim.c.failed_at), else_=null()),
        },
        # The guard: whoever comes second changes nothing.
        where=or_(
            panel_claim.c.claimed_until.is_(None), panel_claim.c.claimed_until <= bindparam("now")
        ),
    )
)
_MINE = Statement(
    to_judge(*PAPER_TO_JUDGE, in_edition=False)
    .join(panel_claim, _CLAIM_OF_SOURCE)
    .where(panel_claim.c.holder == bindparam("holder"), paper.c.id.in_(places(MOST_AT_ONCE, "id")))
    .order_by(paper.c.id)
)


def claim_papers(
    db: Connection,
    source: str,
    recipe: str,
    *,
    holder: str,
    lease_s: float,
    n: int,
    since: int,
    edition: str | None = None,
    after_id: int = 0,
) -> list[PaperToJudge]:
    """Claim up to `n` (at most 128) papers without a current result that nobody else holds.

    In the order of their row numbers, from `after_id` on. Papers whose last try failed at `since`
    or later (`database_time`) are left for a later run. Call it in a transaction that writes.
    """
    now = database_time(db)
    found = _CANDIDATES[edition is not None].all(
        db, source=source, recipe=recipe, edition_key=edition, after_id=after_id, now=now,
        since=since, n=min(n, MOST_AT_ONCE),
    )  # fmt: skip
    if not found:
        return []
    until = now + int(lease_s * _SECOND)
    for row in found:
        _CLAIM.run(
            db, paper_id=row[0], source=source, recipe=recipe, input_hash=row[4], holder=holder,
            claimed_until=until, now=now,
        )  # fmt: skip
    # Asked again: on PostgreSQL another run may have claimed, or judged, one in between.
    ids = padded([row[0] for row in found], MOST_AT_ONCE, "id")
    mine = _MINE.all(db, source=source, recipe=recipe, holder=holder, after_id=0, **ids)
    return [paper_to_judge(row) for row in mine]


_RENEW = Statement(
    update(panel_claim)
    .values(claimed_until=bindparam("until"))
    .where(panel_claim.c.holder == bindparam("holder"))
)
_FORGET = Statement(
    delete(panel_claim).where(
        panel_claim.c.holder == bindparam("holder"), panel_claim.c.failure.is_(None)
    )
)
_LET_GO = Statement(
    update(panel_claim)
    .values(holder=null(), claimed_until=null())
    .where(panel_claim.c.holder == bindparam("holder"))
)
_DROP = Statement(
    delete(panel_claim).where(
        panel_claim.c.paper_id == bindparam("number"), panel_claim.c.source == bindparam("source")
    )
)
_FAIL = Statement(
    update(panel_claim)
    .values(
        holder=null(),
        claimed_until=null(),
        tries=panel_claim.c.tries + 1,
        failure=bindparam("why"),
        failed_at=bindparam("at"),
    )
    .where(
        panel_claim.c.paper_id == bindparam("number"), panel_claim.c.source == bindparam("source")
    )
)


def renew_claims(db: Connection, holder: str, lease_s: float) -> int:
    """Hold everything that `holder` holds for `lease_s` from now; how many papers that are."""
    return _RENEW.run(db, holder=holder, until=database_time(db) + int(lease_s * _SECOND))


def release_claims(db: Connection, holder: str) -> None:
    """Give back all that `holder` holds; what failed before stays written down."""
    _FORGET.run(db, holder=holder)
    _LET_GO.run(db, holder=holder)


def drop_claims(db: Connection, source: str, papers: Sequence[PaperToJudge]) -> None:
    """End the claims on papers that are judged, in the transaction that writes the results."""
    for each in papers:
        _DROP.run(db, number=each.id, source=source)


def record_failure(db: Connection, source: str, judged: PaperToJudge, why: str) -> None:
    """Write down that a paper that is claimed could not be judged, and let it go."""
    reason = storable(why)[:_LONGEST_REASON]
    _FAIL.run(db, number=judged.id, source=source, why=reason, at=database_time(db))


_OTHERS = Statement(
    select(panel_claim.c.holder, func.count(), func.max(panel_claim.c.claimed_until))
    .where(
        panel_claim.c.source == bindparam("source"),
        panel_claim.c.holder != bindparam("holder"),
        _HELD,
    )
    .group_by(panel_claim.c.holder)
)


class OtherRun(NamedTuple):
    """Another run that holds papers of the same source."""

    holder: str
    n_papers: int
    ends_in_s: float
    """Until its last claim ends, unless it is renewed."""


def other_runs(db: Connection, source: str, holder: str) -> list[OtherRun]:
    """The other runs that hold papers now."""
    now = database_time(db)
    rows = _OTHERS.all(db, source=source, holder=holder, now=now)
    return [OtherRun(name, n, (until - now) / _SECOND) for name, n, until in rows]


_FAILURES = Statement(
    select(paper.c.key, panel_claim.c.failure, panel_claim.c.tries, panel_claim.c.failed_at)
    .join_from(panel_claim, paper, _CLAIM_OF_SOURCE)
    .outerjoin(
        panel_result,
        and_(
            panel_result.c.paper_id == paper.c.id,
            panel_result.c.source == panel_claim.c.source,
            panel_result.c.recipe == panel_claim.c.recipe,
            panel_result.c.input_hash == panel_claim.c.input_hash,
        ),
    )
    .where(
        _SAME,
        panel_claim.c.failure.is_not(None),
        panel_claim.c.failed_at >= bindparam("since"),
        panel_result.c.paper_id.is_(None),
    )
    .order_by(paper.c.key)
)


def list_failures(db: Connection, source: str, recipe: str, since: int = 0) -> list[FailedPaper]:
    """Papers whose last try failed at `since` or later, by key; text and recipe still the same."""
    return [
        FailedPaper(PaperKey(key), why, tries, time_of(failed_at))
        for key, why, tries, failed_at in _FAILURES.all(
            db, source=source, recipe=recipe, since=since
        )
    ]
