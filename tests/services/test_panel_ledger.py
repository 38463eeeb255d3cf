"""Two runs never have the same paper, and what a dead run held comes free."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

import pytest
from tests.services.panel_cast import FakeSource, fill
from tests.store.cast import NEURIPS, NOW, a_paper, key, stored

from goodpapers.services.ask_panel import run_panel
from goodpapers.services.panel_holder import is_alive_here, new_holder
from goodpapers.services.panel_ledger import Ledger
from goodpapers.services.panel_work import NOTHING_LEFT
from goodpapers.store.claims import claim_papers, database_time
from goodpapers.store.database import Database
from goodpapers.store.papers import write_papers
from goodpapers.store.verdicts import count_to_judge


def claim(database: Database, holder: str, *, n: int = 10, lease_s: float = 60) -> list[str]:
    """Claim papers as a run that is not here would."""
    with database.write() as db:
        since = database_time(db)
        found = claim_papers(db, "embedded", "r1", holder=holder, lease_s=lease_s, n=n, since=since)
    return [each.title for each in found]


def titles(source: FakeSource) -> list[str]:
    return [each.title for each in source.asked]


def test_runs_at_the_same_time_share_the_papers_and_none_is_asked_twice(
    database: Database,
) -> None:
    fill(database, n=300)
    sources = [FakeSource(wait_s=0.01) for _ in range(3)]
    with ThreadPoolExecutor(3) as pool:
        runs = [pool.submit(run_panel, database, each, now=NOW) for each in sources]
        reports = [each.result() for each in runs]

    asked = Counter(title for source in sources for title in titles(source))
    assert len(asked) == 301
    assert set(asked.values()) == {1}
    assert sum(report.judged for report in reports) == 301
    with database.read() as db:
        assert count_to_judge(db, "embedded", "r1") == 0
        assert db.exec_driver_sql("SELECT count(*) FROM panel_claim").scalar() == 0


def test_papers_that_another_run_holds_are_left_alone_and_counted(database: Database) -> None:
    fill(database, n=20)
    held = claim(database, new_holder(), n=8)  # this process: alive
    source = FakeSource()

    report = run_panel(database, source, now=NOW)

    assert not set(held) & set(titles(source))
    assert (report.judged, report.left, report.in_other_hands) == (13, 8, 8)


def test_what_a_killed_run_on_this_machine_held_is_taken_over_at_once(database: Database) -> None:
    fill(database, n=20)
    gone = subprocess.run(
        [
            sys.executable,
            "-c",
            "from goodpapers.services.panel_holder import new_holder; print(new_holder())",
        ],
        capture_output=True,
        text=True,
        check=True,
    ).stdout.strip()
    claim(database, gone, lease_s=600)
    assert is_alive_here(gone) is False

    assert run_panel(database, FakeSource(), now=NOW).judged == 21


def test_what_a_run_elsewhere_held_comes_free_when_its_lease_ends(database: Database) -> None:
    fill(database, n=20)
    claim(database, "another-machine/7/abc", lease_s=0.5)
    assert is_alive_here("another-machine/7/abc") is None

    assert run_panel(database, FakeSource(), now=NOW).judged == 21


def test_a_run_that_works_longer_than_its_lease_keeps_its_papers(database: Database) -> None:
    fill(database, n=10)
    slow, quick = FakeSource(wait_s=1.5), FakeSource()
    with ThreadPoolExecutor(1) as pool:
        run = pool.submit(run_panel, database, slow, limit=5, now=NOW, lease_s=0.4)
        assert slow.began.wait(10)
        report = run_panel(database, quick, now=NOW, lease_s=0.4)
        first = run.result()

    assert (first.judged, report.judged) == (5, 6)
    assert not set(titles(slow)) & set(titles(quick))


def test_a_paper_without_any_answer_is_not_stored_but_written_down_and_tried_by_the_next_run(
    database: Database,
) -> None:
    fill(database, n=5)
    silent = frozenset({"Paper 2"})

    first = run_panel(database, FakeSource(silent=silent), now=NOW)
    second = run_panel(database, FakeSource(silent=silent), now=NOW)
    third = run_panel(database, FakeSource(), now=NOW)

    assert [(each.key, each.why, each.tries) for each in first.failed] == [
        (key(2), NOTHING_LEFT, 1)
    ]
    assert (first.judged, first.left) == (5, 0)
    assert [(each.key, each.tries) for each in second.failed] == [(key(2), 2)]
    assert (third.judged, third.failed) == (1, ())


def test_tries_are_counted_anew_for_a_new_text(database: Database) -> None:
    fill(database, n=2)
    silent = frozenset({"Paper 2"})
    run_panel(database, FakeSource(silent=silent), now=NOW)
    with database.write() as db:
        write_papers(db, NEURIPS, stored([a_paper(2, abstract="Another text.")]), now=NOW)

    report = run_panel(database, FakeSource(silent=silent), now=NOW)

    assert [each.tries for each in report.failed] == [1]


def test_a_run_that_is_asked_to_end_writes_what_is_in_hand_and_lets_the_rest_go(
    database: Database,
) -> None:
    fill(database, n=100)
    halt = threading.Event()

    def end_it(_what: str, done: int, _of: int | None) -> None:
        if done:
            halt.set()

    first = run_panel(database, FakeSource(), now=NOW, progress=end_it, halt=halt)
    second = run_panel(database, FakeSource(), now=NOW)

    assert 0 < first.judged < 101
    assert first.left == 101 - first.judged
    assert second.judged == first.left


def test_two_sources_do_not_wait_for_each_other(database: Database) -> None:
    fill(database, n=5)
    claim(database, new_holder())

    class Other(FakeSource):
        name = "endpoint"

    assert run_panel(database, Other(), now=NOW).judged == 6


@pytest.mark.parametrize("holder", ["", "one", "elsewhere/1/a", "x/y/z"])
def test_of_a_holder_that_is_not_of_this_machine_nothing_is_known(holder: str) -> None:
    assert is_alive_here(holder) is None


def test_this_process_is_alive() -> None:
    assert is_alive_here(new_holder()) is True


def test_a_claim_of_another_recipe_is_the_same_paper(database: Database) -> None:
    fill(database, n=3)
    with Ledger(database, "embedded", "r1") as one, Ledger(database, "embedded", "r2") as other:
        assert len(one.take(10)) == 4
        assert other.take(10) == []
