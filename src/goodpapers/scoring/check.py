"""How well the model keeps its promise: votes are hidden, predicted from the rest, and compared.

Everything here is about predictions of votes that really were cast; no truth is needed.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from scipy.special import expit

from goodpapers.scoring.evidence import (
    BoolArray,
    Evidence,
    IntArray,
    Papers,
    Readers,
    Votes,
    no_votes,
)
from goodpapers.scoring.fit import fit_model
from goodpapers.scoring.likelihood import Worth, paper_worth
from goodpapers.scoring.model import (
    Fit,
    day_one,
    expected_worth,
    judging,
    scores_of,
    vote_terms,
)
from goodpapers.scoring.nodes import FloatArray
from goodpapers.scoring.parameters import Parameters

HIDDEN_PART: Final = 0.2
"""Of each reader's votes, the last ones; at least one of a reader with three."""
LEAST_VOTES: Final = 3
GROUPS, LEAST_GROUP = 10, 20
"""At most ten groups, each of at least twenty votes: a group tells nothing of single papers."""
PSEUDO_READERS: Final = 5.0
"""How many readers the Bayesian average's site-wide share counts for."""
HALF_WIDTH: Final = 10.0
MOST_VOTES: Final = 200
LOW, HIGH = 0.05, 0.95


@dataclass(frozen=True, slots=True)
class Group:
    """Hidden votes with like predictions."""

    said: float
    """Mean prediction, 0 to 1."""
    was: float
    """Share of yes."""
    n: int


@dataclass(frozen=True, slots=True)
class Check:
    """How the predictions came out."""

    n_votes: int
    """Votes with a judgement, hidden ones included."""
    n_hidden: int
    groups: tuple[Group, ...]
    """By rising prediction."""
    ece: float
    """Expected calibration error: mean gap of the groups, weighted by their votes."""
    log_loss: dict[str, float]
    """Mean of minus the log of the chance given to what was said, in nats, by method."""
    coverage: float
    """How often a paper's hidden votes lie within the central 90 % of what was predicted."""
    n_covered_of: int
    """Papers with two hidden votes or more, on which `coverage` rests."""
    votes_needed: int | None
    """Typical votes until a paper's interval is at most 10 points to each side; None: over 200."""


def check_model(evidence: Evidence, at: FloatArray, parameters: Parameters) -> Check:
    """Hide each reader's last votes by `at` (any rising time, (n_votes,)), and predict them.

    The model predicts the very vote, with what is known of its reader from the votes left; the
    others say one chance a paper, which is all that they can say.
    """
    hidden = last_votes(evidence.votes, at)
    rest = replace(evidence, votes=evidence.votes.take(~hidden))
    asked = evidence.votes.take(hidden)
    fit = fit_model(rest, parameters)
    worth = _worth(fit, rest)
    said = predict(fit, worth, asked)
    yes = asked.yes
    alone = scores_of(day_one(rest, parameters), replace(rest, votes=no_votes()))
    methods = {"ours": said, "panel alone": alone.score[asked.paper] / 100, **_plain(rest, asked)}
    groups = group(said, yes)
    coverage, n_papers = interval_coverage(fit, worth, asked)
    return Check(
        n_votes=judging(evidence.votes).paper.size,
        n_hidden=yes.size,
        groups=groups,
        ece=sum(abs(one.said - one.was) * one.n for one in groups) / max(yes.size, 1),
        log_loss={name: log_loss(chance, yes) for name, chance in methods.items()},
        coverage=coverage,
        n_covered_of=n_papers,
        votes_needed=votes_needed(fit),
    )


def last_votes(votes: Votes, at: FloatArray) -> BoolArray:
    """Which votes with a judgement are among the last of their reader, (n_votes,)."""
    judged = np.flatnonzero(~np.isnan(votes.yes))
    order = judged[np.lexsort((votes.paper[judged], at[judged], votes.reader[judged]))]
    reader = votes.reader[order]
    n = np.bincount(reader, minlength=int(reader.max(initial=-1)) + 1)
    ends = np.cumsum(n)
    from_end = ends[reader] - np.arange(order.size)  # 1 for a reader's last
    n_hidden = np.where(n >= LEAST_VOTES, np.maximum(1, HIDDEN_PART * n), 0)
    hidden = np.zeros(votes.paper.size, bool)
    hidden[order] = from_end <= n_hidden[reader]
    return hidden


def predict(fit: Fit, worth: Worth, asked: Votes) -> FloatArray:
    """The chance that each of these votes says yes, (n_votes,); its papers' worth is known so."""
    reader = asked.reader
    flat = 1 / np.sqrt(1 + np.pi / 8 * fit.leniency_variance[reader])
    shift = fit.leniency[reader] + fit.chosen * asked.chosen
    merit = expit(flat[:, None] * (worth.nodes[asked.paper] + shift[:, None]))  # (n_votes, 21)
    on_merit = (worth.mass[asked.paper] * merit).sum(axis=1)
    habit = (fit.n_yes[reader] + 1) / (fit.n_cast[reader] + 2)
    sure = fit.reliability[reader]
    return np.asarray(sure * on_merit + (1 - sure) * habit)


