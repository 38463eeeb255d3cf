"""Opening, transactions, and what survives a kill."""

from __future__ import annotations

import os
import signal
import sqlite3
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from tests.store.cast import NEURIPS, a_paper, count, save

from goodpapers.domain.errors import BadSettings, DatabaseFailure
from goodpapers.store.database import Database, open_database
from goodpapers.store.editions import list_editions
from goodpapers.store.state import bump_version, version

WRITER = """
import sys
from goodpapers.store.database import open_database
from goodpapers.store.state import bump_version, version
database = open_database(sys.argv[1])
for _ in range(40):
    with database.write() as db:
        bump_version(db)
        after = version(db)
        bump_version(db)
        assert version(db) == after + 1
"""

KILLED = """
import sys
from goodpapers.store.database import open_database
from goodpapers.store.papers import write_papers
from tests.store.cast import NEURIPS, NOW, a_paper, stored
database = open_database(sys.argv[1])
with database.write() as db:
    write_papers(db, NEURIPS, stored(a_paper(n) for n in range(900)), now=NOW)
    print("written", flush=True)
    sys.stdin.read()
"""


def test_a_fresh_database_is_current(database: Database) -> None:
    assert database.is_current()


def test_a_database_without_tables_is_not_current(tmp_path: Path) -> None:
    assert not open_database(f"sqlite:///{tmp_path / 'new.db'}").is_current()


def test_reading_a_database_without_tables_says_what_to_do(tmp_path: Path) -> None:
    database = open_database(f"sqlite:///{tmp_path / 'new.db'}")
    with pytest.raises(DatabaseFailure, match="goodpapers init"), database.read() as db:
        list_editions(db)


@pytest.mark.parametrize(
    "address", ["", "nonsense", "mysql://host/name", "sqlite://", "postgresql://host"]
)
def test_an_address_of_no_known_kind_is_refused(address: str) -> None:
    with pytest.raises(BadSettings, match="expected sqlite:///PATH"):
        open_database(address)


def test_a_file_that_is_no_database_is_refused_in_one_line(tmp_path: Path) -> None:
    path = tmp_path / "letter.db"
    path.write_text("Dear reader, " * 100)
    with pytest.raises(DatabaseFailure, match="file is not a database") as failure:
        open_database(f"sqlite:///{path}")
    assert "\n" not in str(failure.value)


def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(DatabaseFailure, match=r"nowhere/site\.db: .*No such file"):
        open_database(f"sqlite:///{tmp_path / 'nowhere' / 'site.db'}")


def test_a_server_that_does_not_answer_is_a_failure_in_one_line() -> None:
    with pytest.raises(DatabaseFailure) as failure:
        open_database("postgresql://ada:secret@127.0.0.1:1/goodpapers")
    assert "\n" not in str(failure.value)
    assert "secret" not in str(failure.value)


def test_a_new_file_can_be_read_by_its_owner_alone(tmp_path: Path) -> None:
    open_database(f"sqlite:///{tmp_path / 'site.db'}").close()
    assert stat.S_IMODE((tmp_path / "site.db").stat().st_mode) == 0o600


def test_sqlite_runs_as_the_decision_on_storage_says(sqlite_url: str) -> None:
    with open_database(sqlite_url).read() as db:
        values = {
            name: db.exec_driver_sql(f"PRAGMA {name}").scalar()
            for name in ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
        }
    assert values == {
        "journal_mode": "wal",
        "synchronous": 2,
        "foreign_keys": 1,
        "busy_timeout": 20_000,
    }


def test_a_transaction_that_raises_leaves_nothing(database: Database) -> None:
    def fail() -> None:
        with database.write() as db:
            db.exec_driver_sql("INSERT INTO edition (key, name, conference) VALUES ('a', 'A', 'A')")
            raise KeyError("on purpose")

    with pytest.raises(KeyError):
        fail()
    with database.read() as db:
        assert count(db, "edition") == 0


def test_a_reader_sees_one_state_while_another_writes(database: Database) -> None:
    with database.read() as reading:
        before = version(reading)
        with database.write() as writing:
            bump_version(writing)
        assert version(reading) == before
    with database.read() as reading:
        assert version(reading) == before + 1


def test_two_processes_that_write_at_once_both_succeed(
    database: Database, database_url: str
) -> None:
    with database.read() as db:
        before = version(db)
    writers = [subprocess.Popen([sys.executable, "-c", WRITER, database_url]) for _ in range(2)]
    assert [writer.wait(120) for writer in writers] == [0, 0]
    with database.read() as db:
        assert version(db) == before + 160


def test_a_busy_database_says_that_trying_again_helps(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("goodpapers.store.database._WAIT_S", 0.05)
    other = sqlite3.connect(sqlite_url.removeprefix("sqlite:///"), isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    database = open_database(sqlite_url)
    with pytest.raises(DatabaseFailure, match="locked") as failure, database.write():
        pass
    assert failure.value.again
    other.close()


def test_a_kill_in_the_middle_of_a_write_leaves_nothing_half_written(
    database: Database, database_url: str
) -> None:
    save(database, a_paper(2_000))
    names = ("paper", "paper_identifier", "paper_institution", "slot", "session", "facet")
    with database.read() as db:
        before = {name: count(db, name) for name in names}
    root = Path(__file__).parents[2]
    with subprocess.Popen(
        [sys.executable, "-c", KILLED, database_url],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(root)},
    ) as writer:
        assert writer.stdout is not None
        assert writer.stdout.readline() == b"written\n"
        writer.send_signal(signal.SIGKILL)
    with database.write() as db:
        assert {name: count(db, name) for name in names} == before
    save(database, a_paper(2_001))
    with database.read() as db:
        assert list_editions(db)[0].n_papers == 2
        assert list_editions(db)[0].edition == NEURIPS


def test_what_was_written_survives_a_kill_the_next_instant(
    database: Database, database_url: str
) -> None:
    code = (
        "import os, sys; from goodpapers.store.database import open_database; "
        "from tests.store.cast import a_paper, save; "
        "save(open_database(sys.argv[1]), a_paper(7)); os.kill(os.getpid(), 9)"
    )
    root = Path(__file__).parents[2]
    ended = subprocess.run(
        [sys.executable, "-c", code, database_url], env={**os.environ, "PYTHONPATH": str(root)}
    )
    assert ended.returncode == -signal.SIGKILL
    with database.read() as db:
        assert list_editions(db)[0].n_papers == 1


def test_a_password_is_not_shown(postgres_url: str) -> None:
    database = open_database(postgres_url.replace("postgres@", "postgres:hush@"))
    assert "hush" not in database.url
    database.close()
