"""Score anyone's data from two tables, without a site: the same model, the same tiers."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from goodpapers.domain.errors import BadInput
from goodpapers.domain.score import Tier
from goodpapers.scoring.evidence import IntArray
from goodpapers.scoring.fit import score_papers
from goodpapers.scoring.model import Fit, Scores, judging
from goodpapers.scoring.tiers import Standing, tiers_by_place
from goodpapers.services.read_score_tables import (
    NO_VOTES,
    PaperTable,
    evidence_of,
    read_papers,
    read_votes,
)


@dataclass(frozen=True, slots=True)
class TablesReport:
    """What was read and written."""

    papers: int
    readers: int
    votes: int
    """Votes that count, one a reader and paper; `no_verdict` among them."""
    replaced: int
    """Earlier rows of a reader and paper that a later row replaced."""
    without_merit: int
    """Papers that no reviewer judged: their score starts from the middle."""
    calibrated: bool
    """Whether assigned votes could tell how much people's choices flatter."""
    left_alone: tuple[str, ...]
    """Columns that were not read: ``papers.csv: title``."""
    notes: tuple[str, ...]


def score_tables(papers_csv: Path, votes_csv: Path | None, out_csv: Path) -> TablesReport:
    """Fit the model to the two tables and write ``paper, score, low, high, tier, n_readers``.

    The papers come out in the order in which they came in. Tiers go by place within the `edition`,
    or within the whole table where it has none. Without `votes_csv` the panel scores alone.

    Raises
    ------
    BadInput
        A file cannot be read, or a column or value is wrong, or `out_csv` cannot be written; one
        line says which and what was expected. Nothing is written then.
    """
    papers = read_papers(papers_csv)
    votes = read_votes(votes_csv, papers) if votes_csv else NO_VOTES
    evidence = evidence_of(papers, votes)
    scores, fit = score_papers(evidence)
    judged = judging(evidence.votes)
    n_readers = np.bincount(judged.paper, minlength=len(papers.keys))  # (n_papers,)
    _write(out_csv, papers, scores, _tiers(papers, scores, n_readers), n_readers)
    return TablesReport(
        papers=len(papers.keys),
        readers=fit.leniency.size,
        votes=evidence.votes.paper.size,
        replaced=votes.replaced,
        without_merit=int(np.isnan(papers.merit).sum()),
        calibrated=fit.calibrated,
        left_alone=papers.left_alone + votes.left_alone,
        notes=papers.notes + _notes(fit),
    )


def _notes(fit: Fit) -> tuple[str, ...]:
    if fit.calibrated or not fit.n_cast.any():
        return ()
    return (
        "no vote is marked as assigned, so how much people's choices flatter is assumed, "
        "not measured: not yet calibrated",
    )


def _tiers(papers: PaperTable, scores: Scores, n_readers: IntArray) -> list[Tier]:
    found = [Tier.WORTH_A_LOOK] * len(papers.keys)
    editions = np.array(papers.editions)
    for edition in sorted(set(papers.editions)):
        rows = np.flatnonzero(editions == edition)
        standing = Standing(
            scores.score[rows], n_readers[rows], papers.recommend[rows], papers.asked[rows]
        )
        for row, tier in zip(rows, tiers_by_place(standing), strict=True):
            found[row] = tier
    return found


def _write(
    out_csv: Path, papers: PaperTable, scores: Scores, tiers: list[Tier], n_readers: IntArray
) -> None:
    """Write beside the file first, so that a failure leaves an earlier file whole."""
    beside = out_csv.with_name(out_csv.name + ".part")
    try:
        with beside.open("w", newline="", encoding="utf-8") as out:
            table = csv.writer(out, lineterminator="\n")
            table.writerow(["paper", "score", "low", "high", "tier", "n_readers"])
            for row in papers.order:
                figures = (scores.score[row], scores.low[row], scores.high[row])
                table.writerow(
                    [
                        papers.keys[row],
                        *(f"{figure:.4f}" for figure in figures),
                        tiers[row].value,
                        n_readers[row],
                    ]
                )
        beside.replace(out_csv)
    except OSError as error:
        raise BadInput(f"{out_csv}: cannot be written ({error.strerror})") from error
