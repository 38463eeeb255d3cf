"""Fits of the score as they are kept: the current one, and the one before it."""

from __future__ import annotations

import json
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Connection, bindparam, delete, literal_column, select, update
from sqlalchemy.dialects.postgresql import insert as upsert

from goodpapers.store.rows import moment_row, time_of
from goodpapers.store.score_tables import score_fit
from goodpapers.store.statements import Statement

_CURRENT: ColumnElement[int] = literal_column("1")
_OF_SCOPE = score_fit.c.scope == bindparam("of_scope")
_KEY = Statement(select(score_fit.c.key).where(_OF_SCOPE, score_fit.c.is_current == _CURRENT))
_READ = Statement(
    select(score_fit.c.made_at, score_fit.c.facts, score_fit.c.arrays).where(
        score_fit.c.key == bindparam("fit")
    )
)
_FACTS = Statement(
    select(score_fit.c.key, score_fit.c.made_at, score_fit.c.facts).where(
        _OF_SCOPE, score_fit.c.is_current == _CURRENT
    )
)
_DROP = Statement(
    delete(score_fit).where(
        _OF_SCOPE, score_fit.c.is_current != _CURRENT, score_fit.c.key != bindparam("fit")
    )
)
_DEMOTE = Statement(update(score_fit).where(_OF_SCOPE).values({"is_current": literal_column("0")}))
_NAMES = ("key", "made_at", "scope", "is_current", "facts", "arrays")
_INSERT = upsert(score_fit).values({name: bindparam(name) for name in _NAMES})
_PUT = Statement(
    _INSERT.on_conflict_do_update(
        index_elements=[score_fit.c.key],
        set_={name: _INSERT.excluded[name] for name in _NAMES[1:]},
    )
)


class FitRow(NamedTuple):
    """A fit as it lies in the database."""

    key: str
    made_at: datetime
    facts: dict[str, Any]
    arrays: bytes


def current_fit_key(db: Connection, scope: str) -> str | None:
    """The name of the fit that scores of the scope are under; None before the first."""
    row = _KEY.one(db, of_scope=scope)
    return None if row is None else str(row[0])


def current_facts(db: Connection, scope: str) -> tuple[str, datetime, dict[str, Any]] | None:
    """Name, date and facts of the current fit, without its arrays; None before the first."""
    row = _FACTS.one(db, of_scope=scope)
    return None if row is None else (row[0], _moment(row[1]), json.loads(row[2]))


def read_fit(db: Connection, key: str) -> FitRow | None:
    """The fit of that name; None where it is gone."""
    row = _READ.one(db, fit=key)
    return None if row is None else FitRow(key, _moment(row[0]), json.loads(row[1]), bytes(row[2]))


def write_fit(db: Connection, scope: str, fit: FitRow) -> None:
    """Make it the current fit of its scope; the one before it is kept too, older ones go."""
    _DROP.run(db, of_scope=scope, fit=fit.key)
    _DEMOTE.run(db, of_scope=scope)
    _PUT.run(
        db,
        key=fit.key,
        made_at=moment_row(fit.made_at),
        scope=scope,
        is_current=1,
        facts=json.dumps(fit.facts),
        arrays=fit.arrays,
    )


def _moment(microseconds: int) -> datetime:
    moment = time_of(microseconds)
    assert moment is not None  # noqa: S101 - the column is never null
    return moment
