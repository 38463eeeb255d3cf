"""The bundled edition of invented papers: the same every time, and alone with its votes."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.house.rules import ROOT
from tests.web.made import NOW, SAMPLE, judge

from goodpapers.domain.errors import BadInput
from goodpapers.services.demo import ImportedFiles
from goodpapers.services.import_programme import import_programme
from goodpapers.services.invented import READERS, add_invented, add_invented_readers
from goodpapers.services.rescore import rescore
from goodpapers.store.database import Database, open_database
from goodpapers.store.editions import list_editions

BUNDLED = SAMPLE.parent


@pytest.fixture
def both(sqlite_url: str, tmp_path: Path) -> Iterator[Database]:
    """The real sample, then the invented edition."""
    database = open_database(sqlite_url)
    import_programme(database, SAMPLE, now=NOW)
    add_invented(database, BUNDLED, ImportedFiles(tmp_path / "imported.json"), now=NOW)
    yield database
    database.close()


def rows(database: Database, statement: str) -> list[tuple[object, ...]]:
    with database.read() as db:
        return [tuple(row) for row in db.exec_driver_sql(statement).all()]


def test_the_files_are_what_the_script_makes() -> None:
    command = [sys.executable, "scripts/make_invented.py", "--check"]
    assert subprocess.run(command, cwd=ROOT).returncode == 0


def test_there_are_sixty_papers_and_forty_readers_and_the_real_sample_opens(
    both: Database,
) -> None:
    with both.read() as db:
        editions = list_editions(db)
    assert [(one.edition.key, one.n_papers) for one in editions] == [
        ("neurips-2026", 19),
        ("invented-papers", 60),
    ]
    assert "invented" in str(editions[1].note)
    assert rows(both, "SELECT kind, count(*) FROM reader GROUP BY kind") == [("invented", 40)]


def test_every_vote_is_counted_once_and_in_that_edition_alone(both: Database) -> None:
    held = json.loads((BUNDLED / READERS).read_text(encoding="utf-8"))["readers"]
    n_votes = sum(len(one["votes"]) for one in held)
    assert rows(both, "SELECT count(*) FROM vote") == [(n_votes,)]
    by_edition = (
        "SELECT edition.key, sum(paper.n_votes) FROM paper "
        "JOIN edition ON edition.id = paper.edition_id GROUP BY edition.key ORDER BY 1"
    )
    assert rows(both, by_edition) == [("invented-papers", n_votes), ("neurips-2026", 0)]
    assert rows(both, "SELECT count(*) FROM identity") == [(0,)]
    assert rows(both, "SELECT count(*) FROM sign_in") == [(0,)]


def test_adding_them_again_changes_nothing(both: Database, tmp_path: Path) -> None:
    before = rows(both, "SELECT * FROM vote ORDER BY 1, 2")
    seen = ImportedFiles(tmp_path / "imported.json")
    assert add_invented(both, BUNDLED, seen, now=NOW) == "invented-papers"
    assert add_invented_readers(both, BUNDLED / READERS) == 0
    assert rows(both, "SELECT * FROM vote ORDER BY 1, 2") == before


def test_invented_votes_move_no_score_of_another_edition(both: Database, tmp_path: Path) -> None:
    alone = open_database(f"sqlite:///{tmp_path / 'alone.db'}")
    alone.migrate()
    import_programme(alone, SAMPLE, now=NOW)
    scores = (
        "SELECT paper.key, score.score, score.low, score.high, score.tier_rank, score.place "
        "FROM score JOIN paper ON paper.id = score.paper_id JOIN edition "
        "ON edition.id = paper.edition_id WHERE edition.key = 'neurips-2026' ORDER BY 1"
    )
    verdicts = "SELECT paper.key, merit FROM panel_result JOIN paper ON paper.id = paper_id"
    judge(alone, 1)
    judge(both, 1)
    merits = dict(rows(alone, verdicts))
    with both.write() as db:
        for key, merit in merits.items():
            chosen = "(SELECT id FROM paper WHERE key = ?)"
            db.exec_driver_sql(
                f"UPDATE panel_result SET merit = ? WHERE paper_id = {chosen}", (merit, key)
            )
    for database in (alone, both):
        rescore(database, now=NOW, tiers="off")
    assert rows(both, scores) == rows(alone, scores)
    assert len(rows(alone, scores)) == 19
    alone.close()


def test_readers_move_the_scores_of_the_invented_edition(both: Database) -> None:
    judge(both, 1)
    rescore(both, now=NOW)
    moved = "SELECT count(*) FROM score WHERE n_votes > 0 AND abs(score - panel) > 1"
    assert rows(both, moved)[0][0] > 30  # type: ignore[operator]


def test_a_file_that_is_not_the_bundled_one_is_refused(both: Database, tmp_path: Path) -> None:
    broken = tmp_path / READERS
    broken.write_text("{}")
    with pytest.raises(BadInput, match="expected the bundled file"):
        add_invented_readers(both, broken)
    one = {"name": "X", "known_by": None, "topics": [], "votes": []}
    vote = {"vote": "not_for_me", "at": NOW.isoformat(), "blind": True, "assigned": False}
    one["votes"] = [{**vote, "paper": "nobody-01", "skipped_share": 0.0}]
    broken.write_text(json.dumps({"readers": [one]}))
    with pytest.raises(BadInput, match="paper nobody-01 is not in the invented edition"):
        add_invented_readers(both, broken)
    assert rows(both, "SELECT count(*) FROM reader") == [(40,)]
