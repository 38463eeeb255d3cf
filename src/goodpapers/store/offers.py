"""The reading queue's offers: what was offered to whom, and what they answered."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime

from sqlalchemy import (
    BindParameter,
    Connection,
    bindparam,
    exists,
    func,
    literal_column,
    select,
    update,
)
from sqlalchemy.dialects.postgresql import insert as upsert

from goodpapers.domain.offer import Answer, Group, Offer
from goodpapers.domain.paper import PaperKey
from goodpapers.store.editions import edition_id
from goodpapers.store.reader_tables import look, offer, reader, reading_list, vote
from goodpapers.store.rows import moment_row
from goodpapers.store.statements import Statement, insert_into
from goodpapers.store.tables import paper

_READER: BindParameter[int] = bindparam("reader")
_GROUP = func.coalesce(paper.c.area_group, paper.c.area, literal_column("''"))
_OFFERABLE = (
    paper.c.edition_id == bindparam("edition"),
    paper.c.accepted == literal_column("1"),
    # A withheld paper is offered as one that nobody judged is, or its absence would tell.
    paper.c.judgeable == literal_column("1"),
)
_GROUPS = Statement(
    select(_GROUP, func.count()).where(*_OFFERABLE).group_by(_GROUP).order_by(_GROUP)
)
_CANDIDATES = Statement(
    select(paper.c.key, paper.c.n_votes).where(
        *_OFFERABLE,
        bindparam("group_name") == _GROUP,
        *(
            ~exists().where(each.c.paper_id == paper.c.id, each.c.reader_id == _READER)
            for each in (vote, look, offer, reading_list)
        ),
    )
)
_LOCK = Statement(select(reader.c.id).where(reader.c.id == _READER).with_for_update())
_OPEN = Statement(
    select(offer.c.number, paper.c.key)
    .join_from(offer, paper)
    .where(offer.c.reader_id == _READER, offer.c.answer.is_(None))
    .order_by(offer.c.number)
)
_TODAY = Statement(
    select(func.count()).where(offer.c.reader_id == _READER, offer.c.day == bindparam("day"))
)
_COUNT = Statement(
    select(func.coalesce(func.max(offer.c.number), 0)).where(offer.c.reader_id == _READER)
)
_TAKEN = Statement(
    select(func.count()).where(offer.c.reader_id == _READER, offer.c.answer == Answer.TAKEN.value)
)
_ADD = insert_into(offer, ("reader_id", "number", "paper_id", "at", "day"))
_ANSWER = Statement(
    update(offer)
    .where(
        offer.c.reader_id == _READER,
        offer.c.number == bindparam("place"),
        offer.c.answer.is_(None),
    )
    .values(answer=bindparam("said"), answered_at=bindparam("moment"))
)
_LAST = Statement(
    select(offer.c.answer)
    .where(offer.c.reader_id == _READER)
    .order_by(offer.c.number.desc())
    .limit(20)
)
_PAPER = Statement(select(paper.c.id).where(paper.c.key == bindparam("key")))
_ASSIGN = Statement(
    upsert(reading_list)
    .values(
        paper_id=bindparam("paper"),
        reader_id=_READER,
        state=bindparam("state"),
        added_at=bindparam("moment"),
        changed_at=bindparam("moment"),
        assigned_at=bindparam("moment"),
    )
    .on_conflict_do_update(
        index_elements=[reading_list.c.paper_id, reading_list.c.reader_id],
        set_={"assigned_at": bindparam("moment")},
    )
)


def groups(db: Connection, edition_key: str) -> list[Group]:
    """The area groups of an edition that have a paper to offer, by name."""
    return [Group(*row) for row in _GROUPS.all(db, edition=edition_id(db, edition_key))]


def candidates(
    db: Connection, reader_id: int, edition_key: str, group: str
) -> list[tuple[PaperKey, int]]:
    """What may be offered to the reader of one group, with how many readers voted on each.

    Left out is what the reader voted on, looked at, was offered before, or has on their list.
    """
    number = edition_id(db, edition_key)
    rows = _CANDIDATES.all(db, reader=reader_id, edition=number, group_name=group)
    return [(PaperKey(key), n_votes) for key, n_votes in rows]


def lock_offers(db: Connection, reader_id: int) -> None:
    """Keep other requests of the reader waiting until the transaction ends."""
    _LOCK.all(db, reader=reader_id)


def open_offer(db: Connection, reader_id: int) -> Offer | None:
    """The offer that the reader has not answered; None without one."""
    row = _OPEN.one(db, reader=reader_id)
    return None if row is None else Offer(row[0], PaperKey(row[1]))


def offers_on(db: Connection, reader_id: int, day: date) -> int:
    """How many papers the reader was offered that day."""
    return int(_TODAY.all(db, reader=reader_id, day=day.isoformat())[0][0])


def taken_by(db: Connection, reader_id: int) -> int:
    """How many offers the reader ever took."""
    return int(_TAKEN.all(db, reader=reader_id)[0][0])


def add_offer(db: Connection, reader_id: int, key: PaperKey, now: datetime) -> Offer:
    """Offer the paper to the reader."""
    (last,) = _COUNT.all(db, reader=reader_id)[0]
    ((number,),) = _PAPER.all(db, key=key)
    _ADD.run(
        db,
        reader_id=reader_id,
        number=last + 1,
        paper_id=number,
        at=moment_row(now),
        day=now.date().isoformat(),
    )
    return Offer(last + 1, key)


def answer_offer(db: Connection, reader_id: int, one: Offer, said: Answer, now: datetime) -> bool:
    """Note the reader's answer; one that is taken goes on the list. False if it was answered."""
    moment = moment_row(now)
    if not _ANSWER.run(db, reader=reader_id, place=one.number, said=said.value, moment=moment):
        return False
    if said is Answer.TAKEN:
        ((number,),) = _PAPER.all(db, key=one.paper)
        _ASSIGN.run(db, paper=number, reader=reader_id, state="want_to_read", moment=moment)
    return True


def last_answers(db: Connection, reader_id: int) -> Sequence[Answer | None]:
    """What the reader answered to the last 20 offers, the last first; None is not yet answered."""
    rows = _LAST.all(db, reader=reader_id)
    return [None if row[0] is None else Answer(row[0]) for row in rows]
