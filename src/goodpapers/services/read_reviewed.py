"""Files of peer reviews as what training reads of them: texts, ratings and decisions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from goodpapers.domain.errors import BadInput
from goodpapers.panel.embedded import parts_of
from goodpapers.panel.facts import ReferencePaper
from goodpapers.panel.measuring.records import PeerReviewed, read_peer_reviews
from goodpapers.panel.measuring.selection import NEGATIVE, POSITIVE, standardized
from goodpapers.panel.measuring.titles import title_mark
from goodpapers.panel.screen import read_paper


@dataclass(frozen=True, slots=True)
class ReviewedText:
    """A paper of a review file, as it is judged, and what its reviews say."""

    text: list[str]
    paper: ReferencePaper


def read_reviewed(paths: Sequence[Path]) -> dict[str, list[ReviewedText]]:
    """The papers of each file that can be judged, each title in the first file that has it.

    Raises `BadInput` for a file that cannot be read, or where no paper can be judged.
    """
    seen: set[str] = set()
    files: dict[str, list[ReviewedText]] = {}
    for path in paths:
        fresh = [row for row in _rows(path) if row.paper.mark not in seen]
        seen.update(row.paper.mark for row in fresh)
        files[path.name] = [row for row in fresh if len(row.text) > 1]  # not a title alone
    if not any(files.values()):
        raise BadInput("the review files hold no abstract; bars need at least one")
    return files


def _rows(path: Path) -> list[ReviewedText]:
    """The papers of a file that have an abstract, each title once."""
    found = read_peer_reviews(path)
    rows: dict[str, ReviewedText] = {}
    for row, worth in zip(found, standardized(found), strict=True):
        mark = title_mark(row.title)
        if row.abstract and mark not in rows:
            text = parts_of(read_paper(row.title, row.abstract))
            rows[mark] = ReviewedText(
                text, ReferencePaper(mark, path.name, float(worth), _accepted(row))
            )
    return list(rows.values())


def _accepted(row: PeerReviewed) -> bool | None:
    if row.decision in POSITIVE:
        return True
    return False if row.decision in NEGATIVE else None
