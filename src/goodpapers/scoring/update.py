"""A paper's score right after a vote, without a new fit."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from goodpapers.scoring.evidence import Evidence, IntArray, Votes
from goodpapers.scoring.model import Fit, Scores, scores_of
from goodpapers.scoring.nodes import FloatArray

Said = tuple[IntArray, FloatArray]
"""Rows of readers, and what they said: 1 worth reading, 0 not for me, NaN without a judgement."""


def update_scores(fit: Fit, before: Votes, evidence: Evidence) -> Scores:
    """The scores of the papers of `evidence` by the votes on them now, readers being as in `fit`.

    `evidence` holds these papers and all votes on each; readers that the fit does not know come
    after those that it knows and start as anyone does. `before` are the votes on these papers that
    the fit was made from. The answer depends on nothing else, so it is the same in every process
    and whatever came in between.
    """
    now = evidence.votes
    said = (before.reader, before.yes), (now.reader, now.yes)
    return scores_of(grown_fit(fit, *said, n_readers=evidence.readers.known.size), evidence)


def grown_fit(fit: Fit, before: Said, now: Said, *, n_readers: int) -> Fit:
    """The fit with readers who came since, and votes counted as they stand now.

    `before` and `now` are what was said on the papers at hand when the fit was made, and today.
    """
    n_new = n_readers - fit.leniency.size
    (cast, yes), (was_cast, was_yes) = (_counts(said, n_readers) for said in (now, before))
    return replace(
        fit,
        leniency=_longer(fit.leniency, n_new, 0.0),
        leniency_variance=_longer(fit.leniency_variance, n_new, fit.leniency_sd**2),
        reliability=_longer(fit.reliability, n_new, fit.parameters.reliable),
        proven=np.append(fit.proven, np.zeros(n_new, bool)),
        n_cast=_longer(fit.n_cast, n_new, 0.0) - was_cast + cast,
        n_yes=_longer(fit.n_yes, n_new, 0.0) - was_yes + yes,
    )


def _longer(values: FloatArray, n_new: int, start: float) -> FloatArray:
    return np.append(values, np.full(n_new, start))


def _counts(said: Said, n_readers: int) -> tuple[FloatArray, FloatArray]:
    """How many votes with a judgement each reader cast, and how many yes, each (n_readers,)."""
    judged = ~np.isnan(said[1])
    reader, yes = said[0][judged], said[1][judged]
    n = np.bincount(reader, minlength=n_readers).astype(float)
    return n, np.bincount(reader, yes, n_readers).astype(float)
