"""Small modules, small functions, small templates: the budgets of CONTRIBUTING."""

from __future__ import annotations

import ast
from pathlib import Path

from tests.house.rules import SOURCE, Function, functions, judged, python_files, short

MODULE_LINES = 300
FUNCTION_LINES = 40
TEMPLATE_LINES = 120
CSS_LINES = 300
JS_LINES_IN_ALL = 600


def lines_of(path: Path) -> int:
    return len(path.read_text(encoding="utf-8").splitlines())


def own_lines(function: Function) -> int:
    """The function's lines without its docstring."""
    length = (function.end_lineno or function.lineno) - function.lineno + 1
    if ast.get_docstring(function) is None:
        return length
    first = function.body[0]
    return length - ((first.end_lineno or first.lineno) - first.lineno + 1)


def too_long(pattern: str, limit: int) -> dict[str, str]:
    """Files of ours longer than the limit; what others wrote lies in folders named vendor."""
    lengths = {
        short(path): lines_of(path)
        for path in SOURCE.rglob(pattern)
        if "vendor" not in path.parts and "versions" not in path.parts
    }
    return {name: f"{n} lines, limit {limit}" for name, n in lengths.items() if n > limit}


def test_no_module_is_longer_than_300_lines() -> None:
    assert judged("module_length", too_long("*.py", MODULE_LINES)) == []


def test_no_function_is_longer_than_40_lines_without_its_docstring() -> None:
    offenders = {
        f"{short(path)}:{name}": f"{own_lines(function)} lines, limit {FUNCTION_LINES}"
        for path in python_files()
        for name, function in functions(path)
        if own_lines(function) > FUNCTION_LINES
    }
    assert judged("function_length", offenders) == []


def test_no_template_is_longer_than_120_lines() -> None:
    assert judged("template_length", too_long("*.html", TEMPLATE_LINES)) == []


def test_no_stylesheet_is_longer_than_300_lines() -> None:
    assert judged("css_length", too_long("*.css", CSS_LINES)) == []


def test_our_javascript_is_at_most_600_lines_in_all() -> None:
    files = [path for path in SOURCE.rglob("*.js") if "vendor" not in path.parts]
    assert sum(lines_of(path) for path in files) <= JS_LINES_IN_ALL


def test_a_function_is_measured_without_its_docstring() -> None:
    source = 'def two():\n    """One.\n\n    Four.\n    """\n    return 2\n'
    function = ast.parse(source).body[0]
    assert isinstance(function, ast.FunctionDef)
    assert own_lines(function) == 2
