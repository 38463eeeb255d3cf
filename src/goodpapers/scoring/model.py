"""The model of the score and its fit: panel and votes in, one honest number a paper out.

    worth        θ_p ~ Normal(x_p·β, τ²)     x_p = 1, merit, spotlight, oral, log((1 + n_p)/2)
    vote         P(yes) = r_u·σ(θ_p + b_u + δ·chosen) + (1 - r_u)·q_u
    leniency     b_u ~ Normal(0, s²)
    reliability  r_u from how much better merit explains the reader's votes than their habit does
    score        100·[r̄·E σ(θ_p / √(1 + π/8·s²)) + (1 - r̄)·q̄]

Here is what a fit holds and how a paper's votes become its score; `fit.py` finds the fit. A score
is a pure function of the fit and of the paper's current votes, so one new vote needs no new fit.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.special import expit

from goodpapers.scoring.caps import vote_weights
from goodpapers.scoring.evidence import BoolArray, Evidence, Votes
from goodpapers.scoring.likelihood import Terms, Worth, information, paper_worth
from goodpapers.scoring.nodes import FloatArray, quantile
from goodpapers.scoring.parameters import Parameters

LOW, HIGH = 0.05, 0.95


@dataclass(frozen=True, slots=True)
class Fit:
    """What one fit found out about readers and site; with a paper's votes it gives that score."""

    parameters: Parameters
    beta: FloatArray
    """(5,), logits: intercept, merit, spotlight, oral, log of choosers."""
    chosen: float
    """δ, logits."""
    calibrated: bool
    """Whether assigned votes could tell δ."""
    tau: float
    """τ, logits: spread of worth around what is expected."""
    leniency_sd: float
    """s, logits."""
    yes_share: float
    """q̄: share of yes among assigned votes."""
    leniency: FloatArray
    """b, (n_readers,), logits."""
    leniency_variance: FloatArray
    """How little is known of it, (n_readers,), logits squared."""
    reliability: FloatArray
    """r, (n_readers,)."""
    proven: BoolArray
    """(n_readers,)."""
    n_cast: FloatArray
    """Votes with a judgement, (n_readers,)."""
    n_yes: FloatArray
    """Of them worth reading, (n_readers,)."""


@dataclass(frozen=True, slots=True)
class Scores:
    """Scores as arrays, all (n_papers,), 0 to 100, with low <= score <= high."""

    score: FloatArray
    low: FloatArray
    """5 % point."""
    high: FloatArray
    """95 % point."""


def day_one(evidence: Evidence, parameters: Parameters) -> Fit:
    """The fit before a vote is looked at."""
    n_readers = evidence.readers.known.size
    cast = judging(evidence.votes)
    given = cast.yes[cast.assigned]
    p = parameters
    return Fit(
        parameters=p,
        beta=np.array([p.intercept, p.merit, p.spotlight, p.oral, 0.0]),
        chosen=p.chosen,
        calibrated=bool(given.size),
        tau=p.tau,
        leniency_sd=p.leniency_sd,
        yes_share=float(given.mean()) if given.size else p.yes_share,
        leniency=np.zeros(n_readers),
        leniency_variance=np.full(n_readers, p.leniency_sd**2),
        reliability=np.full(n_readers, p.reliable),
        proven=np.zeros(n_readers, bool),
        n_cast=np.bincount(cast.reader, minlength=n_readers).astype(float),
        n_yes=np.bincount(cast.reader, cast.yes, minlength=n_readers).astype(float),
    )


def scores_of(fit: Fit, evidence: Evidence) -> Scores:
    """The score of every paper of `evidence` under `fit`; readers are the fit's.

    `evidence` may hold some papers only, with all votes on each. Without votes this is the score
    from the panel alone. While no assigned vote tells δ, the answer is mixed over three of its
    values, so that the interval says what is not known.
    """
    spread = fit.parameters.chosen_sd
    shifts = (0.0,) if fit.calibrated or not evidence.votes.paper.size else (-spread, 0.0, spread)
    expected = expected_worth(fit, evidence)
    worths = [
        paper_worth(vote_terms(fit, evidence, fit.chosen + shift), expected, fit.tau)
        for shift in shifts
    ]
    asked = 1 / np.sqrt(1 + np.pi / 8 * fit.leniency_sd**2)
    reliability = _mean_reliability(fit)

    def percent(worth: FloatArray) -> FloatArray:
        share = reliability * expit(worth * asked) + (1 - reliability) * fit.yes_share
        return np.asarray(100 * share)

    score = np.mean([(w.mass * percent(w.nodes)).sum(axis=1) for w in worths], axis=0)
    low, high = (percent(_mixed_quantile(worths, part)) for part in (LOW, HIGH))
    return Scores(score, np.minimum(low, score), np.maximum(high, score))


