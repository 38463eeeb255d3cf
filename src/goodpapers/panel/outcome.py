"""What becomes of each paper in a run over an endpoint, and how a run ends early."""

from __future__ import annotations

from dataclasses import dataclass

from goodpapers.domain.verdict import PanelResult
from goodpapers.panel.asking import Ends, Trouble
from goodpapers.panel.source import PaperText


@dataclass(frozen=True, slots=True)
class Judged:
    """A paper with its result."""

    place: int
    """Of the paper among those given, from 0."""
    paper: PaperText
    result: PanelResult


@dataclass(frozen=True, slots=True)
class NotJudged:
    """A paper without any answer; the run goes on. `again`: another run may succeed."""

    place: int
    paper: PaperText
    why: str
    again: bool


@dataclass(frozen=True, slots=True)
class Stopped:
    """The last value of a run that ended before its papers did."""

    why: str
    """One line: what ended it, and how to go on."""
    again: bool
    """Whether the same command may simply be given again."""


Outcome = Judged | NotJudged | Stopped


def stopped(why: Trouble | None) -> Stopped:
    """The end of a run in words; None is an end that the keeper asked for."""
    if why is None or why.ends is Ends.LEFT:
        said, again = "the run was ended", True
    else:
        said, again = why.says, why.again
    first = "" if again else "mend this, then "
    return Stopped(
        f"{said}. What is judged is kept: {first}give the same command to go on from there.", again
    )
