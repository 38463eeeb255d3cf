"""Where the command `goodpapers` begins: light, so that Ctrl-C finds no half-loaded program."""

from __future__ import annotations

import sys
from collections.abc import Sequence

INTERRUPTED = 130


def run() -> None:
    """Run the command that was typed, and end the process with its exit code."""
    try:
        code = run_with(sys.argv[1:])
    except KeyboardInterrupt:
        code = INTERRUPTED
    sys.exit(code)


def run_with(arguments: Sequence[str]) -> int:
    """Run one command; its exit code. Errors come out as one line on standard error."""
    from goodpapers.cli.errors import guarded

    return guarded(lambda: _run(list(arguments)))


def _run(arguments: list[str]) -> object:
    import typer

    from goodpapers.cli.commands import app

    command = typer.main.get_command(app)
    return command.main(arguments, prog_name="goodpapers", standalone_mode=False)
