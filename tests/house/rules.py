"""What the house tests share: our files, and the exceptions that carry a reason.

An exception that is no longer needed fails, so the list can only hold what is true.
"""

from __future__ import annotations

import ast
import subprocess
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "goodpapers"
Function = ast.FunctionDef | ast.AsyncFunctionDef


@cache
def exceptions(rule: str) -> dict[str, str]:
    """The exceptions to one rule: what it is about, and the reason."""
    table = tomllib.loads((Path(__file__).parent / "exceptions.toml").read_text(encoding="utf-8"))
    found: dict[str, str] = table.get(rule, {})
    return found


def judged(rule: str, offenders: dict[str, str]) -> list[str]:
    """What breaks the rule without an exception, and the exceptions that nothing needs."""
    excused = exceptions(rule)
    broken = [f"{what}: {how}" for what, how in sorted(offenders.items()) if what not in excused]
    idle = [f"{what}: the exception is idle, remove it" for what in excused.keys() - offenders]
    return broken + idle


def python_files() -> list[Path]:
    """Our own modules; migrations are not written by hand alone, and are left out."""
    return [path for path in sorted(SOURCE.rglob("*.py")) if "versions" not in path.parts]


def short(path: Path) -> str:
    """The path from the repository's root, with forward slashes."""
    return path.relative_to(ROOT).as_posix()


@cache
def tree(path: Path) -> ast.Module:
    """The module as Python reads it."""
    return ast.parse(path.read_text(encoding="utf-8"))


def functions(path: Path) -> Iterator[tuple[str, Function]]:
    """Every function of a module with its dotted name, nested ones too."""
    yield from _within(tree(path), "")


def _within(node: ast.AST, prefix: str) -> Iterator[tuple[str, Function]]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.ClassDef):
            yield from _within(child, f"{prefix}{child.name}.")
        elif isinstance(child, Function):
            yield f"{prefix}{child.name}", child
            yield from _within(child, f"{prefix}{child.name}.<inside>.")
        else:
            yield from _within(child, prefix)


def our_files() -> list[Path]:
    """Every file that git would carry, new ones included."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    return [ROOT / line for line in listed.stdout.splitlines() if (ROOT / line).is_file()]
