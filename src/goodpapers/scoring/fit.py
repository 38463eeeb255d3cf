"""How the model is fitted: twenty sweeps over papers, readers, and what they share.

Every quantity moves from the values of the sweep before it, in canonical order, from a cold start:
the fit depends on the votes alone. Papers are integrated (their worth is a curve, never a point),
readers take Newton steps on what papers say without that reader's own vote, and β and δ climb the
likelihood with the papers' worth integrated out (empirical Bayes).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np
from scipy.special import expit

from goodpapers.scoring.caps import proven_readers
from goodpapers.scoring.evidence import Evidence, IntArray, Votes
from goodpapers.scoring.likelihood import Heard, Terms, hear_papers
from goodpapers.scoring.model import Fit, Scores, day_one, describe, judging, scores_of, vote_terms
from goodpapers.scoring.nodes import FloatArray
from goodpapers.scoring.parameters import Parameters

SWEEPS: Final = 20
CLASSES_AFTER: Final = (1, 3, 5)
"""Sweeps after which readers' standing is looked at; later it stays."""
STEP_PART: Final = 0.7
"""Part of a Newton step that is taken: whole steps of readers and site swing for ever."""
BETA_SD: Final = np.array([0.5, 0.3, 0.3, 0.3, 0.3])
"""How far β may stray from its start while votes are few, in logits."""
RATIO_PART, RATIO_LIMIT = 0.7, 1.5
"""How much one vote can say about its reader: part and limit of a log likelihood ratio."""


def score_papers(evidence: Evidence, parameters: Parameters | None = None) -> tuple[Scores, Fit]:
    """Fit the model to all evidence; the score of every paper, and the fit.

    Without votes this is the score from the panel alone.
    """
    fit = fit_model(evidence, parameters or Parameters())
    return scores_of(fit, evidence), fit


def fit_model(evidence: Evidence, parameters: Parameters, sweeps: int = SWEEPS) -> Fit:
    """What the votes say about readers and site."""
    fit = begin = day_one(evidence, parameters)
    cast = judging(evidence.votes)
    if not cast.paper.size:
        return fit
    x = describe(evidence, fit.proven)  # (n_papers, 5)
    for sweep in range(1, sweeps + 1):
        terms = vote_terms(fit, evidence, fit.chosen)
        mean, variance, heard = hear_papers(terms, x @ fit.beta, fit.tau)
        readers = _move_readers(fit, terms, cast, heard)
        beta, chosen = _move_shared(fit, begin, x, mean, _said(terms, cast, heard))
        tau = _move_tau(fit, mean - x @ fit.beta, variance)
        fit = replace(fit, beta=beta, chosen=chosen, tau=tau, **readers)
        if sweep in CLASSES_AFTER:
            fit = replace(fit, proven=proven_readers(evidence, cast, fit.reliability))
            x = describe(evidence, fit.proven)
    return fit


@dataclass(frozen=True, slots=True)
class _Said:
    """How each vote pulls at what papers share; all (n_votes,)."""

    paper: IntArray
    chosen: FloatArray
    pull: FloatArray
    """Slope of the log chance of the vote, one a logit."""
    known: FloatArray
    """Information in the vote, one a squared logit."""


def _said(terms: Terms, cast: Votes, heard: Heard, weight: FloatArray | None = None) -> _Said:
    chance = terms.sure * heard.chance + (1 - terms.sure) * terms.otherwise  # (n_votes,)
    change = terms.sure * heard.slope
    weight = terms.weight if weight is None else weight
    known = weight * change**2 / (chance * (1 - chance))
    return _Said(terms.paper, cast.chosen, weight * change / chance, known)


def _move_readers(fit: Fit, terms: Terms, cast: Votes, heard: Heard) -> dict[str, Any]:
    """A step of each reader's leniency; reliability; the spread of leniency.

    Every vote tells of its reader at full weight: caps are about papers, not about readers.
    """
    n_readers, tight = fit.leniency.size, fit.leniency_sd**-2
    said = _said(terms, cast, heard, weight=(~cast.own).astype(float))
    pull = np.bincount(cast.reader, said.pull, n_readers)
    precision = np.bincount(cast.reader, said.known, n_readers) + tight
    leniency = fit.leniency + STEP_PART * (pull - fit.leniency * tight) / precision
    ratio = np.log(heard.chance / terms.otherwise)
    ratio = RATIO_PART * np.clip(ratio, -RATIO_LIMIT, RATIO_LIMIT)
    prior = fit.parameters.reliable
    reliability = expit(np.log(prior / (1 - prior)) + np.bincount(cast.reader, ratio, n_readers))
    voted, worth = fit.n_cast > 0, fit.parameters.leniency_worth
    square = (leniency**2 + 1 / precision)[voted].sum() + worth * fit.parameters.leniency_sd**2
    return {
        "leniency": leniency,
        "leniency_variance": 1 / precision,
        "reliability": reliability,
        "leniency_sd": float(np.sqrt(square / (voted.sum() + worth))),
    }


def _move_shared(
    fit: Fit, begin: Fit, x: FloatArray, mean: FloatArray, said: _Said
) -> tuple[FloatArray, float]:
    """A step of β, (5,), and δ together, on the likelihood with worth integrated out.

    One Newton step with the information of a linear mixed model (Laird and Ware 1982): what a
    paper's votes tell of β and δ is discounted by how little is known of its worth.
    """
    tau2, n_papers = fit.tau**2, mean.size
    known = np.bincount(said.paper, said.known, n_papers)  # (n_papers,)
    known_chosen = np.bincount(said.paper, said.known * said.chosen, n_papers)
    left = 1 / (1 + tau2 * known)  # (n_papers,)
    hold = np.append(BETA_SD, fit.parameters.chosen_sd) ** -2.0  # (6,)
    moved = np.append(fit.beta - begin.beta, fit.chosen - begin.chosen)
    rise = np.append(x.T @ (mean - x @ fit.beta) / tau2, (said.pull * said.chosen).sum())
    told = np.empty((6, 6))
    told[:5, :5] = (x.T * (known * left)) @ x
    told[5, :5] = told[:5, 5] = x.T @ (known_chosen * left)
    told[5, 5] = (said.known * said.chosen**2).sum() - tau2 * (known_chosen**2 * left).sum()
    step = STEP_PART * np.linalg.solve(told + np.diag(hold), rise - hold * moved)
    return fit.beta + step[:5], float(fit.chosen + step[5])


def _move_tau(fit: Fit, away: FloatArray, variance: FloatArray) -> float:
    """A step of τ between start and limit; `away` is how far papers are from what was expected.

    A Newton step on the likelihood of τ²: a paper counts by the square of the part of its spread
    that its votes took away.
    """
    begin, tau2 = fit.parameters, fit.tau**2
    rise = (away**2 + variance - tau2).sum() + begin.tau_worth * (begin.tau**2 - tau2)
    told = ((1 - variance / tau2) ** 2).sum() + begin.tau_worth
    moved = tau2 * np.clip(1 + STEP_PART * rise / told / tau2, 0.7, 1.4)
    return float(np.clip(np.sqrt(moved), begin.tau, max(begin.tau, begin.tau_most)))
