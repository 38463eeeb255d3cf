"""A paper's score right after a vote, without a new fit."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from goodpapers.scoring.evidence import Evidence, Votes
from goodpapers.scoring.model import Fit, Scores, judging, scores_of
from goodpapers.scoring.nodes import FloatArray


def update_scores(fit: Fit, before: Votes, evidence: Evidence) -> Scores:
    """The scores of the papers of `evidence` by the votes on them now, readers being as in `fit`.

    `evidence` holds these papers and all votes on each; readers that the fit does not know come
    after those that it knows and start as anyone does. `before` are the votes on these papers that
    the fit was made from. The answer depends on nothing else, so it is the same in every process
    and whatever came in between.
    """
    n_new = evidence.readers.known.size - fit.leniency.size
    cast, yes = _counts(evidence.votes, evidence)
    was_cast, was_yes = _counts(before, evidence)
    grown = replace(
        fit,
        leniency=_longer(fit.leniency, n_new, 0.0),
        leniency_variance=_longer(fit.leniency_variance, n_new, fit.leniency_sd**2),
        reliability=_longer(fit.reliability, n_new, fit.parameters.reliable),
        proven=np.append(fit.proven, np.zeros(n_new, bool)),
        n_cast=_longer(fit.n_cast, n_new, 0.0) - was_cast + cast,
        n_yes=_longer(fit.n_yes, n_new, 0.0) - was_yes + yes,
    )
    return scores_of(grown, evidence)


def _longer(values: FloatArray, n_new: int, start: float) -> FloatArray:
    return np.append(values, np.full(n_new, start))


def _counts(votes: Votes, evidence: Evidence) -> tuple[FloatArray, FloatArray]:
    """How many votes with a judgement each reader cast, and how many yes, each (n_readers,)."""
    cast, n_readers = judging(votes), evidence.readers.known.size
    n = np.bincount(cast.reader, minlength=n_readers).astype(float)
    return n, np.bincount(cast.reader, cast.yes, n_readers).astype(float)