def reader_equivalents(fit: Fit, evidence: Evidence) -> tuple[FloatArray, FloatArray]:
    """How much each score rests on the start (panel, track, what papers are like) and on readers.

    Both are (n_papers,), in votes of a typical reader: the information about worth, in one a
    squared logit, over that in one full vote of a reader of average leniency whom nobody knows yet.
    For the start this is its effective sample size (Morita, Thall and Müller, Biometrics 2008).
    """
    expected = expected_worth(fit, evidence)
    flat = 1 / (1 + np.pi / 8 * fit.leniency_sd**2)
    merit, sure = expit(expected * np.sqrt(flat)), _mean_reliability(fit)
    chance = sure * merit + (1 - sure) * fit.yes_share
    typical = flat * (sure * merit * (1 - merit)) ** 2 / (chance * (1 - chance))  # (n_papers,)
    told = information(vote_terms(fit, evidence, fit.chosen), expected)
    return 1 / (fit.tau**2 * typical), told / typical


def expected_worth(fit: Fit, evidence: Evidence) -> FloatArray:
    """Worth before what the votes say, (n_papers,), logits."""
    return np.asarray(describe(evidence, fit.proven) @ fit.beta)


def describe(evidence: Evidence, proven: BoolArray) -> FloatArray:
    """x, (n_papers, 5): 1, merit, spotlight, oral, log((1 + weighted number of choosers)/2)."""
    papers = evidence.papers
    picked = evidence.votes.take(~evidence.votes.assigned)
    weight = vote_weights(evidence, picked, proven)
    n_chosen = np.bincount(picked.paper, weight, minlength=papers.merit.size)
    columns = (
        np.ones(papers.merit.size),
        np.nan_to_num(papers.merit),
        papers.spotlight.astype(float),
        papers.oral.astype(float),
        np.log((1 + n_chosen) / 2),
    )
    return np.column_stack(columns)  # (n_papers, 5)


def vote_terms(fit: Fit, evidence: Evidence, chosen: float) -> Terms:
    """The judging votes with all that `fit` says of their readers, at δ = `chosen`."""
    cast = judging(evidence.votes)
    reader, yes = cast.reader, cast.yes
    # What is known of a reader's leniency from this vote alone must not explain the vote away.
    alone = fit.n_cast[reader] < 2
    leniency = np.where(alone, 0.0, fit.leniency[reader])
    variance = np.where(alone, fit.leniency_sd**2, fit.leniency_variance[reader])
    flat = 1 / np.sqrt(1 + np.pi / 8 * variance)  # MacKay 1992
    habit = (fit.n_yes[reader] - yes + 1) / (fit.n_cast[reader] + 1)  # without the vote itself
    return Terms(
        paper=cast.paper,
        sign=(2 * yes - 1) * flat,
        shift=leniency + chosen * cast.chosen,
        sure=fit.reliability[reader],
        otherwise=np.where(yes > 0, habit, 1 - habit),
        weight=vote_weights(evidence, cast, fit.proven),
    )


def judging(votes: Votes) -> Votes:
    """The votes that say yes or no."""
    return votes.take(~np.isnan(votes.yes))


def _mean_reliability(fit: Fit) -> float:
    voted = fit.n_cast > 0
    return float(fit.reliability[voted].mean()) if voted.any() else fit.parameters.reliable


def _mixed_quantile(worths: list[Worth], part: float) -> FloatArray:
    """The quantile of an equal mixture, (n_papers,): the middle part's, widened."""
    each = np.array([quantile(w.nodes, w.mass, part) for w in worths])  # (n_shifts, n_papers)
    if len(worths) == 1:
        return np.asarray(each[0])
    middle = worths[1]
    between = np.var([w.mean for w in worths], axis=0)
    stretch = np.sqrt(1 + between / middle.variance)
    return np.asarray(middle.mean + (each[1] - middle.mean) * stretch)
