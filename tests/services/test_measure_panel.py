"""From files to a report, with a source made by hand: it reads its answers out of the abstract."""

from __future__ import annotations

import gzip
import json
from collections.abc import Sequence
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from goodpapers.domain.errors import BadInput, ModelFailure
from goodpapers.domain.verdict import PanelResult, Verdict
from goodpapers.encoder.minilm import Encoder
from goodpapers.panel.embedded import load_embedded
from goodpapers.panel.measuring.titles import title_mark
from goodpapers.panel.personas import KEYS
from goodpapers.panel.source import PaperText
from goodpapers.services.measure_panel import measure_answers, measure_panel


class Spelled:
    """The abstract is a number from 0 to 1: the chance of every persona, and the merit."""

    name, model, recipe = "spelled", "by hand", "none"

    def __init__(self, **facts: object) -> None:
        self.facts = facts
        self.asked: list[PaperText] = []

    def judge(self, papers: Sequence[PaperText]) -> list[PanelResult]:
        self.asked += papers
        return [self._result(float(paper.abstract)) for paper in papers]

    def _result(self, chance: float) -> PanelResult:
        verdicts = tuple(Verdict(key, chance, chance >= 0.5) for key in KEYS[:-1])
        missing = Verdict(KEYS[-1], None, None)
        return PanelResult("spelled", "by hand", "none", "", chance, (*verdicts, missing))


def review(title: str, chance: float, decision: str, *ratings: float, year: int = 2024) -> dict:
    return {"venue": "ICLR", "year": year, "title": title, "abstract": str(chance),
            "decision": decision, "ratings": list(ratings)}  # fmt: skip


def write(path: Path, rows: Sequence[dict[str, Any]]) -> Path:
    path.write_text("\n".join(json.dumps(row) for row in rows), encoding="utf-8")
    return path


FOUR = [
    review("One", 0.9, "oral", 8, 9),
    review("Two", 0.2, "poster", 6),
    review("Three", 0.6, "reject", 5, 5),
    review("Four", 0.1, "workshop", 3),
]


def test_four_papers_come_out_as_counted_by_hand(tmp_path: Path) -> None:
    report = measure_panel([write(tmp_path / "r.jsonl", FOUR)], Spelled())
    (group,) = report.as_json()["groups"]  # type: ignore[misc]
    assert group["auroc_accept"]["value"] == 0.75  # 0.9 beats 0.6 and 0.1; 0.2 beats 0.1 only
    assert group["auroc_highlight"]["value"] == 1.0
    assert group["spearman_rating"]["value"] == 0.8  # one swap of neighbours: 1 - 6*2/60
    assert group["ap10"]["value"] == 1.0
    assert group["yes_rate"]["strict"]["value"] == 0.5
    assert group["distinct"] == {"value": 4, "low": 4, "high": 4, "n": 4}
    assert group["baselines"]["mean_of_answers"]["auroc_accept"]["value"] == 0.75
    assert group["baselines"]["tfidf"]["auroc_accept"] is None


def test_the_report_has_the_agreed_shape(tmp_path: Path) -> None:
    report = measure_panel([write(tmp_path / "r.jsonl", FOUR)], Spelled()).as_json()
    assert list(report) == ["source", "left_out", "groups"]
    assert (report["source"], report["left_out"]) == ("spelled", 0)
    assert json.loads(json.dumps(report, allow_nan=False)) == report


def test_what_the_source_was_trained_on_is_left_out_counted_and_never_asked(tmp_path: Path) -> None:
    source = Spelled(titles=[title_mark("one")], reviewed_titles=[title_mark("FOUR")])
    report = measure_panel([write(tmp_path / "r.jsonl", FOUR)], source)
    assert report.left_out == 2
    assert [paper.title for paper in source.asked] == ["Two", "Three"]
    assert report.groups[0].n == 2


def test_a_source_is_told_title_and_abstract_and_nothing_else(tmp_path: Path) -> None:
    source = Spelled()
    measure_panel([write(tmp_path / "r.jsonl", FOUR[:1])], source)
    assert source.asked == [PaperText("One", "0.9")]


def test_two_files_of_one_year_are_one_group_with_ratings_on_each_file_s_own_scale(
    tmp_path: Path,
) -> None:
    low = [review("A", 0.1, "reject", 1), review("B", 0.9, "oral", 3)]
    high = [review("C", 0.2, "reject", 50), review("D", 0.8, "poster", 90)]
    paths = [write(tmp_path / "low.jsonl", low), write(tmp_path / "high.jsonl", high)]
    (group,) = measure_panel(paths, Spelled()).groups
    assert group.n == 4
    assert group.ranking.spearman_rating
    # standardized: -1, 1, -1, 1 against 0.1, 0.9, 0.2, 0.8; raw it would be 0.4
    assert group.ranking.spearman_rating.value == pytest.approx(2 / np.sqrt(5))


def test_years_are_measured_apart_each_with_its_own_papers(tmp_path: Path) -> None:
    upside_down = [
        review("Five", 0.1, "oral", year=2023),
        review("Six", 0.9, "reject", year=2023),
    ]
    report = measure_panel([write(tmp_path / "r.jsonl", [*FOUR, *upside_down])], Spelled())
    assert [group.name for group in report.groups] == ["ICLR 2023", "ICLR 2024"]
    values = [group.ranking.auroc_accept for group in report.groups]
    assert [figure.value for figure in values if figure] == [0.0, 0.75]


def test_progress_is_told_after_every_batch_up_to_the_last_paper(tmp_path: Path) -> None:
    rows = [review(f"Paper {n}", n / 200, "poster" if n % 2 else "reject") for n in range(150)]
    heard: list[tuple[str, int, int]] = []
    path = write(tmp_path / "r.jsonl", rows)
    measure_panel([path], Spelled(), progress=lambda *told: heard.append(told))
    assert heard == [("Judging", done, 150) for done in (64, 128, 150)]


