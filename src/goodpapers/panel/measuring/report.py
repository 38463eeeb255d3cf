"""What a measurement comes to: figures in frozen values, with one door to JSON each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from goodpapers.domain.verdict import Strictness
from goodpapers.panel.measuring.resampling import Figure

Json = dict[str, object]


@dataclass(frozen=True, slots=True)
class Ranking:
    """How well one ranking of papers agrees with peer reviews; None where a file cannot say."""

    auroc_accept: Figure | None
    auroc_highlight: Figure | None
    spearman_rating: Figure | None
    ap10: Figure | None

    def as_json(self) -> Json:
        """The four figures by name."""
        names = ("auroc_accept", "auroc_highlight", "spearman_rating", "ap10")
        return {name: figure_json(getattr(self, name)) for name in names}


@dataclass(frozen=True, slots=True)
class GroupReport:
    """One venue and year: how the panel ranks its papers, and what would rank them as well."""

    venue: str | None
    year: int | None
    n: int
    ranking: Ranking
    ece: Figure | None
    yes_rate: Mapping[Strictness, Figure | None]
    distinct: Figure | None
    baselines: Mapping[str, Ranking]

    @property
    def name(self) -> str:
        """``ICLR 2024``"""
        return " ".join(str(part) for part in (self.venue, self.year) if part) or "unnamed"

    def as_json(self) -> Json:
        """The shape of ``groups`` in `goodpapers panel evaluate --json`."""
        return {
            "venue": self.venue,
            "year": self.year,
            "n": self.n,
            **self.ranking.as_json(),
            "ece": figure_json(self.ece),
            "yes_rate": {str(key): figure_json(rate) for key, rate in self.yes_rate.items()},
            "distinct": figure_json(self.distinct),
            "baselines": {name: ranking.as_json() for name, ranking in self.baselines.items()},
        }


@dataclass(frozen=True, slots=True)
class PanelReport:
    """A source measured against peer reviews. `left_out` counts papers that it was trained on."""

    source: str
    left_out: int
    groups: tuple[GroupReport, ...]

    def as_json(self) -> Json:
        """``{"source", "left_out", "groups"}``."""
        groups = [group.as_json() for group in self.groups]
        return {"source": self.source, "left_out": self.left_out, "groups": groups}


@dataclass(frozen=True, slots=True)
class PersonaReport:
    """One persona against a careful reader: by rank, and by who says yes at its target rate."""

    name: str
    spearman: Figure | None
    auroc: Figure | None

    def as_json(self) -> Json:
        """``{"name", "spearman", "auroc"}``."""
        return {
            "name": self.name,
            "spearman": figure_json(self.spearman),
            "auroc": figure_json(self.auroc),
        }


@dataclass(frozen=True, slots=True)
class AnswersReport:
    """A source measured against reference answers, persona by persona, in the file's order."""

    source: str
    out_of_fold: int
    """Papers that the source was trained on: its stored out-of-fold answers were taken."""
    personas: tuple[PersonaReport, ...]

    def as_json(self) -> Json:
        """``{"personas": [{"name", "spearman", "auroc"}]}``."""
        return {"personas": [persona.as_json() for persona in self.personas]}


def figure_json(figure: Figure | None) -> dict[str, float | int] | None:
    """The figure's own shape, or null."""
    return figure.as_json() if figure else None
