"""What every test may ask for: the shared data, and a database of either kind with its tables."""

from __future__ import annotations

import itertools
import os
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from sqlalchemy import create_engine, make_url
from tests.missing import missing
from tests.postgres import NoPostgresError, postgres_address

from goodpapers.store.database import Database, open_database

SHARED = Path(__file__).parents[1].parent / "shared"
_numbers = itertools.count(1)


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of shared data beside the repository."""
    if not (SHARED / "data").is_dir():
        pytest.skip("the folder ../shared with the shared data is not beside the repository")
    return SHARED


@dataclass(frozen=True)
class PostgresServer:
    """A server, its template database with our tables, and how to make one more like it."""

    address: str

    def run(self, statement: str) -> None:
        """Execute a statement that cannot stand in a transaction."""
        engine = create_engine(self.url("postgres"), isolation_level="AUTOCOMMIT")
        with engine.connect() as db:
            db.exec_driver_sql(statement)
        engine.dispose()

    def url(self, name: str) -> str:
        """The address of the database `name`."""
        return make_url(self.address).set(database=name).render_as_string(hide_password=False)


@pytest.fixture(scope="session")
def postgres_or_reason() -> Iterator[PostgresServer | str]:
    """A running server with the database `gp_template_…`, or the reason why there is none."""
    try:
        with postgres_address() as address:
            server = PostgresServer(address)
            server.run(f"CREATE DATABASE {_template()} ENCODING 'UTF8' TEMPLATE template0")
            template = open_database(server.url(_template()))
            template.migrate()
            template.close()
            yield server
            server.run(f"DROP DATABASE {_template()} WITH (FORCE)")
    except NoPostgresError as error:
        yield str(error)


def _template() -> str:
    return f"gp_template_{os.getpid()}"


@pytest.fixture
def postgres_server(postgres_or_reason: PostgresServer | str) -> PostgresServer:
    """A running PostgreSQL server; the test skips (in CI fails) where there is none."""
    if isinstance(postgres_or_reason, str):
        missing(f"no PostgreSQL: {postgres_or_reason}")
    return postgres_or_reason


@pytest.fixture
def postgres_url(postgres_server: PostgresServer) -> Iterator[str]:
    """The address of a fresh PostgreSQL database with our tables."""
    name = f"gp_test_{os.getpid()}_{next(_numbers)}"
    postgres_server.run(f"CREATE DATABASE {name} TEMPLATE {_template()}")
    yield postgres_server.url(name)
    postgres_server.run(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture(scope="session")
def sqlite_template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A SQLite file with our tables, to be copied."""
    path = tmp_path_factory.mktemp("template") / "goodpapers.db"
    database = open_database(f"sqlite:///{path}")
    database.migrate()
    database.close()
    return path


@pytest.fixture
def sqlite_url(sqlite_template: Path, tmp_path: Path) -> str:
    """The address of a fresh SQLite file with our tables."""
    shutil.copy(sqlite_template, tmp_path / "goodpapers.db")
    return f"sqlite:///{tmp_path / 'goodpapers.db'}"


@pytest.fixture(
    params=["sqlite", pytest.param("postgresql", marks=pytest.mark.postgres)],
)
def database_url(request: pytest.FixtureRequest) -> str:
    """The address of a fresh database with our tables; the test runs once on either kind."""
    name = "sqlite_url" if request.param == "sqlite" else "postgres_url"
    return str(request.getfixturevalue(name))


@pytest.fixture
def database(database_url: str) -> Iterator[Database]:
    """A fresh, open database with our tables; the test runs once on either kind."""
    opened = open_database(database_url)
    yield opened
    opened.close()
