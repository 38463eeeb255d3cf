"""The model's own check, against counts by hand and a site whose votes are drawn from the model."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from scipy import stats
from tests.scoring.test_fit import _evidence

from goodpapers.scoring.check import (
    _numbers_of_yes,
    check_model,
    group,
    last_votes,
    log_loss,
    votes_needed,
)
from goodpapers.scoring.model import day_one, reader_equivalents, scores_of
from goodpapers.scoring.parameters import Parameters
from goodpapers.scoring.synthetic import simulate


def test_the_last_fifth_of_each_reader_is_hidden_and_one_of_three() -> None:
    # Reader 0 has ten votes, reader 1 three, reader 2 two.
    reader = [0] * 10 + [1] * 3 + [2] * 2
    evidence = _evidence(10, 3, [*range(10), 0, 1, 2, 0, 1], reader, [1.0] * 15)
    at = 10 - evidence.votes.paper.astype(float)  # the first papers were voted on last
    hidden = last_votes(evidence.votes, at)
    rows = zip(evidence.votes.reader[hidden], evidence.votes.paper[hidden], strict=True)
    assert sorted((int(r), int(p)) for r, p in rows) == [(0, 0), (0, 1), (1, 0)]


def test_groups_are_of_equal_size_and_never_of_fewer_than_twenty() -> None:
    said = np.linspace(0.1, 0.9, 45)
    groups = group(said, (said > 0.51).astype(float))
    assert [each.n for each in groups] == [23, 22]
    assert [each.was for each in groups] == [0.0, 1.0]
    assert group(said[:19], said[:19]) == ()


def test_log_loss_of_a_coin_is_the_log_of_two() -> None:
    assert log_loss(np.full(4, 0.5), np.array([1.0, 0, 1, 0])) == pytest.approx(np.log(2))


def test_the_number_of_yes_follows_the_binomial_where_chances_are_equal() -> None:
    number = _numbers_of_yes(np.full((7, 1), 0.3))[:, 0]
    assert number == pytest.approx(stats.binom.pmf(np.arange(8), 7, 0.3))


def test_hidden_votes_of_a_simulated_site_are_predicted_as_often_as_said() -> None:
    evidence = simulate(21, 600, 300, 6000).evidence
    at = np.random.default_rng(2).random(evidence.votes.paper.size)
    found = check_model(evidence, at, Parameters())
    assert found.n_hidden == sum(each.n for each in found.groups)
    assert found.ece < 0.06
    assert found.log_loss["ours"] == min(found.log_loss.values())
    assert 0.85 <= found.coverage <= 0.95


def test_a_check_of_too_few_votes_has_no_group() -> None:
    found = check_model(_evidence(2, 2, [0, 1], [0, 1], [1.0, 0.0]), np.zeros(2), Parameters())
    assert (found.n_hidden, found.groups, found.n_covered_of) == (0, (), 0)


def test_votes_needed_make_the_interval_ten_points_to_each_side() -> None:
    fit = day_one(simulate(3, 20, 10, 30).evidence, Parameters())
    needed = votes_needed(fit)
    assert needed is not None
    widths = []
    for n in (needed - 1, needed):
        yes = [float(np.floor((i + 1) * 0.6) > np.floor(i * 0.6)) for i in range(n)]
        evidence = _evidence(1, n, [0] * n, list(range(n)), yes)
        votes = replace(evidence.votes, assigned=np.ones(n, bool), chosen=np.zeros(n))
        scores = scores_of(
            replace(day_one(replace(evidence, votes=votes), Parameters()), yes_share=fit.yes_share),
            replace(evidence, votes=votes),
        )
        widths.append(float(scores.high[0] - scores.low[0]) / 2)
    assert widths[0] > 10 >= widths[1]


def test_a_full_vote_of_a_typical_reader_weighs_one_and_a_quarter_vote_a_quarter() -> None:
    evidence = _evidence(2, 2, [0, 1], [0, 1], [1.0, 1.0])
    votes = replace(
        evidence.votes,
        chosen=np.zeros(2),
        assigned=np.ones(2, bool),
        conflict=np.array([False, True]),
    )
    evidence = replace(evidence, votes=votes)
    start, readers = reader_equivalents(day_one(evidence, Parameters()), evidence)
    assert readers == pytest.approx([1, 0.25], abs=0.03)
    # 1/τ² = 1.235 over about 0.247 · 0.97² / (1 + π/8 · 0.64) = 0.187
    assert start == pytest.approx([6.6, 6.6], abs=0.4)
