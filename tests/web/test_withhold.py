"""A withheld paper and one that nobody judged: nothing that leaves the site tells them apart."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from starlette.testclient import TestClient
from tests.web.conftest import reader_at, visitor_to
from tests.web.made import SAMPLE, made_site
from tests.web.reading import links_of, papers_of, text_of
from tests.web.sending import send

from goodpapers.domain.listing import Reveal
from goodpapers.domain.reader import Role
from goodpapers.services.rescore import rescore
from goodpapers.store.database import Database, open_database
from goodpapers.web.visitor import COOKIE
from goodpapers.wiring import Site

NEVER_JUDGED = (
    "DELETE FROM panel_result WHERE paper_id = (SELECT id FROM paper WHERE key = '{key}')",
    "DELETE FROM score WHERE paper_id = (SELECT id FROM paper WHERE key = '{key}')",
    "UPDATE paper SET judged = 0, tier_rank = 5 WHERE key = '{key}'",
)


@pytest.fixture(params=[0, 3, 11], ids=["the first paper", "the fourth", "the twelfth"])
def pair(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[Site, Site, str]]:
    """One site where a paper was withheld, one where it was never judged; and its key."""
    site = made_site(tmp_path / "one.db", [SAMPLE], reveal=Reveal.AFTER_VOTE)
    key = papers_of(visitor_to(site).get("/papers").text)[request.param]
    keeper = reader_at(site, "Ben", Role.KEEPER)
    rosa = reader_at(site, "Rosa")
    other = next(one for one in papers_of(rosa.get("/papers").text) if one != key)
    send(rosa, f"/papers/{other}/vote", vote="worth_reading")
    fresh, ines = reader_at(site, "Theo"), reader_at(site, "Ines")
    send(ines, f"/papers/{key}/vote", vote="worth_reading")
    site.database.close()
    with closing(sqlite3.connect(tmp_path / "one.db")) as db:
        db.execute("VACUUM INTO ?", (str(tmp_path / "two.db"),))
    withheld, unjudged = (
        replace(site, database=open_database(f"sqlite:///{tmp_path / name}.db"))
        for name in ("one", "two")
    )
    at_one = visitor_to(withheld, **{COOKIE: str(keeper.cookies[COOKIE])})
    assert send(at_one, "/keeper/withhold", paper=key, withhold="yes").status_code == 303
    _run(unjudged.database, NEVER_JUDGED, key)
    for each in (withheld, unjudged):
        rescore(each.database, now=each.now(), reset_tiers=True)
        # The log has one line more, which pages other than the keeper's do not show.
        _run(each.database, ("UPDATE site_state SET version = 1000",), key)
    readers = (rosa, fresh, ines)
    request.node.cookies = [{}, *({COOKIE: str(one.cookies[COOKIE])} for one in readers)]
    yield withheld, unjudged, key
    withheld.close()
    unjudged.close()


def _run(database: Database, statements: tuple[str, ...], key: str) -> None:
    with database.write() as db:
        for statement in statements:
            db.exec_driver_sql(statement.format(key=key))


def everything_at(site: Site, cookies: dict[str, str], key: str) -> dict[str, object]:
    """Every address that one gets to from the lists, and the files, as they leave the site."""
    visitor = visitor_to(site, **cookies)
    addresses = ["/", "/papers", "/papers?order=tier", "/papers?words=learning", "/my/papers"]
    addresses += [f"/papers?tier={tier}" for tier in ("must_read", "niche_pick", "worth_a_look")]
    addresses += ["/my/plan", "/my/papers.json", "/privacy", "/how-scores-work", "/read-one"]
    found: dict[str, object] = {}
    for address in [*addresses, *sorted(set(links_of(visitor.get("/papers").text)))]:
        if address.startswith(("/sign-", "/keeper", "#", "/panel", "/try")) or address in found:
            continue
        answer = visitor.get(address)
        found[address] = (answer.status_code, answer.content, dict(answer.headers))
    assert f"/papers/{key}" in found
    return found


def test_every_page_is_the_same_byte_for_byte(
    request: pytest.FixtureRequest, pair: tuple[Site, Site, str]
) -> None:
    withheld, unjudged, key = pair
    for cookies in request.node.cookies:
        one, other = (everything_at(site, cookies, key) for site in (withheld, unjudged))
        assert one.keys() == other.keys()
        assert [address for address in one if one[address] != other[address]] == []


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    """The sample, judged and hidden until the vote."""
    made = made_site(tmp_path / "goodpapers.db", reveal=Reveal.AFTER_VOTE)
    yield made
    made.close()


def test_what_was_revealed_is_hidden_again_and_comes_back(site: Site) -> None:
    keeper, rosa = reader_at(site, "Ben", Role.KEEPER), reader_at(site, "Rosa")
    key = papers_of(rosa.get("/papers").text)[0]
    send(rosa, f"/papers/{key}/vote", vote="worth_reading")
    assert "What the panel said" in rosa.get(f"/papers/{key}").text
    assert send(keeper, "/keeper/withhold", paper=f"/papers/{key}", withhold="yes").is_redirect
    page = rosa.get(f"/papers/{key}").text
    assert "What the panel said" not in page
    assert "What readers said" not in page
    assert "Being judged" in text_of(page)
    send(keeper, "/keeper/withhold", paper=key, withhold="no")
    page = rosa.get(f"/papers/{key}").text
    assert "What the panel said" in page
    assert "of 19 judged" in text_of(page)


def test_an_answer_shows_with_the_verdicts_and_is_hidden_with_them(site: Site) -> None:
    keeper, ada = reader_at(site, "Ben", Role.KEEPER), reader_at(site, "Ada")
    key = papers_of(ada.get("/papers").text)[4]
    send(ada, f"/papers/{key}/author")
    ada_key = _reader_key(site, "Ada")
    send(keeper, "/keeper/authors", paper=key, reader=ada_key, author="yes")
    before = visitor_to(site).get(f"/papers/{key}").content
    said = "Our second experiment answers the sceptic <script>alert(1)</script>"
    assert send(ada, f"/papers/{key}/answer", answer=said).status_code == 303
    assert visitor_to(site).get(f"/papers/{key}").content == before
    rosa = reader_at(site, "Rosa")
    assert "answers the sceptic" not in rosa.get(f"/papers/{key}").text
    send(rosa, f"/papers/{key}/vote", vote="not_for_me")
    page = rosa.get(f"/papers/{key}").text
    assert "An author answers" in page
    assert "<script>alert" not in page
    assert said in text_of(page.replace("&lt;script&gt;", "[").replace("&lt;/script&gt;", "]")) or (
        "Our second experiment answers the sceptic" in page
    )
    assert page.index("What the panel said") < page.index("An author answers")
    send(keeper, "/keeper/withhold", paper=key, withhold="yes")
    assert "answers the sceptic" not in rosa.get(f"/papers/{key}").text


def _reader_key(site: Site, name: str) -> str:
    with site.database.read() as db:
        found = db.exec_driver_sql("SELECT key FROM reader WHERE name = ?", (name,))
        return str(found.scalar_one())


def test_a_reader_who_is_no_keeper_withholds_nothing(site: Site) -> None:
    rosa = reader_at(site, "Rosa")
    key = papers_of(rosa.get("/papers").text)[0]
    assert send(rosa, "/keeper/withhold", paper=key, withhold="yes").status_code == 403
    assert send(rosa, f"/papers/{key}/answer", answer="x").status_code == 403
    assert _is_shown(visitor_to(site), key)


def _is_shown(visitor: TestClient, key: str) -> bool:
    return "Being judged" not in text_of(visitor.get(f"/papers/{key}").text)
