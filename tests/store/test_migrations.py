"""What the migrations build equals the tables that the program knows, on both databases."""

from __future__ import annotations

from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from tests.store.cast import count

from goodpapers.domain.errors import DatabaseFailure
from goodpapers.store import panel_tables, reader_tables, score_tables
from goodpapers.store.database import HEAD, Database, open_database
from goodpapers.store.migrations import read_steps
from goodpapers.store.search import CREATE
from goodpapers.store.tables import metadata

# Importing them is what puts their tables into `metadata`.
assert panel_tables.metadata is reader_tables.metadata is score_tables.metadata is metadata


def _is_ours(_thing: object, name: str | None, kind: str, _reflected: bool, _other: object) -> bool:
    # The table of words differs in kind between the databases; the next test compares it.
    return not (kind == "table" and str(name).startswith("paper_words"))


def test_the_migrated_tables_are_those_of_the_program(database: Database) -> None:
    with database.read() as db:
        context = MigrationContext.configure(
            db, opts={"include_object": _is_ours, "compare_type": True}
        )
        assert compare_metadata(context, metadata) == []


def test_the_migrated_table_of_words_is_that_of_the_program(sqlite_url: str) -> None:
    with open_database(sqlite_url).read() as db:
        made = db.exec_driver_sql("SELECT sql FROM sqlite_master WHERE name = 'paper_words'")
        assert made.scalar() == CREATE["sqlite"][0]


def test_the_migrated_words_of_postgresql_are_those_of_the_program(postgres_url: str) -> None:
    database = open_database(postgres_url)
    query = (
        "SELECT column_name, data_type, is_nullable FROM information_schema.columns "
        "WHERE table_name = %s ORDER BY ordinal_position"
    )
    with database.write() as db:
        migrated = db.exec_driver_sql(query, ("paper_words",)).all()
        indexes = db.exec_driver_sql(
            "SELECT indexdef FROM pg_indexes WHERE tablename = 'paper_words' ORDER BY 1"
        ).all()
        db.exec_driver_sql("DROP TABLE paper_words")
        for statement in CREATE["postgresql"]:
            db.exec_driver_sql(statement)
        assert db.exec_driver_sql(query, ("paper_words",)).all() == migrated
        assert (
            indexes
            == db.exec_driver_sql(
                "SELECT indexdef FROM pg_indexes WHERE tablename = 'paper_words' ORDER BY 1"
            ).all()
        )
    database.close()


def test_the_version_that_the_program_asks_for_is_the_last_step() -> None:
    assert read_steps().get_current_head() == HEAD


def test_migrating_again_changes_nothing(database: Database) -> None:
    with database.write() as db:
        db.exec_driver_sql("INSERT INTO edition (key, name, conference) VALUES ('a', 'A', 'A')")
    database.migrate()
    with database.read() as db:
        assert count(db, "edition") == 1


def test_a_database_of_a_newer_version_is_refused(database: Database) -> None:
    with database.write() as db:
        db.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")
    assert not database.is_current()
    with pytest.raises(DatabaseFailure, match="newer version"):
        database.migrate()


def test_a_migration_that_fails_leaves_nothing(tmp_path: Path) -> None:
    database = open_database(f"sqlite:///{tmp_path / 'site.db'}")
    with database.write() as db:
        db.exec_driver_sql("CREATE TABLE score (id INTEGER)")
    with pytest.raises(DatabaseFailure):
        database.migrate()
    with database.read() as db:
        names = db.exec_driver_sql("SELECT name FROM sqlite_master").scalars().all()
    assert names == ["score"]
