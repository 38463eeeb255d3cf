"""A site whose truth we know and whose readers are not the model's, for tests and benchmarks.

Worth is skewed; papers lie in subfields of very unequal size; readers like their own subfields
more, belong to one of two hidden camps, find papers by popularity, vote more often on what they
like, and one in twenty is careless. None of this is in the model, on purpose.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from scipy.special import expit, ndtri

from goodpapers.scoring.evidence import Evidence, IntArray, Papers, Readers, Votes
from goodpapers.scoring.nodes import FloatArray

SUBFIELDS, DIMENSIONS, INSTITUTIONS = 30, 12, 60
WORTH_MEAN, WORTH_SD, LENIENCY_SD, CAMP = 0.45, 0.9, 0.8, 0.45
OWN_INSTITUTION: Final = 1.2


@dataclass(frozen=True, slots=True)
class Habits:
    """How the readers of one site choose; the defaults are an ordinary site."""

    votes_if_liked: float = 0.5
    votes_if_not: float = 0.3
    assigned: float = 0.125
    """Share of votes on papers that the site gave."""


@dataclass(frozen=True, slots=True)
class Site:
    """A simulated site. `opinion` is the chance of yes of every reader on every paper asked."""

    evidence: Evidence
    share: FloatArray
    """The truth, (n_papers,): share of all readers who would say worth reading."""
    reviewers: FloatArray
    """Probabilities of a panel, (n_papers, 20)."""


def simulate(
    seed: int,
    n_papers: int,
    n_readers: int,
    n_votes: int,
    habits: Habits = Habits(),
) -> Site:
    """One site, the same for the same arguments on every machine."""
    world = _World(np.random.default_rng(seed), n_papers, n_readers)
    n_given = round(n_votes * habits.assigned)
    paper, reader, yes, given = world.given_votes(n_given)
    while paper.size < n_votes:
        more = world.chosen_votes(2 * n_votes, habits)
        paper, reader, yes, given = (
            np.concatenate(pair) for pair in zip((paper, reader, yes, given), more, strict=True)
        )
        _, first = np.unique(paper * n_readers + reader, return_index=True)
        keep = np.sort(first)[:n_votes]
        paper, reader, yes, given = paper[keep], reader[keep], yes[keep], given[keep]
    order = np.lexsort((reader, paper))
    votes = world.votes(paper[order], reader[order], yes[order], given[order])
    evidence = Evidence(world.papers, Readers(world.known), votes)
    return Site(evidence, world.share(), world.reviewers)


class _World:
    """Papers, readers and their tastes."""

    def __init__(self, rng: np.random.Generator, n_papers: int, n_readers: int) -> None:
        self.rng, self.n_papers, self.n_readers = rng, n_papers, n_readers
        size = 1 / np.arange(1, SUBFIELDS + 1)
        centres = rng.normal(size=(SUBFIELDS, DIMENSIONS))
        self.subfield = rng.choice(SUBFIELDS, n_papers, p=size / size.sum())
        place = centres[self.subfield] + 0.5 * rng.normal(size=(n_papers, DIMENSIONS))
        self.worth = WORTH_MEAN + WORTH_SD * (rng.gamma(4.0, size=n_papers) - 4) / 2
        self._make_panel()
        self.institution = rng.integers(INSTITUTIONS, size=n_papers)
        self._make_readers(size / size.sum())
        near = np.zeros((SUBFIELDS, n_papers))  # how near a paper is to each subfield, 0 to 1
        for k in range(SUBFIELDS):
            near[k] = np.exp(-((place - centres[k]) ** 2).sum(axis=1) / DIMENSIONS)
        self.near = near
        axis = rng.normal(size=DIMENSIONS)
        self.side = place @ axis / np.linalg.norm(axis) / np.sqrt(1.25)  # sd about 1

    def _make_panel(self) -> None:
        rng, n = self.rng, self.n_papers
        worth = (self.worth - WORTH_MEAN) / WORTH_SD

        def like_worth(part: float) -> FloatArray:
            return np.asarray(part * worth + np.sqrt(1 - part**2) * rng.normal(size=n))

        opinion, rank = like_worth(0.3), like_worth(0.3)
        bar = np.concatenate([np.full(5, 1.5), np.zeros(10), np.full(5, -1.5)])
        self.reviewers = expit(bar + opinion[:, None] + rng.normal(size=(n, 20)))
        oral, spotlight = rank > -ndtri(0.05), (rank <= -ndtri(0.05)) & (rank > -ndtri(0.2))
        self.papers = Papers(standard_merit(self.reviewers), spotlight, oral)
        pull = 0.5 * worth + 0.3 * opinion + 0.3 * rank + 0.8 * rng.normal(size=n)
        self.popularity = np.exp(pull)

    def _make_readers(self, size: FloatArray) -> None:
        rng, n = self.rng, self.n_readers
        self.leniency = LENIENCY_SD * rng.normal(size=n)
        careless = rng.random(n) < 0.05
        self.slope = np.exp(0.35 * rng.normal(size=n)) * np.where(careless, 0.15, 1.0)
        self.home = np.array([rng.choice(SUBFIELDS, 3, replace=False, p=size) for _ in range(n)])
        self.bonus = 0.7 + 0.35 * rng.normal(size=n)
        self.camp = CAMP * rng.choice([-1.0, 1.0], n)
        self.member = np.where(rng.random(n) < 0.6, rng.integers(INSTITUTIONS, size=n), -1)
        self.known = ~careless & (rng.random(n) < 0.5)
        self.activity = np.exp(rng.normal(size=n))

    def likes(self, paper: IntArray, reader: IntArray) -> FloatArray:
        """The chance that each reader calls each paper worth reading, (n_pairs,)."""
        near = self.near[self.home[reader].T, paper].max(axis=0)
        taste = self.bonus[reader] * near + self.camp[reader] * self.side[paper]
        own = OWN_INSTITUTION * (self.member[reader] == self.institution[paper])
        return np.asarray(
            expit(self.slope[reader] * (self.worth[paper] + taste) + self.leniency[reader] + own)
        )

    def share(self) -> FloatArray:
        """The share of all readers who would say worth reading, (n_papers,)."""
        everyone = np.arange(self.n_readers)
        return np.array(
            [self.likes(np.full(everyone.size, p), everyone).mean() for p in range(self.n_papers)]
        )

    def given_votes(self, n: int) -> tuple[IntArray, IntArray, FloatArray, FloatArray]:
        """Votes on papers that the site gave: paper, reader, yes, given."""
        paper = self.rng.integers(self.n_papers, size=n)
        reader = self.rng.choice(self.n_readers, n, p=self.activity / self.activity.sum())
        yes = self.rng.random(n) < self.likes(paper, reader)
        return paper, reader, yes.astype(float), np.ones(n)

    def chosen_votes(
        self, n: int, habits: Habits
    ) -> tuple[IntArray, IntArray, FloatArray, FloatArray]:
        """Votes among `n` papers that readers come upon: paper, reader, yes, given."""
        rng = self.rng
        reader = rng.choice(self.n_readers, n, p=self.activity / self.activity.sum())
        paper = rng.choice(self.n_papers, n, p=self.popularity / self.popularity.sum())
        wanted = self.home[reader, rng.integers(3, size=n)]
        for k in range(SUBFIELDS):  # seven in ten come upon a paper of a home subfield
            there = np.flatnonzero(self.subfield == k)
            mine = np.flatnonzero((wanted == k) & (rng.random(n) < 0.7))
            if there.size and mine.size:
                pull = self.popularity[there] / self.popularity[there].sum()
                paper[mine] = rng.choice(there, mine.size, p=pull)
        yes = rng.random(n) < self.likes(paper, reader)
        votes = rng.random(n) < np.where(yes, habits.votes_if_liked, habits.votes_if_not)
        return paper[votes], reader[votes], yes[votes].astype(float), np.zeros(int(votes.sum()))

    def votes(self, paper: IntArray, reader: IntArray, yes: FloatArray, given: FloatArray) -> Votes:
        """The same as the model reads them."""
        nobody = np.zeros(paper.size, bool)
        own = self.member[reader] == self.institution[paper]
        return Votes(
            paper=paper,
            reader=reader,
            yes=yes,
            chosen=1 - given,
            assigned=given > 0,
            peeked=nobody,
            conflict=own,
            own=nobody,
            institution=self.member[reader],
        )


def standard_merit(reviewers: FloatArray) -> FloatArray:
    """The mean of reviewers' standardized logits, itself standardized, (n_papers,).

    `reviewers` is (n_papers, n_reviewers), probabilities, NaN where there is none. A paper without
    any gets NaN.
    """
    logit = np.log(np.clip(reviewers, 0.01, 0.99) / (1 - np.clip(reviewers, 0.01, 0.99)))
    given = ~np.isnan(logit)
    filled = np.where(given, logit, 0.0)
    n = np.maximum(given.sum(axis=0), 1)
    centre = filled.sum(axis=0) / n
    spread = np.sqrt((np.where(given, logit - centre, 0.0) ** 2).sum(axis=0) / n)
    standard = np.where(given, (logit - centre) / np.maximum(spread, 1e-9), 0.0)
    merit = standard.sum(axis=1) / np.maximum(given.sum(axis=1), 1)
    judged = given.any(axis=1)
    if judged.any():
        merit = (merit - merit[judged].mean()) / max(float(merit[judged].std()), 1e-9)
    return np.where(judged, merit, np.nan)
