"""Where a paper's score comes from, and what the reader's own vote counts in it, for its page."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from goodpapers.domain.errors import Unknown
from goodpapers.domain.listing import Card
from goodpapers.services import browse
from goodpapers.services.browse import Database
from goodpapers.web.visit import Visit

LEAST_TOLD = 3
"""From so many readers on it is told why some of them count less: of fewer, one could be known."""


@dataclass(frozen=True, slots=True)
class ScoreSaid:
    """Sentences on the score of a paper that is open to the viewer."""

    sentences: tuple[str, ...]
    own: tuple[str, ...]
    """What the reader's own vote counts, and why; empty where it counts whole. For them alone."""


def score_said(visit: Visit, card: Card) -> ScoreSaid | None:
    """The sentences; None for a paper that is not open to the viewer, or that has no score."""
    if card.hidden is None or card.hidden.score is None:
        return None
    database, key = visit.site.database, card.paper.key
    sentences = _sentences(database, browse.version(database), key)
    reader = visit.visitor.reader
    own = _own(database, reader.key, key) if reader and card.own.vote else ()
    return ScoreSaid(sentences, own) if sentences or own else None


@lru_cache(maxsize=256)
def _sentences(database: Database, _version: int, key: str) -> tuple[str, ...]:
    from goodpapers.services.score_explain import explain
    from goodpapers.services.score_parts import merit_parts

    try:
        return explain(database, key, merit_parts(database), reasons_from=LEAST_TOLD).sentences
    except Unknown:  # before the first fit, or while the paper waits for one
        return ()


def _own(database: Database, reader_key: str, key: str) -> tuple[str, ...]:
    from goodpapers.services.score_damping import why_damped

    found = why_damped(database, reader_key, key)
    if found is None:
        return ()
    return (f"Your vote counts {_amount(found.weight)} here.", *found.sentences)


def _amount(weight: float) -> str:
    words = {0.0: "nothing", 0.25: "a quarter", 0.5: "half"}
    return words.get(round(weight, 2), "less" if weight > 0.995 else f"{100 * weight:.0f} %")
