"""What a reader says of a paper."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum


class Vote(StrEnum):
    """One per reader and paper; it can be changed and withdrawn."""

    WORTH_READING = "worth_reading"
    NOT_FOR_ME = "not_for_me"
    NO_VERDICT = "no_verdict"
    """Read it, without a judgement."""

    @property
    def words(self) -> str:
        return _WORDS[self]


_WORDS = {
    Vote.WORTH_READING: "Worth reading",
    Vote.NOT_FOR_ME: "Not for me",
    Vote.NO_VERDICT: "Read it, no verdict",
}


@dataclass(frozen=True, slots=True)
class CastVote:
    """A vote as it is kept. All but `vote` is set by the server."""

    vote: Vote
    cast_at: datetime
    changed_at: datetime
    blind: bool
    """Cast before the reader saw that paper's hidden values."""
    assigned: bool
    """On a paper that the reading queue gave."""
    conflict: str | None
    """``own`` or ``shared``; None without one."""
