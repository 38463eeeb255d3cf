"""The bundled edition of invented papers, with invented readers and what they said of them.

Invented readers cannot sign in, and have votes on that one edition alone.
"""

from __future__ import annotations

import base64
import json
from datetime import datetime
from hashlib import blake2b
from pathlib import Path
from typing import Any

from goodpapers.domain.errors import BadInput
from goodpapers.domain.programme import INVENTED_EDITION
from goodpapers.domain.reader import Kind, ReaderKey
from goodpapers.domain.vote import CastVote, Vote
from goodpapers.services.demo import ImportedFiles, Progress, import_once
from goodpapers.store.database import Database, Db
from goodpapers.store.invented import invented_papers, is_reader, know_as
from goodpapers.store.readers import add_reader
from goodpapers.store.votes import put_vote

PROGRAMME = "invented-papers.json"
READERS = "invented-readers.json"


def add_invented(
    database: Database,
    folder: Path,
    seen: ImportedFiles,
    *,
    now: datetime,
    progress: Progress | None = None,
) -> str:
    """Import the invented edition from the two files in `folder`; its key.

    Doing it again changes nothing.

    Raises
    ------
    BadInput
        A file is not the bundled one.
    """
    done = import_once(database, folder / PROGRAMME, seen, now=now, progress=progress)
    if done.edition_key != INVENTED_EDITION:
        raise BadInput(f"{PROGRAMME}: is of {done.edition_key}; expected {INVENTED_EDITION}")
    add_invented_readers(database, folder / READERS)
    return done.edition_key


def add_invented_readers(database: Database, path: Path) -> int:
    """Add the invented readers with their votes, unless they are there; how many were added.

    Raises
    ------
    BadInput
        The file cannot be read, or speaks of a paper that is not in the invented edition.
    """
    try:
        readers = json.loads(path.read_text(encoding="utf-8"))["readers"]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise BadInput(f"{path.name}: cannot be read; expected the bundled file") from error
    with database.write() as db:
        papers = invented_papers(db, INVENTED_EDITION)
        return sum(_add(db, one, number, papers) for number, one in enumerate(readers))


def _add(db: Db, one: dict[str, Any], number: int, papers: dict[str, int]) -> bool:
    key = _key(f"{number} {one['name']}")
    if is_reader(db, key):
        return False
    votes = [(_paper(papers, each["paper"]), _cast(each)) for each in one["votes"]]
    first = min(cast.cast_at for _, cast in votes)
    reader = add_reader(db, one["name"], kind=Kind.INVENTED, now=first, key=key)
    know_as(db, reader.id, known_by=one["known_by"], topics=one["topics"])
    for paper_id, cast in votes:
        put_vote(db, paper_id, reader.id, cast, new=True)
    return True


def _cast(each: dict[str, Any]) -> CastVote:
    at = datetime.fromisoformat(each["at"])
    return CastVote(
        Vote(each["vote"]),
        at,
        at,
        blind=each["blind"],
        assigned=each["assigned"],
        conflict=None,
        skipped_share=each["skipped_share"],
    )


def _paper(papers: dict[str, int], uid: str) -> int:
    if uid not in papers:
        raise BadInput(f"{READERS}: paper {uid} is not in the invented edition; expected one of it")
    return papers[uid]


def _key(name: str) -> ReaderKey:
    """The same key for the same reader on every site."""
    digest = blake2b(f"invented {name}".encode(), digest_size=7).digest()
    return ReaderKey(base64.b32encode(digest).decode()[:10].lower())
