"""Every row that is of one reader, from every table that knows readers, secrets left out.

The tables are not named here: one that is added later is in the export the day it is added.
"""

from __future__ import annotations

import json
from functools import cache

from sqlalchemy import Connection, Table, bindparam, or_, select

from goodpapers.store import panel_tables, score_tables
from goodpapers.store.reader_tables import audit, reader
from goodpapers.store.rows import time_of
from goodpapers.store.statements import Statement
from goodpapers.store.tables import metadata, paper

# Importing these modules is what puts their tables into `metadata`.
_TABLES = (panel_tables.panel_objection, score_tables.score_history)
_SECRET = frozenset({"token_hash", "key_hash", "reader_id", "paper_id", "id"})
_JSON_LISTS = frozenset(
    {"names", "affiliations", "email_domains", "not_mine", "topics", "conferences"}
)
_YES_OR_NO = frozenset({"keeps_history", "blind", "open_site", "assigned", "recommended"})
_AUDIT = Statement(
    select(audit.c.at, audit.c.act, audit.c.actor, audit.c.about, audit.c.detail)
    .where(or_(audit.c.actor == bindparam("whose"), audit.c.about == bindparam("whose")))
    .order_by(audit.c.id)
)


def tables_of_readers() -> list[Table]:
    """Every table with rows that belong to a reader."""
    return [each for each in metadata.sorted_tables if "reader_id" in each.columns]


def everything_of(db: Connection, reader_id: int, reader_key: str) -> dict[str, object]:
    """All that the site holds of the reader: by table, each row by column; times in ISO 8601.

    Papers are named by their key. Hashes of secrets and row numbers are left out.
    """
    found: dict[str, object] = {"reader": _rows(db, reader, reader_id)[0]}
    for table in tables_of_readers():
        found[table.name] = _rows(db, table, reader_id)
    names = ("at", "act", "actor", "about", "detail")
    lines = [dict(zip(names, row, strict=True)) for row in _AUDIT.all(db, whose=reader_key)]
    found["audit"] = [{**line, "at": _plain("at", line["at"])} for line in lines]
    return found


def _rows(db: Connection, table: Table, reader_id: int) -> list[dict[str, object]]:
    statement, names = _statement(table)
    return [
        {name: _plain(name, value) for name, value in zip(names, row, strict=True)}
        for row in statement.all(db, reader_number=reader_id)
    ]


@cache
def _statement(table: Table) -> tuple[Statement, tuple[str, ...]]:
    shown = [each for each in table.columns if each.name not in _SECRET]
    whose = table.c.id if table is reader else table.c.reader_id
    if "paper_id" in table.columns:
        chosen = select(paper.c.key, *shown).join_from(table, paper, table.c.paper_id == paper.c.id)
        names = ("paper", *(each.name for each in shown))
        chosen = chosen.order_by(paper.c.key)
    else:
        chosen = select(*shown).order_by(*shown)
        names = tuple(each.name for each in shown)
    return Statement(chosen.where(whose == bindparam("reader_number"))), names


def _plain(name: str, value: object) -> object:
    if isinstance(value, int) and (name in ("at", "since") or name.endswith("_at")):
        return _time(value)
    if isinstance(value, str) and name in _JSON_LISTS:
        return json.loads(value)
    return bool(value) if value is not None and name in _YES_OR_NO else value


def _time(microseconds: int) -> str:
    moment = time_of(microseconds)
    assert moment is not None  # noqa: S101 - None was sorted out before
    return moment.isoformat()
