"""What keepers do about readers, on both databases: rights, the log, and the way back."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

import pytest
from tests.store.cast import a_paper, save

from goodpapers.domain.errors import BadUsage, NotAllowed, SignInFirst, Unknown
from goodpapers.domain.reader import Reader, Role
from goodpapers.domain.vote import CastVote, Vote
from goodpapers.services import keep_readers, sign_in
from goodpapers.services.keep_readers import COMMAND
from goodpapers.store import audit
from goodpapers.store.database import Database
from goodpapers.store.readers import add_reader, find_reader
from goodpapers.store.votes import put_vote

NOW = datetime(2026, 12, 1, 9, 30, tzinfo=UTC)

Act = Callable[[Database, Reader | None, str, datetime], Reader]


def people(database: Database) -> tuple[Reader, Reader]:
    """Ada, a reader, and Ben, the keeper."""
    with database.write() as db:
        ada = add_reader(db, "Ada", now=NOW)
        return ada, add_reader(db, "Ben", role=Role.KEEPER, now=NOW)


def again(database: Database, reader: Reader) -> Reader:
    with database.read() as db:
        return find_reader(db, reader.key)


ACTS: list[Act] = [keep_readers.suspend, keep_readers.restore, keep_readers.know]


@pytest.mark.parametrize("act", ACTS)
def test_only_a_keeper_may(database: Database, act: Act) -> None:
    ada, ben = people(database)
    with pytest.raises(SignInFirst):
        act(database, None, ada.key, NOW)
    with pytest.raises(NotAllowed):
        act(database, ada, ben.key, NOW)
    with pytest.raises(Unknown):
        act(database, ben, "nobody", NOW)
    assert again(database, ada) == ada
    assert again(database, ben) == ben


def test_a_suspension_ends_every_sign_in_and_is_undone(database: Database) -> None:
    ada, ben = people(database)
    token = sign_in.begin(database, ada, how="test", device="test", now=NOW)
    keep_readers.suspend(database, ben, ada.key, NOW)
    assert again(database, ada).suspended_at == NOW
    assert sign_in.reader_of(database, token, NOW) is None
    with pytest.raises(NotAllowed, match="suspended"):
        sign_in.begin(database, again(database, ada), how="test", device="test", now=NOW)
    keep_readers.restore(database, ben, ada.key, NOW)
    assert again(database, ada) == ada
    assert sign_in.reader_of(database, token, NOW) is None


def test_a_suspended_readers_votes_count_no_more_and_count_again(database: Database) -> None:
    ada, ben = people(database)
    save(database, a_paper())
    cast = CastVote(Vote.WORTH_READING, NOW, NOW, blind=True, assigned=False, conflict=None)
    with database.write() as db:
        paper = int(db.exec_driver_sql("SELECT id FROM paper").scalar() or 0)
        put_vote(db, paper, ada.id, cast, new=True)
        put_vote(db, paper, ben.id, cast, new=True)
    assert n_votes(database) == 2
    keep_readers.suspend(database, ben, ada.key, NOW)
    assert n_votes(database) == 1
    keep_readers.restore(database, ben, ada.key, NOW)
    assert n_votes(database) == 2


def n_votes(database: Database) -> int:
    with database.read() as db:
        return int(db.exec_driver_sql("SELECT n_votes FROM paper").scalar() or 0)


def test_each_act_is_in_the_log_once_with_who_did_it(database: Database) -> None:
    ada, ben = people(database)
    for act in (keep_readers.suspend, keep_readers.suspend, keep_readers.restore):
        act(database, ben, ada.key, NOW)
    keep_readers.know(database, COMMAND, ada.key, NOW)
    log = keep_readers.log(database, ben)
    assert [(each.actor, each.act, each.about) for each in log] == [
        ("command", "know", ada.key),
        (ben.key, "restore", ada.key),
        (ben.key, "suspend", ada.key),
    ]


def test_the_log_is_for_keepers_and_nothing_in_the_program_changes_it(database: Database) -> None:
    ada, _ = people(database)
    with pytest.raises(NotAllowed):
        keep_readers.log(database, ada)
    statements = {name for name in vars(audit) if name.startswith("_") and name[1:].isupper()}
    assert statements == {"_ADD", "_LAST"}


def test_the_only_keeper_stays_one(database: Database) -> None:
    ada, ben = people(database)
    with pytest.raises(BadUsage, match="only keeper"):
        keep_readers.suspend(database, ben, ben.key, NOW)
    with pytest.raises(BadUsage, match="only keeper"):
        keep_readers.set_keeper(database, COMMAND, ben.key, NOW, is_keeper=False)
    keep_readers.set_keeper(database, COMMAND, ada.key, NOW, is_keeper=True)
    keep_readers.set_keeper(database, COMMAND, ben.key, NOW, is_keeper=False)
    assert again(database, ada).is_keeper
    assert not again(database, ben).is_keeper


def test_the_keepers_word_makes_a_known_reader_and_is_taken_back(database: Database) -> None:
    ada, ben = people(database)
    assert keep_readers.know(database, ben, ada.key, NOW).known_by == "keeper"
    assert keep_readers.know(database, ben, ada.key, NOW, known=False).known_by is None


def test_a_reader_is_found_by_key_or_by_the_only_name(database: Database) -> None:
    ada, _ = people(database)
    assert keep_readers.named(database, ada.key) == ada
    assert keep_readers.named(database, "Ada") == ada
    with database.write() as db:
        add_reader(db, "Ada", now=NOW)
    with pytest.raises(BadUsage, match='2 readers "Ada"'):
        keep_readers.named(database, "Ada")
    with pytest.raises(Unknown, match="reader list"):
        keep_readers.named(database, "Eve")
