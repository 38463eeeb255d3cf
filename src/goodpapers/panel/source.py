"""What gives the panel its judgement. One protocol; the rest of the site knows no more of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from goodpapers.domain.verdict import PanelResult


@dataclass(frozen=True, slots=True)
class PaperText:
    """All that a source ever learns of a paper."""

    title: str
    abstract: str
    input_hash: str = ""
    """Of title and abstract; handed through to the result."""


class PanelSource(Protocol):
    """A source: the embedded reviewer, or an endpoint."""

    @property
    def name(self) -> str:
        """`embedded`, or the name of an endpoint: verdicts are kept apart by it."""
        ...

    @property
    def model(self) -> str:
        """What speaks: the version of the weights, or the endpoint's model."""
        ...

    @property
    def recipe(self) -> str:
        """Hash over personas, weights and bars, or prompt: when it changes, verdicts are stale."""
        ...

    def judge(self, papers: Sequence[PaperText]) -> list[PanelResult]:
        """Twenty verdicts a paper, in the order of the papers and of the personas.

        A verdict that could not be had is missing (None), never a guess. Raises `ModelFailure`.
        """
        ...
