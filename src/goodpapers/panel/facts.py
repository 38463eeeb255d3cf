"""The figures that go with weights: how the heads agree with readers and with peer reviews."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from goodpapers.panel.heads import Heads, sigmoid
from goodpapers.panel.measuring.metrics import Flags, Floats, Metric, auroc, spearman
from goodpapers.panel.measuring.resampling import Resamples
from goodpapers.panel.merit import Said
from goodpapers.panel.personas import KEYS

Json = dict[str, object]
LEAST_JUDGED = 30


@dataclass(frozen=True, slots=True)
class ReferencePaper:
    """What peer reviews say of one paper of the reference set."""

    mark: str
    """Of its title."""
    file: str
    worth: float
    """Mean rating, standardized within its file; NaN without ratings."""
    accepted: bool | None


@dataclass(frozen=True, slots=True)
class Reference:
    """What the heads say of the reference set."""

    said: Said
    """21 columns: the twenty answers, out of fold for papers that were trained on, and the direct
    reading, out of fold for papers with peer reviews."""
    papers: tuple[ReferencePaper, ...]

    @property
    def logits(self) -> Floats:
        """(n_papers, 21): those of the papers as a whole."""
        return self.said.whole

    @property
    def worth(self) -> Floats:
        """(n_papers,), NaN without ratings."""
        return np.array([paper.worth for paper in self.papers])

    def rated_marks(self) -> list[str]:
        """Titles whose peer reviews had a part in merit."""
        return [
            paper.mark
            for paper in self.papers
            if not np.isnan(paper.worth) or paper.accepted is not None
        ]


def worth_of(papers: Sequence[ReferencePaper]) -> Floats:
    """What peer reviews say of each paper, (n_papers,): the mean of its rating and of its decision,
    each standardized within its file where it differs there; NaN where neither is known."""
    file = np.array([paper.file for paper in papers])
    rating = np.array([paper.worth for paper in papers])
    decided = np.array([np.nan if one.accepted is None else float(one.accepted) for one in papers])
    both = np.stack([_within(file, rating), _within(file, decided)])
    known = ~np.isnan(both)
    with np.errstate(invalid="ignore"):
        return np.asarray(np.where(known, both, 0).sum(axis=0) / known.sum(axis=0))


def _within(file: NDArray[np.str_], values: Floats) -> Floats:
    """Standardized within each file that has thirty values or more which differ."""
    found = np.full(len(values), np.nan)
    for name in np.unique(file):
        own = (file == name) & ~np.isnan(values)
        if own.sum() >= LEAST_JUDGED and (spread := values[own].std()) > 1e-6:
            found[own] = (values[own] - values[own].mean()) / spread
    return found


def agreement(honest: Floats, chances: Floats) -> Json:
    """Rank correlation with the reference answers, out of fold, by persona and on average.

    With 95 % intervals by bootstrap over papers.
    """
    draws = Resamples(len(honest))
    found = {
        key: draws.estimate(spearman(honest[:, i], chances[:, i])) for i, key in enumerate(KEYS)
    }
    known = {key: own for key, own in found.items() if own is not None}
    each = {key: round(own.value, 4) for key, own in known.items()}
    return {
        "n": len(honest),
        "mean": round(float(np.mean(list(each.values()))), 4),
        "each": each,
        "intervals": {key: [round(own.low, 4), round(own.high, 4)] for key, own in known.items()},
    }


def yes_rates(logits: Floats, heads: Heads) -> Json:
    """The share of papers that each persona recommends at its bar, by key."""
    yes = (sigmoid(logits[:, :-1]) >= heads.bars).mean(axis=0)
    return {key: round(float(rate), 4) for key, rate in zip(KEYS, yes, strict=True)}


def sources(answers: str, n_answers: int, reference: Reference) -> Json:
    """How many papers came from which file."""
    counted = Counter(paper.file for paper in reference.papers)
    return {
        "answers": {answers: n_answers},
        "reviews": dict(counted),
        "n_reference": len(reference.papers),
    }


def merit_figures(reference: Reference, merit: Floats, heads: Heads) -> Json:
    """The weights of merit, and how merit agrees with count, ratings and decisions, by file."""
    count = (sigmoid(reference.logits[:, :-1]) >= heads.bars).sum(axis=1).astype(np.float64)
    file = np.array([paper.file for paper in reference.papers])
    by_file = {
        name: _one_file(reference, merit, count, file == name)
        for name in dict.fromkeys(file.tolist())
    }
    weights = {key: round(float(own), 4) for key, own in zip(KEYS, heads.merit[:-1], strict=True)}
    direct = round(float(heads.merit[-1]), 4)
    return {
        "weights": weights,
        "direct": direct,
        "n_rated": len(reference.rated_marks()),
        "files": by_file,
    }


def _one_file(reference: Reference, merit: Floats, count: Floats, rows: Flags) -> Json:
    worth = reference.worth
    accepted = np.array([paper.accepted is True for paper in reference.papers])
    decided = np.array([paper.accepted is not None for paper in reference.papers])
    return {
        "n": int(rows.sum()),
        "spearman_count": _figure(spearman(merit[rows], count[rows]), rows),
        "spearman_rating": _over(merit, worth, rows & ~np.isnan(worth)),
        "auroc_accept": _figure(
            auroc(merit[rows & decided], accepted[rows & decided]), rows & decided
        ),
    }


def _over(merit: Floats, worth: Floats, rows: Flags) -> float | None:
    return _figure(spearman(merit[rows], worth[rows]), rows)


def _figure(metric: Metric, rows: Flags) -> float | None:
    """The figure of those papers; None for fewer than thirty, or where it does not exist."""
    n = int(rows.sum())
    value = metric(np.ones(n)) if n >= 30 else float("nan")
    return None if np.isnan(value) else round(float(value), 4)
