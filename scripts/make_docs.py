"""Write docs/commands.md and docs/settings.md from the code; with --check, only compare."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

os.environ["COLUMNS"] = "90"  # before typer looks: the pages must not depend on a terminal
os.environ.pop("TERMINAL_WIDTH", None)

import typer

from goodpapers.cli.commands import app
from goodpapers.settings import describe_settings

DOCS = Path(__file__).parents[1] / "docs"
HEAD = "<!-- Made by scripts/make_docs.py from the code: change it there, then run make docs. -->"

COMMANDS = """# Commands

A command finds its site in the current folder, or by `--site DIR` or `GOODPAPERS_SITE`.
`goodpapers` alone says the three most likely next steps.

Exit codes: 0 done, 1 failure on our side, 2 wrong usage or a bad setting, 3 bad input, 130 ended by
Ctrl-C. What went wrong is one line on standard error. Progress bars show only in a terminal.
"""

SETTINGS = """# Settings

Taken in this order, the later wins: the default, the file `goodpapers.toml` in the site's folder, a
variable, a flag of the command. A name or value that cannot be used is refused with its place.

| setting | variable | default | what it does |
|---|---|---|---|
"""

VARIABLES = """
Two more variables: `GOODPAPERS_SITE` is the site's folder for commands without `--site`.
`GOODPAPERS_TRACEBACK=1` adds to an unexpected error where in the code it came from, for a report.
"""


def commands(command: object, context: typer.Context) -> Iterator[tuple[str, str]]:
    """Every command's full name and its help."""
    for name, child in getattr(command, "commands", {}).items():
        inner = typer.Context(child, info_name=name, parent=context, terminal_width=90)
        if hasattr(child, "commands"):
            yield from commands(child, inner)
        else:
            yield inner.command_path, child.get_help(inner)


def commands_page() -> str:
    """The page on commands."""
    root = typer.main.get_command(app)
    context = typer.Context(root, info_name="goodpapers", terminal_width=90)
    parts = [
        f"## {name}\n\n```text\n{text.strip()}\n```\n" for name, text in commands(root, context)
    ]
    return f"{HEAD}\n\n{COMMANDS}\n" + "\n".join(parts)


def settings_page() -> str:
    """The page on settings."""
    lines = [
        f"| `{each.name}` | `{each.variable}` | `{each.default}` | {each.says} |"
        for each in describe_settings()
    ]
    return f"{HEAD}\n\n{SETTINGS}" + "\n".join(lines) + "\n" + VARIABLES


def main() -> int:
    """Write or compare both pages; 1 if one differs."""
    stale = []
    for name, text in (("commands.md", commands_page()), ("settings.md", settings_page())):
        path = DOCS / name
        if "--check" not in sys.argv:
            path.write_text(text, encoding="utf-8")
        elif not path.exists() or path.read_text(encoding="utf-8") != text:
            stale.append(name)
    if stale:
        sys.stderr.write(f"docs/{' and docs/'.join(stale)} differ from the code; run: make docs\n")
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main())
