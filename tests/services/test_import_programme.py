"""A programme file becomes papers, in one transaction, and again changes nothing."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from goodpapers.domain.errors import BadInput, NotAProgramme
from goodpapers.domain.paper import Paper
from goodpapers.domain.programme import ImportReport, Status, Track
from goodpapers.services.import_programme import import_programme
from goodpapers.store.database import Database
from goodpapers.store.editions import find_edition, list_editions
from goodpapers.store.papers import find_paper, known_papers

NOW = datetime(2026, 12, 1, tzinfo=UTC)
SAMPLE = Path(__file__).parents[2] / "src/goodpapers/sample/neurips-2026-deep-learning-theory.json"
Import = Callable[..., ImportReport]


@pytest.fixture
def bring(database: Database) -> Import:
    """Imports a file into an empty database."""

    def bring(path: Path, **how: Any) -> ImportReport:
        return import_programme(database, path, now=NOW, **how)

    return bring


def papers(database: Database, edition: str) -> dict[str, Paper]:
    with database.read() as db:
        keys = known_papers(db, edition).content_hashes
        return {paper.title: paper for paper in (find_paper(db, key) for key in keys)}


def counts(report: ImportReport) -> tuple[int, int, int, int, int]:
    return report.new, report.changed, report.unchanged, report.merged, report.refused


def events(folder: Path, *found: dict[str, Any], name: str = "icml-2031.json") -> Path:
    path = folder / name
    path.write_text(json.dumps({"results": [{"eventtype": "Poster", **one} for one in found]}))
    return path


FILES = (
    ("virtualsite/neurips-2024-orals-posters.reconstructed.json", "NeurIPS 2024", 172, 22),
    ("virtualsite/neurips-2025-sample.json", "NeurIPS 2025", 7, 1),
    ("papercopilot/nips2018.json", "NeurIPS 2018", 120, 0),
    ("papercopilot/cvpr2019.json", "CVPR 2019", 60, 0),
    ("papercopilot/corl2024.json", "CoRL 2024", 90, 0),
    ("csv/corl2024-noheader.tsv.csv", "CoRL 2024", 90, 0),
    ("csv/iclr2025-title-authors-affiliations-decision.csv", "ICLR 2025", 400, 0),
)


@pytest.mark.parametrize("file", FILES, ids=[name for name, *_ in FILES])
def test_each_real_programme_is_imported_and_again_changes_nothing(
    bring: Import, shared: Path, file: tuple[str, str, int, int]
) -> None:
    name, edition, n_papers, merged = file
    path = shared / "data/programs" / name
    first = bring(path)
    assert counts(first) == (n_papers, 0, 0, merged, 0)
    assert first.edition.name == edition
    assert first.problems == ()
    assert counts(bring(path)) == (0, 0, n_papers, merged, 0)


def test_the_sample_is_imported_as_it_stands(bring: Import, database: Database) -> None:
    report = bring(SAMPLE)
    assert counts(report) == (19, 0, 0, 0, 0)
    assert report.edition.key == "neurips-2026"
    given = {one["name"]: one for one in json.loads(SAMPLE.read_text())["results"]}
    found = papers(database, "neurips-2026")
    assert found.keys() == given.keys()
    for title, paper in found.items():
        assert paper.abstract == given[title]["abstract"]
        assert (paper.abstract_by, paper.summary_by) == ("demo", "demo")
        assert paper.summary == given[title]["summary"]
        assert list(paper.institutions) == given[title]["institutions"]
        assert [one.name for one in paper.authors] == [
            one["fullname"] for one in given[title]["authors"]
        ]
        assert paper.more_authors == given[title]["more_authors"]
        (slot,) = paper.slots
        assert slot.session.starts_at == datetime.fromisoformat(given[title]["starttime"])
        assert (slot.session.city, slot.session.zone) == (
            given[title]["city"],
            given[title]["timezone"],
        )
    with database.read() as db:
        assert (find_edition(db, "neurips-2026").note or "").startswith("A sample of 19 papers")


def test_an_oral_and_its_poster_are_one_paper_with_two_slots(
    bring: Import, database: Database, shared: Path
) -> None:
    bring(shared / "data/programs/virtualsite/neurips-2024-orals-posters.reconstructed.json")
    paper = papers(database, "neurips-2024")["Human Expertise in Algorithmic Prediction"]
    assert paper.track == Track.ORAL
    assert len(paper.slots) == 2
    assert {one.session.name.split()[0] for one in paper.slots} == {"Oral", "Poster"}


def test_a_poster_in_two_cities_is_one_paper_with_two_slots(
    bring: Import, database: Database, shared: Path
) -> None:
    bring(shared / "data/programs/virtualsite/neurips-2025-sample.json")
    title = "Coloring Learning for Heterophilic Graph Representation"
    slots = papers(database, "neurips-2025")[title].slots
    assert [one.session.city for one in slots] == ["Mexico City", "San Diego"]
    assert [one.position for one in slots] == ["#112", "#2504"]


def test_two_formats_of_one_edition_are_the_same_papers(
    bring: Import, database: Database, shared: Path
) -> None:
    programs = shared / "data/programs"
    bring(programs / "papercopilot/corl2024.json")
    before = papers(database, "corl-2024")
    with database.read() as db:
        known = set(known_papers(db, "corl-2024").content_hashes)
    table = bring(programs / "csv/corl2024-noheader.tsv.csv")
    listed = {line.split("\t")[0].partition("id=")[2] for line in
              (programs / "csv/corl2024-noheader.tsv.csv").read_text().splitlines()}  # fmt: skip
    both = {one["id"] for one in json.loads((programs / "papercopilot/corl2024.json").read_text())}
    assert table.new == len(listed - both)
    after = papers(database, "corl-2024")
    with database.read() as db:
        assert known <= set(known_papers(db, "corl-2024").content_hashes)
    kept = set(before) & set(after)
    assert all(after[title].institutions == before[title].institutions for title in kept)


def test_a_fuller_file_changes_papers_and_a_poorer_one_wipes_nothing(
    bring: Import, database: Database, tmp_path: Path
) -> None:
    poor = {"name": "On Trees", "authors": [{"fullname": "Ada Müller"}]}
    rich = {**poor, "abstract": "We prove that trees are green.", "topic": "Graphs"}
    assert counts(bring(events(tmp_path, poor))) == (1, 0, 0, 0, 0)
    assert counts(bring(events(tmp_path, rich))) == (0, 1, 0, 0, 0)
    assert counts(bring(events(tmp_path, poor))) == (0, 0, 1, 0, 0)
    paper = papers(database, "icml-2031")["On Trees"]
    assert (paper.abstract, paper.area) == ("We prove that trees are green.", "Graphs")


def test_the_order_of_the_entries_changes_nothing(
    bring: Import, database: Database, shared: Path, tmp_path: Path
) -> None:
    name = "neurips-2024-orals-posters.reconstructed.json"
    path = shared / "data/programs/virtualsite" / name
    bring(path)
    whole = json.loads(path.read_text())
    whole["results"].reverse()
    backwards = tmp_path / "backwards.json"
    backwards.write_text(json.dumps(whole))
    assert counts(bring(backwards)) == (0, 0, 172, 22, 0)


def test_refused_entries_are_named_and_the_rest_is_imported(bring: Import, tmp_path: Path) -> None:
    path = events(tmp_path, {"name": "One"}, {"name": ["x"]}, {"name": "Two", "abstract": 5})
    report = bring(path)
    assert counts(report) == (2, 0, 0, 0, 1)
    assert report.entries == 3
    assert [(str(one), one.refused) for one in report.problems] == [
        ('icml-2031.json, paper 2: field "name" is a list; expected a title', True),
        (
            'icml-2031.json, paper 3 "Two": field "abstract" is the number 5; expected text',
            False,
        ),
    ]


def test_a_file_that_breaks_off_writes_nothing(
    bring: Import, database: Database, tmp_path: Path
) -> None:
    many = [{"name": f"Paper {number}"} for number in range(3000)]
    path = events(tmp_path, *many)
    path.write_text(path.read_text()[:-3])
    with pytest.raises(BadInput, match=r'paper 3000 "Paper 2999": the file breaks off here'):
        bring(path)
    with database.read() as db:
        assert list_editions(db) == ()


def test_a_file_without_a_usable_paper_is_no_programme(
    bring: Import, database: Database, tmp_path: Path
) -> None:
    with pytest.raises(NotAProgramme) as caught:
        bring(events(tmp_path, {"name": ""}, {"name": None}))
    assert str(caught.value) == (
        "icml-2031.json: none of its 2 entries is a paper; the first: "
        'icml-2031.json, paper 1: field "name" is missing; expected a title; '
        "expected a programme with at least one paper"
    )
    with pytest.raises(NotAProgramme, match="it holds no paper"):
        bring(events(tmp_path))
    with database.read() as db:
        assert list_editions(db) == ()


def test_a_dry_run_reports_the_same_and_writes_nothing(
    bring: Import, database: Database, tmp_path: Path
) -> None:
    path = events(tmp_path, {"name": "One"}, {"name": "Two"})
    told = bring(path, dry_run=True)
    assert told.dry_run
    with database.read() as db:
        assert list_editions(db) == ()
    assert counts(told) == counts(bring(path)) == (2, 0, 0, 0, 0)


def test_a_diff_names_each_new_and_changed_paper(bring: Import, tmp_path: Path) -> None:
    bring(events(tmp_path, {"name": "One"}, {"name": "Two"}))
    report = bring(
        events(tmp_path, {"name": "One"}, {"name": "Two", "topic": "Trees"}, {"name": "Three"}),
        diff=True,
    )
    assert set(report.changes) == {"new: Three", "changed: Two (area)"}


def test_the_edition_is_the_one_that_was_named(bring: Import, tmp_path: Path) -> None:
    path = events(tmp_path, {"name": "One"})
    assert bring(path, edition="My Reading Group 2031").edition.key == "my-reading-group-2031"
    guessed = bring(path)
    assert guessed.edition.key == "icml-2031"
    assert guessed.notes[0].startswith("Edition ICML 2031, guessed from the file name.")


def test_rejected_and_withdrawn_papers_are_kept_with_their_status(
    bring: Import, database: Database, shared: Path
) -> None:
    bring(shared / "data/programs/csv/iclr2025-title-authors-affiliations-decision.csv")
    with database.read() as db:
        summary = find_edition(db, "iclr-2025")
    assert (summary.n_papers, summary.n_unaccepted) == (105, 295)
    statuses = {paper.status for paper in papers(database, "iclr-2025").values()}
    assert statuses == set(Status)


def test_progress_is_told_while_reading_and_writing(bring: Import, tmp_path: Path) -> None:
    told: list[tuple[str, int, int | None]] = []
    path = events(tmp_path, *({"name": f"Paper {number}"} for number in range(450)))
    bring(path, progress=lambda *words: told.append(words))
    assert ("Reading", 400, None) in told
    assert ("Comparing and writing", 400, 450) in told


def test_of_very_many_problems_the_first_are_named_and_all_are_counted(
    bring: Import, tmp_path: Path
) -> None:
    report = bring(events(tmp_path, {"name": "A"}, *[{"name": 5}] * 2_500))
    assert (report.refused, report.entries, len(report.problems)) == (2_500, 2_501, 1_000)
    assert report.notes[-1].endswith("and 1,500 more.")


def test_the_report_tells_how_many_papers_lists_show_and_how_many_cannot_be_judged(
    bring: Import, tmp_path: Path
) -> None:
    path = events(
        tmp_path,
        {"name": "One", "abstract": "We prove it."},
        {"name": "Two"},
        {"name": "Three", "decision": "Reject"},
    )
    for report in (bring(path), bring(path)):
        assert (report.papers, report.accepted, report.without_abstract) == (3, 2, 1)


def test_the_hint_names_no_other_conference(bring: Import, tmp_path: Path) -> None:
    (note,) = bring(events(tmp_path, {"name": "A"})).notes
    assert note == "Edition ICML 2031, guessed from the file name. Change with --edition NAME."


def test_a_title_mended_in_the_programme_changes_the_paper_and_makes_no_second(
    bring: Import, database: Database, tmp_path: Path
) -> None:
    authors = [{"fullname": "Ada Müller"}, {"fullname": "Bo Li"}]
    event = {"id": 7, "name": "On Tres", "authors": authors, "abstract": "We prove it."}
    bring(events(tmp_path, event))
    assert counts(bring(events(tmp_path, {**event, "name": "On Trees"}))) == (0, 1, 0, 0, 0)
    assert papers(database, "icml-2031").keys() == {"On Trees"}
    other = {**event, "name": "Of Woods", "abstract": "We refute it."}
    assert counts(bring(events(tmp_path, other))) == (1, 0, 0, 0, 0)
    assert papers(database, "icml-2031").keys() == {"On Trees", "Of Woods"}
