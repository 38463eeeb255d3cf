"""Two sources at once: where they disagree about a paper, and what both think of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from goodpapers.store.answers import sources_of
from goodpapers.store.database import Database
from goodpapers.store.verdicts import find_result


@dataclass(frozen=True, slots=True)
class Disagreement:
    """One reviewer about whom the sources disagree on one paper."""

    persona: str
    recommends: Mapping[str, bool]
    """By the source's name, in the order of `sources`; those without an answer are left out."""


@dataclass(frozen=True, slots=True)
class TwoSources:
    """What several sources say of one paper, side by side."""

    sources: tuple[str, ...]
    """The primary one first, then by name."""
    yes: Mapping[str, int]
    """How many of the twenty recommend the paper, by source."""
    out_of: Mapping[str, int]
    """How many answered, by source."""
    disagreements: tuple[Disagreement, ...]
    """In the order of the panel."""


def compare_sources(database: Database, key: str, primary: str) -> TwoSources | None:
    """What the sources say of a paper, and where they differ; None with fewer than two.

    Hidden values: the caller asks only for a reader who may see them.
    """
    with database.read() as db:
        names = sorted(sources_of(db, key), key=lambda name: (name != primary, name))
        if len(names) < 2:
            return None
        found = {name: find_result(db, key, name) for name in names}
    said = {
        name: {
            each.persona: each.recommends
            for each in (result.verdicts if result else ())
            if each.recommends is not None
        }
        for name, result in found.items()
    }
    asked = list(dict.fromkeys(persona for answers in said.values() for persona in answers))
    split = []
    for persona in asked:
        answers = {name: said[name][persona] for name in names if persona in said[name]}
        if len(set(answers.values())) > 1:
            split.append(Disagreement(persona, answers))
    return TwoSources(
        sources=tuple(names),
        yes={name: sum(said[name].values()) for name in names},
        out_of={name: len(said[name]) for name in names},
        disagreements=tuple(split),
    )


def disagreements(database: Database, key: str, primary: str) -> tuple[Disagreement, ...]:
    """The reviewers about whom the sources of a paper disagree; empty with one source."""
    found = compare_sources(database, key, primary)
    return () if found is None else found.disagreements
