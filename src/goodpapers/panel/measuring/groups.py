"""One venue and year: papers and what the panel said of them, in arrays, to a report."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from goodpapers.domain.verdict import Strictness
from goodpapers.panel.measuring import baselines
from goodpapers.panel.measuring.folds import chance_of_acceptance
from goodpapers.panel.measuring.metrics import (
    Flags,
    Floats,
    auroc,
    calibration_error,
    distinct,
    share,
    spearman,
    top_precision,
)
from goodpapers.panel.measuring.report import GroupReport, Ranking
from goodpapers.panel.measuring.resampling import Figure, Resamples


@dataclass(frozen=True, slots=True)
class Papers:
    """What the peer reviews say of n papers."""

    accepted: Flags
    """(n_papers,)"""
    highlighted: Floats
    """(n_papers,): 1 for oral and spotlight, 0 for poster, NaN for neither."""
    rating: Floats
    """(n_papers,): mean rating, standardized within its file; NaN without ratings."""
    texts: Sequence[str]
    """What was judged."""
    fold: NDArray[np.int_]
    """(n_papers,): see `fold_numbers`."""


@dataclass(frozen=True, slots=True)
class Judged:
    """What a panel says of n papers; NaN where an answer is missing."""

    merit: Floats
    """(n_papers,)"""
    probability: Floats
    """(n_papers, n_personas)"""
    recommends: Floats
    """(n_papers, n_personas): 1 or 0."""
    strictness: Sequence[Strictness]
    """(n_personas,)"""


def measure_group(venue: str | None, year: int | None, papers: Papers, said: Judged) -> GroupReport:
    """Every figure of one venue and year, with intervals over the same resamples of its papers."""
    draws = Resamples(len(papers.accepted))
    return GroupReport(
        venue=venue,
        year=year,
        n=len(papers.accepted),
        ranking=_ranking(_Scores.same(said.merit), papers, draws),
        ece=_ece(papers, said.merit, draws),
        yes_rate={strictness: _yes_rate(said, strictness, draws) for strictness in Strictness},
        distinct=_distinct(said.merit),
        baselines={
            "length": _ranking(_Scores.same(baselines.length(papers.texts)), papers, draws),
            "tfidf": _ranking(_word_scores(papers), papers, draws),
            "mean_of_answers": _ranking(
                _Scores.same(baselines.mean_answer(said.probability)), papers, draws
            ),
        },
    )


@dataclass(frozen=True, slots=True)
class _Scores:
    """What ranks the papers for each question, (n_papers,) each; None where nothing can."""

    accept: Floats | None
    highlight: Floats | None
    rating: Floats | None

    @classmethod
    def same(cls, score: Floats) -> _Scores:
        return cls(score, score, score)


def _ranking(scores: _Scores, papers: Papers, draws: Resamples) -> Ranking:
    known, rated = ~np.isnan(papers.highlighted), ~np.isnan(papers.rating)
    accept, highlight, rating = scores.accept, scores.highlight, scores.rating
    return Ranking(
        auroc_accept=None if accept is None else draws.estimate(auroc(accept, papers.accepted)),
        auroc_highlight=None
        if highlight is None
        else draws.estimate(auroc(highlight[known], papers.highlighted[known] == 1), known),
        spearman_rating=None
        if rating is None
        else draws.estimate(spearman(rating[rated], papers.rating[rated]), rated),
        ap10=None if accept is None else draws.estimate(top_precision(accept, papers.accepted)),
    )


def _word_scores(papers: Papers) -> _Scores:
    """The word baseline learns each question by itself; of the ratings, who is above the median."""
    known, rated = ~np.isnan(papers.highlighted), ~np.isnan(papers.rating)
    middle = np.median(papers.rating[rated]) if rated.any() else 0.0
    everyone = np.ones(len(papers.accepted), dtype=bool)
    return _Scores(
        accept=_words(papers, papers.accepted, everyone),
        highlight=_words(papers, papers.highlighted == 1, known),
        rating=_words(papers, papers.rating > middle, rated),
    )


def _words(papers: Papers, positive: Flags, among: Flags) -> Floats | None:
    texts = [text for text, taken in zip(papers.texts, among, strict=True) if taken]
    chance = baselines.words(texts, positive[among], papers.fold[among])
    if chance is None:
        return None
    score = np.full(len(among), np.nan)
    score[among] = chance
    return score


def _ece(papers: Papers, merit: Floats, draws: Resamples) -> Figure | None:
    chance = chance_of_acceptance(merit, papers.accepted, papers.fold)
    if chance is None:
        return None
    return draws.estimate(calibration_error(chance, papers.accepted), centred=True)


def _yes_rate(said: Judged, strictness: Strictness, draws: Resamples) -> Figure | None:
    """Recommendations among the answers given, over all personas of one strictness."""
    mine = np.array([own == strictness for own in said.strictness], dtype=bool)
    answers = said.recommends[:, mine]  # (n_papers, n_of_this_strictness)
    given = (~np.isnan(answers)).sum(axis=1).astype(np.float64)
    return draws.estimate(share(np.nansum(answers, axis=1), given))


def _distinct(merit: Floats) -> Figure | None:
    """A count of these very papers: there is nothing to resample, so the interval is the count."""
    count = distinct(merit)
    return Figure(count, count, count, len(merit)) if count else None
