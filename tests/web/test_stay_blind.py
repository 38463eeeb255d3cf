"""What is hidden stays on the server: sites that differ only in it answer byte for byte alike."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from random import Random

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
    set_hidden_values,
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


@pytest.fixture(scope="module")
def random_pair(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pair]:
    """Two sites; the second gets other hidden values again and again."""
    made = made_pair(tmp_path_factory.mktemp("random"), [SAMPLE])
    yield made
    made.close()


DRAWN = st.tuples(st.floats(0.5, 99.5), st.text("01-", min_size=20, max_size=20), st.randoms())


@settings(
    max_examples=15,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)
@given(drawn=st.lists(DRAWN, min_size=19, max_size=19), who=st.sampled_from(WHO))
def test_no_hidden_value_whatever_it_is_reaches_who_may_not_know(
    random_pair: Pair, drawn: list[tuple[float, str, Random]], who: str
) -> None:
    one, other = random_pair.one, random_pair.other
    spared = {*previews_on(one, one.now().date()), _voted(random_pair)}
    with one.database.read() as db:
        keys = [row[0] for row in db.exec_driver_sql("SELECT key FROM paper ORDER BY key")]
    for key, (score, yes, chance) in zip(keys, drawn, strict=True):
        if key not in spared:
            set_hidden_values(other.database, key, score, yes, chance)
    cookies = getattr(random_pair, who)
    every = ["/", "/papers", "/papers?words=learning", *(f"/papers/{key}" for key in keys)]
    answered, others = (answers(site, every, **cookies) for site in (one, other))
    assert answered == others


def _voted(made: Pair) -> str:
    """The paper that the reader with a vote voted on."""
    listed = visitor_to(made.one, **made.voted).get("/papers").text
    (key,) = [papers_of(card)[0] for card in cards_of(listed) if "Your vote: " in card]
    return key
