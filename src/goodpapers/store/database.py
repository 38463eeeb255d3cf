"""The database: how it is opened, how transactions run, and the few differences of the two kinds.

SQLite runs in WAL mode with foreign keys on. A write takes the lock at its start (BEGIN IMMEDIATE),
so two writers wait for each other and neither fails halfway. `synchronous=FULL`: what was answered
with success is on the disk, also when the power goes. The price, one flush a transaction, is why
imports and panel runs write in large transactions.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import URL, make_url
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import ArgumentError, DBAPIError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from goodpapers.domain.errors import BadSettings, DatabaseFailure

HEAD = "0002"
"""The migration that this version of the program needs; a test compares it with the folder."""

Db = Connection
"""What `read` and `write` give: the name of it for rooms that do not know the database."""

_WAIT_S = 20
_WRITES = "goodpapers_writes"
_PRIMARY = "goodpapers_primary_source"
_MIGRATION_LOCK = 4_720_113
"""Any fixed number: PostgreSQL's lock that keeps two processes from migrating at once."""


class Database:
    """One open database. Made by `open_database`; safe to share between threads."""

    def __init__(self, url: str, engine: Engine) -> None:
        self.url = url
        """The address without its password."""
        self.dialect = engine.dialect.name
        """``sqlite`` or ``postgresql``."""
        # SQLite's every transaction sees one state; PostgreSQL must be asked for it.
        one_state = {} if self.dialect == "sqlite" else {"isolation_level": "REPEATABLE READ"}
        self._reading = engine.execution_options(**one_state)
        self._writing = engine.execution_options(**{_WRITES: True})

    def prefer(self, source: str) -> None:
        """Let this source of the panel count as the panel's wherever none is named."""
        self._reading = self._reading.execution_options(**{_PRIMARY: source})
        self._writing = self._writing.execution_options(**{_PRIMARY: source})

    @contextmanager
    def read(self) -> Iterator[Connection]:
        """A connection that sees one state of the database throughout the block.

        Raises
        ------
        DatabaseFailure
            The database cannot be reached or read.
        """
        with _in_words(self.url), self._reading.connect() as db:
            yield db

    @contextmanager
    def write(self) -> Iterator[Connection]:
        """One transaction: kept when the block ends, undone whole when it raises.

        Raises
        ------
        DatabaseFailure
            The database cannot be reached or written; `again` is True when it was only busy.
        """
        with _in_words(self.url), self._writing.begin() as db:
            yield db

    def migrate(self) -> None:
        """Bring the tables to this version, in one transaction. Does nothing when they are current.

        Raises
        ------
        DatabaseFailure
            The tables cannot be changed, or belong to a newer version of Good Papers.
        """
        from goodpapers.store.migrations import run_migrations

        with self.write() as db:
            if self.dialect == "postgresql":
                db.exec_driver_sql("SELECT pg_advisory_xact_lock(%s)", (_MIGRATION_LOCK,))
            run_migrations(db)

    def is_current(self) -> bool:
        """Whether the tables are those of this version; False for an empty database."""
        with self.read() as db:
            if not self._reading.dialect.has_table(db, "alembic_version"):
                return False
            found = db.exec_driver_sql("SELECT version_num FROM alembic_version").scalar()
        return bool(found == HEAD)

    def close(self) -> None:
        """Give all connections back."""
        self._reading.dispose()


def primary_source(db: Connection) -> str | None:
    """The source that was preferred when the database was opened; None where none was."""
    found = db.get_execution_options().get(_PRIMARY)
    return found if isinstance(found, str) else None


def open_database(url: str) -> Database:
    """The database at `url`: ``sqlite:///path`` or ``postgresql+psycopg://reader@host/name``.

    A SQLite file is made where there is none, readable by its owner alone; its folder must exist.

    Raises
    ------
    BadSettings
        The address is of no kind we know, or the driver for it is not installed.
    DatabaseFailure
        The database cannot be opened; one line says why.
    """
    address = _parse(url)
    shown = address.render_as_string(hide_password=True)
    engine = _sqlite_engine(address) if address.drivername == "sqlite" else _postgresql(address)
    event.listen(engine, "begin", _begin)
    database = Database(shown, engine)
    try:
        with database.read() as db:
            db.exec_driver_sql("SELECT 1")
    except BaseException:
        database.close()
        raise
    return database


def _parse(url: str) -> URL:
    try:
        address = make_url(url)
    except ArgumentError as error:
        raise BadSettings(
            "the database address cannot be read; expected sqlite:///PATH or "
            "postgresql://READER:PASSWORD@HOST/NAME"
        ) from error
    if address.drivername == "postgresql":
        address = address.set(drivername="postgresql+psycopg")
    if address.drivername not in {"sqlite", "postgresql+psycopg"} or not address.database:
        raise BadSettings(
            f"the database address {address.render_as_string(hide_password=True)} is of no known "
            "kind; expected sqlite:///PATH or postgresql://READER:PASSWORD@HOST/NAME"
        )
    return address


def _sqlite_engine(address: URL) -> Engine:
    path = Path(address.database or "")
    try:
        # Mode 600 from the first byte: the file comes to hold readers' votes.
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    except OSError as error:
        raise DatabaseFailure(f"{path}: cannot be opened ({error.strerror})") from error
    engine = create_engine(
        address,
        connect_args={"timeout": _WAIT_S, "isolation_level": None, "check_same_thread": False},
        hide_parameters=True,
        pool_size=8,
        max_overflow=24,
    )
    event.listen(engine, "connect", _prepare_sqlite)
    return engine


def _prepare_sqlite(connection: DBAPIConnection, _record: object) -> None:
    for pragma in (
        "journal_mode=WAL",
        "synchronous=FULL",
        "foreign_keys=ON",
        f"busy_timeout={_WAIT_S * 1000}",
        "temp_store=MEMORY",
        "cache_size=-16000",
    ):
        cursor = connection.cursor()
        cursor.execute(f"PRAGMA {pragma}")
        cursor.close()


def _postgresql(address: URL) -> Engine:
    try:
        return create_engine(
            address, hide_parameters=True, pool_pre_ping=True, pool_size=8, max_overflow=24
        )
    except ImportError as error:
        raise BadSettings(
            "the database address needs PostgreSQL's driver; install it with: "
            'pip install "goodpapers[postgres]"'
        ) from error


def _begin(db: Connection) -> None:
    if db.dialect.name == "sqlite":
        writes = db.get_execution_options().get(_WRITES)
        db.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


@contextmanager
def _in_words(url: str) -> Iterator[None]:
    """Turn what the driver says into one line of ours."""
    try:
        yield
    except DBAPIError as error:
        raise _failure(url, error.orig) from error
    except sqlite3.Error as error:
        raise _failure(url, error) from error
    except PoolTimeout as error:
        raise DatabaseFailure(f"{url}: all connections are in use", again=True) from error
    except SQLAlchemyError as error:
        raise DatabaseFailure(f"{url}: {_first_line(error)}") from error


def _failure(url: str, error: BaseException | None) -> DatabaseFailure:
    line = _first_line(error)
    busy = "database is locked" in line or "deadlock" in line or "could not serialize" in line
    if "no such table" in line or ("relation" in line and "does not exist" in line):
        line = "has no tables of this version; make them with: goodpapers init"
    return DatabaseFailure(f"{url}: {line}", again=busy)


def _first_line(error: BaseException | None) -> str:
    return (str(error).strip().splitlines() or ["unknown failure"])[0]
