"""Errors are pages in plain words, each with one way on, and tell nothing of the inside."""

from __future__ import annotations

from dataclasses import replace

import pytest
from starlette.testclient import TestClient
from tests.web.reading import links_of, text_of

from goodpapers.domain.errors import BadInput, BadUsage, DatabaseFailure, ModelFailure, Unknown
from goodpapers.web.app import make_app
from goodpapers.web.errors import status_of
from goodpapers.wiring import Site


@pytest.mark.parametrize(
    ("address", "status", "words"),
    [
        ("/papers/zzzzzzzzzz", 404, 'there is no paper "zzzzzzzzzz"'),
        ("/papers?edition=nowhere", 404, 'there is no edition "nowhere"'),
        ("/sessions/neurips-2026/none", 404, 'there is no session "none"'),
        ("/sessions/nowhere/none", 404, 'there is no edition "nowhere"'),
        ("/?edition=nowhere", 404, 'there is no edition "nowhere"'),
        ("/no/such/page", 404, "There is no page at this address."),
        ("/papers?after=broken", 400, "begin at the first page"),
        ("/papers?after=" + "a" * 501, 400, "longer than 500 characters"),
        ("/papers?tier=best", 400, "There is no tier “best”: choose one of"),
        ("/papers?track=talk", 400, "There is no track “talk”: choose one of"),
        ("/papers?order=magic", 400, "There is no order “magic”: choose one of"),
        ("/papers?words=a%00b", 400, "characters that cannot be read"),
        ("/sessions/neurips-2026/atlanta-poster-session-3?after=x", 400, "begin at the first page"),
    ],
)
def test_a_wrong_address_says_what_is_wrong_and_one_way_on(
    visitor: TestClient, address: str, status: int, words: str
) -> None:
    answer = visitor.get(address)
    assert answer.status_code == status
    assert words in text_of(answer.text)
    assert answer.text.count('class="button"') == 1


@pytest.mark.parametrize(
    "address", ["/papers/{}", "/papers?edition={}", "/sessions/neurips-2026/{}"]
)
def test_what_was_typed_comes_back_only_in_its_beginning(visitor: TestClient, address: str) -> None:
    typed = "a" * (499 if "?" in address else 60_000)
    answer = visitor.get(address.format(typed))
    assert answer.status_code == 404
    assert "a" * 80 + "…" in answer.text
    assert "a" * 81 not in answer.text


def test_an_address_that_does_not_fit_is_not_called_senseless(visitor: TestClient) -> None:
    text = text_of(visitor.get("/papers?tier=foo").text)
    assert "no sense" not in text
    assert (
        "There is no tier “foo”: choose one of must_read, highly_rated, worth_a_look, niche_pick."
        in text
    )


def test_what_was_typed_comes_back_as_words_not_as_markup(visitor: TestClient) -> None:
    answer = visitor.get("/papers?tier=<script>alert(1)</script>")
    assert answer.status_code == 400
    assert "<script" not in answer.text
    assert "<script" not in visitor.get('/papers?words="><script>x</script>').text


def test_a_method_that_an_address_does_not_take_is_refused(visitor: TestClient) -> None:
    for method, address in (("POST", "/papers"), ("DELETE", "/"), ("GET", "/view")):
        answer = visitor.request(method, address)
        assert answer.status_code == 405
        assert "does not take what was sent" in answer.text
        assert (
            "POST" in answer.headers["allow"]
            if address == "/view"
            else "GET" in answer.headers["allow"]
        )
        assert "content-security-policy" in answer.headers


def test_a_mistake_of_ours_is_said_without_its_inside(sample: Site) -> None:
    def broken_clock() -> object:
        raise RuntimeError("secret inside")

    first = True

    def once_broken() -> object:
        nonlocal first
        if first:
            first = False
            return broken_clock()
        return sample.now()

    site = replace(sample, now=once_broken)  # type: ignore[arg-type]
    answer = TestClient(make_app(site), raise_server_exceptions=False).get("/")
    assert answer.status_code == 500
    assert "Something went wrong on our side" in answer.text
    assert "secret" not in answer.text
    assert "content-security-policy" in answer.headers


@pytest.mark.parametrize(
    ("error", "status"),
    [
        (Unknown("x"), 404),
        (BadUsage("x"), 400),
        (BadInput("x"), 400),
        (DatabaseFailure("x", again=True), 503),
        (DatabaseFailure("x"), 500),
        (ModelFailure("x"), 500),
    ],
)
def test_each_error_has_its_status(error: Exception, status: int) -> None:
    assert status_of(error) == status  # type: ignore[arg-type]


def test_a_busy_database_asks_to_load_again(sample: Site) -> None:
    class Busy:
        """A database that is always busy."""

        def read(self) -> object:
            raise DatabaseFailure("sqlite:///secret: database is locked", again=True)

    site = replace(sample, database=Busy())  # type: ignore[arg-type]
    answer = TestClient(make_app(site)).get("/papers")
    assert answer.status_code == 503
    assert "Nothing is lost; load this page again." in answer.text
    assert "secret" not in answer.text


def test_every_link_of_an_error_page_leads_somewhere(visitor: TestClient) -> None:
    for link in links_of(visitor.get("/no/such/page").text):
        if link.startswith("/"):
            assert visitor.get(link).status_code == 200
