"""What becomes of a vote: one per reader and paper, blind only while nothing of the paper was seen.

All that a vote carries besides the verdict is decided here, from what the server knows; nothing of
it is asked of the browser.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from goodpapers.domain.vote import CastVote, How, Own, Vote


@dataclass(frozen=True, slots=True)
class Circumstances:
    """What stands around a vote when it arrives."""

    now: datetime
    said_at: datetime
    """When the reader says they voted: earlier than `now` for a vote that waited for a network."""
    open_site: bool = False
    """Whether the site reveals everything to everyone."""
    preview: bool = False
    """Whether the paper is an open preview today."""
    conflict: str | None = None
    """``own`` or ``shared``."""
    skipped_share: float = 0.0


def cast(said: Vote, own: Own, around: Circumstances) -> CastVote | None:
    """The vote to keep in place of what the reader did before; None where nothing changes.

    Nothing changes where the same is said again, and where a vote that waited for a network was
    overtaken by a later one. A verdict changed after the reveal is no longer blind.
    """
    before = own.vote
    assigned = own.taken
    if before is None:
        return CastVote(
            said,
            around.now,
            around.now,
            blind=not (around.open_site or around.preview or own.looked is not None),
            assigned=assigned,
            conflict=around.conflict,
            open_site=around.open_site,
            skipped_share=around.skipped_share if assigned else 0.0,
        )
    if before.vote is said or min(around.said_at, around.now) < before.changed_at:
        return None
    return replace(
        before,
        vote=said,
        changed_at=around.now,
        blind=False,
        conflict=around.conflict,
        open_site=before.open_site and around.open_site,
    )


def look_of(own: Own, around: Circumstances) -> How:
    """How a reader who votes came to see the hidden values, as far as it is not yet noted."""
    return own.looked or (How.PREVIEW if around.preview else How.VOTE)
