"""Which reviewers' answers a paper's merit is made of, for the explanation of its score."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import cache

from goodpapers.domain.paper import PaperKey
from goodpapers.panel.heads import read_heads
from goodpapers.panel.personas import read_personas
from goodpapers.panel.yardstick import shipped_yardstick
from goodpapers.services.score_explain import Parts
from goodpapers.store.database import Database, primary_source
from goodpapers.store.verdicts import find_result

EMBEDDED = "embedded"
DIRECT = "the text as a whole"
"""What the embedded source reads beside the twenty answers."""
LEAST = 1e-6
"""Of a stored probability, which is rounded."""


def merit_parts(database: Database) -> Parts:
    """What each answer of the primary source adds to a paper's merit: its name, and the amount in
    standard deviations, above zero for what speaks for the paper. The embedded source's direct
    reading comes last: what the answers leave over of the merit that is kept.

    An amount is the weight of the answer times how far it is from what is usual. Of a paper that
    the source did not judge there are none.
    """

    def parts(key: PaperKey) -> Sequence[tuple[str, float]]:
        with database.read() as db:
            source = primary_source(db) or EMBEDDED
            result = find_result(db, key, source)
        if result is None:
            return []
        said = {each.persona: each.probability for each in result.verdicts}
        usual = _embedded() if source == EMBEDDED else _endpoint()
        told = [
            (name, weight * (_scaled(chance, persona, source) - centre) / spread)
            for persona, (name, weight, centre, spread) in usual.items()
            if (chance := said.get(persona)) is not None
        ]
        if source == EMBEDDED and told:
            heads = read_heads()
            joint = float(result.merit * heads.spread[-1] + heads.centre[-1])
            told.append((DIRECT, joint - sum(amount for _, amount in told)))
        return told

    return parts


def _scaled(chance: float, persona: str, source: str) -> float:
    if source != EMBEDDED:
        return shipped_yardstick().marks[persona].within(chance)
    inside = min(max(chance, LEAST), 1 - LEAST)
    return math.log(inside / (1 - inside))


@cache
def _embedded() -> Mapping[str, tuple[str, float, float, float]]:
    """By persona: its name, its weight in merit, and mean and spread of its answers in logits."""
    heads = read_heads()
    rows = zip(read_personas(), heads.merit, heads.centre, heads.spread, strict=False)
    return {one.key: (one.name, float(w), float(c), float(s)) for one, w, c, s in rows}


@cache
def _endpoint() -> Mapping[str, tuple[str, float, float, float]]:
    """The same of an endpoint, whose answers weigh alike, in probability."""
    marks = shipped_yardstick().marks
    return {
        one.key: (one.name, 1 / len(marks), marks[one.key].mean, marks[one.key].sd)
        for one in read_personas()
        if one.key in marks
    }
