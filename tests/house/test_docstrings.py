"""Every module says why it exists; every public function says what comes back, and is typed."""

from __future__ import annotations

import ast

from tests.house.rules import Function, functions, judged, python_files, short, tree


def is_public(name: str) -> bool:
    return not any(part.startswith(("_", "<")) for part in name.split("."))


def is_property(function: Function) -> bool:
    """A property's name already says what comes back."""
    return any(
        isinstance(each, ast.Name) and each.id in ("property", "cached_property")
        for each in function.decorator_list
    )


def untyped(function: Function) -> list[str]:
    """What of the function carries no type: arguments by name, and `return`."""
    arguments = function.args
    every = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
    every += [each for each in (arguments.vararg, arguments.kwarg) if each]
    names = [each.arg for each in every if each.annotation is None]
    names = [name for name in names if name not in ("self", "cls")]
    return names + ([] if function.returns is not None else ["return"])


def test_every_module_says_why_it_exists() -> None:
    bare = {
        short(path): "no docstring at its head"
        for path in python_files()
        if tree(path).body and ast.get_docstring(tree(path)) is None
    }
    assert judged("docstrings", bare) == []


def test_every_public_function_says_what_comes_back() -> None:
    bare = [
        f"{short(path)}:{name}"
        for path in python_files()
        for name, function in functions(path)
        if is_public(name) and not is_property(function) and ast.get_docstring(function) is None
    ]
    assert bare == []


def test_every_function_is_typed_whole() -> None:
    bare = {
        f"{short(path)}:{name}": ", ".join(untyped(function))
        for path in python_files()
        for name, function in functions(path)
        if untyped(function)
    }
    assert bare == {}
