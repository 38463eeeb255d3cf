"""Which editions the site holds, with their counts."""

from __future__ import annotations

from goodpapers.domain.listing import EditionSummary
from goodpapers.store.database import Database
from goodpapers.store.editions import list_editions


def editions(database: Database) -> tuple[EditionSummary, ...]:
    """Every edition of the site, the newest first."""
    with database.read() as db:
        return list_editions(db)
