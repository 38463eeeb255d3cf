"""Votes: one row a reader and paper, which the primary key guarantees, and the public count."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from sqlalchemy import (
    BindParameter,
    Connection,
    and_,
    bindparam,
    delete,
    func,
    literal_column,
    select,
    update,
)
from sqlalchemy.dialects.postgresql import insert as upsert

from goodpapers.domain.errors import Unknown
from goodpapers.domain.paper import PaperKey
from goodpapers.domain.vote import NOTHING, CastVote, How, Own, Split, Vote
from goodpapers.store.reader_tables import look, offer, reader, reading_list, vote
from goodpapers.store.rows import moment_row, time_of
from goodpapers.store.state import bump_version
from goodpapers.store.statements import Row, Statement, padded, places
from goodpapers.store.tables import edition, paper

_PAGE = 32
_READER: BindParameter[int] = bindparam("reader")
_COLUMNS = ("vote", "cast_at", "changed_at", "blind", "assigned", "conflict", "open_site")
_VOTE_COLUMNS = (*(vote.c[name] for name in _COLUMNS), vote.c.skipped_share)


class VotablePaper(NamedTuple):
    """What a vote needs to know of its paper."""

    id: int
    edition: str
    """The edition's key."""
    accepted: bool
    withheld: bool
    judged: bool


_FIND = (
    select(paper.c.id, edition.c.key, paper.c.accepted, paper.c.withheld, paper.c.judged)
    .join_from(paper, edition)
    .where(paper.c.key == bindparam("key"))
)
_PLAIN = Statement(_FIND)
# PostgreSQL's writers of one paper wait here for each other; SQLite has one writer anyway.
_LOCKING = Statement(_FIND.with_for_update(of=paper, key_share=True))
_TAKEN = (
    select(func.count())
    .where(
        offer.c.paper_id == paper.c.id,
        offer.c.reader_id == _READER,
        offer.c.answer == literal_column("'taken'"),
    )
    .scalar_subquery()
)
_OWN = Statement(
    select(paper.c.key, look.c.how, _TAKEN, reading_list.c.state, *_VOTE_COLUMNS)
    .outerjoin_from(paper, look, and_(look.c.paper_id == paper.c.id, look.c.reader_id == _READER))
    .outerjoin(vote, and_(vote.c.paper_id == paper.c.id, vote.c.reader_id == _READER))
    .outerjoin(
        reading_list,
        and_(reading_list.c.paper_id == paper.c.id, reading_list.c.reader_id == _READER),
    )
    .where(paper.c.key.in_(places(_PAGE, "key")))
)
_UPSERT = upsert(vote).values(
    paper_id=bindparam("paper"),
    reader_id=_READER,
    **{name: bindparam(name) for name in (*_COLUMNS, "skipped_share")},
)
_PUT = Statement(
    _UPSERT.on_conflict_do_update(
        index_elements=[vote.c.paper_id, vote.c.reader_id],
        set_={name: _UPSERT.excluded[name] for name in (*_COLUMNS, "skipped_share")},
    )
)
_REMOVE = Statement(
    delete(vote).where(vote.c.paper_id == bindparam("paper"), vote.c.reader_id == _READER)
)
_COUNT = Statement(
    update(paper)
    .where(paper.c.id == bindparam("paper"))
    .values(n_votes=paper.c.n_votes + bindparam("more"))
)
_COUNTED = vote.join(reader, and_(reader.c.id == vote.c.reader_id, reader.c.suspended_at.is_(None)))
_RECOUNT = Statement(
    update(paper)
    .where(paper.c.id.in_(select(vote.c.paper_id).where(vote.c.reader_id == _READER)))
    .values(
        n_votes=select(func.count())
        .select_from(_COUNTED)
        .where(vote.c.paper_id == paper.c.id)
        .scalar_subquery()
    )
)
_SPLIT = Statement(
    select(vote.c.vote, func.count())
    .select_from(_COUNTED.join(paper, paper.c.id == vote.c.paper_id))
    .where(paper.c.key == bindparam("key"))
    .group_by(vote.c.vote)
)
_OF_READER = Statement(
    select(paper.c.key, vote.c.conflict).join_from(vote, paper).where(vote.c.reader_id == _READER)
)
_SET_CONFLICT = Statement(
    update(vote)
    .where(
        vote.c.reader_id == _READER,
        vote.c.paper_id.in_(select(paper.c.id).where(paper.c.key == bindparam("key"))),
    )
    .values(conflict=bindparam("new_conflict"))
)
_VOTERS = Statement(select(reader.c.key).where(reader.c.id.in_(select(vote.c.reader_id))))


