"""The reading queue: which paper a reader is asked to read for everyone.

The lot depends on nothing but how many readers voted, which is public, and chance. Papers that
nobody has read come first; none can be asked for.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random
from typing import TypeVar

from goodpapers.domain.offer import Answer

OFFERS_A_DAY = 10
LAST = 20
"""The share of skips is taken over so many of a reader's last offers."""
START_WITH = 5
"""So many papers a new reader is invited to read."""

Key = TypeVar("Key")


def in_drawn_order(candidates: Iterable[tuple[Key, int]], chance: Random) -> list[Key]:
    """All candidates (paper, readers who voted) in the order of a weighted draw without return.

    The first is each paper with weight 1/(1 + readers); the second is what would be drawn were the
    first not there, and so on. Source: Efraimidis and Spirakis, Weighted random sampling with a
    reservoir, Information Processing Letters 97 (2006): the largest of u^(1/w) comes first.
    """
    lots = [(chance.random() ** (1 + n_votes), key) for key, n_votes in candidates]
    return [key for _, key in sorted(lots, key=lambda lot: -lot[0])]


def skipped_share(answers: Sequence[Answer | None]) -> float:
    """Of a reader's last offers, the share that was skipped; 0 without any offer."""
    last = answers[:LAST]
    return last.count(Answer.SKIPPED) / len(last) if last else 0.0
