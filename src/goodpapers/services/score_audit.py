"""For the keeper: what the score damped on this site, and why."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from goodpapers.domain.paper import PaperKey
from goodpapers.scoring.evidence import Evidence
from goodpapers.scoring.model import Fit
from goodpapers.services.score_damping import SHORT, UNSURE, Weighed, weigh
from goodpapers.services.score_evidence import SiteEvidence
from goodpapers.services.score_fit import KeptFit, current_fit, read_as_fitted
from goodpapers.store.database import Database

MOST = 20


@dataclass(frozen=True, slots=True)
class DampedFor:
    """One reason, over the whole site."""

    reason: str
    because: str
    """In words, after "because they"."""
    votes: int
    readers: int
    papers: int
    taken: float
    """Votes' worth of weight that was taken away."""


@dataclass(frozen=True, slots=True)
class DampedPaper:
    """A paper whose votes were damped much."""

    key: PaperKey
    votes: int
    counted: float
    """What these votes count together."""
    reasons: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DampedReader:
    """A reader whose votes say little about papers."""

    key: str
    votes: int
    reliability: float


@dataclass(frozen=True, slots=True)
class Audit:
    """What the current fit damped. Nobody but the keeper sees it."""

    votes: int
    damped: int
    """Votes that count less than one."""
    reasons: tuple[DampedFor, ...]
    """What took the most weight away is first."""
    papers: tuple[DampedPaper, ...]
    """At most twenty, those that lost most first."""
    readers: tuple[DampedReader, ...]
    """At most twenty with a reliability below 0.7, the lowest first."""
    without_fit: bool = False
    """No fit was made yet, so nothing is known."""


def audit_scores(database: Database) -> Audit:
    """What was damped and why, under the fits that scores are under now.

    Votes cast since the last fit are left out until the next.

    Raises
    ------
    DatabaseFailure
        The database cannot be read.
    """
    with database.read() as db:
        fits = {one: current_fit(db, one) for one in ("site", "invented")}
        known = next((fit for fit in fits.values() if fit is not None), None)
        if known is None:
            return Audit(0, 0, (), (), (), without_fit=True)
        sites = read_as_fitted(db, known)
    parts = [
        (site, kept, weigh(*_fitted(site, kept)))
        for site in sites
        if (kept := fits.get(site.scope)) is not None
    ]
    reasons = sorted(_reasons(parts), key=lambda one: (-one.taken, one.reason))
    papers = sorted(_papers(parts), key=lambda one: (one.counted - one.votes, one.key))
    readers = sorted(_readers(parts), key=lambda one: (one.reliability, one.key))
    return Audit(
        votes=sum(weighed.weight.size for *_, weighed in parts),
        damped=sum(int((weighed.weight < 1).sum()) for *_, weighed in parts),
        reasons=tuple(reasons),
        papers=tuple(papers[:MOST]),
        readers=tuple(readers[:MOST]),
    )


_Parts = Sequence[tuple[SiteEvidence, KeptFit, Weighed]]


def _fitted(site: SiteEvidence, kept: KeptFit) -> tuple[Fit, Evidence]:
    """The fit with its readers in the order of the site's of now, and the site."""
    row = {key: i for i, key in enumerate(kept.readers.tolist())}
    place = np.array([row.get(one.key.encode(), -1) for one in site.readers], np.int64)
    seen, fit = place >= 0, kept.fit
    reliability = np.full(place.size, fit.parameters.reliable)
    proven = np.zeros(place.size, bool)
    reliability[seen], proven[seen] = fit.reliability[place[seen]], fit.proven[place[seen]]
    return replace(fit, reliability=reliability, proven=proven), site.evidence


def _reasons(parts: _Parts) -> list[DampedFor]:
    found: dict[str, list[tuple[str, str, float]]] = {}
    for site, _, weighed in parts:
        for row, reasons in enumerate(weighed.reasons):
            for name in reasons:
                paper = site.papers[weighed.votes.paper[row]].key
                reader = site.readers[weighed.votes.reader[row]].key
                taken = 0.0 if name == "habit" else 1 - float(weighed.weight[row])
                found.setdefault(name, []).append((reader, paper, taken))
    return [
        DampedFor(
            reason=name,
            because=SHORT[name],
            votes=len(rows),
            readers=len({reader for reader, _, _ in rows}),
            papers=len({paper for _, paper, _ in rows}),
            taken=round(sum(taken for *_, taken in rows), 2),
        )
        for name, rows in found.items()
    ]


def _papers(parts: _Parts) -> list[DampedPaper]:
    found = []
    for site, _, weighed in parts:
        damped = [row for row, reasons in enumerate(weighed.reasons) if reasons]
        names: dict[int, set[str]] = {}
        for row in damped:
            names.setdefault(int(weighed.votes.paper[row]), set()).update(weighed.reasons[row])
        n = np.bincount(weighed.votes.paper, minlength=len(site.papers))
        counted = np.bincount(weighed.votes.paper, weighed.weight, len(site.papers))
        found += [
            DampedPaper(
                site.papers[paper].key,
                int(n[paper]),
                round(float(counted[paper]), 2),
                tuple(sorted(reasons)),
            )
            for paper, reasons in names.items()
        ]
    return found


def _readers(parts: _Parts) -> list[DampedReader]:
    found = []
    for site, kept, weighed in parts:
        fit, _ = _fitted(site, kept)
        n = np.bincount(weighed.votes.reader, minlength=len(site.readers))
        found += [
            DampedReader(site.readers[row].key, int(n[row]), round(float(fit.reliability[row]), 3))
            for row in np.flatnonzero(fit.reliability < UNSURE).tolist()
        ]
    return found