def group(said: FloatArray, yes: FloatArray) -> tuple[Group, ...]:
    """Votes in groups of equal size by prediction; none with fewer than twenty."""
    n_groups = min(GROUPS, said.size // LEAST_GROUP)
    if not n_groups:
        return ()
    parts = np.array_split(np.argsort(said, kind="stable"), n_groups)
    return tuple(
        Group(float(said[part].mean()), float(yes[part].mean()), part.size) for part in parts
    )


def log_loss(chance: FloatArray, yes: FloatArray) -> float:
    """Mean of minus the log of the chance given to what was said, in nats; NaN without votes."""
    chance = np.clip(chance, 0.01, 0.99)
    return float(-np.log(np.where(yes > 0, chance, 1 - chance)).mean()) if yes.size else np.nan


def interval_coverage(fit: Fit, worth: Worth, asked: Votes) -> tuple[float, int]:
    """How often papers' hidden votes lie within 90 % of what was predicted, and of how many papers.

    Of each paper with two hidden votes or more, the number of yes is compared with its predicted
    distribution: the part of its probability integral transform, spread evenly over the step of a
    count, that lies from 0.05 to 0.95 (Czado, Gneiting and Held, Biometrics 2009).
    """
    reader = asked.reader
    flat = 1 / np.sqrt(1 + np.pi / 8 * fit.leniency_variance[reader])
    shift = fit.leniency[reader] + fit.chosen * asked.chosen
    merit = expit(flat[:, None] * (worth.nodes[asked.paper] + shift[:, None]))
    habit = ((fit.n_yes[reader] + 1) / (fit.n_cast[reader] + 2))[:, None]
    sure = fit.reliability[reader][:, None]
    chance = sure * merit + (1 - sure) * habit  # (n_votes, 21)
    inside = []
    for rows in np.split(np.arange(reader.size), np.flatnonzero(np.diff(asked.paper)) + 1):
        if rows.size < 2:
            continue
        number = _numbers_of_yes(chance[rows]) @ worth.mass[asked.paper[rows[0]]]
        n_yes = int(asked.yes[rows].sum())
        below, up_to = number[:n_yes].sum(), number[: n_yes + 1].sum()
        overlap = max(min(up_to, HIGH) - max(below, LOW), 0.0)
        inside.append(overlap / max(up_to - below, 1e-12))
    return (float(np.mean(inside)) if inside else np.nan), len(inside)


def votes_needed(fit: Fit) -> int | None:
    """Votes of typical readers, six in ten yes, until the interval is 10 points to each side."""
    n = np.arange(1, MOST_VOTES + 1)
    paper = np.repeat(np.arange(n.size), n)
    turn = np.arange(paper.size) - np.repeat(np.cumsum(n) - n, n)
    nobody, given = np.zeros(paper.size, bool), np.ones(paper.size, bool)
    yes = (np.floor((turn + 1) * 0.6) > np.floor(turn * 0.6)).astype(float)
    reader, nowhere = np.arange(paper.size), np.full(paper.size, -1)
    votes = Votes(paper, reader, yes, np.zeros(turn.size), given, nobody, nobody, nobody, nowhere)
    flat = np.zeros(n.size, bool)
    evidence = Evidence(Papers(np.zeros(n.size), flat, flat), Readers(nobody), votes)
    typical = replace(
        day_one(evidence, fit.parameters),
        beta=fit.beta,
        tau=fit.tau,
        leniency_sd=fit.leniency_sd,
        yes_share=fit.yes_share,
    )
    scores = scores_of(typical, evidence)
    enough = np.flatnonzero((scores.high - scores.low) / 2 <= HALF_WIDTH)
    return int(n[enough[0]]) if enough.size else None


def _worth(fit: Fit, evidence: Evidence) -> Worth:
    return paper_worth(
        vote_terms(fit, evidence, fit.chosen), expected_worth(fit, evidence), fit.tau
    )


def _plain(rest: Evidence, asked: Votes) -> dict[str, FloatArray]:
    cast, n_papers = judging(rest.votes), rest.papers.merit.size
    n: IntArray = np.bincount(cast.paper, minlength=n_papers)
    yes = np.bincount(cast.paper, cast.yes, n_papers)
    middle = float(cast.yes.mean()) if cast.yes.size else 0.5
    share = np.where(n > 0, yes / np.maximum(n, 1), middle)
    average = (yes + PSEUDO_READERS * middle) / (n + PSEUDO_READERS)
    return {"plain share": share[asked.paper], "Bayesian average": average[asked.paper]}


def _numbers_of_yes(chance: FloatArray) -> FloatArray:
    """The distribution of the number of yes at each node, (n + 1, 21)."""
    number = np.zeros((len(chance) + 1, chance.shape[1]))
    number[0] = 1
    for each in chance:
        number[1:] = number[1:] * (1 - each) + number[:-1] * each
        number[0] *= 1 - each
    return number
