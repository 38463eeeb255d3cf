"""What a source said, as arrays in the order of the panel."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from goodpapers.domain.verdict import PanelResult, Verdict
from goodpapers.panel.measuring.groups import Judged
from goodpapers.panel.measuring.metrics import Floats
from goodpapers.panel.personas import KEYS, read_personas
from goodpapers.panel.source import PanelSource, PaperText

BATCH = 64

Progress = Callable[[str, int, int], object]
"""What is done now, how many papers of it are done, and of how many."""


def ask(
    source: PanelSource, papers: Sequence[PaperText], progress: Progress | None = None
) -> list[PanelResult]:
    """What the source says of each paper, in their order; `progress` hears after every batch.

    Raises
    ------
    ModelFailure
        The source cannot judge.
    """
    results: list[PanelResult] = []
    for start in range(0, len(papers), BATCH):
        results += source.judge(papers[start : start + BATCH])
        if progress:
            progress("Judging", len(results), len(papers))
    return results


def judged(results: Sequence[PanelResult]) -> Judged:
    """The answers of n papers as arrays; a persona that a source does not ask is missing."""
    by_persona = [{verdict.persona: verdict for verdict in r.verdicts} for r in results]
    rows = [[said.get(key) for key in KEYS] for said in by_persona]
    shape = (len(results), len(KEYS))
    return Judged(
        merit=np.array([result.merit for result in results], dtype=np.float64),
        probability=_numbers([[_probability(v) for v in row] for row in rows]).reshape(shape),
        recommends=_numbers([[_recommends(v) for v in row] for row in rows]).reshape(shape),
        strictness=[persona.strictness for persona in read_personas()],
    )


def _numbers(rows: Sequence[Sequence[float | None]]) -> Floats:
    return np.array(rows, dtype=np.float64)  # None becomes NaN


def _probability(verdict: Verdict | None) -> float | None:
    return None if verdict is None else verdict.probability


def _recommends(verdict: Verdict | None) -> float | None:
    return None if verdict is None or verdict.recommends is None else float(verdict.recommends)
