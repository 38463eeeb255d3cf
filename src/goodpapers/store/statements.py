"""A statement, built once and compiled once for each kind of database.

SQLAlchemy's own way builds a cache key and wraps every row on each call, which costs a list page
more than the query itself. A `Statement` keeps the compiled text and hands plain tuples through.
Values are always bound, never written into the text.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any

from sqlalchemy import BindParameter, ClauseElement, Connection, Table, bindparam, insert
from sqlalchemy.engine import Dialect
from sqlalchemy.engine.url import make_url
from sqlalchemy.sql.compiler import SQLCompiler

Row = tuple[Any, ...]
"""One row as the database driver gives it, in the order of the statement's columns."""

_KINDS = {"sqlite": ("sqlite://", "qmark"), "postgresql": ("postgresql+psycopg://", "format")}


@cache
def _dialect(name: str) -> Dialect:
    address, style = _KINDS[name]
    return make_url(address).get_dialect()(paramstyle=style)  # type: ignore[call-arg]


class Statement:
    """A prebuilt statement for both kinds of database."""

    def __init__(self, clause: ClauseElement) -> None:
        self._clause = clause
        self._compiled: dict[str, tuple[str, tuple[str, ...], dict[str, Any]]] = {}

    def all(self, db: Connection, **values: object) -> list[Row]:
        """Every row of the answer."""
        text, names, defaults = self._for(db)
        values = {**defaults, **values} if defaults else values
        result = db.exec_driver_sql(text, tuple([values[name] for name in names]))
        return result.fetchall()  # type: ignore[return-value]

    def one(self, db: Connection, **values: object) -> Row | None:
        """The first row of the answer, None where there is none."""
        rows = self.all(db, **values)
        return rows[0] if rows else None

    def run(self, db: Connection, **values: object) -> int:
        """Execute a statement that answers nothing; how many rows it changed."""
        text, names, defaults = self._for(db)
        values = {**defaults, **values} if defaults else values
        return db.exec_driver_sql(text, tuple([values[name] for name in names])).rowcount

    def run_many(self, db: Connection, rows: Sequence[Row]) -> None:
        """Execute once a row; each row holds the values in the order of `names(db)`."""
        if rows:
            db.exec_driver_sql(self._for(db)[0], rows)

    def names(self, db: Connection) -> tuple[str, ...]:
        """The names of the values in the order in which the statement binds them."""
        return self._for(db)[1]

    def text(self, dialect: str) -> str:
        """The SQL text for ``sqlite`` or ``postgresql``."""
        return self._compile(dialect)[0]

    def _for(self, db: Connection) -> tuple[str, tuple[str, ...], dict[str, Any]]:
        name = db.dialect.name
        return self._compiled.get(name) or self._compile(name)

    def _compile(self, name: str) -> tuple[str, tuple[str, ...], dict[str, Any]]:
        compiled = self._clause.compile(dialect=_dialect(name))
        assert isinstance(compiled, SQLCompiler)  # noqa: S101 - only queries are wrapped here
        names = tuple(compiled.positiontup or ())
        defaults = {key: value for key, value in compiled.params.items() if value is not None}
        self._compiled[name] = (str(compiled), names, defaults)
        return self._compiled[name]


def insert_into(table: Table, names: Sequence[str]) -> Statement:
    """An INSERT that binds the columns `names`, which stand in the order of the table.

    SQLAlchemy writes the columns in that order whatever order they are given in, so another order
    would put values into wrong columns.
    """
    assert list(names) == [each.name for each in table.columns if each.name in names]  # noqa: S101
    return Statement(insert(table).values({name: bindparam(name) for name in names}))


def places(size: int, prefix: str) -> list[BindParameter[Any]]:
    """Places for `size` values, ``prefix0`` and so on, for an ``IN (…)`` of a fixed length.

    One text for every number of values means that it is compiled and prepared once.
    """
    return [bindparam(f"{prefix}{i}") for i in range(size)]


def padded(values: Iterable[object], size: int, prefix: str) -> dict[str, object]:
    """At least one and at most `size` values for `places`; the last is repeated to fill them."""
    given = list(values)
    given += [given[-1]] * (size - len(given))
    return {f"{prefix}{i}": value for i, value in enumerate(given)}
