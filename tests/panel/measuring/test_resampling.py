"""Intervals: where theory knows them, and at the edges."""

from __future__ import annotations

import numpy as np
import pytest

from goodpapers.panel.measuring.metrics import auroc, calibration_error, share
from goodpapers.panel.measuring.resampling import Figure, Resamples


def test_the_interval_of_a_rate_is_that_of_the_binomial_distribution() -> None:
    said_yes = (np.arange(400) < 100).astype(float)
    figure = Resamples(400).estimate(share(said_yes, np.ones(400)))
    half_width = 1.96 * np.sqrt(0.25 * 0.75 / 400)  # 0.0424
    assert figure is not None
    assert figure.value == 0.25
    assert figure.low == pytest.approx(0.25 - half_width, abs=0.005)
    assert figure.high == pytest.approx(0.25 + half_width, abs=0.005)


def test_the_same_papers_give_the_same_interval_every_time() -> None:
    score, positive = np.arange(50.0), np.arange(50) % 3 == 0
    first, second = (Resamples(50).estimate(auroc(score, positive)) for _ in range(2))
    assert first == second


def test_a_figure_among_some_papers_rests_on_those_alone() -> None:
    among = np.arange(60) % 2 == 0
    score = np.arange(60.0)
    figure = Resamples(60).estimate(auroc(score[among], score[among] > 29), among)
    assert figure is not None
    assert (figure.value, figure.n) == (1.0, 30)


def test_an_error_that_resampling_inflates_still_lies_in_its_interval() -> None:
    rng = np.random.default_rng(3)
    chance = rng.random(2000)
    happened = rng.random(2000) < chance  # a perfect forecast: all error is noise
    metric = calibration_error(chance, happened)
    plain = Resamples(2000).estimate(metric)
    centred = Resamples(2000).estimate(metric, centred=True)
    assert plain is not None
    assert centred is not None
    assert plain.value < (plain.low + plain.high) / 2 - 0.003
    assert 0 <= centred.low < centred.value < centred.high


def test_no_paper_and_one_class_have_no_figure() -> None:
    nobody = np.zeros(0)
    assert Resamples(0).estimate(auroc(nobody, nobody > 0)) is None
    assert Resamples(5).estimate(auroc(np.arange(5.0), np.ones(5, dtype=bool))) is None


def test_a_figure_is_told_to_machines_with_four_decimals() -> None:
    figure = Figure(0.123456, 0.1, 0.2, 7)
    assert figure.as_json() == {"value": 0.1235, "low": 0.1, "high": 0.2, "n": 7}
