"""The page on scores: the plot of the score's own check, drawn on the server."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from pathlib import Path

import pytest
from scipy.stats import binomtest
from starlette.testclient import TestClient
from tests.web.conftest import visitor_to
from tests.web.made import SAMPLE, made_site

from goodpapers.services.score_check import Group
from goodpapers.store.score_checks import write_check
from goodpapers.web.plots import reliability, wilson


@pytest.mark.parametrize(("yes", "n"), [(0, 20), (13, 20), (181, 362), (30, 30)])
def test_bars_are_wilsons_interval_as_scipy_computes_it(yes: int, n: int) -> None:
    found = binomtest(yes, n).proportion_ci(0.90, method="wilson")
    assert wilson(yes / n, n) == pytest.approx((found.low, found.high), abs=1e-4)


def test_a_group_that_was_as_predicted_lies_on_the_line() -> None:
    plot = reliability([Group(0.5, 0.5, 40), Group(1.0, 1.0, 20), Group(0.0, 0.0, 20)])
    # The square goes from (44, 276), nothing, to (308, 12), everything.
    assert [(one.x, one.y) for one in plot.points] == [(176, 144), (308, 12), (44, 276)]
    assert plot.says == (
        "In percent, by group of votes: 50 predicted, 50 said, 100 predicted, 100 said, "
        "0 predicted, 0 said."
    )


def test_without_a_group_the_plot_says_so() -> None:
    assert reliability([]).says == "No group of votes yet."


def test_a_site_with_few_votes_says_so_and_shows_the_study(blind_visitor: TestClient) -> None:
    html = blind_visitor.get("/how-scores-work").text
    assert "This site has too few votes to tell: 200 are needed" in html
    assert "not yet calibrated" in html
    [drawing] = re.findall(r'<svg role="img" aria-label="([^"]+)"', html)
    assert drawing.startswith("Predicted chances against what readers said.")
    # As many dots as rows of the table beside it.
    assert html.count("<circle") == html.count("<tr><td>") == 10
    assert "style=" not in html


def test_a_site_with_a_check_of_its_own_shows_that(tmp_path: Path) -> None:
    site = made_site(tmp_path / "goodpapers.db", [SAMPLE])
    check = {
        "n_votes": 1234,
        "n_hidden": 246,
        "groups": [{"said": 0.4, "was": 0.5, "n": 123}, {"said": 0.8, "was": 0.7, "n": 123}],
        "ece": 0.1,
        "log_loss": {"ours": 0.5, "panel alone": 0.6},
        "coverage": None,
        "n_covered_of": 0,
        "votes_needed": None,
    }
    facts = {"site_votes": 1234, "check": check}
    with site.database.write() as db:
        write_check(db, "calibration", facts, datetime(2026, 12, 1, tzinfo=UTC))
    html = visitor_to(site).get("/how-scores-work").text
    site.close()
    assert "246 of 1,234, and predicted them from the rest, last on 2026-12-01" in html
    assert "differ by 10.0 points" in html
    assert html.count("<circle") == 2
