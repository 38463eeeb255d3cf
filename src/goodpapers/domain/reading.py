"""What a reader keeps of papers: the reading list, private notes, votes, and where they were."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from goodpapers.domain.paper import Paper, PaperKey
from goodpapers.domain.programme import Session, Slot
from goodpapers.domain.vote import CastVote

LONGEST_NOTE = 20_000
"""Characters of one private note."""


class ReadingState(StrEnum):
    """Where a paper stands on a reading list."""

    WANT_TO_READ = "want_to_read"
    SEEN = "seen"
    """Seen at the conference or skimmed, not read."""
    READ = "read"

    @property
    def words(self) -> str:
        return _WORDS[self]


_WORDS = {
    ReadingState.WANT_TO_READ: "Want to read",
    ReadingState.SEEN: "Seen",
    ReadingState.READ: "Read",
}


@dataclass(frozen=True, slots=True)
class Kept:
    """Everything that one reader has on one paper. None where they have none of it."""

    key: PaperKey
    title: str
    edition_key: str
    edition_name: str
    vote: CastVote | None = None
    state: ReadingState | None = None
    listed_at: datetime | None = None
    state_at: datetime | None = None
    """When the state last changed."""
    assigned_at: datetime | None = None
    """When the reading queue gave the paper, if it did."""
    note: str | None = None
    note_at: datetime | None = None
    visited_at: datetime | None = None

    @property
    def changed_at(self) -> datetime:
        """When the reader last did anything with the paper."""
        voted = self.vote.changed_at if self.vote else None
        return max(at for at in (voted, self.state_at, self.note_at, self.visited_at) if at)


@dataclass(frozen=True, slots=True)
class KeptPaper:
    """What a reader keeps of a paper, with the paper."""

    kept: Kept
    paper: Paper


@dataclass(frozen=True, slots=True)
class Appointment:
    """One paper of a reading list in one of its slots."""

    paper: Paper
    slot: Slot
    state: ReadingState
    clashes: tuple[str, ...] = ()
    """Names of the other sessions that overlap with it in the same city."""


@dataclass(frozen=True, slots=True)
class PlannedSession:
    """The papers of a reading list that one session shows, by board or time."""

    session: Session
    appointments: tuple[Appointment, ...]
    clashes: tuple[str, ...] = ()
    """Names of other planned sessions that overlap in the same city."""


@dataclass(frozen=True, slots=True)
class PlannedDay:
    """One day in one city, on the venue's own clock."""

    city: str | None
    day: str
    """``2026-12-10``; empty for sessions without a time."""
    sessions: tuple[PlannedSession, ...]
