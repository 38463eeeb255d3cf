"""What commands print: plain in a pipe, harmless for a terminal, exact as JSON."""

from __future__ import annotations

import json
from datetime import UTC, date, datetime
from pathlib import Path

import pytest

from goodpapers.cli.output import count, printable, progress_bar, say_json, say_table
from goodpapers.domain.programme import Problem
from goodpapers.domain.score import Tier


def test_what_a_file_holds_cannot_steer_the_terminal() -> None:
    assert printable("a\x1b[31mb\x07c\u202ed") == "a?[31mb?c?d"


def test_names_of_every_script_stay_whole() -> None:
    for name in ("José Ñandú", "王小明", "Łukasz", "محمد", "O’Neill", "علی\u200cرضا"):
        assert printable(name) == name


def test_a_table_in_a_pipe_is_neither_cut_nor_wrapped(capsys: pytest.CaptureFixture[str]) -> None:
    title = "A very long title " * 20
    say_table(["tier", "title"], [["Must read", title.strip()]])
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == ["tier", "Must"]
    assert title.strip() in lines[1]


def test_a_title_with_square_brackets_is_printed_as_it_is(
    capsys: pytest.CaptureFixture[str],
) -> None:
    say_table(["title"], [["[bold]Learning[/bold] :smile: [A]"]])
    assert "[bold]Learning[/bold] :smile: [A]" in capsys.readouterr().out


def test_json_holds_values_as_a_program_reads_them(capsys: pytest.CaptureFixture[str]) -> None:
    say_json(
        {
            "tier": Tier.MUST_READ,
            "day": date(2026, 12, 1),
            "at": datetime(2026, 12, 1, 9, 30, tzinfo=UTC),
            "path": Path("a/b"),
            "problem": Problem("f.json", None, "empty", "a programme"),
            "name": "王小明",
        }
    )
    assert json.loads(capsys.readouterr().out) == {
        "tier": "must_read",
        "day": "2026-12-01",
        "at": "2026-12-01T09:30:00+00:00",
        "path": "a/b",
        "problem": {
            "where": "f.json",
            "field": None,
            "found": "empty",
            "expected": "a programme",
            "refused": True,
        },
        "name": "王小明",
    }


def test_progress_is_silent_when_nobody_watches(capsys: pytest.CaptureFixture[str]) -> None:
    with progress_bar() as progress:
        progress("Judging", 1, 2)
    assert capsys.readouterr() == ("", "")


def test_one_paper_is_not_one_papers() -> None:
    assert count(1, "paper") == "1 paper"
    assert count(1204, "paper") == "1,204 papers"
    assert count(0, "entry", "entries") == "0 entries"
