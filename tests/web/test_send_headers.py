"""Headers: safety on every answer, copies that are right, and static files kept for good."""

from __future__ import annotations

import gzip
import re
import time

import pytest
from starlette.testclient import TestClient
from tests.web.conftest import visitor_to
from tests.web.made import NOW, judge

from goodpapers.services.rescore import rescore
from goodpapers.web.app import make_app
from goodpapers.web.page_cache import FRESH_S
from goodpapers.web.static import static_files, static_href
from goodpapers.wiring import Site

EVERY_KIND = ["/", "/papers", "/no/such", "/static/site.css", "/favicon.ico", "/papers?after=x"]


@pytest.mark.parametrize("address", EVERY_KIND)
def test_every_answer_carries_the_safety_headers(visitor: TestClient, address: str) -> None:
    headers = visitor.get(address).headers
    assert "default-src 'none'" in headers["content-security-policy"]
    assert "unsafe" not in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "same-origin"


def test_no_page_holds_a_script_or_a_style_of_its_own(visitor: TestClient) -> None:
    for address in ("/", "/papers", "/how-scores-work", "/pattern-book", "/no/such"):
        html = visitor.get(address).text
        assert not re.search(r"<script|<style|\sstyle=|\son[a-z]+=", html), address


def test_no_page_loads_anything_from_elsewhere(visitor: TestClient) -> None:
    for address in ("/", "/papers", "/how-scores-work", "/pattern-book"):
        html = visitor.get(address).text
        loads = re.findall(r'<(?:link|img|source|iframe|object)[^>]*(?:href|src)="([^"]*)"', html)
        assert loads
        assert all(load.startswith("/static/") for load in loads)
    assert "//" not in static_files()["site.css"].body.decode()


def test_a_copy_that_is_still_right_is_not_sent_again(visitor: TestClient) -> None:
    first = visitor.get("/papers")
    again = visitor.get("/papers", headers={"If-None-Match": first.headers["etag"]})
    assert again.status_code == 304
    assert again.content == b""
    assert again.headers["etag"] == first.headers["etag"]
    assert visitor.get("/papers", headers={"If-None-Match": "*"}).status_code == 304
    assert visitor.get("/no/such", headers={"If-None-Match": "*"}).status_code == 404
    other = visitor.get("/papers", headers={"If-None-Match": '"something else"'})
    assert other.status_code == 200


def test_the_open_and_the_hidden_page_have_different_names(
    visitor: TestClient, blind_visitor: TestClient
) -> None:
    opened, hidden = visitor.get("/papers"), blind_visitor.get("/papers")
    assert opened.headers["etag"] != hidden.headers["etag"]
    assert "Cookie" in opened.headers["vary"]


def test_pages_are_asked_for_again_and_never_shared(visitor: TestClient) -> None:
    assert visitor.get("/papers").headers["cache-control"] == "private, no-cache"


def test_a_new_verdict_shows_within_a_moment(unjudged: Site) -> None:
    visitor = visitor_to(unjudged)
    assert "Being judged: 0 of 19" in visitor.get("/papers").text
    judge(unjudged.database, 1, limit=7)
    time.sleep(FRESH_S)
    assert "Being judged: 7 of 19" in visitor.get("/papers").text
    judge(unjudged.database, 1)
    rescore(unjudged.database, now=NOW)
    time.sleep(FRESH_S)
    done = visitor.get("/papers").text
    assert "Being judged" not in done
    assert "Must read" in done


def test_kept_pages_are_those_made_anew(sample: Site) -> None:
    fresh = TestClient(make_app(sample, cached=False))
    kept = TestClient(make_app(sample))
    for address in ("/", "/papers", "/papers?track=oral", "/how-scores-work"):
        assert kept.get(address).text == kept.get(address).text == fresh.get(address).text


def test_head_answers_like_get_without_the_page(visitor: TestClient) -> None:
    for address in ("/", "/papers", "/static/site.css"):
        got, headed = visitor.get(address), visitor.head(address)
        assert headed.status_code == 200
        assert headed.headers["content-type"] == got.headers["content-type"]


def test_a_page_travels_gzipped_to_whoever_takes_it(visitor: TestClient) -> None:
    with visitor.stream("GET", "/papers", headers={"Accept-Encoding": "gzip"}) as answer:
        assert answer.headers["content-encoding"] == "gzip"
        zipped = b"".join(answer.iter_raw())
    plain = visitor.get("/papers", headers={"Accept-Encoding": "identity"})
    assert "content-encoding" not in plain.headers
    assert gzip.decompress(zipped) == plain.content
    assert answer.headers["etag"] != plain.headers["etag"]


@pytest.mark.parametrize(
    ("header", "zipped"),
    [
        ("gzip", True),
        ("br, gzip;q=0.5", True),
        ("GZIP", True),
        ("*", True),
        ("gzip;q=0", False),
        ("gzip; q=0.000", False),
        ("*;q=0", False),
        ("*, gzip;q=0", False),
        ("br", False),
        ("", False),
    ],
)
def test_nothing_is_gzipped_for_whoever_refuses_it(
    visitor: TestClient, header: str, zipped: bool
) -> None:
    for address in ("/papers", "/static/site.css"):
        with visitor.stream("GET", address, headers={"Accept-Encoding": header}) as answer:
            assert ("content-encoding" in answer.headers) is zipped


def test_static_files_are_kept_for_good_under_a_name_that_changes(visitor: TestClient) -> None:
    named = visitor.get(static_href("site.css"))
    assert "immutable" in named.headers["cache-control"]
    assert named.headers["content-type"] == "text/css; charset=utf-8"
    bare = visitor.get("/static/site.css")
    assert bare.headers["cache-control"] == "no-cache"
    assert bare.content == named.content


@pytest.mark.parametrize(
    "name", ["../app.py", "..%2fapp.py", "none.css", "css/base.css", "serif.woff2/", ""]
)
def test_only_the_files_for_browsers_can_be_had(visitor: TestClient, name: str) -> None:
    assert visitor.get(f"/static/{name}").status_code == 404


def test_the_font_is_small_and_carries_its_licence(visitor: TestClient) -> None:
    assert len(visitor.get(static_href("serif.woff2")).content) < 40_000
    assert "SIL Open Font License" in visitor.get("/static/serif-licence.txt").text


def test_the_first_view_weighs_less_than_120_kilobytes(visitor: TestClient) -> None:
    html = visitor.get("/papers").text
    loads = re.findall(r'<link[^>]*href="(/static/[^"]*)"', html)
    weight = 0
    for address in {*loads, "/papers"}:
        with visitor.stream("GET", address, headers={"Accept-Encoding": "gzip"}) as answer:
            weight += sum(map(len, answer.iter_raw()))
    assert weight < 120_000
    assert len(html) < 120_000  # also without gzip
