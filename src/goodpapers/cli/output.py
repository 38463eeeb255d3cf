"""How the commands speak: plain lines and tables on standard output, progress and errors beside it.

Everything a person typed or a file held passes `printable` first, so that no file can steer the
terminal. Rich is loaded only by the commands that draw a table or a progress bar.
"""

from __future__ import annotations

import json
import shutil
import sys
import textwrap
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import fields, is_dataclass
from datetime import date, datetime
from pathlib import Path

READING_WIDTH = 100
Progress = Callable[[str, int, int | None], None]
"""Called with what is done now, how many are done, and of how many where that is known."""


_JOINERS = "\u200c\u200d"
"""Persian and Indic names need them, and no terminal obeys them."""


def printable(text: str) -> str:
    """The text in one line, with anything a terminal would obey shown as `?`."""
    return "".join(_shown(letter) for letter in text)


def _shown(letter: str) -> str:
    if letter.isprintable() or letter in _JOINERS:
        return letter
    return " " if letter.isspace() else "?"


def say(line: str = "", *, at_once: bool = False) -> None:
    """One line on standard output; in a terminal, broken between words."""
    shown = printable(line)
    if sys.stdout.isatty():
        width = min(shutil.get_terminal_size().columns, READING_WIDTH)
        indent = shown[: len(shown) - len(shown.lstrip(" "))] + "  "
        shown = textwrap.fill(shown, width, subsequent_indent=indent) if shown else ""
    sys.stdout.write(shown + "\n")
    if at_once:
        sys.stdout.flush()


def say_block(text: str) -> None:
    """Lines that are laid out already, as they are."""
    sys.stdout.writelines(printable(line) + "\n" for line in text.splitlines())


def note(line: str) -> None:
    """One line on standard error: what went wrong, or what a person may want to know."""
    sys.stdout.flush()
    sys.stderr.write(printable(line) + "\n")
    sys.stderr.flush()


def say_json(value: object) -> None:
    """The value as JSON on standard output; dataclasses become objects, times ISO 8601."""
    sys.stdout.write(json.dumps(value, default=_plain, ensure_ascii=False, indent=2) + "\n")


def _plain(value: object) -> object:
    if is_dataclass(value):
        return {each.name: getattr(value, each.name) for each in fields(value)}
    if isinstance(value, datetime | date):
        return value.isoformat()
    if isinstance(value, Path):
        return str(value)
    raise TypeError(f"cannot print a {type(value).__name__} as JSON")


def say_table(
    heads: Sequence[str], rows: Sequence[Sequence[str]], right: Sequence[int] = ()
) -> None:
    """A plain table on standard output; the columns whose numbers are in `right` end flush."""
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    is_terminal = sys.stdout.isatty()
    # A pipe has no width: nothing may be cut or wrapped there.
    console = Console(width=None if is_terminal else 10_000, highlight=False, emoji=False)
    table = Table(box=None, pad_edge=False, header_style="bold", padding=(0, 2, 0, 0))
    for place, head in enumerate(heads):
        table.add_column(head, justify="right" if place in right else "left", overflow="fold")
    for row in rows:
        table.add_row(*(Text(printable(cell)) for cell in row))
    console.print(table)


@contextmanager
def progress_bar() -> Iterator[Progress]:
    """A progress bar on standard error while a terminal is there; silent otherwise."""
    if not sys.stderr.isatty():
        yield lambda what, done, total: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as Bars

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    with Bars(*columns, TimeRemainingColumn(), console=Console(stderr=True)) as bars:
        task = bars.add_task("", total=None)
        yield lambda what, done, total: bars.update(
            task, description=what, completed=done, total=total
        )


def count(number: int, one: str, many: str | None = None) -> str:
    """`1 paper`, `1,204 papers`."""
    return f"{number:,} {one if number == 1 else many or one + 's'}"