def votable_paper(db: Connection, key: str, *, lock: bool = False) -> VotablePaper:
    """The paper of that key; with `lock` nobody else votes on it until the transaction ends.

    Raises
    ------
    Unknown
        There is no such paper.
    """
    row = (_LOCKING if lock else _PLAIN).one(db, key=key)
    if row is None:
        raise Unknown(f'there is no paper "{key}" on this site')
    return VotablePaper(row[0], row[1], bool(row[2]), bool(row[3]), bool(row[4]))


def own_of(db: Connection, reader_id: int, keys: Sequence[str]) -> dict[PaperKey, Own]:
    """What the reader did with each of these papers."""
    found: dict[PaperKey, Own] = {}
    for start in range(0, len(keys), _PAGE):
        page = padded(keys[start : start + _PAGE], _PAGE, "key")
        for row in _OWN.all(db, reader=reader_id, **page):
            found[row[0]] = _own(row)
    return found


def put_vote(db: Connection, paper_id: int, reader_id: int, cast: CastVote, *, new: bool) -> None:
    """Keep the reader's vote in place of any earlier one; a `new` one counts for the public."""
    _PUT.run(
        db,
        paper=paper_id,
        reader=reader_id,
        vote=cast.vote.value,
        cast_at=moment_row(cast.cast_at),
        changed_at=moment_row(cast.changed_at),
        blind=int(cast.blind),
        assigned=int(cast.assigned),
        conflict=cast.conflict,
        open_site=int(cast.open_site),
        skipped_share=cast.skipped_share,
    )
    if new:
        _COUNT.run(db, paper=paper_id, more=1)
    # Another verdict shows too, on an open site and on the day's previews.
    bump_version(db)


def remove_vote(db: Connection, paper_id: int, reader_id: int) -> bool:
    """Take the reader's vote back; False where there is none."""
    if not _REMOVE.run(db, paper=paper_id, reader=reader_id):
        return False
    _COUNT.run(db, paper=paper_id, more=-1)
    bump_version(db)
    return True


def recount_votes_of(db: Connection, reader_id: int) -> None:
    """Count anew, for the public, the readers of every paper that this reader voted on.

    Call it in the transaction that suspends the reader or undoes it: votes of a suspended reader
    are kept and not counted.
    """
    _RECOUNT.run(db, reader=reader_id)
    bump_version(db)


def split_of(db: Connection, key: str) -> Split:
    """How the readers of the paper voted, those suspended left out."""
    return Split(**dict(_SPLIT.all(db, key=key)))


def conflicts_of(db: Connection, reader_id: int) -> dict[PaperKey, str | None]:
    """The conflict kept with each of the reader's votes."""
    return {PaperKey(key): conflict for key, conflict in _OF_READER.all(db, reader=reader_id)}


def set_conflicts(db: Connection, reader_id: int, conflicts: Mapping[PaperKey, str | None]) -> None:
    """Keep other conflicts with votes of the reader."""
    for key, conflict in conflicts.items():
        _SET_CONFLICT.run(db, reader=reader_id, key=key, new_conflict=conflict)


def readers_with_votes(db: Connection) -> list[str]:
    """The keys of the readers who have voted."""
    return [row[0] for row in _VOTERS.all(db)]


def _own(row: Row) -> Own:
    how = None if row[1] is None else How(row[1])
    own = Own(_cast(row[4:]), how, bool(row[2]), row[3])
    return NOTHING if own == NOTHING else own


def _cast(row: Row) -> CastVote | None:
    if row[0] is None:
        return None
    cast_at, changed_at = time_of(row[1]), time_of(row[2])
    assert cast_at is not None  # noqa: S101 - the columns are never null
    assert changed_at is not None  # noqa: S101
    return CastVote(
        Vote(row[0]), cast_at, changed_at, bool(row[3]), bool(row[4]), row[5], bool(row[6]), row[7]
    )
