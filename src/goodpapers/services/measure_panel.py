"""Measure a source of the panel: against real peer reviews, or a careful reader's answers.

Needs no site. What each figure means: `docs/measuring.md`.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain, islice
from pathlib import Path

import numpy as np

from goodpapers.domain.errors import BadInput
from goodpapers.domain.programme import Problem
from goodpapers.domain.verdict import PanelResult
from goodpapers.panel.measuring.groups import measure_group
from goodpapers.panel.measuring.judged import Progress, ask, judged
from goodpapers.panel.measuring.memory import learned_titles, stored_answers
from goodpapers.panel.measuring.records import Answered, read_answers, read_peer_reviews
from goodpapers.panel.measuring.reference import measure_personas
from goodpapers.panel.measuring.report import AnswersReport, GroupReport, PanelReport
from goodpapers.panel.measuring.selection import Chosen, VenueYear, papers_of, select
from goodpapers.panel.measuring.tables import answers_table, panel_tables
from goodpapers.panel.measuring.titles import title_mark
from goodpapers.panel.personas import KEYS, read_personas
from goodpapers.panel.screen import read_paper
from goodpapers.panel.source import PanelSource, PaperText

__all__ = ["answers_table", "measure_answers", "measure_panel", "panel_tables"]


def measure_panel(
    files: Sequence[Path],
    source: PanelSource,
    *,
    progress: Progress | None = None,
) -> PanelReport:
    """How a source ranks the papers of peer-review files, by venue and year, beside baselines.

    Papers that the source was trained on are left out and counted. Every file is read before the
    first paper is judged.

    Raises
    ------
    BadInput
        A file cannot be read: file, line and field in one line.
    ModelFailure
        The source cannot judge.
    """
    selection = select([read_peer_reviews(path) for path in files], learned_titles(source))
    chosen = list(chain.from_iterable(selection.groups.values()))
    results = iter(ask(source, [_text(paper) for paper in chosen], progress))
    groups = tuple(
        _measure(key, papers, list(islice(results, len(papers))))
        for key, papers in selection.groups.items()
    )
    return PanelReport(source.name, selection.left_out["trained_on"], groups)


def measure_answers(
    path: Path,
    source: PanelSource,
    *,
    progress: Progress | None = None,
) -> AnswersReport:
    """How each persona of a source agrees with reference answers, in the order of the file.

    Papers that the source was trained on are not judged anew: the answers stored when it was
    trained are taken, each from a fit that had not seen the paper.

    Raises
    ------
    BadInput
        The file cannot be read, or asks a persona that the panel does not have.
    ModelFailure
        The source cannot judge.
    """
    papers = read_answers(path)
    names = _persona_names(path, papers)
    marks = [title_mark(paper.title) for paper in papers]
    known = stored_answers(source)
    new = [paper for paper, mark in zip(papers, marks, strict=True) if mark not in known]
    fresh = judged(ask(source, [PaperText(p.title, p.abstract) for p in new], progress))
    rows = iter(fresh.probability)
    said = np.array([known[mark] if mark in known else next(rows) for mark in marks])
    expected = np.array([[paper.answers.get(name) for name in names] for paper in papers], float)
    columns = [KEYS.index(name) for name in names]
    strictness = [read_personas()[column].strictness for column in columns]
    personas = measure_personas(names, strictness, said[:, columns], expected)
    return AnswersReport(source.name, len(papers) - len(new), personas)


def _measure(
    key: VenueYear, chosen: Sequence[Chosen], results: Sequence[PanelResult]
) -> GroupReport:
    texts = [_what_counts(_text(paper)) for paper in chosen]
    return measure_group(*key, papers_of(chosen, texts), judged(results))


def _what_counts(paper: PaperText) -> str:
    """Title and the sentences that are judged: the baselines see what the panel sees."""
    reading = read_paper(paper.title, paper.abstract)
    return "\n".join([reading.title, *(sentence.plain for sentence in reading.sentences)])


def _text(paper: Chosen) -> PaperText:
    return PaperText(paper.row.title, paper.row.abstract or "")


def _persona_names(path: Path, papers: Sequence[Answered]) -> list[str]:
    """Every persona that the file asks, in the order in which it first does."""
    names = list(dict.fromkeys(chain.from_iterable(paper.answers for paper in papers)))
    for name in names:
        if name not in KEYS:
            found, expected = "no persona of the panel", f"one such as {KEYS[0]} or {KEYS[-1]}"
            raise BadInput(Problem(path.name, f"answers.{name}", found, expected))
    return names
