"""Twenty verdicts as one JSON text, and back: each quoted sentence stands in it once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from goodpapers.domain.verdict import Verdict

_MEANINGS = {"1": True, "0": False, "-": None}


def packed(verdicts: Sequence[Verdict]) -> dict[str, object]:
    """The verdicts with every quoted sentence once: twenty reviewers quote the same few."""
    places: dict[str, int] = {}
    rows = [
        [
            verdict.persona,
            None if verdict.probability is None else float(verdict.probability),
            [places.setdefault(sentence, len(places)) for sentence in verdict.evidence],
            *([] if verdict.reason is None else [verdict.reason]),
        ]
        for verdict in verdicts
    ]
    return {"sentences": list(places), "verdicts": rows}


def verdicts_of(kept: Mapping[str, Any], recommends: str) -> tuple[Verdict, ...]:
    """The opposite of `packed`; `recommends` holds one character a verdict, as in its row."""
    sentences = kept["sentences"]
    return tuple(
        [
            Verdict(
                persona=row[0],
                probability=row[1],
                recommends=_MEANINGS[answer],
                evidence=tuple([sentences[place] for place in row[2]]),
                reason=row[3] if len(row) > 3 else None,
            )
            for row, answer in zip(kept["verdicts"], recommends, strict=True)
        ]
    )
