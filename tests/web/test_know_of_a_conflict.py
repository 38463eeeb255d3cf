"""A reader is told why their vote counts less, alone, and can say that it is wrong."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient
from tests.web.conftest import reader_at, visitor_to
from tests.web.made import SAMPLE, made_site
from tests.web.reading import text_of
from tests.web.sending import send

from goodpapers.domain.listing import Reveal
from goodpapers.wiring import Site

SAID = "Your vote counts less here: you share an affiliation with an author (Technion)."


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    """The sample, judged, where values show after the vote."""
    made = made_site(tmp_path / "goodpapers.db", [SAMPLE], reveal=Reveal.AFTER_VOTE)
    yield made
    made.close()


@pytest.fixture
def key(site: Site) -> str:
    """The paper of Yoav Ger and Omri Barak, of the Technion."""
    with site.database.read() as db:
        found = db.exec_driver_sql("SELECT key FROM paper WHERE title LIKE 'Learning Reveals%'")
        return str(found.scalar())


def with_profile(site: Site, **profile: str) -> TestClient:
    reader = reader_at(site)
    with site.database.write() as db:
        for column, value in profile.items():
            db.exec_driver_sql(f"UPDATE reader SET {column} = ? WHERE name = 'Rosa'", (value,))
    return reader


def test_the_reader_alone_is_told(site: Site, key: str) -> None:
    rosa = with_profile(site, affiliations='["Technion"]')
    send(rosa, f"/papers/{key}/vote", vote="worth_reading")
    assert f"{SAID} Nobody else sees this. That is not so" in text_of(
        rosa.get(f"/papers/{key}").text
    )
    for other in (visitor_to(site), reader_at(site, "Ben"), reader_at(site, "Cleo")):
        assert "counts less here" not in other.get(f"/papers/{key}").text
    assert "counts less here" not in rosa.get("/papers").text


def test_an_author_is_told_that_the_vote_does_not_count(site: Site, key: str) -> None:
    rosa = with_profile(site, names='["Barak, Omri"]')
    said = "You are an author of this paper (Omri Barak), so your vote does not count."
    assert said in text_of(rosa.get(f"/papers/{key}").text)


def test_what_is_wrong_is_taken_back_by_one_button(site: Site, key: str) -> None:
    rosa = with_profile(site, affiliations='["Technion"]')
    send(rosa, f"/papers/{key}/vote", vote="worth_reading")
    answer = send(rosa, f"/papers/{key}/conflict", mark="institution:technion")
    assert answer.headers["location"] == f"/papers/{key}#reveal"
    assert SAID not in text_of(rosa.get(f"/papers/{key}").text)
    with site.database.read() as db:
        assert db.exec_driver_sql("SELECT conflict FROM vote").fetchall() == [(None,)]


@pytest.mark.parametrize("mark", ["", "nonsense", "reader:1"])
def test_nothing_else_can_be_called_wrong(site: Site, key: str, mark: str) -> None:
    answer = send(reader_at(site), f"/papers/{key}/conflict", mark=mark)
    assert answer.status_code == 400
    assert "names no conflict" in text_of(answer.text)
