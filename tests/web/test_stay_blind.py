"""What is hidden stays on the server: sites that differ only in it answer byte for byte alike."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace

import pytest
from starlette.testclient import TestClient
from tests.web.conftest import visitor_to
from tests.web.made import EVIDENCE, SAMPLE, made_site
from tests.web.reading import links_of, papers_of

from goodpapers.domain.listing import Reveal
from goodpapers.settings import Settings
from goodpapers.store.database import Database, open_database
from goodpapers.wiring import Site

UPSIDE_DOWN = (
    "UPDATE score SET score = 100 - score, low = 100 - high, high = 100 - low, "
    "panel = 100 - panel, place = n_ranked + 1 - place, fit = 'another'",
    "UPDATE panel_result SET merit = -merit, model = 'another', "
    "verdicts = replace(verdicts, 'nobody', 'somebody'), recommends = "
    "replace(replace(replace(recommends, '1', 'x'), '0', '1'), 'x', '0')",
    "UPDATE site_state SET version = version + 17",
)


def turn_hidden_values_upside_down(database: Database) -> None:
    """Change every hidden value and nothing public: tiers, papers and counts stay."""
    with database.write() as db:
        for statement in UPSIDE_DOWN:
            db.exec_driver_sql(statement)


@pytest.fixture(scope="module")
def pair(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Site, Site]]:
    """Two sites, alike in everything public, opposite in everything hidden."""
    folder = tmp_path_factory.mktemp("pair")
    one = made_site(folder / "one.db", [SAMPLE], limit=15)
    with one.database.write() as db:
        db.exec_driver_sql("SELECT 1")
    one.database.close()
    shutil.copy(folder / "one.db", folder / "two.db")
    first = replace(one, database=open_database(f"sqlite:///{folder / 'one.db'}"))
    other = replace(one, database=open_database(f"sqlite:///{folder / 'two.db'}"))
    turn_hidden_values_upside_down(other.database)
    yield first, other
    first.close()
    other.close()


def addresses(visitor: TestClient) -> list[str]:
    """Every page of the site: lists in all orders and filters, papers, sessions, errors."""
    listed = visitor.get("/papers").text
    keys = papers_of(listed)
    sessions = {link for link in links_of(listed) if link.startswith("/sessions/")}
    return [
        *("/", "/papers", "/how-scores-work", "/papers?words=learning", "/papers?words=network"),
        *(f"/papers?tier={tier}" for tier in ("must_read", "worth_a_look", "niche_pick")),
        *("/papers?order=score", "/papers?order=tier", "/papers?order=time", "/papers/zzzzzzzzzz"),
        *(f"/papers/{key}" for key in keys),
        *sorted(sessions),
    ]


def answers(site: Site, **cookies: str) -> dict[str, tuple[int, bytes, dict[str, str]]]:
    """Everything that leaves the site for a visitor, headers and sizes included."""
    visitor = visitor_to(site, **cookies)
    found = {}
    for address in addresses(visitor):
        answer = visitor.get(address)
        found[address] = (answer.status_code, answer.content, dict(answer.headers))
    return found


def hiding(site: Site) -> Site:
    """The same site with its values hidden until the vote."""
    return replace(site, settings=Settings(reveal=Reveal.AFTER_VOTE))


def test_hidden_values_change_nothing_that_leaves_a_site_that_hides(
    pair: tuple[Site, Site],
) -> None:
    one, other = (answers(hiding(site)) for site in pair)
    assert len(one) > 30
    assert one == other


def test_hidden_values_change_nothing_for_a_visitor_who_chose_the_hidden_view(
    pair: tuple[Site, Site],
) -> None:
    one, other = (answers(site, view="hidden") for site in pair)
    assert one == other


def test_the_same_values_do_change_what_an_open_site_shows(pair: tuple[Site, Site]) -> None:
    # Without this, the two tests above could pass on a site that shows nothing to anyone.
    one, other = (answers(site) for site in pair)
    differ = {address for address in one if one[address] != other.get(address)}
    assert {"/", "/papers", "/papers?order=score"} <= differ


def test_hidden_pages_hold_no_trace_of_reviewers(pair: tuple[Site, Site]) -> None:
    for address, (_, body, _) in answers(hiding(pair[0])).items():
        text = body.decode()
        if address == "/how-scores-work":
            continue
        for trace in (EVIDENCE, "recommend it", 'class="of"', 'class="yes"', "<rect", "Panel only"):
            assert trace not in text, (address, trace)


def test_a_hidden_card_differs_only_in_what_is_public(pair: tuple[Site, Site]) -> None:
    """The ruler and the dots are there, hatched, the same for every paper."""
    html = visitor_to(hiding(pair[0])).get("/papers").text
    hatched = '<div class="ruler hatched" aria-hidden="true"></div>'
    dots = '<div class="dots hatched" aria-hidden="true"><span></span><span class="ten"></span>'
    assert html.count(hatched) == html.count(dots) == 15  # four of nineteen are not judged


def test_reading_writes_nothing(pair: tuple[Site, Site]) -> None:
    path = pair[0].database.url.removeprefix("sqlite:///")
    with closing(sqlite3.connect(path)) as watcher:
        # Another connection's version of the file grows with every transaction that writes.
        before = watcher.execute("PRAGMA data_version").fetchone()
        answers(pair[0])
        answers(hiding(pair[0]))
        assert watcher.execute("PRAGMA data_version").fetchone() == before
        turn_hidden_values_upside_down(pair[0].database)
        assert watcher.execute("PRAGMA data_version").fetchone() != before
