"""A reader leaves: their row goes, and with it all that is theirs; votes may stay, nobody's.

Votes that stay go over to a new row, with a new key and a new number, which holds nothing of the
reader. So nothing that is kept anywhere under the old key leads to them.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import (
    BigInteger,
    BindParameter,
    Connection,
    bindparam,
    delete,
    literal_column,
    or_,
    select,
    update,
)

from goodpapers.domain.paper import PaperKey
from goodpapers.domain.reader import Kind
from goodpapers.store.reader_tables import audit, reader, vote
from goodpapers.store.readers import add_reader
from goodpapers.store.state import bump_version
from goodpapers.store.statements import Statement
from goodpapers.store.tables import paper

LEFT_NAME = "A reader who left"
_DAY = literal_column("86400000000", BigInteger)
_WHOSE: BindParameter[int] = bindparam("whose")
_VOTED = Statement(
    select(paper.c.key)
    .join_from(vote, paper)
    .where(vote.c.reader_id == _WHOSE)
    .order_by(paper.c.key)
)
_OWN_PAPERS = (vote.c.reader_id == _WHOSE, vote.c.conflict == literal_column("'own'"))
_COUNT_LESS = {
    all_votes: Statement(
        update(paper)
        .where(
            paper.c.id.in_(
                select(vote.c.paper_id).where(
                    *((vote.c.reader_id == _WHOSE,) if all_votes else _OWN_PAPERS)
                )
            )
        )
        .values(n_votes=paper.c.n_votes - 1)
    )
    for all_votes in (True, False)
}
_REMOVE_OWN = Statement(delete(vote).where(*_OWN_PAPERS))
_HAND_OVER = Statement(
    update(vote)
    .where(vote.c.reader_id == _WHOSE)
    .values(
        reader_id=bindparam("heir"),
        cast_at=vote.c.cast_at - vote.c.cast_at % _DAY,
        changed_at=vote.c.changed_at - vote.c.changed_at % _DAY,
    )
)
_REMOVE = Statement(delete(reader).where(reader.c.id == _WHOSE))
_FORGET_ACTOR = Statement(
    update(audit).where(audit.c.actor == bindparam("gone")).values(actor=bindparam("who"))
)
_FORGET_DETAIL = Statement(
    update(audit)
    .where(
        or_(
            audit.c.about == bindparam("gone"),
            audit.c.actor == bindparam("gone"),
            audit.c.detail.like(bindparam("named")),
        )
    )
    .values(detail=literal_column("''"))
)
_FORGET_ABOUT = Statement(
    update(audit).where(audit.c.about == bindparam("gone")).values(about=bindparam("who"))
)


def remove_reader(
    db: Connection, reader_id: int, reader_key: str, *, keep_votes: bool, now: datetime
) -> Sequence[PaperKey]:
    """Delete the reader and all that is theirs; the papers whose votes changed.

    With `keep_votes` the votes stay with a reader who is nobody, their times cut to the day; those
    on the reader's own papers go all the same, since they would tell who it was.
    """
    papers = [PaperKey(row[0]) for row in _VOTED.all(db, whose=reader_id)]
    _COUNT_LESS[not keep_votes].run(db, whose=reader_id)
    if keep_votes and papers:
        _REMOVE_OWN.run(db, whose=reader_id)
        day = now.replace(hour=0, minute=0, second=0, microsecond=0)
        heir = add_reader(db, LEFT_NAME, kind=Kind.LEFT, now=day)
        _HAND_OVER.run(db, whose=reader_id, heir=heir.id)
    _REMOVE.run(db, whose=reader_id)
    # The log keeps that something was done, and no longer to or by whom.
    _FORGET_DETAIL.run(db, gone=reader_key, named=f"%{reader_key}%")
    _FORGET_ABOUT.run(db, gone=reader_key, who="left")
    _FORGET_ACTOR.run(db, gone=reader_key, who="left")
    bump_version(db)
    return papers
