"""The steps from an empty database to the tables of this version, run by Alembic.

The caller gives a connection inside a transaction, so an upgrade happens whole or not at all.
A step, once published, is never edited: it keeps its own copy of every table that it makes.
"""

from __future__ import annotations

from pathlib import Path

from alembic.config import Config
from alembic.runtime.environment import EnvironmentContext
from alembic.runtime.migration import MigrationContext, RevisionStep
from alembic.script import ScriptDirectory
from alembic.util.exc import CommandError
from sqlalchemy import Connection

from goodpapers.domain.errors import DatabaseFailure


def run_migrations(db: Connection) -> None:
    """Run every step that the database lacks.

    Raises
    ------
    DatabaseFailure
        The database names a step that this version does not know: a newer version made it.
    """
    script = read_steps()

    def missing(found: str | tuple[str, ...], _context: MigrationContext) -> list[RevisionStep]:
        return script._upgrade_revs("head", found)  # type: ignore[arg-type]

    config = Config()
    try:
        with EnvironmentContext(config, script, fn=missing) as environment:
            environment.configure(connection=db)
            environment.run_migrations()
    except CommandError as error:
        raise DatabaseFailure(
            "the database was made by a newer version of Good Papers; install that version, "
            "or restore a backup of before"
        ) from error


def read_steps() -> ScriptDirectory:
    """The folder of steps, as Alembic knows it."""
    return ScriptDirectory(str(Path(__file__).parent))
