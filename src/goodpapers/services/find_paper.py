"""Which paper a person means at the command line, and which edition."""

from __future__ import annotations

from goodpapers.domain.errors import Unknown
from goodpapers.domain.paper import PaperKey
from goodpapers.importers.editions import name_edition
from goodpapers.services.overview import editions
from goodpapers.store.database import Database
from goodpapers.store.papers import find_paper as stored_paper
from goodpapers.store.resolve import resolve


def find_paper(database: Database, typed: str) -> PaperKey:
    """The paper that `typed` names: its key, an address, an identifier, or its title.

    Raises
    ------
    Unknown
        No paper is meant, or several; the line names them.
    """
    with database.read() as db:
        return resolve(db, typed)


def title_of(database: Database, key: PaperKey) -> str:
    """The paper's title. Raises `Unknown` where there is no such paper."""
    with database.read() as db:
        return stored_paper(db, key).title


def find_edition_key(database: Database, typed: str) -> str:
    """The key of the edition that `typed` names: `neurips-2026` or `NeurIPS 2026`.

    Raises
    ------
    Unknown
        There is no such edition; the line names those there are.
    """
    every = editions(database)
    wanted = typed.strip().casefold()
    key = name_edition(typed).key
    for summary in every:
        if summary.edition.key in (wanted, key) or wanted == summary.edition.name.casefold():
            return summary.edition.key
    known = ", ".join(summary.edition.key for summary in every) or "none yet"
    raise Unknown(f'there is no edition "{typed}" on this site; there is: {known}')
