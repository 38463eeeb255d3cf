"""One number that grows with every change that a page could show: what caches are keyed by."""

from __future__ import annotations

from sqlalchemy import Connection, select, update

from goodpapers.store.statements import Statement
from goodpapers.store.tables import site_state

_READ = Statement(select(site_state.c.version))
_BUMP = Statement(update(site_state).values(version=site_state.c.version + 1))


def version(db: Connection) -> int:
    """The number of the site's present state; two equal numbers mean that no page changed."""
    row = _READ.one(db)
    return int(row[0]) if row else 0


def bump_version(db: Connection) -> None:
    """Say, inside the transaction that changes something, that pages may have changed."""
    _BUMP.run(db)
