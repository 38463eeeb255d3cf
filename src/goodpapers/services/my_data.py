"""All that the site holds of a reader, as one archive; and its end, at once and for good."""

from __future__ import annotations

from datetime import datetime

from goodpapers.domain.errors import BadUsage, NotAllowed
from goodpapers.domain.reader import Reader
from goodpapers.exports.archive import archive, notes_as_files
from goodpapers.exports.bibtex import kept_bibtex
from goodpapers.exports.tables import as_json, kept_csv
from goodpapers.services.after_votes import renew_soon
from goodpapers.services.my_papers import FileKind, MyQuery, all_of
from goodpapers.store.database import Database
from goodpapers.store.everything import everything_of
from goodpapers.store.leaving import remove_reader
from goodpapers.store.reader_roles import count_keepers

__all__ = ["CONFIRMATION", "FileKind", "everything", "leave"]

CONFIRMATION = "delete my account"
_README = """This is everything that {site} holds of you, made on {day}.

everything.json   every row of yours, by table: your profile, how you sign in, where you are
                  signed in, votes, what you looked at, reading list, notes, history, what the
                  reading queue offered, what you answered as an author, and the log of your
                  sign-ins. Papers stand there by their key. Not in it: your sign-in's secrets,
                  of which the site keeps no copy that could be read.
my-papers.csv     every paper that you voted on, listed, noted or opened, for a spreadsheet. A
                  cell that would be a formula has an apostrophe before it.
my-papers.bib     the same papers for a reference program; your note stands in "annote".
notes/            one Markdown file a note.

Paper keys: the page of the paper abcdefghij is /papers/abcdefghij on the site.
"""


def everything(database: Database, reader: Reader, now: datetime) -> bytes:
    """A .zip with all that is the reader's: JSON, CSV, BibTeX, notes, and a README."""
    kept = all_of(database, reader, MyQuery(), opened_too=True)
    with database.read() as db:
        rows = everything_of(db, reader.id, reader.key)
    files = {
        "README.txt": _README.format(site="this Good Papers site", day=now.date().isoformat()),
        "everything.json": as_json({"made_at": now, **rows}),
        "my-papers.csv": kept_csv(kept),
        "my-papers.bib": kept_bibtex(kept),
        **notes_as_files(kept),
    }
    return archive(files, now)


def leave(
    database: Database, reader: Reader, *, typed: str, keep_votes: bool, now: datetime
) -> None:
    """Delete the reader at once, with all that is theirs; it cannot be undone.

    Votes go too, or with `keep_votes` stay without a name. Scores follow within moments.

    Raises
    ------
    BadUsage
        The confirmation was not typed; nothing is deleted.
    NotAllowed
        The reader is the only keeper of the site; nothing is deleted.
    """
    if " ".join(typed.casefold().split()) != CONFIRMATION:
        raise BadUsage(f"nothing was deleted: to delete your account, type “{CONFIRMATION}”")
    with database.write() as db:
        if reader.is_keeper and count_keepers(db) < 2:
            raise NotAllowed(
                "nothing was deleted: you are the only keeper of this site; make another reader "
                "keeper first, with: goodpapers keeper add"
            )
        papers = remove_reader(db, reader.id, reader.key, keep_votes=keep_votes, now=now)
    for key in papers:
        renew_soon(database, key, now)
