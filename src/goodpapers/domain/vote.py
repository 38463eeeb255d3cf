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
    open_site: bool = False
    """Cast where everything was revealed to everyone."""
    skipped_share: float = 0.0
    """Of an assigned vote: the share of the reader's last 20 offers that were skipped."""


class How(StrEnum):
    """How a reader came to see a paper's hidden values."""

    VOTE = "vote"
    PEEK = "peek"
    PREVIEW = "preview"


@dataclass(frozen=True, slots=True)
class Own:
    """What one reader did with one paper."""

    vote: CastVote | None = None
    """None without a vote, or after it was withdrawn."""
    looked: How | None = None
    """How they first saw the hidden values; it stays when a vote is withdrawn."""
    taken: bool = False
    """Whether the reading queue gave them the paper and they said they would read it."""
    on_list: str | None = None
    """Where it stands on their reading list: a `ReadingState` (reading.py); None if it is not."""


NOTHING = Own()


@dataclass(frozen=True, slots=True)
class Split:
    """How the readers of one paper voted. Hidden like the score."""

    worth_reading: int = 0
    not_for_me: int = 0
    no_verdict: int = 0

    @property
    def judged(self) -> int:
        """How many gave a judgement."""
        return self.worth_reading + self.not_for_me

    def agreeing(self, own: Vote) -> tuple[int, int]:
        """Of the other readers with a judgement: how many say as `own`, and how many there are."""
        if own is Vote.NO_VERDICT:
            return 0, self.judged
        same = self.worth_reading if own is Vote.WORTH_READING else self.not_for_me
        return max(0, same - 1), max(0, self.judged - 1)
