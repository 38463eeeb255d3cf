"""A panel run: what it judges, what it leaves alone, and what a kill costs."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from tests.services.panel_cast import FakeSource, fill
from tests.store.cast import NEURIPS, NOW, a_paper, stored

from goodpapers.domain.errors import ModelFailure, Unknown
from goodpapers.panel.personas import KEYS
from goodpapers.panel.source import PaperText
from goodpapers.services.ask_panel import BATCH, judge_text, run_panel, show_panel
from goodpapers.store.database import Database, open_database
from goodpapers.store.papers import write_papers
from goodpapers.store.verdicts import count_to_judge, find_result


def test_a_run_judges_accepted_papers_with_an_abstract_and_says_what_it_left(
    database: Database,
) -> None:
    fill(database)
    source = FakeSource()

    report = run_panel(database, source, edition=NEURIPS.key, now=NOW)

    assert (report.judged, report.already_current, report.without_abstract, report.left) == (
        40,
        0,
        1,
        0,
    )
    assert report.flagged == ((a_paper(3).key, ("speaks to the reviewer",)),)
    with database.read() as db:
        result = find_result(db, a_paper(1).key, "embedded")
        assert result is not None
        assert len(result.verdicts) == 20
        assert find_result(db, a_paper(901).key, "embedded") is None
        assert find_result(db, a_paper(950).key, "embedded") is None


def test_the_source_learns_title_and_abstract_and_nothing_else(database: Database) -> None:
    fill(database, n=1)
    source = FakeSource()

    run_panel(database, source, edition=NEURIPS.key, now=NOW)

    assert [(text.title, text.abstract) for text in source.asked] == [
        ("Paper 1", "We study the question 1.")
    ]
    assert set(PaperText.__slots__) == {"title", "abstract", "input_hash"}


def test_a_second_run_judges_nothing_and_a_new_recipe_judges_all_again(database: Database) -> None:
    fill(database)
    run_panel(database, FakeSource(), now=NOW)

    again = FakeSource()
    report = run_panel(database, again, now=NOW)
    other = run_panel(database, FakeSource(recipe="r2"), now=NOW)

    assert (report.judged, report.already_current, again.asked) == (0, 41, [])
    assert (other.judged, other.already_current) == (41, 0)


def test_only_a_paper_whose_abstract_changed_is_judged_again(database: Database) -> None:
    fill(database)
    run_panel(database, FakeSource(), now=NOW)
    changed = stored([a_paper(7, abstract="Another text.")])[0]
    with database.write() as db:
        write_papers(db, NEURIPS, [changed], now=NOW)

    source = FakeSource()
    run_panel(database, source, now=NOW)

    assert [text.abstract for text in source.asked] == ["Another text."]


def test_a_limit_ends_a_run_and_the_next_goes_on(database: Database) -> None:
    fill(database)

    first = run_panel(database, FakeSource(), limit=5, now=NOW)
    second = run_panel(database, FakeSource(), now=NOW)

    assert (first.judged, first.left) == (5, 36)
    assert (second.judged, second.already_current, second.left) == (36, 5, 0)


def test_what_was_judged_before_a_failure_is_kept(database: Database) -> None:
    fill(database)

    with pytest.raises(ModelFailure):
        run_panel(database, FakeSource(fail_after=BATCH), now=NOW)

    with database.read() as db:
        assert count_to_judge(db, "embedded", "r1") == 41 - BATCH


def test_an_edition_that_is_not_there_is_named(database: Database) -> None:
    with pytest.raises(Unknown, match="nips-1"):
        run_panel(database, FakeSource(), edition="nips-1", now=NOW)


def test_progress_rises_to_the_number_of_papers(database: Database) -> None:
    fill(database)
    told: list[tuple[int, int | None]] = []

    run_panel(
        database,
        FakeSource(),
        now=NOW,
        progress=lambda _what, done, of: told.append((done, of)),
    )

    assert told == [(0, 41), (32, 41), (41, 41)]


@pytest.mark.timeout(120)
def test_a_run_that_is_killed_loses_at_most_one_batch_and_the_next_run_finishes(
    sqlite_url: str,
) -> None:
    """Three times `kill -9` at a moment of the run's own; counted after each."""
    database = open_database(sqlite_url)
    fill(database, n=400)
    kept = 0
    for _ in range(3):
        asked = kill_a_run(sqlite_url)
        with database.read() as db:
            now_kept = 401 - count_to_judge(db, "embedded", "r1")
        assert asked - BATCH <= now_kept - kept <= asked
        kept = now_kept

    report = run_panel(database, FakeSource(), now=NOW)
    database.close()

    assert 0 < kept < 401
    assert (report.judged, report.already_current) == (401 - kept, kept)


def kill_a_run(url: str) -> int:
    """Start a run elsewhere and kill it after two batches or so: how many papers it had asked."""
    code = (
        "import sys; from tests.services.test_ask_panel import *\n"
        "class Loud(FakeSource):\n"
        "    def judge(self, papers):\n"
        "        print(len(papers), flush=True); return super().judge(papers)\n"
        f"run_panel(open_database({url!r}), Loud(wait_s=0.05), now=NOW)\n"
    )
    root = Path(__file__).parents[2]
    environment = {**os.environ, "PYTHONPATH": str(root)}
    with subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, text=True, cwd=root, env=environment
    ) as run:
        assert run.stdout is not None
        asked = [int(run.stdout.readline()), int(run.stdout.readline())]
        time.sleep(0.07)
        run.send_signal(signal.SIGKILL)
        asked += [int(line) for line in run.stdout]
    return sum(asked)


def test_the_panel_shown_is_five_lenient_ten_medium_five_strict_with_their_rates() -> None:
    facts = {"yes_rate": {"newcomer": 0.81}, "agreement": {"each": {"newcomer": 0.83}}}

    shown = show_panel(facts)

    assert [each.persona.key for each in shown] == list(KEYS)
    assert [each.target_rate for each in shown] == [0.8] * 5 + [0.5] * 10 + [0.15] * 5
    assert (shown[0].yes_rate, shown[0].agreement) == (0.81, 0.83)
    assert shown[1].yes_rate is None


def test_any_text_can_be_judged_without_a_site() -> None:
    result = judge_text(FakeSource(), "A title", "An abstract.")

    assert [verdict.persona for verdict in result.verdicts] == list(KEYS)
