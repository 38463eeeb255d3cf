"""The switch between the open and the hidden view."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.testclient import TestClient
from tests.web.conftest import visitor_to
from tests.web.made import made_site
from tests.web.reading import links_of, text_of

from goodpapers.domain.listing import Reveal
from goodpapers.web import view_choice
from goodpapers.web.app import make_app
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
    assert html.count("of 100 typical readers") == 1  # the open preview of the day
    assert "Show the scores" not in html
    assert "Vote to see what readers and the panel said." in html
    assert "Sign in to vote" in html
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
        "/ /elsewhere.example",
        " //elsewhere.example",
        "/papers ",
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


@pytest.mark.parametrize("sent", [b"", b"\xff\x00{}", b"view=&back=/", b"view=score", b"back=/"])
def test_a_form_without_a_view_is_refused_and_changes_nothing(
    visitor: TestClient, sent: bytes
) -> None:
    answer = visitor.post("/view", content=sent)
    assert answer.status_code == 400
    assert "holds no choice" in answer.text
    assert "set-cookie" not in answer.headers


@pytest.mark.parametrize(
    ("view", "at", "back"),
    [
        ("hidden", "/papers?track=oral&order=score", "/papers?track=oral"),
        ("hidden", "/papers?order=score", "/papers"),
        ("hidden", "/papers?words=a+b%26c&after=xyz&from=31", "/papers?words=a+b%26c"),
        ("open", "/papers?order=tier&after=xyz", "/papers?order=tier"),
        ("hidden", "/sessions/neurips-2026/one?after=xyz", "/sessions/neurips-2026/one"),
    ],
)
def test_the_switch_leads_to_the_start_of_a_list_that_the_view_has(
    visitor: TestClient, view: str, at: str, back: str
) -> None:
    answer = visitor.post("/view", data={"view": view, "back": at})
    assert answer.headers["location"] == back


def test_from_any_page_of_a_list_the_switch_leads_to_a_page(programmes: Site) -> None:
    visitor = visitor_to(programmes)
    first = visitor.get("/papers?edition=neurips-2024&order=score").text
    (onward,) = [link for link in links_of(first) if "after=" in link]
    for view in ("hidden", "open"):
        answer = visitor.post("/view", data={"view": view, "back": onward})
        assert visitor.get(answer.headers["location"]).status_code == 200


def test_a_visitor_who_leaves_in_the_middle_of_a_form_leaves_no_trace(sample: Site) -> None:
    pieces = [{"type": "http.request", "body": b"view=", "more_body": True}]
    status = asyncio.run(sent_to(sample, [*pieces, {"type": "http.disconnect"}]))
    assert status == 400


def test_a_form_that_never_ends_is_given_up(sample: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    assert view_choice.LONGEST_WAIT_S == 10
    monkeypatch.setattr(view_choice, "LONGEST_WAIT_S", 0.05)
    status = asyncio.run(
        sent_to(sample, [{"type": "http.request", "body": b"view=", "more_body": True}])
    )
    assert status == 408


async def sent_to(site: Site, pieces: list[dict[str, Any]]) -> int:
    """The status that a form in these pieces gets; after the last of them nothing comes."""
    statuses = []

    async def receive() -> dict[str, Any]:
        if pieces:
            return pieces.pop(0)
        await asyncio.sleep(60)
        raise AssertionError("nobody waits so long")

    async def send(message: Any) -> None:
        if message["type"] == "http.response.start":
            statuses.append(message["status"])

    scope = {
        "type": "http",
        "method": "POST",
        "path": "/view",
        "query_string": b"",
        "headers": [],
        "root_path": "",
    }
    await make_app(site)(scope, receive, send)
    return statuses[0]


@given(st.text(max_size=40))
def test_every_way_back_is_a_path_of_this_site(address: str) -> None:
    path = path_of_this_site(address)
    assert path.startswith("/")
    assert not path.startswith(("//", "/\\"))
    assert path.isascii()
    assert path.isprintable()
