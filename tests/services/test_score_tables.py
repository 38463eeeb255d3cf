"""Scores from two tables: what comes out, and one clear line for everything that is wrong."""

from __future__ import annotations

import csv
import gzip
from pathlib import Path

import numpy as np
import pytest
from scipy.stats import spearmanr

from goodpapers.domain.errors import BadInput
from goodpapers.scoring.caps import vote_weights
from goodpapers.services.read_score_tables import evidence_of, read_papers, read_votes
from goodpapers.services.score_tables import TablesReport, score_tables

PAPERS = "paper,reviewer_a,reviewer_b\nx,0.9,0.8\ny,0.2,0.4\nz,,\n"
VOTES = "reader,paper,vote\nada,x,worth_reading\nben,x,not_for_me\nada,y,no_verdict\n"


def _run(folder: Path, papers: str = PAPERS, votes: str | None = VOTES) -> TablesReport:
    (folder / "papers.csv").write_text(papers, encoding="utf-8")
    if votes is not None:
        (folder / "votes.csv").write_text(votes, encoding="utf-8")
    given = folder / "votes.csv" if votes is not None else None
    return score_tables(folder / "papers.csv", given, folder / "scores.csv")


def _scores(folder: Path) -> list[dict[str, str]]:
    with (folder / "scores.csv").open(encoding="utf-8") as file:
        return list(csv.DictReader(file))


def test_every_paper_comes_out_in_the_order_of_the_file(tmp_path: Path) -> None:
    report = _run(tmp_path, papers="paper,merit\nz,1\na,0\nm,-1\n", votes=None)
    rows = _scores(tmp_path)
    assert list(rows[0]) == ["paper", "score", "low", "high", "tier", "n_readers"]
    assert [row["paper"] for row in rows] == ["z", "a", "m"]
    assert report.papers == 3
    assert float(rows[0]["score"]) > float(rows[1]["score"]) > float(rows[2]["score"])
    # the design's day one: average merit is 54, 25 to 81 (scipy.integrate.quad)
    assert [rows[1][name] for name in ("score", "low", "high")] == ["54.0868", "25.2232", "81.1363"]


def test_the_report_counts_what_was_read(tmp_path: Path) -> None:
    report = _run(tmp_path)
    assert (report.papers, report.readers, report.votes) == (3, 2, 3)
    assert report.without_merit == 1
    assert not report.calibrated
    assert "not yet calibrated" in report.notes[0]
    assert [row["n_readers"] for row in _scores(tmp_path)] == ["2", "0", "0"]


def test_of_two_rows_of_one_reader_and_paper_the_later_counts(tmp_path: Path) -> None:
    head = "reader,paper,vote,at\n"
    early = "ada,x,not_for_me,2026-12-01T10:00:00Z\n"
    late = "ada,x,worth_reading,2026-12-01T13:00:00+02:00\n"  # 11:00 in UTC
    report = _run(tmp_path, votes=head + late + early)
    assert (report.votes, report.replaced) == (1, 1)
    by_time = _scores(tmp_path)
    _run(tmp_path, votes=head + late)
    assert _scores(tmp_path) == by_time


def test_without_times_the_later_row_counts(tmp_path: Path) -> None:
    twice = "reader,paper,vote\nada,x,not_for_me\nada,x,worth_reading\n"
    assert _run(tmp_path, votes=twice).replaced == 1
    by_row = _scores(tmp_path)
    _run(tmp_path, votes="reader,paper,vote\nada,x,worth_reading\n")
    assert _scores(tmp_path) == by_row


def test_columns_that_are_not_known_are_left_alone_and_named(tmp_path: Path) -> None:
    report = _run(
        tmp_path, papers="paper,title\nx,A\n", votes="reader,paper,vote,mood\nada,x,no_verdict,3\n"
    )
    assert report.left_alone == ("papers.csv: title", "votes.csv: mood")


def test_tiers_go_by_place_within_the_edition(tmp_path: Path) -> None:
    lines = [f"{year}-{i},{i},{year}" for year in (2025, 2026) for i in range(5)]
    _run(tmp_path, papers="paper,merit,edition\n" + "\n".join(lines) + "\n", votes=None)
    tiers = {row["paper"]: row["tier"] for row in _scores(tmp_path)}
    # places of five papers are 0.1, 0.3, 0.5, 0.7, 0.9: one is at most 0.10, one more at most 0.40
    assert [tiers[f"2026-{i}"] for i in (4, 3, 2, 1, 0)] == [
        "must_read",
        "highly_rated",
        "worth_a_look",
        "worth_a_look",
        "worth_a_look",
    ]
    assert tiers["2025-4"] == "must_read"


def test_other_tracks_score_like_posters_and_are_named(tmp_path: Path) -> None:
    report = _run(tmp_path, papers="paper,track\nx,Oral\ny,demo\nz,poster\n", votes=None)
    oral, demo, poster = (float(row["score"]) for row in _scores(tmp_path))
    assert oral > demo == poster
    assert report.notes == ('track "demo" is scored like a poster',)


def test_order_of_rows_changes_nothing(tmp_path: Path) -> None:
    head, *rows = VOTES.splitlines()
    _run(tmp_path)
    first = _scores(tmp_path)
    _run(tmp_path, votes="\n".join([head, *reversed(rows)]) + "\n")
    assert _scores(tmp_path) == first


