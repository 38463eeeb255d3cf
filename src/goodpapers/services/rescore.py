"""Compute every score anew: what the panel said becomes a score, place and tier for each paper."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

import numpy as np

from goodpapers.domain.errors import BadUsage
from goodpapers.domain.paper import PaperKey
from goodpapers.domain.programme import Edition, Track
from goodpapers.domain.score import Score, Tier
from goodpapers.scoring.evidence import panel_alone
from goodpapers.scoring.fit import score_papers
from goodpapers.scoring.parameters import Parameters
from goodpapers.scoring.tiers import Standing, places, tiers_by_place, tiers_by_score
from goodpapers.store.database import Database
from goodpapers.store.editions import list_editions
from goodpapers.store.scores import write_scores
from goodpapers.store.verdicts import PaperMerit, merits

TIERS = ("place", "score", "off")
EMBEDDED = "embedded"


@dataclass(frozen=True, slots=True)
class EditionScored:
    """What a fit did for one edition."""

    key: str
    name: str
    scored: int
    not_judged: int
    """Accepted papers that the panel has not judged: they have no score."""
    tiers: Mapping[str, int]
    """How many papers each tier has, the best first; without tiers, empty."""


@dataclass(frozen=True, slots=True)
class RescoreReport:
    """What one run of `rescore` did, edition by edition, the newest first."""

    editions: tuple[EditionScored, ...]

    @property
    def scored(self) -> int:
        """Papers that have a score now."""
        return sum(each.scored for each in self.editions)


@dataclass(frozen=True, slots=True)
class _Fitting:
    """What holds for every edition of one run."""

    source: str
    parameters: Parameters
    tiers: str
    now: datetime


def rescore(
    database: Database,
    *,
    tiers: str = "place",
    now: datetime,
    validity: float = 0.25,
    source: str = EMBEDDED,
) -> RescoreReport:
    """Score every accepted, judged paper of every edition, each edition in one transaction.

    `tiers` says how they are given: ``place`` within the edition, ``score`` by fixed borders, or
    ``off``. `validity` is the correlation of `source`'s merit with worth, 0 to below 1. Running it
    again on the same verdicts writes the same scores.

    Raises
    ------
    BadUsage
        `tiers` or `validity` has no such value.
    DatabaseFailure
        The database cannot be read or written; the edition at hand is left as it was.
    """
    if tiers not in TIERS:
        raise BadUsage(f'there is no way "{tiers}" to give tiers; expected {", ".join(TIERS)}')
    if not 0 <= validity < 1:
        raise BadUsage(f"a validity of {validity} is impossible; expected 0 or more and below 1")
    with database.read() as db:
        editions = list_editions(db)
    fitting = _Fitting(source, Parameters(validity=validity), tiers, now)
    return RescoreReport(
        tuple(_score_edition(database, each.edition, fitting) for each in editions)
    )


def _score_edition(database: Database, edition: Edition, fitting: _Fitting) -> EditionScored:
    with database.write() as db:
        accepted = merits(db, edition.key, fitting.source)
        judged = [paper for paper in accepted if paper.merit is not None]
        scores = _scores(judged, fitting)
        write_scores(db, edition.key, scores, _name_fit(judged, fitting.parameters))
    counts = Counter(score.tier for score in scores.values())
    by_tier = {} if fitting.tiers == "off" else {tier.value: counts[tier] for tier in Tier}
    not_judged = len(accepted) - len(judged)
    return EditionScored(edition.key, edition.name, len(scores), not_judged, by_tier)


def _scores(judged: Sequence[PaperMerit], fitting: _Fitting) -> dict[PaperKey, Score]:
    evidence = panel_alone(
        np.array([paper.merit for paper in judged], float),
        np.array([paper.track == Track.SPOTLIGHT for paper in judged], bool),
        np.array([paper.track == Track.ORAL for paper in judged], bool),
    )
    found, _ = score_papers(evidence, fitting.parameters)
    standing = Standing(
        found.score,
        n_votes=np.zeros(len(judged), np.int64),
        recommend=np.array([paper.yes or 0 for paper in judged], np.int64),
        asked=np.array([paper.out_of or 0 for paper in judged], np.int64),
    )
    named, place = _tiers(standing, fitting.tiers), places(found.score)
    return {
        paper.key: Score(
            score=float(found.score[i]),
            low=float(found.low[i]),
            high=float(found.high[i]),
            tier=named[i],
            place=int(place[i]),
            n_ranked=len(judged),
            panel=float(found.score[i]),
            readers=None,
            n_votes=0,
            fitted_at=fitting.now,
        )
        for i, paper in enumerate(judged)
    }


def _tiers(standing: Standing, tiers: str) -> Sequence[Tier | None]:
    if tiers == "off":
        return [None] * standing.score.size
    return (tiers_by_place if tiers == "place" else tiers_by_score)(standing)


def _name_fit(judged: Sequence[PaperMerit], parameters: Parameters) -> str:
    """A name that is the same exactly when the fit reads the same."""
    read = [(paper.key, paper.merit, paper.track) for paper in judged]
    return hashlib.sha256(repr((parameters, read)).encode()).hexdigest()[:16]
