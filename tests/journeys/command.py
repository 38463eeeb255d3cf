"""Run the real command in a process of its own, as a person would."""

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
SAMPLE = ROOT / "src/goodpapers/sample/neurips-2026-deep-learning-theory.json"


def environment(**more: str) -> dict[str, str]:
    """This process's variables without those that would steer the command."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("GOODPAPERS_")}
    return {**kept, "OMP_NUM_THREADS": "1", **more}


def goodpapers(
    *arguments: str | Path, timeout_s: float = 240, **variables: str
) -> subprocess.CompletedProcess[str]:
    """The command's exit code, standard output and standard error."""
    return subprocess.run(
        [sys.executable, "-m", "goodpapers", *map(str, arguments)],
        env=environment(**variables),
        capture_output=True,
        text=True,
        timeout=timeout_s,
        stdin=subprocess.DEVNULL,
    )


def done(*arguments: str | Path, **variables: str) -> str:
    """The standard output of a command that must succeed."""
    result = goodpapers(*arguments, **variables)
    assert result.returncode == 0, result.stderr
    return result.stdout


def answered(*arguments: str | Path, **variables: str) -> Any:
    """The JSON answer of a command that must succeed."""
    return json.loads(done(*arguments, "--json", **variables))


def refused(code: int, *arguments: str | Path, **variables: str) -> str:
    """The one line with which the command must fail."""
    result = goodpapers(*arguments, **variables)
    assert result.returncode == code, (result.returncode, result.stderr, result.stdout)
    assert "Traceback" not in result.stderr
    lines = result.stderr.splitlines()
    assert len(lines) == 1, result.stderr
    assert lines[0].startswith("goodpapers: ")
    return lines[0]


def rows_in(folder: Path) -> dict[str, int]:
    """How many rows each table of a SQLite site holds, read without our own code."""
    with sqlite3.connect(folder / "goodpapers.db") as db:
        names = [
            name
            for (name,) in db.execute(
                "SELECT name FROM sqlite_master WHERE type = 'table' AND rootpage > 0"
            )
        ]
        return {name: db.execute(f'SELECT count(*) FROM "{name}"').fetchone()[0] for name in names}
