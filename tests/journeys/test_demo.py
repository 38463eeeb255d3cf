"""`goodpapers demo`, which is what `make demo` runs: up at once, resumable, ended by Ctrl-C."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from pathlib import Path

from tests.journeys.command import SAMPLE, answered, refused, rows_in
from tests.journeys.served import Served, served

PAPERS = 19 + 60
"""Of the real sample, and of the edition of invented papers beside it."""


def wait_until(is_so: Callable[[], bool], seconds: float = 120) -> None:
    ends_at = time.monotonic() + seconds
    while not is_so():
        assert time.monotonic() < ends_at, "it did not happen in time"
        time.sleep(0.5)


def address_of(demo: Served) -> str:
    """The path that the demo printed: its first page opens at an edition."""
    return "/" + demo.lines[-1].split("http://")[1].split("/", 1)[1].split(" ")[0]


def test_the_demo_serves_the_sample_at_once_and_scores_it_meanwhile(tmp_path: Path) -> None:
    with served("demo", "--no-browser", cwd=tmp_path) as demo:
        assert demo.lines[0] == "Imported 19 papers of NeurIPS 2026."
        assert "NeurIPS 2026" in demo.page(address_of(demo))
        assert demo.lines[1].startswith("Beside it, under Edition: invented papers")
        wait_until(lambda: rows_in(tmp_path / "demo-site")["score"] == PAPERS)
        assert demo.end() == 0
        out, error = demo.process.communicate(timeout=10)
        assert error == ""
        assert "Ended. Everything is kept" in out
    site = tmp_path / "demo-site"
    assert rows_in(site)["panel_result"] == PAPERS
    assert answered("top", "--site", site)["revealed"] is False


def test_started_again_it_reads_nothing_anew_and_loses_nothing(tmp_path: Path) -> None:
    with served("demo", "--no-browser", cwd=tmp_path) as demo:
        wait_until(lambda: rows_in(tmp_path / "demo-site")["score"] == PAPERS)
        assert demo.end() == 0
    before = rows_in(tmp_path / "demo-site")
    with served("demo", "--no-browser", cwd=tmp_path) as demo:
        assert demo.lines[0].startswith("Serving on http://127.0.0.1:")
        assert "reviewers recommend it" in demo.page("/papers")
        assert demo.end() == 0
    assert rows_in(tmp_path / "demo-site") == before


def test_killed_in_the_middle_it_goes_on_where_it_was(tmp_path: Path) -> None:
    site = tmp_path / "demo-site"
    with served("demo", "--no-browser", cwd=tmp_path):
        pass  # leaving the block kills it, wherever it is
    assert rows_in(site)["paper"] in (19, PAPERS)
    with served("demo", "--no-browser", cwd=tmp_path) as demo:
        wait_until(lambda: rows_in(site)["score"] == PAPERS)
        assert demo.end() == 0


def test_a_programme_of_ones_own_becomes_a_further_edition_and_opens_first(tmp_path: Path) -> None:
    programme = json.loads(SAMPLE.read_text(encoding="utf-8"))
    programme["edition"] = "ICLR 2019"
    programme["results"] = programme["results"][:3]
    file = tmp_path / "mine.json"
    file.write_text(json.dumps(programme))
    with served("demo", "--no-browser", cwd=tmp_path) as demo:
        demo.end()
    with served("demo", "--no-browser", file, cwd=tmp_path) as demo:
        assert demo.lines[0] == "Imported 3 papers of ICLR 2019."
        assert address_of(demo) == "/?edition=iclr-2019"
        assert "ICLR 2019" in demo.page(address_of(demo))
        assert demo.end() == 0
    assert rows_in(tmp_path / "demo-site")["edition"] == 3


def test_a_bad_programme_is_refused_as_by_import(tmp_path: Path) -> None:
    file = tmp_path / "mine.json"
    file.write_text("")
    line = refused(3, "demo", "--no-browser", "--site", tmp_path / "site", file)
    assert "the file is empty" in line


def test_two_demos_beside_each_other_take_two_ports(tmp_path: Path) -> None:
    with (
        served("demo", "--no-browser", cwd=tmp_path) as one,
        served("demo", "--no-browser", cwd=tmp_path) as other,
    ):
        assert one.address != other.address
        assert other.end() == 0
        assert one.end() == 0
