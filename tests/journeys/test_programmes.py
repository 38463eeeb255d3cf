"""Real programmes, from file to page, on both databases, by the real command."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import quote

import pytest
from tests.journeys.command import answered, done
from tests.journeys.served import served

ON_BOTH = [
    # file, entries of the file that are papers, merged into another
    ("virtualsite/neurips-2024-orals-posters.reconstructed.json", 172, 22),
    ("csv/iclr2025-title-authors-affiliations-decision.csv", 400, 0),
]
ON_SQLITE = [
    ("virtualsite/neurips-2025-sample.json", 7, 1),
    ("papercopilot/nips2018.json", 120, 0),
    ("papercopilot/cvpr2019.json", 60, 0),
    ("papercopilot/corl2024.json", 90, 0),
    ("csv/corl2024-noheader.tsv.csv", 90, 0),
]
"""One more of each kind of file; what differs between the databases does not hang on the file."""


@pytest.mark.parametrize(("name", "papers", "merged"), ON_BOTH)
def test_a_real_programme_goes_from_file_to_page_on_both_databases(
    shared: Path, tmp_path: Path, database_url: str, *, name: str, papers: int, merged: int
) -> None:
    walk(shared / "data" / "programs" / name, tmp_path / "site", database_url, papers, merged)


@pytest.mark.parametrize(("name", "papers", "merged"), ON_SQLITE)
def test_a_real_programme_goes_from_file_to_page(
    shared: Path, tmp_path: Path, name: str, papers: int, merged: int
) -> None:
    file = shared / "data" / "programs" / name
    walk(file, tmp_path / "site", "sqlite:///goodpapers.db", papers, merged)


def walk(file: Path, site: Path, database_url: str, papers: int, merged: int) -> None:
    """Import twice, judge, score, and read list, page and errors over HTTP."""
    variables = {"GOODPAPERS_DATABASE": database_url, "GOODPAPERS_REVEAL": "always"}
    done("init", site, **variables)

    report = answered("import", file, "--site", site, **variables)
    assert (report["papers"], report["new"], report["merged"]) == (papers, papers, merged)
    again = answered("import", file, "--site", site, **variables)
    assert (again["unchanged"], again["merged"]) == (papers, merged)

    run = answered("panel", "run", "--site", site, "--limit", "20", **variables)
    scored = answered("score", "--site", site, **variables)
    assert scored["scored"] == run["judged"]

    listed = answered("top", "--site", site, "-n", "5", **variables)
    with served("serve", "--site", site, "--port", "0", **variables) as server:
        first = server.page("/papers?order=score")
        for paper in listed["papers"]:
            assert f"/papers/{paper['key']}" in first
        page = server.page(f"/papers/{listed['papers'][0]['key']}")
        assert ("reviewers recommend it" in page) == (run["judged"] > 0)
        assert server.status(f"/papers?words={quote('learning')}") == 200
        assert server.status("/papers/aaaaaaaaaa") == 404
        assert server.end() == 0
