"""What a site has settled for a source: bars, the scale of its answers, how its server is asked."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import Connection, bindparam, delete, select
from sqlalchemy.dialects.postgresql import insert as upsert

from goodpapers.store.panel_tables import panel_bar, panel_source
from goodpapers.store.rows import moment_row
from goodpapers.store.statements import Statement, insert_into

WHOLE = ""
"""The area group under which the bars of the whole stand."""


class StoredBar(NamedTuple):
    """The bar of one persona, for one area group or (``""``) for every other paper."""

    area_group: str
    persona: str
    bar: float
    n: int
    """Papers behind it."""


_LOCK = 4_720_114
"""Any fixed number: PostgreSQL's lock between runs that write verdicts and one that sets bars."""


def hold_bars(db: Connection, *, to_change: bool = False) -> None:
    """Until the transaction ends no bar changes; `to_change`, and nobody writes verdicts either.

    SQLite has one writer at a time, and needs none of it.
    """
    if db.dialect.name == "postgresql":
        shared = "" if to_change else "_shared"
        db.exec_driver_sql(f"SELECT pg_advisory_xact_lock{shared}(%s)", (_LOCK,))


_BARS = Statement(
    select(panel_bar.c.area_group, panel_bar.c.persona, panel_bar.c.bar, panel_bar.c.n)
    .where(panel_bar.c.source == bindparam("source"), panel_bar.c.recipe == bindparam("recipe"))
    .order_by(panel_bar.c.area_group, panel_bar.c.persona)
)
_FORGET = Statement(delete(panel_bar).where(panel_bar.c.source == bindparam("source")))
_COLUMNS = tuple(column.name for column in panel_bar.columns)
_WRITE = insert_into(panel_bar, _COLUMNS)


def read_bars(db: Connection, source: str, recipe: str) -> list[StoredBar]:
    """The bars that were set for answers of this recipe; empty where none were."""
    return [StoredBar(*row) for row in _BARS.all(db, source=source, recipe=recipe)]


def write_bars(
    db: Connection, source: str, recipe: str, bars: Iterable[StoredBar], now: datetime
) -> None:
    """Replace all bars of the source."""
    _FORGET.run(db, source=source)
    names = _WRITE.names(db)
    rows = [
        {
            "source": source, "area_group": each.area_group, "persona": each.persona,
            "recipe": recipe, "bar": each.bar, "n": each.n, "set_at": moment_row(now),
        }
        for each in bars
    ]  # fmt: skip
    _WRITE.run_many(db, [tuple(row[name] for name in names) for row in rows])


_DIALECT = Statement(
    select(panel_source.c.dialect).where(
        panel_source.c.source == bindparam("source"), panel_source.c.model == bindparam("model")
    )
)
_YARDSTICK = Statement(
    select(panel_source.c.yardstick).where(
        panel_source.c.source == bindparam("source"),
        panel_source.c.yardstick_recipe == bindparam("recipe"),
    )
)


def _keeping(*names: str) -> Statement:
    added = upsert(panel_source).values(
        {name: bindparam(name) for name in ("source", "model", *names)}
    )
    changed = {name: added.excluded[name] for name in ("model", *names)}
    return Statement(added.on_conflict_do_update(index_elements=["source"], set_=changed))


_KEEP_DIALECT = _keeping("dialect")
_KEEP_YARDSTICK = _keeping("yardstick_recipe", "yardstick")


def read_dialect(db: Connection, source: str, model: str) -> str | None:
    """How the server of this source and model wants to be asked; None before it is known."""
    row = _DIALECT.one(db, source=source, model=model)
    return row[0] if row else None


def write_dialect(db: Connection, source: str, model: str, dialect: str) -> None:
    """Keep how the server of a source wants to be asked."""
    _KEEP_DIALECT.run(db, source=source, model=model, dialect=dialect)


def read_yardstick(db: Connection, source: str, recipe: str) -> str | None:
    """The scale of the source's answers under this recipe; None where none was measured."""
    row = _YARDSTICK.one(db, source=source, recipe=recipe)
    return row[0] if row else None


def write_yardstick(db: Connection, source: str, model: str, recipe: str, yardstick: str) -> None:
    """Keep the scale of a source's answers."""
    _KEEP_YARDSTICK.run(
        db, source=source, model=model, yardstick_recipe=recipe, yardstick=yardstick
    )
