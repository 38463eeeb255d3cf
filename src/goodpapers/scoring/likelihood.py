"""What votes say of a paper's worth, and what a paper's other votes say of each vote.

P(yes) = r·σ(worth + leniency + δ·chosen) + (1 − r)·q: a reader votes on merit with chance r, and
otherwise says yes with chance q whatever the paper is (the Rasch model of 1960 with contamination).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from scipy.special import expit

from goodpapers.scoring.evidence import IntArray
from goodpapers.scoring.nodes import FloatArray, normalize, place_nodes

TOP_STEPS: Final = 6
PART: Final = 8_192
"""About how many votes are worked on at once: few enough for the processor's cache."""


@dataclass(frozen=True, slots=True)
class Terms:
    """The judging votes with all that the model says of their readers; all (n_votes,)."""

    paper: IntArray
    """Row of the paper, rising."""
    sign: FloatArray
    """Positive for yes, negative for no; below 1 in size where the reader is little known."""
    shift: FloatArray
    """Leniency and the liking that comes with choosing, in logits."""
    sure: FloatArray
    """r: chance that the reader votes on merit."""
    otherwise: FloatArray
    """Chance of this very vote if not on merit."""
    weight: FloatArray
    """0 to 1."""


@dataclass(frozen=True, slots=True)
class Worth:
    """What is known of each paper's worth, as a curve."""

    nodes: FloatArray
    """(n_papers, 21), logits."""
    mass: FloatArray
    """(n_papers, 21), rows sum to 1."""
    mean: FloatArray
    """(n_papers,), logits."""
    variance: FloatArray
    """(n_papers,), logits squared."""


@dataclass(frozen=True, slots=True)
class Heard:
    """What panel and all other readers say of each vote, if it is cast on merit; (n_votes,)."""

    chance: FloatArray
    """Of this very vote."""
    slope: FloatArray
    """How fast that chance grows with the reader's leniency, one a logit."""


def paper_worth(terms: Terms, expected: FloatArray, tau: float) -> Worth:
    """What is known of each paper.

    `expected` is (n_papers,), the worth before any vote, in logits; `tau` the spread around it.
    """
    nodes = place_nodes(*find_top(terms, expected, tau))  # (n_papers, 21)
    return _worth(nodes, _said(terms, _on_merit(terms, nodes)), terms.paper, expected, tau)


def hear_papers(
    terms: Terms, expected: FloatArray, tau: float
) -> tuple[FloatArray, FloatArray, Heard]:
    """Mean and variance of each paper's worth, (n_papers,), and what it says of each of its votes.

    Works through the papers part by part, so that memory does not grow with the site.
    """
    mean, variance = expected.copy(), np.full(expected.size, tau**2)
    chance, slope = np.empty(terms.paper.size), np.empty(terms.paper.size)
    for papers, votes in _parts(terms.paper, expected.size):
        part = _part(terms, papers, votes)
        nodes = place_nodes(*find_top(part, expected[papers], tau))  # (n_papers, 21)
        merit = _on_merit(part, nodes)
        said = _said(part, merit)
        worth = _worth(nodes, said, part.paper, expected[papers], tau)
        without = worth.mass[part.paper] * np.exp(-said)  # (n_votes, 21)
        without /= without.sum(axis=1, keepdims=True)
        mean[papers], variance[papers] = worth.mean, worth.variance
        chance[votes] = np.einsum("ij,ij->i", without, merit)
        slope[votes] = part.sign * np.einsum("ij,ij->i", without, merit * (1 - merit))
    return mean, variance, Heard(chance, slope)


def find_top(terms: Terms, expected: FloatArray, tau: float) -> tuple[FloatArray, FloatArray]:
    """The likeliest worth of each paper and the spread around it, each (n_papers,), in logits.

    Fisher's scoring from the expectation: its curvature is never negative, so no step runs away.
    """
    top, n_papers = expected, expected.size
    precision = np.full(n_papers, tau**-2)
    for _ in range(TOP_STEPS if terms.paper.size else 0):
        merit = expit(terms.sign * (top[terms.paper] + terms.shift))  # (n_votes,)
        chance = terms.sure * merit + (1 - terms.sure) * terms.otherwise
        change = terms.sign * terms.sure * merit * (1 - merit)
        pull = np.bincount(terms.paper, terms.weight * change / chance, n_papers)
        known = terms.weight * change**2 / np.maximum(chance * (1 - chance), 1e-12)
        precision = tau**-2 + np.bincount(terms.paper, known, n_papers)
        top = top + np.clip((pull - (top - expected) / tau**2) / precision, -2.0, 2.0)
    return top, precision**-0.5


def information(terms: Terms, worth: FloatArray) -> FloatArray:
    """Fisher's information in each paper's votes at that `worth`, (n_papers,), one a logit²."""
    merit = expit(terms.sign * (worth[terms.paper] + terms.shift))  # (n_votes,)
    chance = terms.sure * merit + (1 - terms.sure) * terms.otherwise
    change = terms.sign * terms.sure * merit * (1 - merit)
    known = terms.weight * change**2 / np.maximum(chance * (1 - chance), 1e-12)
    return np.asarray(np.bincount(terms.paper, known, worth.size), float)


def _on_merit(terms: Terms, nodes: FloatArray) -> FloatArray:
    """The chance of each vote at its paper's nodes, if cast on merit, (n_votes, 21)."""
    return np.asarray(expit(terms.sign[:, None] * (nodes[terms.paper] + terms.shift[:, None])))


def _said(terms: Terms, merit: FloatArray) -> FloatArray:
    """The weighted log chance of each vote at its paper's nodes, (n_votes, 21)."""
    chance = terms.sure[:, None] * merit + ((1 - terms.sure) * terms.otherwise)[:, None]
    return np.asarray(terms.weight[:, None] * np.log(chance))


def _worth(
    nodes: FloatArray, said: FloatArray, paper: IntArray, expected: FloatArray, tau: float
) -> Worth:
    height = -0.5 * ((nodes - expected[:, None]) / tau) ** 2  # (n_papers, 21)
    if paper.size:
        first = np.flatnonzero(np.diff(paper, prepend=-1))
        height[paper[first]] += np.add.reduceat(said, first, axis=0)
    mass = normalize(height)
    mean = (mass * nodes).sum(axis=1)
    variance = (mass * (nodes - mean[:, None]) ** 2).sum(axis=1)
    return Worth(nodes, mass, mean, variance)


def _part(terms: Terms, papers: slice, votes: slice) -> Terms:
    part = Terms(*(getattr(terms, name)[votes] for name in Terms.__slots__))
    return replace(part, paper=part.paper - papers.start)


def _parts(paper: IntArray, n_papers: int) -> Iterator[tuple[slice, slice]]:
    """Runs of whole papers that hold about `PART` votes, and the runs of their votes."""
    ends = np.searchsorted(paper, np.arange(n_papers), side="right")  # votes up to each paper
    begin = voted = 0
    while voted < paper.size:
        end = min(int(np.searchsorted(ends, voted + PART)) + 1, n_papers)
        yield slice(begin, end), slice(voted, int(ends[end - 1]))
        begin, voted = end, int(ends[end - 1])
