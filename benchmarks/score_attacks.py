"""Claim: a paper's score does not bend to new accounts, and does bend to honest readers.

The attacks of ../shared/data/simulated/site-1-attacks.csv.gz: one scenario's votes are added to the
site, and the mean shift of the papers aimed at is shown, in points of a hundred, for our score and
for the original's formula. The honest scenarios tell what the same number of honest readers do.

    python benchmarks/score_attacks.py
"""

from __future__ import annotations

import csv
import gzip
import sys
import tempfile
from collections import defaultdict
from pathlib import Path

import numpy as np

from goodpapers.scoring.evidence import Evidence
from goodpapers.scoring.fit import score_papers
from goodpapers.services.read_score_tables import PaperTable, evidence_of, read_papers, read_votes
from score_quality import SHARED, original

FOLDER = SHARED / "simulated"


def ours(evidence: Evidence) -> np.ndarray:
    """Our scores."""
    return score_papers(evidence)[0].score


def formula(evidence: Evidence) -> np.ndarray:
    """The original's, in points."""
    return 100 * original(evidence)


def targets(papers: PaperTable) -> dict[str, list[int]]:
    """Rows of the papers that each scenario aims at."""
    place = {key: row for row, key in enumerate(papers.keys)}
    found = defaultdict(list)
    with gzip.open(FOLDER / "site-1-targets.csv.gz", "rt") as file:
        for row in csv.DictReader(file):
            found[row["scenario"]].append(place[row["paper"]])
    return found


def scenarios() -> dict[str, list[str]]:
    """The rows to add, a scenario, without the scenario's name."""
    found = defaultdict(list)
    with gzip.open(FOLDER / "site-1-attacks.csv.gz", "rt") as file:
        next(file)
        for line in file:
            name, row = line.split(",", 1)
            found[name].append(row)
    return found


def evidence_with(papers: PaperTable, rows: list[str]) -> Evidence:
    """Site-1 with these rows added."""
    with gzip.open(FOLDER / "site-1-votes.csv.gz", "rt") as file:
        text = file.read()
    with tempfile.NamedTemporaryFile("w", suffix=".csv") as file:
        file.write(text + "".join(rows))
        file.flush()
        return evidence_of(papers, read_votes(Path(file.name), papers))


def main() -> None:
    """Print the table."""
    if not FOLDER.is_dir():
        sys.exit("the folder ../shared/data/simulated is not beside the repository")
    papers = read_papers(FOLDER / "site-1-papers.csv.gz")
    aims = targets(papers)
    plain = evidence_with(papers, [])
    before = [method(plain) for method in (ours, formula)]
    print(f"{'mean shift in points':34} ours  original")
    for name, rows in scenarios().items():
        attacked = evidence_with(papers, rows)
        shifts = [
            method(attacked) - old for method, old in zip((ours, formula), before, strict=True)
        ]
        groups = ["ring own", "ring rivals"] if name == "ring" else ["all but ring"]
        for group in groups:
            means = [shift[aims[group]].mean() for shift in shifts]
            label = group if name == "ring" else name
            print(f"{label:34} {means[0]:+5.1f}  {means[1]:+5.1f}   (papers: {len(aims[group])})")


if __name__ == "__main__":
    main()