def test_a_second_file_that_is_broken_is_found_before_the_first_is_judged(tmp_path: Path) -> None:
    source = Spelled()
    good = write(tmp_path / "good.jsonl", FOUR)
    bad = write(tmp_path / "bad.jsonl", [*FOUR, {**FOUR[0], "ratings": "8"}])
    with pytest.raises(BadInput, match=r'^bad.jsonl, line 5: field "ratings" is "8"; expected'):
        measure_panel([good, bad], source)
    assert source.asked == []


def answered(title: str, chance: float, **answers: float | None) -> dict[str, Any]:
    return {"title": title, "abstract": str(chance), "answers": answers}


def test_personas_are_measured_in_the_order_of_the_file(tmp_path: Path) -> None:
    rows = [
        answered("A", 0.1, sceptic=10, newcomer=90),
        answered("B", 0.2, sceptic=20, newcomer=None),
        answered("C", 0.3, sceptic=30, newcomer=40),
    ]
    report = measure_answers(write(tmp_path / "a.jsonl", rows), Spelled()).as_json()
    assert list(report) == ["personas"]
    sceptic, newcomer = report["personas"]  # type: ignore[misc]
    assert (sceptic["name"], sceptic["spearman"]["value"]) == ("sceptic", 1.0)
    assert (newcomer["name"], newcomer["spearman"]["value"]) == ("newcomer", -1.0)
    assert newcomer["spearman"]["n"] == 2


def test_stored_answers_are_taken_for_papers_of_the_training(tmp_path: Path) -> None:
    rows = [answered("A", 0.9, newcomer=10), answered("B", 0.2, newcomer=20)]
    source = Spelled(titles=[title_mark("a")], out_of_fold=[[0.05] * 20])  # anew, A is above B
    report = measure_answers(write(tmp_path / "a.jsonl", rows), source)
    assert report.out_of_fold == 1
    assert [paper.title for paper in source.asked] == ["B"]
    assert report.personas[0].spearman
    assert report.personas[0].spearman.value == 1.0


def test_stored_answers_for_every_paper_need_no_source_at_all(tmp_path: Path) -> None:
    rows = [answered("A", 0.9, newcomer=10), answered("B", 0.2, newcomer=20)]
    source = Spelled(titles=[title_mark(t) for t in "AB"], out_of_fold=[[0.3] * 20, [0.4] * 20])
    report = measure_answers(write(tmp_path / "a.jsonl", rows), source)
    assert (report.out_of_fold, source.asked) == (2, [])


def test_a_persona_that_the_panel_does_not_have_is_named(tmp_path: Path) -> None:
    path = write(tmp_path / "a.jsonl", [answered("A", 0.5, juror=1)])
    with pytest.raises(BadInput, match=r'^a.jsonl: field "answers.juror" is no persona'):
        measure_answers(path, Spelled())


def test_a_persona_that_the_source_does_not_answer_has_no_figure(tmp_path: Path) -> None:
    rows = [answered(t, 0.5, scale_tester=n) for n, t in enumerate("ABC")]
    (persona,) = measure_answers(write(tmp_path / "a.jsonl", rows), Spelled()).personas
    assert persona.spearman is None


def test_weights_without_an_answer_for_each_title_are_refused(tmp_path: Path) -> None:
    path = write(tmp_path / "a.jsonl", [answered("A", 0.5, newcomer=1)])
    with pytest.raises(ModelFailure, match="hold 1 stored answers for 2 papers"):
        measure_answers(path, Spelled(titles=["0" * 16] * 2, out_of_fold=[[0.5] * 20]))


def test_a_source_that_says_nothing_of_its_training_is_measured_on_everything(
    tmp_path: Path,
) -> None:
    class Silent(Spelled):
        def __init__(self) -> None:
            super().__init__()
            del self.facts

    assert measure_panel([write(tmp_path / "r.jsonl", FOUR)], Silent()).groups[0].n == 4
    path = write(tmp_path / "a.jsonl", [answered("A", 0.5, newcomer=1)])
    assert measure_answers(path, Silent()).out_of_fold == 0


class NeverAsked:
    """An encoder for weights that need not judge anything."""

    def encode_parts(self, texts: object, limit: int = 512) -> list[np.ndarray]:
        raise AssertionError("stored answers need no encoder")


def test_the_shipped_weights_answer_as_well_as_we_promise_without_judging_anew(
    shared: Path,
) -> None:
    source = load_embedded(NeverAsked())
    report = measure_answers(shared / "data" / "panel" / "answers.jsonl.gz", source)
    assert report.out_of_fold == 2400
    figures = [persona.spearman.value for persona in report.personas if persona.spearman]
    assert len(figures) == 20
    assert np.mean(figures) >= 0.68
    assert min(figures) >= 0.50


def test_the_shipped_panel_is_measured_on_real_papers_that_it_does_not_know(
    shared: Path, tmp_path: Path
) -> None:
    with gzip.open(shared / "data" / "reviews" / "iclr2025.jsonl.gz", "rt") as file:
        rows = [json.loads(line) for line in islice(file, 30)]
    counted = [row for row in rows if row["decision"] not in {"withdraw", None}]
    source = load_embedded(Encoder.load(threads=1))
    (group,) = measure_panel([write(tmp_path / "r.jsonl", rows)], source).groups
    assert group.n == len(counted) > 10
    assert group.distinct
    assert group.distinct.value == group.n
    assert group.ranking.auroc_accept
    assert group.ranking.spearman_rating is None  # that file has no ratings
