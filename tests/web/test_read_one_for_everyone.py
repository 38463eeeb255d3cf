"""Read one for everyone: drawing is a POST, one paper at a time, nothing asked for."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient
from tests.web.conftest import reader_at, visitor_to
from tests.web.made import SAMPLE, made_site
from tests.web.reading import links_of, text_of
from tests.web.sending import send

from goodpapers.domain.listing import Reveal
from goodpapers.wiring import Site

EDITION = "neurips-2026"
GROUP = "Deep learning theory"


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    """The sample, judged, where values show after the vote."""
    made = made_site(tmp_path / "goodpapers.db", [SAMPLE], reveal=Reveal.AFTER_VOTE)
    yield made
    made.close()


@pytest.fixture
def rosa(site: Site) -> TestClient:
    """A reader who is signed in."""
    return reader_at(site)


def draw(reader: TestClient, **more: str) -> str:
    """The page after asking for a paper."""
    answer = send(reader, "/read-one", act="draw", edition=EDITION, group=GROUP, **more)
    assert answer.status_code == 303
    return reader.get(answer.headers["location"]).text


def offered(html: str) -> dict[str, str]:
    """The hidden values of the offer's form."""
    form = html[html.index('<article class="offer">') :]
    return dict(re.findall(r'type="hidden" name="(number|paper)" value="([^"]*)"', form))


def test_a_visitor_is_led_to_sign_in(site: Site) -> None:
    html = visitor_to(site).get("/read-one").text
    assert "/sign-in?back=%2Fread-one" in links_of(html)
    answer = send(visitor_to(site), "/read-one", act="draw", edition=EDITION, group=GROUP)
    assert answer.headers["location"] == "/sign-in?back=%2Fread-one"


def test_looking_draws_nothing(site: Site, rosa: TestClient) -> None:
    for _ in range(3):
        assert "Start with five: 0 of 5 taken." in text_of(rosa.get("/read-one").text)
        rosa.get(f"/read-one?act=draw&edition={EDITION}&group={GROUP}")
    with site.database.read() as db:
        assert db.exec_driver_sql("SELECT count(*) FROM offer").scalar() == 0


def test_the_offer_shows_title_abstract_and_nothing_of_what_others_think(rosa: TestClient) -> None:
    html = draw(rosa)
    said = text_of(html)
    assert "Drawn for you" in said
    assert "I'll read it" in said
    for trace in ("of 100 typical readers", "Must read", "reviewers recommend", "<rect"):
        assert trace not in html


def test_a_paper_cannot_be_asked_for(site: Site) -> None:
    with site.database.read() as db:
        keys = [row[0] for row in db.exec_driver_sql("SELECT key FROM paper ORDER BY key")]
    given = set()
    for number in range(12):
        reader = reader_at(site, f"Reader {number}")
        given.add(offered(draw(reader, paper=keys[0], key=keys[0], number="1"))["paper"])
    assert len(given) > 1


def test_what_is_taken_is_read_later_and_its_vote_is_assigned(site: Site, rosa: TestClient) -> None:
    offer = offered(draw(rosa))
    answer = send(rosa, "/read-one", act="taken", edition=EDITION, **offer)
    assert answer.headers["location"] == f"/papers/{offer['paper']}"
    assert "Start with five: 1 of 5 taken." in text_of(rosa.get("/read-one").text)
    send(rosa, f"/papers/{offer['paper']}/vote", vote="not_for_me")
    with site.database.read() as db:
        assert db.exec_driver_sql("SELECT assigned, blind FROM vote").fetchall() == [(1, 1)]


def test_ten_a_day_are_enough(rosa: TestClient) -> None:
    for _ in range(10):
        offer = offered(draw(rosa))
        send(rosa, "/read-one", act="skipped", edition=EDITION, group=GROUP, **offer)
    assert "Come back tomorrow." in text_of(rosa.get("/read-one").text)
    answer = send(rosa, "/read-one", act="draw", edition=EDITION, group=GROUP)
    assert answer.status_code == 429


@pytest.mark.parametrize(
    ("values", "status"),
    [
        ({"act": "taken", "number": "7"}, 400),
        ({"act": "skipped", "number": "x"}, 400),
        ({"act": "everything"}, 400),
        ({"act": "draw", "edition": "nowhere", "group": GROUP}, 404),
    ],
)
def test_what_makes_no_sense_is_refused(
    rosa: TestClient, values: dict[str, str], status: int
) -> None:
    assert send(rosa, "/read-one", **values).status_code == status


def test_an_area_where_nothing_is_left_says_so(rosa: TestClient) -> None:
    answer = send(rosa, "/read-one", act="draw", edition=EDITION, group="No such area")
    assert "Nothing is left there" in text_of(rosa.get(answer.headers["location"]).text)
