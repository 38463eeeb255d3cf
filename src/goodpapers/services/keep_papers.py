"""A reader keeps papers: on the reading list, with a private note, in their history.

Everything here is the reader's own and changes no page of anyone else, so no cache is told of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from goodpapers.domain.errors import BadUsage
from goodpapers.domain.paper import PaperKey
from goodpapers.domain.reader import Reader
from goodpapers.domain.reading import LONGEST_NOTE, ReadingState
from goodpapers.store import history, notes, reading_list
from goodpapers.store.database import Database

__all__ = ["LONGEST_NOTE", "ReadingState"]


@dataclass(frozen=True, slots=True)
class KeptHere:
    """What a reader keeps of the paper at hand; None where they keep nothing."""

    state: ReadingState | None
    note: str | None


def kept_here(database: Database, reader: Reader, key: str) -> KeptHere:
    """What the reader keeps of one paper."""
    with database.read() as db:
        states = reading_list.states_of(db, reader.id, [PaperKey(key)])
        return KeptHere(states.get(PaperKey(key)), notes.read_note(db, reader.id, key))


def states_of(
    database: Database, reader: Reader, keys: Sequence[PaperKey]
) -> dict[PaperKey, ReadingState]:
    """Where these papers stand on the reader's list; one that does not stand there is left out."""
    if not keys:
        return {}
    with database.read() as db:
        return reading_list.states_of(db, reader.id, keys)


def set_state(
    database: Database, reader: Reader, key: str, state: str, now: datetime
) -> ReadingState | None:
    """Put the paper on the reader's list in that state, or with the empty text take it off.

    Raises
    ------
    BadUsage
        There is no such state.
    Unknown
        There is no such paper.
    """
    chosen = _state(state) if state else None
    with database.write() as db:
        if chosen is None:
            reading_list.take_off_list(db, reader.id, key)
        else:
            reading_list.put_on_list(db, reader.id, key, chosen, now)
    return chosen


def keep_note(database: Database, reader: Reader, key: str, text: str, now: datetime) -> None:
    """Keep the reader's private note on the paper; a blank one takes the note away.

    Raises
    ------
    BadUsage
        It is longer than 20,000 characters; the note that is there stays.
    Unknown
        There is no such paper.
    """
    plain = text.replace("\r\n", "\n").replace("\r", "\n").rstrip()
    if len(plain) > LONGEST_NOTE:
        raise BadUsage(
            f"this note has {len(plain):,} characters; expected at most {LONGEST_NOTE:,}; go back "
            "in your browser, where it still stands, and shorten it"
        )
    with database.write() as db:
        if plain.strip():
            notes.write_note(db, reader.id, key, plain, now)
        else:
            notes.remove_note(db, reader.id, key)


def note_visit(database: Database, reader: Reader | None, key: str, now: datetime) -> None:
    """Note that the reader opened the paper's page, if they asked for a history; else do nothing.

    The one thing that a GET may write: it is the reader's own, and only while it is switched on.
    """
    if reader is None or not reader.keeps_history:
        return
    with database.write() as db:
        history.note_visit(db, reader.id, key, now)


def switch_history(database: Database, reader: Reader, *, on: bool) -> None:
    """Keep from now on which papers the reader opens, or stop keeping; what is kept stays."""
    with database.write() as db:
        history.switch_history(db, reader.id, on=on)


def clear_history(database: Database, reader: Reader) -> None:
    """Forget every paper that the reader opened."""
    with database.write() as db:
        history.clear_history(db, reader.id)


def _state(typed: str) -> ReadingState:
    try:
        return ReadingState(typed)
    except ValueError:
        known = ", ".join(ReadingState)
        raise BadUsage(f"there is no state “{typed}” of a paper: choose one of {known}") from None
