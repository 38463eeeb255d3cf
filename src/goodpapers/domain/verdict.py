"""Personas and what reviewers say."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum


class Strictness(StrEnum):
    """How hard a persona is to convince."""

    LENIENT = "lenient"
    MEDIUM = "medium"
    STRICT = "strict"


@dataclass(frozen=True, slots=True)
class Persona:
    """A written outlook: one checkable question about title and abstract."""

    key: str
    """``reviewer_two``"""
    name: str
    """``Reviewer two``"""
    strictness: Strictness
    question: str
    yes: str
    """What a yes looks like."""
    no: str
    """What a no looks like."""
    version: int


@dataclass(frozen=True, slots=True)
class Verdict:
    """What one reviewer says of one paper. Missing (None) is neither yes nor no, nor counted."""

    persona: str
    probability: float | None
    recommends: bool | None
    evidence: tuple[str, ...] = ()
    """Sentences quoted from the abstract, the strongest first; never invented."""
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class PanelResult:
    """All verdicts of one source on one paper, with what is needed to reproduce or outdate them."""

    source: str
    """``embedded`` or the name of an endpoint."""
    model: str
    """What spoke: the version of the weights, or the endpoint's model."""
    recipe: str
    """Hash over persona versions, prompt or weights, and bars: a change makes the result stale."""
    input_hash: str
    """Hash of the text that was judged."""
    merit: float
    """The panel's joint opinion, standardized on the reference set; for the score, never shown."""
    verdicts: tuple[Verdict, ...]
    """In the order of the personas: lenient, medium, strict."""
    judged_at: datetime | None = None
    flags: tuple[str, ...] = ()
    """What the screen found in the text, for the keeper."""


@dataclass(frozen=True, slots=True)
class PanelCount:
    """How many recommend the paper, by strictness. `out_of` counts only those who answered."""

    yes: int
    out_of: int
    lenient_yes: int
    lenient_of: int
    medium_yes: int
    medium_of: int
    strict_yes: int
    strict_of: int
