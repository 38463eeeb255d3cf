"""The switch between the open and the hidden view."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.testclient import TestClient
from tests.web.conftest import visitor_to
from tests.web.made import made_site
from tests.web.reading import text_of

from goodpapers.domain.listing import Reveal
from goodpapers.web.view_choice import path_of_this_site
from goodpapers.wiring import Site


def test_the_demo_says_that_everything_is_open_and_how_to_hide_it(visitor: TestClient) -> None:
    text = text_of(visitor.get("/").text)
    assert "This site shows every score at once." in text
    assert "See it as before a vote" in text


def test_the_switch_hides_and_leads_back(sample: Site) -> None:
    visitor = visitor_to(sample)
    answer = visitor.post("/view", data={"view": "hidden", "back": "/papers?track=oral"})
    assert answer.status_code == 303
    assert answer.headers["location"] == "/papers?track=oral"
    cookie = answer.headers["set-cookie"]
    assert cookie.startswith("view=hidden;")
    assert "SameSite=Lax" in cookie
    assert "HttpOnly" in cookie
    hidden = visitor.get("/papers?track=oral").text
    assert "of 100 typical readers" not in hidden
    assert "Show the scores" in hidden
    visitor.post("/view", data={"view": "open", "back": "/"})
    assert "of 100 typical readers" in visitor.get("/papers?track=oral").text


def test_no_cookie_opens_a_site_that_hides(tmp_path_factory: pytest.TempPathFactory) -> None:
    site = made_site(tmp_path_factory.mktemp("hides") / "goodpapers.db", reveal=Reveal.AFTER_VOTE)
    visitor = visitor_to(site, view="open")
    html = visitor.get("/papers").text
    assert "of 100 typical readers" not in html
    assert "Show the scores" not in html
    assert "Vote to see what readers and the panel said" in html
    site.close()


@pytest.mark.parametrize(
    "address",
    [
        "https://elsewhere.example/",
        "//elsewhere.example/",
        "/\\elsewhere.example",
        "/\t/elsewhere.example",
        "javascript:alert(1)",
        "",
        "papers",
        "/papers\r\nSet-Cookie: a=b",
    ],
)
def test_no_form_sends_a_visitor_away(visitor: TestClient, address: str) -> None:
    answer = visitor.post("/view", data={"view": "open", "back": address})
    assert answer.status_code == 303
    assert answer.headers["location"] == "/"


def test_a_form_longer_than_ours_can_be_is_refused(visitor: TestClient) -> None:
    answer = visitor.post("/view", data={"view": "open", "back": "/" + "a" * 10_000})
    assert answer.status_code == 413
    assert "More was sent than this address takes." in answer.text


def test_what_is_no_form_opens_and_leads_home(visitor: TestClient) -> None:
    answer = visitor.post("/view", content=b"\xff\x00{}")
    assert (answer.status_code, answer.headers["location"]) == (303, "/")


@given(st.text(max_size=40))
def test_every_way_back_is_a_path_of_this_site(address: str) -> None:
    path = path_of_this_site(address)
    assert path.startswith("/")
    assert not path.startswith(("//", "/\\"))
    assert path.isascii()
    assert path.isprintable()
