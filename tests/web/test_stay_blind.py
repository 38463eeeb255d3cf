"""What is hidden stays on the server: sites that differ only in it answer byte for byte alike."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.web.conftest import visitor_to
from tests.web.made import EVIDENCE, SAMPLE, previews_on
from tests.web.pairs import (
    Pair,
    addresses,
    answers,
    form_answers,
    made_pair,
)
from tests.web.reading import cards_of, papers_of

from goodpapers.domain.listing import Reveal
from goodpapers.settings import Settings
from goodpapers.web import routes

WHO = ("nobody", "fresh", "voted")


@pytest.fixture(scope="module")
def pair(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pair]:
    """Two sites, alike in everything public, opposite in everything hidden. Only to be read."""
    made = made_pair(tmp_path_factory.mktemp("pair"), [SAMPLE])
    yield made
    made.close()


@pytest.mark.parametrize("who", WHO)
def test_hidden_values_change_nothing_that_leaves_the_site(pair: Pair, who: str) -> None:
    cookies = getattr(pair, who)
    every = addresses(visitor_to(pair.one, **cookies))
    assert {route.count("{") for route in routes.PAGES} >= {0, 1}
    one, other = (answers(site, every, **cookies) for site in (pair.one, pair.other))
    differ = [address for address in one if one[address] != other[address]]
    assert differ == []
    assert len(one) > 100


@pytest.mark.parametrize("who", WHO)
def test_hidden_values_change_no_answer_to_a_form(tmp_path: Path, who: str) -> None:
    made = made_pair(tmp_path, [SAMPLE])
    one, other = (form_answers(site, **getattr(made, who)) for site in (made.one, made.other))
    made.close()
    assert [address for address in one if one[address] != other[address]] == []


def test_hidden_values_change_nothing_for_a_visitor_who_chose_the_hidden_view(pair: Pair) -> None:
    always = Settings(reveal=Reveal.ALWAYS)
    sites = [replace(site, settings=always) for site in (pair.one, pair.other)]
    every = addresses(visitor_to(sites[0], view="hidden"))
    one, other = (answers(site, every, view="hidden") for site in sites)
    assert one == other


def test_the_same_values_do_change_what_an_open_site_shows(pair: Pair) -> None:
    # Without this, the tests above could pass on a site that shows nothing to anyone.
    always = Settings(reveal=Reveal.ALWAYS)
    sites = [replace(site, settings=always) for site in (pair.one, pair.other)]
    every = addresses(visitor_to(sites[0]))
    one, other = (answers(site, every) for site in sites)
    differ = {address for address in one if one[address] != other[address]}
    assert {"/", "/papers", "/papers?order=score"} <= differ


def test_a_reader_sees_what_is_hidden_of_the_paper_they_voted_on_and_of_no_other(
    pair: Pair,
) -> None:
    listed = visitor_to(pair.one, **pair.voted).get("/papers").text
    shown = [card for card in cards_of(listed) if "<rect" in card]
    open_to_all = previews_on(pair.one, pair.one.now().date())
    (voted,) = [card for card in shown if "Your vote: " in card]
    assert {key for card in shown for key in papers_of(card)} == {*papers_of(voted), *open_to_all}


def test_hidden_pages_hold_no_trace_of_reviewers(pair: Pair) -> None:
    open_to_all = previews_on(pair.one, pair.one.now().date())
    visitor = visitor_to(pair.one)
    for key in papers_of(visitor.get("/papers").text):
        text = visitor.get(f"/papers/{key}").text
        for trace in (EVIDENCE, "recommend it", 'class="of"', 'class="yes"', "<rect", "Panel only"):
            assert (trace in text) <= (key in open_to_all), (key, trace)


def test_a_hidden_card_differs_only_in_what_is_public(pair: Pair) -> None:
    """The ruler and the dots are there, hatched, the same for every paper."""
    html = visitor_to(pair.one).get("/papers").text
    hatched = '<div class="ruler hatched" aria-hidden="true"></div>'
    dots = '<div class="dots hatched" aria-hidden="true"><span></span><span class="ten"></span>'
    # Four of nineteen are not judged, and one is open to everyone today.
    assert html.count(hatched) == html.count(dots) == 14


def test_reading_writes_nothing(pair: Pair) -> None:
    path = pair.one.database.url.removeprefix("sqlite:///")
    with closing(sqlite3.connect(path)) as watcher:
        # Another connection's version of the file grows with every transaction that writes.
        before = watcher.execute("PRAGMA data_version").fetchone()
        for cookies in (pair.nobody, pair.fresh, pair.voted):
            answers(pair.one, addresses(visitor_to(pair.one, **cookies)), **cookies)
        assert watcher.execute("PRAGMA data_version").fetchone() == before
        with pair.one.database.write() as db:
            db.exec_driver_sql("UPDATE site_state SET version = version + 1")
        assert watcher.execute("PRAGMA data_version").fetchone() != before


CHANCE = st.floats(0.5, 99.5)


@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data())
def test_no_hidden_value_whatever_it_is_reaches_who_may_not_know(data: st.DataObject) -> None:
    with TemporaryDirectory() as folder:
        made = made_pair(Path(folder), [SAMPLE])
        spared = previews_on(made.one, made.one.now().date())
        with made.other.database.read() as db:
            keys = [row[0] for row in db.exec_driver_sql("SELECT key FROM paper ORDER BY key")]
        with made.other.database.write() as db:
            for key in sorted(set(keys) - spared - {_voted(made)}):
                drawn = data.draw(CHANCE)
                db.exec_driver_sql(
                    "UPDATE score SET score = ?, low = ?, high = ?, place = ?, readers = ? "
                    "WHERE paper_id = (SELECT id FROM paper WHERE key = ?)",
                    (drawn, drawn / 2, 50 + drawn / 2, 1 + int(drawn), drawn, key),
                )
                yes = data.draw(st.text("01-", min_size=20, max_size=20))
                db.exec_driver_sql(
                    "UPDATE panel_result SET recommends = ?, merit = ? "
                    "WHERE paper_id = (SELECT id FROM paper WHERE key = ?)",
                    (yes, drawn - 50, key),
                )
        for who in WHO:
            cookies = getattr(made, who)
            every = ["/", "/papers", "/papers?words=learning", *(f"/papers/{k}" for k in keys)]
            one, other = (answers(site, every, **cookies) for site in (made.one, made.other))
            assert one == other, who
        made.close()


def _voted(made: Pair) -> str:
    """The paper that the reader with a vote voted on."""
    listed = visitor_to(made.one, **made.voted).get("/papers").text
    (key,) = [papers_of(card)[0] for card in cards_of(listed) if "Your vote: " in card]
    return key
