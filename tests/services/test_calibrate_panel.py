"""Bars are set by a named act; between two such acts no verdict of any paper moves."""

from __future__ import annotations

import gzip
import json
from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar

import pytest
from tests.panel.endpoint.people import source as endpoint
from tests.panel.endpoint.servers import Asked, keys, scripted
from tests.services.panel_cast import FakeSource
from tests.store.cast import NEURIPS, NOW, a_paper, key, stored

from goodpapers.domain.errors import BadInput, BadUsage
from goodpapers.domain.verdict import PanelResult, Verdict
from goodpapers.panel.personas import KEYS
from goodpapers.panel.source import PaperText
from goodpapers.services.ask_panel import run_panel
from goodpapers.services.calibrate_panel import calibrate
from goodpapers.services.panel_bars import site_bars
from goodpapers.store.database import Database
from goodpapers.store.papers import write_papers
from goodpapers.store.verdicts import find_result


class Measured(FakeSource):
    """All reviewers answer with the paper's number in thousandths; the shipped bar is one half."""

    bars = dict.fromkeys(KEYS, 0.5)
    facts: ClassVar[dict[str, object]] = {"trained_on": {"n_reference": 20_000}}

    def judge(self, papers: Sequence[PaperText]) -> list[PanelResult]:
        self.asked += papers
        return [self._said(paper) for paper in papers]

    def _said(self, paper: PaperText) -> PanelResult:
        chance = int(paper.title.split()[-1]) / 1000
        verdicts = tuple(Verdict(each, chance, chance >= 0.5, ("We study.",)) for each in KEYS)
        return PanelResult(self.name, self.model, self.recipe, paper.input_hash, 0.1, verdicts)


def fill(database: Database, numbers: Sequence[int], area_group: str | None) -> None:
    papers = [a_paper(number, area_group=area_group) for number in numbers]
    with database.write() as db:
        write_papers(db, NEURIPS, stored(papers), now=NOW)


def yes_of(database: Database, number: int, source: str = "embedded") -> list[bool | None]:
    with database.read() as db:
        result = find_result(db, key(number), source)
    assert result is not None
    return [each.recommends for each in result.verdicts]


def rows(database: Database) -> list[object]:
    with database.read() as db:
        return [
            *db.exec_driver_sql("SELECT * FROM panel_result ORDER BY paper_id").all(),
            *db.exec_driver_sql("SELECT * FROM panel_bar ORDER BY area_group, persona").all(),
        ]


def test_a_large_area_group_gets_bars_of_its_own_and_a_small_one_those_of_the_whole(
    database: Database,
) -> None:
    fill(database, range(1, 401), "Theory")  # answers of 0.001 to 0.4: nobody recommends any
    fill(database, range(600, 650), "Vision")
    run_panel(database, Measured(), now=NOW)

    report = calibrate(database, Measured(), now=NOW)

    (theory,) = report.groups
    assert (theory.area_group, theory.n) == ("Theory", 400)
    # Drawn towards the whole, whose bar is far above: a little under 80, 50 and 15 in a hundred.
    assert 0.70 < theory.rates["lenient"] < 0.80
    assert 0.38 < theory.rates["medium"] < 0.50
    assert 0.05 < theory.rates["strict"] < 0.15
    assert report.papers_moved > 200
    moved = report.personas[0]
    assert (moved.old_bar, moved.new_bar, moved.turned_no) == (0.5, 0.5, 0)
    assert moved.turned_yes == round(theory.rates["lenient"] * 400)
    assert yes_of(database, 620) == [True] * 20


def test_a_dry_run_shows_the_same_and_writes_nothing(database: Database) -> None:
    fill(database, range(1, 301), "Theory")
    run_panel(database, Measured(), now=NOW)
    before = rows(database)

    shown = calibrate(database, Measured(), now=NOW, dry_run=True)
    assert rows(database) == before
    done = calibrate(database, Measured(), now=NOW)

    assert (shown.personas, shown.groups) == (done.personas, done.groups)
    assert (shown.written, done.written) == (False, True)


