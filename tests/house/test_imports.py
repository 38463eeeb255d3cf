"""The import rule holds, and each of its contracts falls when it is broken."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from tests.house.rules import ROOT

LINT = Path(sys.executable).parent / "lint-imports"


def lint(folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [str(LINT), "--no-cache", "--config", str(folder / "pyproject.toml")],
        cwd=folder,
        env={"PYTHONPATH": str(folder / "src"), "PATH": "/usr/bin:/bin"},
        capture_output=True,
        text=True,
    )


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    shutil.copytree(ROOT / "src", tmp_path / "src", ignore=shutil.ignore_patterns("*.egg-info"))
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    return tmp_path


def test_nothing_imports_what_it_may_not(copy: Path) -> None:
    result = lint(copy)
    assert result.returncode == 0, result.stdout


@pytest.mark.parametrize(
    ("module", "line", "contract"),
    [
        ("store/broken.py", "import goodpapers.services.make_site", "Doors stand on wiring"),
        ("catalog/broken.py", "import goodpapers.importers.cleaning", "Doors stand on wiring"),
        ("cli/broken.py", "import goodpapers.store.database", "Doors do not open rooms"),
        ("services/broken.py", "import sqlalchemy", "Only the store knows the database"),
    ],
)
def test_a_forbidden_import_breaks_its_contract(
    copy: Path, module: str, line: str, contract: str
) -> None:
    (copy / "src" / "goodpapers" / module).write_text(f'"""Broken."""\n{line}\n')
    result = lint(copy)
    assert result.returncode != 0
    broken = [each for each in result.stdout.splitlines() if each.endswith("BROKEN")]
    assert any(each.startswith(contract) for each in broken), result.stdout
