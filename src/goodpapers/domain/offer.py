"""What the reading queue offers a reader: one paper at a time, and what became of it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from goodpapers.domain.paper import PaperKey


class Answer(StrEnum):
    """What a reader said to an offer. A skip costs nothing."""

    TAKEN = "taken"
    SKIPPED = "skipped"


@dataclass(frozen=True, slots=True)
class Offer:
    """One paper offered to one reader and not yet answered."""

    number: int
    """The how manieth offer to this reader it is, from 1."""
    paper: PaperKey


@dataclass(frozen=True, slots=True)
class Group:
    """An area group of an edition that the queue can draw from."""

    name: str
    """Empty for papers without an area."""
    n: int
    """How many papers it has."""
