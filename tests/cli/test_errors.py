"""Every error of a command becomes one line on standard error, and the right exit code."""

from __future__ import annotations

import errno

import pytest
import typer

from goodpapers.cli.errors import guarded
from goodpapers.domain.errors import (
    BadInput,
    BadSettings,
    BadUsage,
    DatabaseFailure,
    Failure,
    GoodPapersError,
    ModelFailure,
    NoSite,
    NotAProgramme,
    Unknown,
)
from goodpapers.domain.programme import Problem


def failing(error: BaseException) -> int:
    def work() -> None:
        raise error

    return guarded(work)


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (BadInput("x"), 3),
        (NotAProgramme("x"), 3),
        (BadUsage("x"), 2),
        (NoSite("x"), 2),
        (Unknown("x"), 2),
        (BadSettings("x"), 2),
        (Failure("x"), 1),
        (DatabaseFailure("x"), 1),
        (ModelFailure("x"), 1),
    ],
)
def test_the_exit_code_tells_input_usage_and_failure_apart(
    error: GoodPapersError, code: int, capsys: pytest.CaptureFixture[str]
) -> None:
    assert failing(error) == code
    assert capsys.readouterr().err == "goodpapers: x\n"


def test_a_problem_reads_as_place_field_found_and_expected(
    capsys: pytest.CaptureFixture[str],
) -> None:
    problem = Problem('iclr2026.json, paper 418 "Attention"', "abstract", "a list", "text")
    assert failing(BadInput(problem)) == 3
    line = 'iclr2026.json, paper 418 "Attention": field "abstract" is a list; expected text'
    assert capsys.readouterr().err == f"goodpapers: {line}\n"


def test_a_full_disk_is_said_in_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    full = OSError(errno.ENOSPC, "No space left on device", "papers.db")
    assert failing(full) == 1
    assert capsys.readouterr().err == "goodpapers: papers.db: no space left on device\n"


def test_ctrl_c_ends_with_130(capsys: pytest.CaptureFixture[str]) -> None:
    assert failing(KeyboardInterrupt()) == 130
    assert capsys.readouterr().err == "goodpapers: interrupted\n"


def test_an_error_nobody_foresaw_is_still_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert failing(ZeroDivisionError("division by zero")) == 1
    line = capsys.readouterr().err
    assert line.startswith("goodpapers: something went wrong that should not (ZeroDivisionError")
    assert line.count("\n") == 1


def test_on_request_an_unforeseen_error_shows_where_it_came_from(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GOODPAPERS_TRACEBACK", "1")
    failing(ZeroDivisionError("division by zero"))
    assert "Traceback" in capsys.readouterr().err


def test_wrong_usage_points_to_the_help(capsys: pytest.CaptureFixture[str]) -> None:
    assert failing(typer.BadParameter("no such thing")) == 2
    line = capsys.readouterr().err
    assert line == "goodpapers: invalid value: no such thing; see: goodpapers --help\n"


def test_an_error_of_two_lines_is_shown_in_one_and_steers_no_terminal(
    capsys: pytest.CaptureFixture[str],
) -> None:
    failing(OSError(errno.ENOENT, "no such file", "first\nsecond \x1b[2Jthird"))
    assert capsys.readouterr().err == "goodpapers: first second ?[2Jthird: no such file\n"


def test_the_code_of_the_work_itself_is_kept() -> None:
    assert guarded(lambda: 3) == 3
    assert guarded(lambda: None) == 0
