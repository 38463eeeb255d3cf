"""What a keeper does about readers. Each act is in the log, and undone as easily as done."""

from __future__ import annotations

from datetime import datetime

from goodpapers.domain.errors import BadUsage, Unknown
from goodpapers.domain.reader import Kind, Reader, ReaderKey, Role
from goodpapers.services import rights
from goodpapers.services.after_votes import renew_soon
from goodpapers.store.audit import NEWEST, LoggedAct, last_acts, note_act
from goodpapers.store.database import Database, Db
from goodpapers.store.reader_roles import (
    count_keepers,
    papers_voted_on,
    readers_after,
    readers_named,
    set_known,
    set_role,
    set_suspended,
)
from goodpapers.store.readers import find_reader
from goodpapers.store.sign_in_links import void_links_of
from goodpapers.store.sign_ins import end_all
from goodpapers.store.votes import recount_votes_of

COMMAND = Reader(
    id=0,
    key=ReaderKey("command"),
    name="the command line",
    role=Role.KEEPER,
    kind=Kind.PERSON,
    made_at=datetime.fromisoformat("2026-12-01T00:00:00+00:00"),
)
"""Who may type commands on the site's machine may do what a keeper may."""
PAGE = 100
MOST_RENEWED = 200
"""More papers than these wait for the next refit."""


def suspend(database: Database, by: Reader | None, key: str, now: datetime) -> Reader:
    """Suspend a reader: their sign-ins end, their votes count no more. The reader as now kept.

    Raises
    ------
    SignInFirst, NotAllowed
        `by` is no keeper.
    Unknown
        There is no such reader.
    BadUsage
        It is the last keeper.
    """
    keeper = rights.keeper(by)
    with database.write() as db:
        reader = find_reader(db, key)
        _refuse_last_keeper(db, reader)
        if reader.suspended_at is None:
            set_suspended(db, reader.id, now)
            end_all(db, reader.id)
            void_links_of(db, reader.id)
            recount_votes_of(db, reader.id)
            note_act(db, actor=keeper.key, act="suspend", about=reader.key, now=now)
        return find_reader(db, key)


def restore(database: Database, by: Reader | None, key: str, now: datetime) -> Reader:
    """Undo a suspension: the reader may sign in, their votes count again. Raises as `suspend`."""
    keeper = rights.keeper(by)
    with database.write() as db:
        reader = find_reader(db, key)
        if reader.suspended_at is not None:
            set_suspended(db, reader.id, None)
            recount_votes_of(db, reader.id)
            note_act(db, actor=keeper.key, act="restore", about=reader.key, now=now)
        return find_reader(db, key)


def renew_scores_of(database: Database, reader: Reader, now: datetime) -> None:
    """Renew soon, beside the answer, the scores of the papers that this reader voted on.

    Only a server does so; what a command changes is in the scores with the next refit, within the
    hour.
    """
    with database.read() as db:
        keys = papers_voted_on(db, reader.id, MOST_RENEWED)
    for key in keys:
        renew_soon(database, key, now)


def know(
    database: Database, by: Reader | None, key: str, now: datetime, *, known: bool = True
) -> Reader:
    """Give the keeper's word that the reader is known, or take it back. Raises as `suspend`."""
    keeper = rights.keeper(by)
    with database.write() as db:
        reader = find_reader(db, key)
        set_known(db, reader.id, "keeper" if known else None)
        act = "know" if known else "not know"
        note_act(db, actor=keeper.key, act=act, about=reader.key, now=now)
        return find_reader(db, key)


def set_keeper(
    database: Database, by: Reader | None, key: str, now: datetime, *, is_keeper: bool
) -> Reader:
    """Make a reader a keeper, or a keeper a reader. Raises as `suspend`."""
    keeper = rights.keeper(by)
    with database.write() as db:
        reader = find_reader(db, key)
        if not is_keeper:
            _refuse_last_keeper(db, reader)
        if reader.is_keeper is not is_keeper:
            set_role(db, reader.id, Role.KEEPER if is_keeper else Role.READER)
            act = "make keeper" if is_keeper else "make reader"
            note_act(db, actor=keeper.key, act=act, about=reader.key, now=now)
        return find_reader(db, key)


def readers(database: Database, by: Reader | None, *, above: int = 0) -> tuple[Reader, ...]:
    """A hundred readers in the order in which they came, of those above row `above`."""
    rights.keeper(by)
    with database.read() as db:
        return readers_after(db, PAGE, above)


def log(
    database: Database, by: Reader | None, *, below: int | None = None
) -> tuple[LoggedAct, ...]:
    """A hundred lines of the log, the newest first, of those below number `below`."""
    rights.keeper(by)
    with database.read() as db:
        return last_acts(db, PAGE, below or NEWEST)


def named(database: Database, name: str) -> Reader:
    """The reader of that key, or the only one of that name.

    Raises
    ------
    Unknown
        There is none.
    BadUsage
        There are several of that name.
    """
    with database.read() as db:
        try:
            return find_reader(db, name)
        except Unknown:
            found = readers_named(db, name)
    if not found:
        raise Unknown(f'there is no reader "{name}"; see: goodpapers reader list')
    if len(found) > 1:
        keys = ", ".join(each.key for each in found)
        raise BadUsage(f'there are {len(found)} readers "{name}"; say which by key: {keys}')
    return found[0]


def _refuse_last_keeper(db: Db, reader: Reader) -> None:
    if reader.is_keeper and reader.suspended_at is None and count_keepers(db) == 1:
        raise BadUsage("this is the only keeper; make another one first")
