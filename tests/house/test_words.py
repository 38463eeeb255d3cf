"""One term each (docs/words.md): the names we give to things in code keep to it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from tests.house.rules import judged, python_files, short, tree

NEVER = {
    "article": "paper",
    "submission": "paper",
    "proceedings": "programme",
    "agenda": "programme",
    "itinerary": "plan",
    "scraper": "importer",
    "connector": "importer",
    "backend": "source",
    "agent": "reviewer",
    "bot": "reviewer",
    "critic": "reviewer",
    "committee": "panel",
    "jury": "panel",
    "cutoff": "bar",
    "admin": "keeper",
    "superuser": "keeper",
    "carousel": "shelf",
    "bookmark": "reading list",
    "favourite": "reading list",
    "favourites": "reading list",
    "program": "programme",
    "utils": "a name that says what it does",
    "helpers": "a name that says what it does",
    "manager": "a name that says what it does",
    "data2": "a name that says what it is",
}


def names_given(module: ast.Module) -> Iterator[str]:
    """Every name that the module itself binds: functions, classes, arguments, variables."""
    for node in ast.walk(module):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.arg):
            yield node.arg
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id


def parts(name: str) -> list[str]:
    """`PaperKey` and `paper_key` are both paper, key."""
    return [part.lower() for part in re.findall(r"[A-Z]?[a-z0-9]+|[A-Z]+(?![a-z])", name)]


def forbidden_in(path: Path) -> dict[str, str]:
    names = {path.stem, *names_given(tree(path))}
    return {
        f"{short(path)}:{name}": f"say {NEVER[part]}, not {part}"
        for name in names
        for part in parts(name)
        if part in NEVER
    }


def test_names_in_code_use_our_words() -> None:
    offenders: dict[str, str] = {}
    for path in python_files():
        offenders |= forbidden_in(path)
    assert judged("words", offenders) == []


def test_a_name_is_cut_into_its_words() -> None:
    assert parts("PaperKey") == ["paper", "key"]
    assert parts("_old_paper_keys2") == ["old", "paper", "keys2"]
    assert parts("HTTPClient") == ["http", "client"]