def test_new_papers_meet_the_stored_bars_and_move_no_other(database: Database) -> None:
    fill(database, range(1, 301), "Theory")
    run_panel(database, Measured(), now=NOW)
    calibrate(database, Measured(), now=NOW)
    bars = site_bars(database, "embedded", "r1").of("Theory")
    before = [yes_of(database, number) for number in range(1, 301)]

    fill(database, range(301, 900), "Theory")
    fill(database, [901], None)
    run_panel(database, Measured(), now=NOW)

    assert [yes_of(database, number) for number in range(1, 301)] == before
    assert yes_of(database, 301) == [bars[each] <= 0.301 for each in KEYS]
    assert yes_of(database, 901) == [True] * 20


def test_calibrating_twice_changes_nothing_the_second_time(database: Database) -> None:
    fill(database, range(1, 301), "Theory")
    run_panel(database, Measured(), now=NOW)
    calibrate(database, Measured(), now=NOW)
    before = rows(database)

    assert calibrate(database, Measured(), now=NOW).papers_moved == 0
    assert rows(database) == before


def test_bars_of_another_recipe_do_not_hold(database: Database) -> None:
    fill(database, range(1, 301), "Theory")
    run_panel(database, Measured(), now=NOW)
    calibrate(database, Measured(), now=NOW)

    run_panel(database, Measured(recipe="r2"), now=NOW)

    assert yes_of(database, 300) == [False] * 20


def write_reviews(path: Path, numbers: Sequence[int]) -> Path:
    names = {"venue": "ICLR", "year": 2024, "decision": None, "rating": None}
    lines = [
        json.dumps(names | {"title": f"Reference {number}", "abstract": "We study it."})
        for number in numbers
    ]
    path.write_bytes(gzip.compress("\n".join(lines).encode()))
    return path


def test_the_whole_can_rest_on_reference_files(database: Database, tmp_path: Path) -> None:
    fill(database, [700, 900], None)
    run_panel(database, Measured(), now=NOW)
    reference = write_reviews(tmp_path / "reviews.jsonl.gz", range(800, 1000))

    report = calibrate(database, Measured(), now=NOW, reference=[reference])

    # Of 0.800 to 0.999 eighty in a hundred are at 0.840 or above, half at 0.900.
    assert [each.new_bar for each in report.personas] == [0.84] * 5 + [0.9] * 10 + [0.97] * 5
    assert yes_of(database, 700) == [False] * 20
    assert yes_of(database, 900) == [True] * 15 + [False] * 5


def test_a_reference_of_a_few_abstracts_is_refused(database: Database, tmp_path: Path) -> None:
    reference = write_reviews(tmp_path / "reviews.jsonl.gz", range(99))
    with pytest.raises(BadInput, match="99 abstracts"):
        calibrate(database, Measured(), now=NOW, reference=[reference])


def by_number(asked: Asked) -> None:
    """Every reviewer answers with the number of the paper, whichever way it is asked."""
    number = int(asked.body["messages"][1]["content"].splitlines()[1].split()[-1])
    against = set(keys()[1::2])
    said = {each: 100 - number if each in against else number for each in keys()}
    said |= {each.replace("a", "s"): 1 for each in keys()}
    asked.say(json.dumps(said))


def test_an_endpoint_is_calibrated_on_its_own_answers_without_a_call(database: Database) -> None:
    fill(database, range(100), None)
    with scripted(by_number) as server:
        run_panel(database, endpoint(server.address), now=NOW)
        n_calls = len(server.asked)
        report = calibrate(database, endpoint(server.address), now=NOW)
        assert len(server.asked) == n_calls == 100

    rates = [each.new_rate for each in report.personas]
    assert rates == [0.8] * 5 + [0.5] * 10 + [0.15] * 5
    with database.read() as db:
        found = [find_result(db, key(number), "endpoint") for number in range(100)]
    merits = [each.merit for each in found if each]
    assert sum(merits) / 100 == pytest.approx(0, abs=1e-6)
    assert sum(each**2 for each in merits) / 100 == pytest.approx(1, abs=1e-3)
    assert found[50] is not None
    assert found[50].verdicts[0].evidence == ("We study the question 50.",)


def test_an_endpoint_with_less_than_a_hundred_papers_keeps_the_shipped_bars(
    database: Database,
) -> None:
    fill(database, range(99), None)
    with scripted(by_number) as server:
        run_panel(database, endpoint(server.address), now=NOW)
        with pytest.raises(BadUsage, match="99 papers"):
            calibrate(database, endpoint(server.address), now=NOW)
        with pytest.raises(BadUsage, match="leave --reference out"):
            calibrate(database, endpoint(server.address), now=NOW, reference=[Path("x")])
