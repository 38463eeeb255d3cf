"""Fit on four fifths, forecast the fifth: the only way a baseline or a chance is made here."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from goodpapers.panel.measuring.metrics import Flags, Floats

FOLDS = 5

Rows = Floats | NDArray[np.object_]
"""One row a paper: numbers (n_papers, n_numbers), or texts (n_papers,)."""


def fold_numbers(marks: Sequence[str], folds: int = FOLDS) -> NDArray[np.int_]:
    """The fold of each paper, from 0, by the mark of its title (hexadecimal): (n_papers,).

    The same title is in the same fold wherever it appears, whatever else is measured.
    """
    return np.array([int(mark[:8], 16) % folds for mark in marks], dtype=int)


class Classifier(Protocol):
    """What is used of a classifier of scikit-learn."""

    def fit(self, given: Rows, positive: Flags, /) -> object:
        """Learn from one row a paper which are positive; what comes back is not used."""
        ...

    def predict_proba(self, given: Rows, /) -> Floats:
        """Chances of not being and of being positive, (n_papers, 2)."""
        ...


def forecast(
    model: Classifier, given: Rows, positive: Flags, fold: NDArray[np.int_]
) -> Floats | None:
    """Each paper's chance of being positive from a fit on the papers of the other folds.

    ``model`` is refitted for each fold; ``given`` is what it reads, one row a paper. Returns
    (n_papers,), or None where the rest of some fold has one class only: nothing can be fitted.
    """
    chance = np.zeros(len(positive))
    for number in np.unique(fold):
        held = fold == number
        if len(np.unique(positive[~held])) < 2:
            return None
        model.fit(given[~held], positive[~held])
        chance[held] = model.predict_proba(given[held])[:, 1]
    return chance


def chance_of_acceptance(merit: Floats, accepted: Flags, fold: NDArray[np.int_]) -> Floats | None:
    """Merit turned into a chance by a logistic curve fitted on the other folds (Platt 1999).

    A panel cannot know how many papers a venue takes; that rate comes from the other folds. Returns
    (n_papers,), or None where some fold leaves one class only.
    """
    from sklearn.linear_model import LogisticRegression

    return forecast(LogisticRegression(C=1e6), merit[:, None], accepted, fold)
