"""What a source says of its own training, so that it is not measured on what it learned.

The embedded panel carries it in its facts: `titles` are marks of the papers whose reference answers
it learned, in order, with the `out_of_fold` answers to them, and `reviewed_titles` marks of the
papers whose peer reviews set its merit. A source without such facts has nothing to leave out.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol, runtime_checkable

import numpy as np

from goodpapers.domain.errors import ModelFailure
from goodpapers.panel.measuring.metrics import Floats
from goodpapers.panel.personas import KEYS
from goodpapers.panel.source import PanelSource


@runtime_checkable
class Trained(Protocol):
    """A source that says what it rests on."""

    @property
    def facts(self) -> Mapping[str, object]:
        """By name; as stored beside the weights."""
        ...


def learned_titles(source: PanelSource) -> frozenset[str]:
    """Marks of the titles of all papers that the source was trained on."""
    return frozenset(_marks(source, "titles") + _marks(source, "reviewed_titles"))


def stored_answers(source: PanelSource) -> dict[str, Floats]:
    """By mark of the title: the twenty chances, (20,), of a fit that had not seen the paper.

    Raises
    ------
    ModelFailure
        The facts do not hold twenty answers for each title.
    """
    marks = _marks(source, "titles")
    found = source.facts.get("out_of_fold") if isinstance(source, Trained) else None
    answers = np.array(found or [], dtype=np.float64).reshape(-1, len(KEYS))
    if len(answers) != len(marks):
        raise ModelFailure(
            f"the weights of {source.name} hold {len(answers)} stored answers "
            f"for {len(marks)} papers"
        )
    return dict(zip(marks, answers, strict=True))


def _marks(source: PanelSource, name: str) -> list[str]:
    found = source.facts.get(name) if isinstance(source, Trained) else None
    return [str(mark) for mark in found] if isinstance(found, list) else []