@pytest.mark.parametrize(
    ("papers", "votes", "line"),
    [
        ("", VOTES, 'papers.csv: has no column "paper"; expected paper'),
        ("paper\n", VOTES, "papers.csv: holds no paper; expected a row a paper below the header"),
        ("paper,paper\nx,y\n", VOTES, "papers.csv: two columns have the same name"),
        ("paper\nx\nx\n", VOTES, 'papers.csv, row 3: field "paper" is "x"; expected a paper that'),
        ("paper,merit\nx\n", VOTES, "papers.csv, row 2: has 1 values; expected 2, one a column"),
        (
            "paper,reviewer_a\nx,1.2\n",
            VOTES,
            'papers.csv, row 2: field "reviewer_a" is "1.2"; expected a number from 0 to 1',
        ),
        ("paper,merit\nx,high\n", VOTES, 'row 2: field "merit" is "high"; expected a number'),
        ("paper,merit\nx,inf\n", VOTES, 'row 2: field "merit" is "inf"; expected a number'),
        ("paper\n,\n", VOTES, "papers.csv, row 2: has 2 values; expected 1"),
        ('paper,merit\n"",1\n', VOTES, 'row 2: field "paper" is ""; expected a key'),
        (
            PAPERS,
            "reader,paper\nada,x\n",
            'votes.csv: has no column "vote"; expected reader, paper',
        ),
        (
            PAPERS,
            "reader,paper,vote\nada,x,yes\n",
            'votes.csv, row 2: field "vote" is "yes"; expected worth_reading or not_for_me or no_v',
        ),
        (
            PAPERS,
            "reader,paper,vote\nada,q,no_verdict\n",
            'votes.csv, row 2: field "paper" is "q"; expected a paper of the papers table',
        ),
        (
            PAPERS,
            "reader,paper,vote,blind\nada,x,no_verdict,yes\n",
            'votes.csv, row 2: field "blind" is "yes"; expected 0 or 1',
        ),
        (
            PAPERS,
            "reader,paper,vote,at\nada,x,no_verdict,yesterday\n",
            'field "at" is "yesterday"; expected a time such as 2026-12-01T10:00:00Z',
        ),
        (
            PAPERS,
            "reader,paper,vote,identity\nada,x,no_verdict,proven\n",
            'field "identity" is "proven"; expected bare or known',
        ),
    ],
)
def test_what_is_wrong_gets_one_clear_line_and_nothing_is_written(
    tmp_path: Path, papers: str, votes: str, line: str
) -> None:
    with pytest.raises(BadInput) as error:
        _run(tmp_path, papers, votes)
    assert line in str(error.value)
    assert "\n" not in str(error.value)
    assert not (tmp_path / "scores.csv").exists()


def test_a_missing_file_a_directory_and_a_wrong_encoding_are_named(tmp_path: Path) -> None:
    out = tmp_path / "scores.csv"
    for wrong in (tmp_path / "none.csv", tmp_path):
        with pytest.raises(BadInput, match="cannot be read"):
            score_tables(wrong, None, out)
    (tmp_path / "latin.csv").write_bytes("paper\nMünchen\n".encode("latin-1"))
    with pytest.raises(BadInput, match="not UTF-8"):
        score_tables(tmp_path / "latin.csv", None, out)


def test_an_output_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "papers.csv").write_text(PAPERS, encoding="utf-8")
    with pytest.raises(BadInput, match="cannot be written"):
        score_tables(tmp_path / "papers.csv", None, tmp_path / "none" / "scores.csv")


def test_a_simulated_site_comes_out_near_its_truth(tmp_path: Path, shared: Path) -> None:
    folder = shared / "data" / "simulated"
    score_tables(
        folder / "site-1-papers.csv.gz", folder / "site-1-votes.csv.gz", tmp_path / "o.csv"
    )
    with (tmp_path / "o.csv").open(encoding="utf-8") as file:
        rows = {row["paper"]: row for row in csv.DictReader(file)}

    with gzip.open(folder / "site-1-truth.csv.gz", "rt") as file:
        truth = {row["paper"]: 100 * float(row["share"]) for row in csv.DictReader(file)}
    score, low, high = (
        np.array([float(rows[key][name]) for key in truth]) for name in ("score", "low", "high")
    )
    share = np.array(list(truth.values()))
    # The figures to reach of the issue on the score.
    assert spearmanr(score, share).statistic >= 0.635
    assert np.sqrt(((score - share) ** 2).mean()) <= 13.2
    assert 0.87 <= ((low <= share) & (share <= high)).mean() <= 0.97


def test_a_reader_of_two_institutions_is_in_both(tmp_path: Path) -> None:
    papers, votes = tmp_path / "papers.csv", tmp_path / "votes.csv"
    papers.write_text("paper\na\n")
    rows = [f"r{i},a,worth_reading,{place}" for i, place in enumerate(["X; Y", "X", "X", "Y", ""])]
    votes.write_text("reader,paper,vote,institution\n" + "\n".join(rows) + "\n")
    table = read_papers(papers)
    evidence = evidence_of(table, read_votes(votes, table))
    weight = vote_weights(evidence, evidence.votes, np.ones(5, bool))
    # Three of X count two together; Y's two are within its two; without one there is no cap.
    assert weight == pytest.approx([2 / 3, 2 / 3, 2 / 3, 1, 1])
