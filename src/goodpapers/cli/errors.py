"""Errors become one line and an exit code here, and nowhere else in the commands.

0 done · 1 failure on our side · 2 wrong usage · 3 bad input · 130 ended by Ctrl-C
"""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Callable

import typer

from goodpapers.cli.output import note
from goodpapers.domain.errors import BadInput, BadSettings, BadUsage, GoodPapersError

DONE = 0
FAILURE = 1
USAGE = 2
INPUT = 3
INTERRUPTED = 130
PIPE_CLOSED = 141
"""What a shell reports for a program whose reader went away, as in `goodpapers top | head -1`."""

TRACEBACK_VARIABLE = "GOODPAPERS_TRACEBACK"


def guarded(work: Callable[[], object]) -> int:
    """Do the work; its exit code, after one line on standard error where it failed."""
    try:
        result = work()
        sys.stdout.flush()
    except BrokenPipeError:
        _drop_output()
        return PIPE_CLOSED
    except KeyboardInterrupt:
        return _ended("interrupted", INTERRUPTED)
    except Exception as error:  # noqa: BLE001 (a door: every error becomes words here)
        return _explained(error)
    return result if isinstance(result, int) else DONE


def exit_code(error: GoodPapersError) -> int:
    """The exit code that tells apart bad input, wrong usage and failure."""
    if isinstance(error, BadInput):
        return INPUT
    return USAGE if isinstance(error, (BadUsage, BadSettings)) else FAILURE


def _explained(error: Exception) -> int:
    if os.environ.get(TRACEBACK_VARIABLE):
        traceback.print_exception(error)
    if isinstance(error, GoodPapersError):
        return _ended(str(error), exit_code(error))
    if isinstance(error, typer.TyperException):
        return _ended(_usage_line(error), error.exit_code)
    if isinstance(error, typer.Abort):
        return _ended("interrupted", INTERRUPTED)
    if isinstance(error, OSError):
        return _ended(_system_line(error), FAILURE)
    if isinstance(error, MemoryError):
        return _ended("this machine has not enough memory for that", FAILURE)
    kind = type(error).__name__
    return _ended(
        f"something went wrong that should not ({kind}: {error}); please report it, with what "
        f"{TRACEBACK_VARIABLE}=1 adds",
        FAILURE,
    )


def _usage_line(error: typer.TyperException) -> str:
    context = getattr(error, "ctx", None)
    command = context.command_path if context else "goodpapers"
    message = error.format_message().rstrip(".")
    return f"{message[:1].lower()}{message[1:]}; see: {command} --help"


def _system_line(error: OSError) -> str:
    reason = (error.strerror or str(error)).lower()
    return f"{error.filename}: {reason}" if error.filename else reason


def _ended(line: str, code: int) -> int:
    try:
        note(f"goodpapers: {line}")
    except OSError:
        return code  # nobody reads what we say: the code alone must tell
    return code


def _drop_output() -> None:
    # Else Python tries to flush once more at its end, and complains.
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
