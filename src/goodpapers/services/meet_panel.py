"""The panel as it presents itself: each reviewer with what was measured of it, and on how much."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from goodpapers.domain.verdict import Persona, Strictness
from goodpapers.panel.personas import TARGET_RATE, read_personas


@dataclass(frozen=True, slots=True)
class ReviewerMet:
    """One reviewer. Figures that the weights do not carry are None."""

    persona: Persona
    target_rate: float
    """The share of papers that it is meant to recommend, 0 to 1."""
    yes_rate: float | None
    """What it recommends of the reference set."""
    agreement: float | None
    """Rank correlation with the reference answers, out of fold."""
    low: float | None
    high: float | None
    """The ends of its 95 % interval."""


@dataclass(frozen=True, slots=True)
class PanelMet:
    """The twenty reviewers in three groups, and what their figures rest on."""

    groups: tuple[tuple[Strictness, tuple[ReviewerMet, ...]], ...]
    n_answers: int | None
    """Abstracts with reference answers."""
    n_reference: int | None
    """Abstracts on which the bars were set."""
    mean_agreement: float | None
    made_on: str | None


def meet_panel(facts: Mapping[str, object] | None = None) -> PanelMet:
    """The panel; `facts` are those of the embedded source, if it is there."""
    facts = facts or {}
    agreement = _part(facts, "agreement")
    met = tuple(_met(one, facts, agreement) for one in read_personas())
    groups = tuple(
        (each, tuple(one for one in met if one.persona.strictness is each)) for each in Strictness
    )
    return PanelMet(
        groups=groups,
        n_answers=_whole(agreement.get("n")),
        n_reference=_whole(_part(facts, "trained_on").get("n_reference")),
        mean_agreement=_number(agreement.get("mean")),
        made_on=str(facts["made_on"]) if "made_on" in facts else None,
    )


def _met(
    persona: Persona, facts: Mapping[str, object], agreement: Mapping[str, object]
) -> ReviewerMet:
    interval = _part(agreement, "intervals").get(persona.key)
    low, high = interval if isinstance(interval, list) and len(interval) == 2 else (None, None)
    return ReviewerMet(
        persona=persona,
        target_rate=TARGET_RATE[persona.strictness],
        yes_rate=_number(_part(facts, "yes_rate").get(persona.key)),
        agreement=_number(_part(agreement, "each").get(persona.key)),
        low=_number(low),
        high=_number(high),
    )


def _part(found: Mapping[str, object], name: str) -> Mapping[str, object]:
    part = found.get(name)
    return part if isinstance(part, Mapping) else {}


def _number(found: object) -> float | None:
    return float(found) if isinstance(found, int | float) else None


def _whole(found: object) -> int | None:
    return found if isinstance(found, int) else None
