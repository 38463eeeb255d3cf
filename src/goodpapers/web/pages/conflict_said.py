"""A conflict of interest in words, for the reader whom it concerns."""

from __future__ import annotations

from goodpapers.services.conflicts import Conflict, Ground


def conflict_said(conflict: Conflict | None) -> tuple[str, str | None] | None:
    """The sentence, and the mark to call it wrong by (None where it is known); None without one."""
    if conflict is None:
        return None
    name = conflict.name
    said = {
        Ground.AUTHOR: f"You are an author of this paper ({name}), so your vote does not count."
        if name
        else "You are an author of this paper, so your vote does not count.",
        Ground.COAUTHOR: "Your vote counts less here: you wrote a paper with an author in the last "
        f"four years ({name}).",
        Ground.INSTITUTION: "Your vote counts less here: you share an affiliation with an author "
        f"({name}).",
    }
    return said[conflict.ground], None if conflict.known else conflict.mark
