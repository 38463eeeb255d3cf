"""One venue and year, measured whole, on papers whose worth we made."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from scipy.stats import spearmanr
from sklearn.metrics import roc_auc_score

from goodpapers.domain.verdict import Strictness
from goodpapers.panel.measuring.baselines import places_within
from goodpapers.panel.measuring.folds import chance_of_acceptance, forecast
from goodpapers.panel.measuring.groups import Judged, Papers, measure_group
from goodpapers.panel.measuring.report import GroupReport

STRICTNESS = [Strictness.LENIENT, Strictness.MEDIUM, Strictness.MEDIUM, Strictness.STRICT]


def made(n: int = 600, seed: int = 1) -> tuple[Papers, Judged]:
    """Papers with a worth; the panel sees half of it, and one word of the text tells it all."""
    rng = np.random.default_rng(seed)
    worth = rng.normal(size=n)
    accepted = worth + rng.normal(size=n) > 0
    highlighted = np.where(accepted, (worth > 1).astype(float), np.nan)
    texts = [
        f"{'good' if w > 0 else 'dull'} work of {'many words ' * (i % 3)}"
        for i, w in enumerate(worth)
    ]
    papers = Papers(
        accepted, highlighted, np.where(worth > -1, worth, np.nan), texts, rng.integers(0, 5, n)
    )
    merit = worth + rng.normal(size=n)
    probability = 1 / (1 + np.exp(-(merit[:, None] + rng.normal(size=(n, 4)))))
    recommends = (probability > [0.2, 0.5, 0.5, 0.8]).astype(float)
    return papers, Judged(merit, probability, recommends, STRICTNESS)


@pytest.fixture(scope="module")
def report() -> GroupReport:
    return measure_group("ICLR", 2024, *made())


def test_the_panel_s_figures_are_those_of_the_standard_libraries(report: GroupReport) -> None:
    papers, said = made()
    ranking = report.ranking
    known, rated = ~np.isnan(papers.highlighted), ~np.isnan(papers.rating)
    assert ranking.auroc_accept
    assert ranking.auroc_accept.value == pytest.approx(roc_auc_score(papers.accepted, said.merit))
    assert ranking.auroc_highlight
    expected = roc_auc_score(papers.highlighted[known], said.merit[known])
    assert ranking.auroc_highlight.value == pytest.approx(expected)
    assert ranking.spearman_rating
    expected = spearmanr(said.merit[rated], papers.rating[rated]).statistic
    assert ranking.spearman_rating.value == pytest.approx(expected)
    assert ranking.ap10
    assert ranking.ap10.value == papers.accepted[np.argsort(-said.merit)[:60]].mean()


def test_every_figure_says_on_how_many_papers_it_rests(report: GroupReport) -> None:
    papers, _ = made()
    assert report.n == 600
    assert report.ranking.auroc_highlight
    assert report.ranking.auroc_highlight.n == int(papers.accepted.sum())
    assert report.ranking.spearman_rating
    assert report.ranking.spearman_rating.n == int((~np.isnan(papers.rating)).sum())


def test_every_interval_holds_its_value(report: GroupReport) -> None:
    figures = [report.ece, report.distinct, *report.yes_rate.values()]
    for ranking in (report.ranking, *report.baselines.values()):
        figures += [ranking.auroc_accept, ranking.auroc_highlight, ranking.spearman_rating]
    for figure in figures:
        assert figure
        assert figure.low <= figure.value <= figure.high


def test_yes_rates_are_counted_over_the_answers_of_each_strictness(report: GroupReport) -> None:
    _, said = made()
    medium = report.yes_rate[Strictness.MEDIUM]
    assert medium
    assert medium.value == pytest.approx(said.recommends[:, 1:3].mean())


def test_a_missing_answer_is_neither_yes_nor_no() -> None:
    papers, said = made(40)
    recommends = said.recommends.copy()
    recommends[:, 0] = np.nan
    recommends[:30, 3] = np.nan
    group = measure_group("X", 1, papers, replace(said, recommends=recommends))
    assert group.yes_rate[Strictness.LENIENT] is None
    strict = group.yes_rate[Strictness.STRICT]
    assert strict
    assert strict.value == pytest.approx(said.recommends[30:, 3].mean())


def test_the_word_baseline_finds_the_word_that_tells_and_length_counts_letters(
    report: GroupReport,
) -> None:
    words, length = report.baselines["tfidf"], report.baselines["length"]
    papers, _ = made()
    assert words.auroc_accept
    assert words.auroc_accept.value > 0.7  # the word's own AUROC is about 0.75
    assert length.auroc_accept
    letters = [len(text) for text in papers.texts]
    assert length.auroc_accept.value == pytest.approx(roc_auc_score(papers.accepted, letters))


def test_the_word_baseline_never_sees_the_paper_it_forecasts() -> None:
    # each text is one word of its own: nothing can be learned, in-sample it would be 1.0
    papers, said = made(200)
    own = replace(papers, texts=[f"w{i:04d} same" for i in range(200)])
    words = measure_group("X", 1, own, said).baselines["tfidf"]
    assert words.auroc_accept
    assert words.auroc_accept.value < 0.6


def test_a_file_of_one_class_has_no_figure_that_needs_two() -> None:
    papers, said = made(50)
    accepted = replace(papers, accepted=np.ones(50, dtype=bool), highlighted=np.ones(50))
    group = measure_group("ICML", 2018, accepted, said)
    for ranking in (group.ranking, *group.baselines.values()):
        assert (ranking.auroc_accept, ranking.auroc_highlight, ranking.ap10) == (None,) * 3
    assert group.ece is None
    assert group.ranking.spearman_rating is not None


def test_nobody_left_to_measure_is_a_group_of_nulls() -> None:
    papers, said = made(1)
    nobody = Papers(
        papers.accepted[:0], papers.highlighted[:0], papers.rating[:0], [], papers.fold[:0]
    )
    empty = Judged(said.merit[:0], said.probability[:0], said.recommends[:0], STRICTNESS)
    told = measure_group("ICLR", 2025, nobody, empty).as_json()
    assert (told["n"], told["auroc_accept"], told["ece"], told["distinct"]) == (0, None, None, None)
    assert told["yes_rate"] == {"lenient": None, "medium": None, "strict": None}


def test_the_json_has_the_agreed_names_and_no_others(report: GroupReport) -> None:
    told = report.as_json()
    assert list(told) == [
        "venue", "year", "n", "auroc_accept", "auroc_highlight", "spearman_rating", "ap10",
        "ece", "yes_rate", "distinct", "baselines",
    ]  # fmt: skip
    assert list(told["ece"]) == ["value", "low", "high", "n"]  # type: ignore[call-overload]


def test_the_chance_of_acceptance_meets_the_rate_and_the_slope_of_the_venue() -> None:
    rng = np.random.default_rng(5)
    merit = rng.normal(size=20_000)
    true_chance = 1 / (1 + np.exp(-(0.6 * merit - 1)))
    accepted = rng.random(20_000) < true_chance
    chance = chance_of_acceptance(merit, accepted, rng.integers(0, 5, 20_000))
    assert chance is not None
    assert np.abs(chance - true_chance).max() < 0.03


def test_a_forecast_is_refused_where_some_fold_leaves_one_class() -> None:
    positive = np.array([True, True, False, False])
    assert chance_of_acceptance(np.arange(4.0), positive, np.array([0, 0, 1, 1])) is None


def test_a_forecast_of_a_fold_comes_from_a_fit_on_the_others() -> None:
    class Remembers:
        def fit(self, given: np.ndarray, positive: np.ndarray) -> None:
            self.seen = set(given[:, 0])

        def predict_proba(self, given: np.ndarray) -> np.ndarray:
            known = np.array([value in self.seen for value in given[:, 0]], dtype=float)
            return np.stack([1 - known, known], axis=1)

    chance = forecast(
        Remembers(), np.arange(10.0)[:, None], np.arange(10) % 2 == 0, np.arange(10) // 2
    )
    assert chance is not None
    assert chance.tolist() == [0.0] * 10


def test_places_are_counted_within_the_fold_because_fits_do_not_share_a_level() -> None:
    score = np.array([0.1, 0.2, 0.8, 0.9, 0.9])
    places = places_within(score, np.array([0, 0, 1, 1, 1]))
    assert places.tolist() == [0.25, 0.75, 1 / 6, 2 / 3, 2 / 3]
