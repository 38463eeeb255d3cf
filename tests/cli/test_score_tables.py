"""`goodpapers score` on tables, without a site."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from goodpapers.cli.main import run_with

PAPERS = "paper,reviewer_a,reviewer_b\nfine,0.9,0.8\npoor,0.1,0.2\n"
VOTES = "reader,paper,vote\nada,fine,worth_reading\nada,poor,not_for_me\nada,poor,not_for_me\n"


def test_tables_are_scored_in_a_folder_without_a_site(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "papers.csv").write_text(PAPERS)
    (tmp_path / "votes.csv").write_text(VOTES)
    out = tmp_path / "scores.csv"
    arguments = ["--papers", tmp_path / "papers.csv", "--votes", tmp_path / "votes.csv"]
    assert run_with(["score", *map(str, arguments), "--out", str(out)]) == 0
    rows = list(csv.DictReader(out.open()))
    assert list(rows[0]) == ["paper", "score", "low", "high", "tier", "n_readers"]
    assert [row["paper"] for row in rows] == ["fine", "poor"]
    assert float(rows[0]["score"]) > float(rows[1]["score"])
    said = capsys.readouterr().out
    assert "Scored 2 papers" in said
    assert "1 earlier vote replaced" in said


def test_a_table_without_a_place_for_the_scores_is_wrong_usage(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_with(["score", "--papers", str(tmp_path / "papers.csv")]) == 2
    assert "--out" in capsys.readouterr().err


def test_a_wrong_value_is_bad_input_and_writes_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "papers.csv").write_text(PAPERS.replace("0.9", "nine"))
    out = tmp_path / "scores.csv"
    code = run_with(["score", "--papers", str(tmp_path / "papers.csv"), "--out", str(out)])
    assert code == 3
    assert '"nine"' in capsys.readouterr().err
    assert not out.exists()
