"""The whole model: what it must never do, and how near it comes to a truth it does not know."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import integrate, stats
from scipy.special import expit
from scipy.stats import spearmanr

from goodpapers.scoring.evidence import Evidence, Papers, Readers, Votes, panel_alone
from goodpapers.scoring.fit import fit_model, score_papers
from goodpapers.scoring.model import Fit, Scores, day_one, scores_of, vote_terms
from goodpapers.scoring.parameters import Parameters
from goodpapers.scoring.synthetic import Habits, Site, simulate
from goodpapers.scoring.update import update_scores


@pytest.fixture(scope="module")
def site() -> Site:
    """300 papers, 150 readers, 2,000 votes."""
    return _small_site()[0]


def _evidence(
    n_papers: int, n_readers: int, paper: list[int], reader: list[int], yes: list[float]
) -> Evidence:
    order = np.lexsort((reader, paper))
    n = len(paper)
    nobody = np.zeros(n, bool)
    votes = Votes(
        paper=np.array(paper, np.int64)[order],
        reader=np.array(reader, np.int64)[order],
        yes=np.array(yes, float)[order],
        chosen=np.ones(n),
        assigned=nobody,
        peeked=nobody,
        conflict=nobody,
        own=nobody,
        institution=np.full(n, -1),
    )
    flat = np.zeros(n_papers)
    papers = Papers(flat, flat > 0, flat > 0)
    return Evidence(papers, Readers(np.ones(n_readers, bool)), votes)


def _take(evidence: Evidence, rows: np.ndarray) -> Evidence:
    return replace(evidence, votes=evidence.votes.take(rows))


def _sound(scores: Scores) -> bool:
    columns = (scores.low, scores.score, scores.high)
    return all(np.isfinite(column).all() for column in columns) and bool(
        np.all(
            (scores.low >= 0)
            & (scores.low <= scores.score)
            & (scores.score <= scores.high)
            & (scores.high <= 100)
        )
    )


@pytest.mark.parametrize(
    ("merit", "spotlight", "oral"), [(-1.7, False, False), (0.4, True, False), (2.1, False, True)]
)
def test_without_votes_the_score_is_the_integral_of_the_formula(
    merit: float, spotlight: bool, oral: bool
) -> None:
    scores, _ = score_papers(
        panel_alone(*(np.array([value]) for value in (merit, spotlight, oral)))
    )
    mean = 0.2 + 0.9 * 0.25 / np.sqrt(1 - 0.25**2) * merit + 0.25 * spotlight + 0.45 * oral

    def percent(worth: float) -> float:
        return float(100 * (0.97 * expit(worth / np.sqrt(1 + np.pi / 8 * 0.8**2)) + 0.03 * 0.6))

    curve = stats.norm(mean, 0.9)
    whole, _error = integrate.quad(lambda x: percent(x) * curve.pdf(x), mean - 9, mean + 9)
    assert scores.score[0] == pytest.approx(whole, abs=1e-4)
    assert scores.low[0] == pytest.approx(percent(curve.ppf(0.05)), abs=2e-3)
    assert scores.high[0] == pytest.approx(percent(curve.ppf(0.95)), abs=2e-3)


def test_on_day_one_ninety_in_a_hundred_papers_lie_between_46_and_63() -> None:
    rng = np.random.default_rng(3)
    track = rng.random(20_000)
    evidence = panel_alone(rng.normal(size=20_000), (track > 0.05) & (track < 0.2), track < 0.05)
    scores, _ = score_papers(evidence)
    assert np.quantile(scores.score, [0.05, 0.95]) == pytest.approx([46.5, 63], abs=1)
    assert [scores.low.mean(), scores.high.mean()] == pytest.approx([25.5, 82], abs=1.5)


def test_a_simulated_site_is_recovered_and_its_intervals_hold() -> None:
    site = simulate(11, 600, 300, 4000)
    scores, _ = score_papers(site.evidence)
    assert spearmanr(scores.score, site.share).statistic > 0.55
    assert np.sqrt(np.mean((scores.score / 100 - site.share) ** 2)) < 0.14
    inside = (scores.low <= 100 * site.share) & (100 * site.share <= scores.high)
    assert 0.87 <= inside.mean() <= 0.98


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 1999))
def test_a_vote_turned_from_no_to_yes_never_lowers_its_paper(row: int) -> None:
    site, fit = _small_site()
    evidence = site.evidence
    low, high = (
        replace(evidence, votes=replace(evidence.votes, yes=_with(evidence.votes.yes, row, value)))
        for value in (0.0, 1.0)
    )
    paper = evidence.votes.paper[row]
    scores = [update_scores(fit, evidence.votes, each).score[paper] for each in (low, high)]
    assert scores[0] <= scores[1] + 1e-9


@cache
def _small_site() -> tuple[Site, Fit]:
    site = simulate(7, 300, 150, 2000)
    return site, fit_model(site.evidence, Parameters())


def _with(values: np.ndarray, row: int, value: float) -> np.ndarray:
    changed = values.copy()
    changed[row] = value
    return changed


def test_renaming_papers_and_readers_changes_nothing(site: Site) -> None:
    rng = np.random.default_rng(5)
    evidence = site.evidence
    n_papers, n_readers = evidence.papers.merit.size, evidence.readers.known.size
    new_paper, new_reader = rng.permutation(n_papers), rng.permutation(n_readers)
    votes = replace(
        evidence.votes,
        paper=new_paper[evidence.votes.paper],
        reader=new_reader[evidence.votes.reader],
    )
    votes = votes.take(np.lexsort((votes.reader, votes.paper)))
    old_paper, old_reader = np.argsort(new_paper), np.argsort(new_reader)
    papers = Papers(*(getattr(evidence.papers, name)[old_paper] for name in Papers.__slots__))
    renamed = replace(
        evidence, papers=papers, readers=Readers(evidence.readers.known[old_reader]), votes=votes
    )
    one, _ = score_papers(evidence)
    two, _ = score_papers(renamed)
    for name in Scores.__slots__:
        assert getattr(two, name)[new_paper] == pytest.approx(getattr(one, name), abs=1e-6)


def test_a_withdrawn_vote_leaves_no_trace(site: Site) -> None:
    evidence = site.evidence
    rest = _take(evidence, np.arange(2000) != 17)
    direct, fit = score_papers(rest)
    score_papers(evidence)
    again, _ = score_papers(rest)
    assert again.score.tolist() == direct.score.tolist()
    # Between fits: the vote comes and goes.
    updated = update_scores(fit, rest.votes, rest)
    assert updated.score == pytest.approx(direct.score, abs=1e-12)


def test_reading_without_a_judgement_is_no_vote_but_counts_as_chosen() -> None:
    read = _evidence(3, 4, [0, 0, 1, 1], [0, 1, 2, 3], [np.nan, np.nan, 1.0, 0.0])
    scores, fit = score_papers(read)
    assert fit.n_cast.tolist() == [0, 0, 1, 1]
    assert _sound(scores)


@pytest.mark.parametrize("yes", [0.0, 1.0])
@pytest.mark.parametrize(
    ("n_papers", "n_readers", "pairs"),
    [
        (1, 1, [(0, 0)]),
        (1, 10_000, [(0, reader) for reader in range(10_000)]),
        (500, 1, [(paper, 0) for paper in range(500)]),
        (20, 20, [(paper, reader) for paper in range(20) for reader in range(20)]),
        (5, 2, [(1, 0)]),
    ],
)
def test_extreme_sites_give_finite_ordered_scores(
    yes: float, n_papers: int, n_readers: int, pairs: list[tuple[int, int]]
) -> None:
    paper, reader = ([pair[k] for pair in pairs] for k in (0, 1))
    evidence = _evidence(n_papers, n_readers, paper, reader, [yes] * len(pairs))
    for each in (evidence, replace(evidence, caps_by_standing=False)):
        scores, _ = score_papers(each)
        assert _sound(scores)


def test_ten_thousand_votes_settle_a_paper() -> None:
    yes = [1.0] * 7000 + [0.0] * 3000
    evidence = _evidence(1, 10_000, [0] * 10_000, list(range(10_000)), yes)
    free = replace(
        evidence,
        caps_by_standing=False,
        votes=replace(evidence.votes, chosen=np.zeros(10_000), assigned=np.ones(10_000, bool)),
    )
    scores, _ = score_papers(free)
    assert scores.score[0] == pytest.approx(70, abs=3)
    assert scores.high[0] - scores.low[0] < 8


def test_an_empty_site_gives_no_scores() -> None:
    scores, _ = score_papers(_evidence(0, 0, [], [], []))
    assert scores.score.size == 0


@settings(max_examples=30, deadline=None)
@given(
    st.lists(
        st.tuples(st.integers(0, 5), st.integers(0, 7), st.sampled_from([0.0, 1.0, np.nan])),
        max_size=40,
        unique_by=lambda vote: vote[:2],
    )
)
def test_any_small_site_gives_finite_ordered_scores(votes: list[tuple[int, int, float]]) -> None:
    paper, reader, yes = ([vote[k] for vote in votes] for k in range(3))
    scores, _ = score_papers(_evidence(6, 8, paper, reader, yes))
    assert _sound(scores)


def test_the_fit_has_come_to_rest_after_twenty_sweeps(site: Site) -> None:
    short = fit_model(site.evidence, Parameters())
    long = fit_model(site.evidence, Parameters(), sweeps=100)
    one, two = (scores_of(fit, site.evidence).score for fit in (short, long))
    assert np.abs(one - two).max() < 1.5


def test_without_assigned_votes_the_interval_says_what_is_not_known() -> None:
    given_some = simulate(9, 300, 150, 2000, Habits(assigned=0.3))
    none = replace(
        given_some.evidence,
        votes=given_some.evidence.votes.take(~given_some.evidence.votes.assigned),
    )
    scores, fit = score_papers(none)
    assert not fit.calibrated
    certain = scores_of(replace(fit, calibrated=True), none)
    assert np.all(scores.high - scores.low >= certain.high - certain.low - 1e-6)
    assert (scores.high - scores.low).mean() > (certain.high - certain.low).mean() + 0.2


def test_a_reader_new_to_the_fit_moves_a_score_about_as_a_new_fit_would(site: Site) -> None:
    evidence = site.evidence
    old = np.flatnonzero(evidence.votes.reader != 149)
    fit = fit_model(
        replace(
            evidence,
            readers=Readers(evidence.readers.known[:149]),
            votes=evidence.votes.take(old),
        ),
        Parameters(),
    )
    updated = update_scores(fit, evidence.votes.take(old), evidence).score
    full = score_papers(evidence)[0].score
    assert np.abs(updated - full).max() < 3


def test_a_vote_not_on_merit_follows_the_readers_other_votes() -> None:
    evidence = _evidence(3, 1, [0, 1, 2], [0, 0, 0], [1.0, 1.0, 0.0])
    terms = vote_terms(day_one(evidence, Parameters()), evidence, 0.8)
    # q = (yes + 1)/(n + 2) of the other two: one yes of two is 2/4; two of two is 3/4, so no is 1/4
    assert terms.otherwise.tolist() == [0.5, 0.5, 0.25]


def test_leniency_known_from_one_vote_alone_does_not_explain_that_vote_away() -> None:
    evidence = _evidence(2, 2, [0, 0, 1], [0, 1, 1], [1.0, 1.0, 0.0])
    fit = replace(day_one(evidence, Parameters()), leniency=np.array([0.7, 0.4]))
    assert vote_terms(fit, evidence, 0.8).shift == pytest.approx([0.8, 1.2, 1.2])


@pytest.mark.parametrize(("share", "low", "high"), [(0.5, 0.9, 0.9), (1.0, 1.2, 2.0)])
def test_a_site_of_split_papers_shows_a_wider_spread_within_the_floor_and_the_limit(
    share: float, low: float, high: float
) -> None:
    # 300 papers, six lone readers each; all say the same of a paper, or half of them each way.
    pairs = [(paper, 6 * paper + k) for paper in range(300) for k in range(6)]
    yes = [
        float(k < 6 * share) if paper % 2 else float(k >= 6 * share)
        for paper in range(300)
        for k in range(6)
    ]
    evidence = _evidence(300, 1800, [p for p, _ in pairs], [r for _, r in pairs], yes)
    assert low <= fit_model(evidence, Parameters()).tau <= high
