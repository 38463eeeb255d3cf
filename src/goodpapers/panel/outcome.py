"""What becomes of each paper in a run over an endpoint, and how a run ends early."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from goodpapers.domain.verdict import PanelResult
from goodpapers.panel.asking import Ends, Trouble
from goodpapers.panel.budget import Estimate, Spending
from goodpapers.panel.source import PanelSource, PaperText


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
    as_asked: bool = False
    """Whether the keeper asked for this end, by a budget or by ending the run."""
    by_budget: bool = False
    cause: str = ""
    """What ended it, alone."""


Outcome = Judged | NotJudged | Stopped


@runtime_checkable
class AsksEach(PanelSource, Protocol):
    """A source that asks, and perhaps pays, for each paper on its own."""

    @property
    def spending(self) -> Spending:
        """What was spent since this value was made."""
        ...

    def estimate(self, papers: Sequence[PaperText]) -> Estimate:
        """What judging these papers will take. Sends nothing."""
        ...

    def judge_each(
        self, papers: Iterable[PaperText], halt: threading.Event | None = None
    ) -> Iterator[Outcome]:
        """Each paper's outcome the moment it is known; a `Stopped` last if the run ended early."""
        ...


def stopped(why: Trouble | None) -> Stopped:
    """The end of a run in words; None is an end that the keeper asked for."""
    if why is None or why.ends is Ends.LEFT:
        said, again, by_budget = "the run was ended", True, False
    else:
        said, again, by_budget = why.says, why.again, why.by_budget
    first = "" if again else "mend this, then "
    says = f"{said}. What is judged is kept: {first}give the same command to go on from there."
    as_asked = by_budget or why is None or why.ends is Ends.LEFT
    return Stopped(says, again, as_asked, by_budget, said)
