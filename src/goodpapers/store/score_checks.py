"""How the last check of the score came out: kept, so that no page view runs one."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import Connection, bindparam, select
from sqlalchemy.dialects.postgresql import insert as upsert

from goodpapers.store.rows import moment_row, time_of
from goodpapers.store.score_tables import score_check
from goodpapers.store.state import bump_version
from goodpapers.store.statements import Statement

_READ = Statement(
    select(score_check.c.made_at, score_check.c.facts).where(
        score_check.c.name == bindparam("check")
    )
)
_NAMES = ("name", "made_at", "facts")
_INSERT = upsert(score_check).values({name: bindparam(name) for name in _NAMES})
_PUT = Statement(
    _INSERT.on_conflict_do_update(
        index_elements=[score_check.c.name],
        set_={name: _INSERT.excluded[name] for name in _NAMES[1:]},
    )
)


class KeptCheck(NamedTuple):
    """A check as it was kept."""

    made_at: datetime
    facts: dict[str, Any]


def read_check(db: Connection, name: str) -> KeptCheck | None:
    """The check of that name; None where there was none yet."""
    row = _READ.one(db, check=name)
    if row is None:
        return None
    made_at = time_of(row[0])
    assert made_at is not None  # noqa: S101 - the column is never null
    return KeptCheck(made_at, json.loads(row[1]))


def write_check(db: Connection, name: str, facts: Mapping[str, object], now: datetime) -> None:
    """Keep it in place of the one before."""
    _PUT.run(db, name=name, made_at=moment_row(now), facts=json.dumps(facts))
    bump_version(db)
