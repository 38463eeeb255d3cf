"""What a panel must beat: length, words with a logistic regression, the mean of its own answers."""

from __future__ import annotations

import warnings
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from scipy.stats import rankdata

from goodpapers.panel.measuring.folds import forecast
from goodpapers.panel.measuring.metrics import Flags, Floats


def length(texts: Sequence[str]) -> Floats:
    """Characters of title and abstract as judged, (n_papers,): longer counts as better."""
    return np.array([len(text) for text in texts], dtype=np.float64)


def mean_answer(answers: Floats) -> Floats:
    """The mean of the answers that each paper got, (n_papers,); 0.5 for a paper that got none.

    ``answers`` is (n_papers, n_personas), NaN where missing.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)  # "mean of empty slice"
        mean: Floats = np.nanmean(answers, axis=1)
    return np.where(np.isnan(mean), 0.5, mean)


def words(texts: Sequence[str], positive: Flags, fold: NDArray[np.int_]) -> Floats | None:
    """Place by a logistic regression on TF-IDF of words and pairs, out of fold: (n_papers,).

    Vocabulary, weights and coefficients all come from the other folds. A place is counted within
    the paper's own fold, 0 to 1, since forecasts of different fits do not share a level. None where
    the other folds have one class only, or no word twice.
    """
    from sklearn.feature_extraction.text import TfidfVectorizer
    from sklearn.linear_model import LogisticRegression
    from sklearn.pipeline import make_pipeline

    model = make_pipeline(
        TfidfVectorizer(ngram_range=(1, 2), min_df=2, sublinear_tf=True, max_features=50_000),
        LogisticRegression(C=1.0, max_iter=200),
    )
    try:
        chance = forecast(model, np.array(texts, dtype=object), positive, fold)
    except ValueError:  # an empty vocabulary: a handful of papers
        return None
    return None if chance is None else places_within(chance, fold)


def places_within(score: Floats, fold: NDArray[np.int_]) -> Floats:
    """The place of each paper in its fold, in (0, 1); equal scores share it: (n_papers,)."""
    place = np.zeros(len(score))
    for number in np.unique(fold):
        own = fold == number
        place[own] = (rankdata(score[own]) - 0.5) / own.sum()
    return place
