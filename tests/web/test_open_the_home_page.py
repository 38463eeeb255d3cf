"""The home page: shelves, search, and the first visit to an empty site."""

from __future__ import annotations

import re

from starlette.testclient import TestClient
from tests.web.conftest import visitor_to
from tests.web.reading import links_of, papers_of, text_of

from goodpapers.wiring import Site


def test_the_first_shelf_is_must_read(visitor: TestClient) -> None:
    html = visitor.get("/").text
    heads = re.findall(r'<h2 id="shelf-\d+">(.*?)</h2>', html)
    assert heads == ["Must read", "Deep learning theory"]
    first = html.split('<h2 id="shelf-2">')[0]
    assert len(papers_of(first)) == 2  # a tenth of 19, places 1 and 2
    assert set(re.findall(r'class="tier (\w+)"', first)) == {"must_read"}


def test_no_paper_stands_on_two_shelves(visitor: TestClient) -> None:
    seen = papers_of(visitor.get("/").text)
    assert len(seen) == len(set(seen))


def test_each_shelf_leads_to_its_whole_list(visitor: TestClient) -> None:
    links = links_of(visitor.get("/").text)
    assert "/papers?edition=neurips-2026&tier=must_read" in links
    assert "/papers?edition=neurips-2026&area=deep-learning-theory" in links


def test_the_editions_note_is_shown(visitor: TestClient) -> None:
    assert "Each is judged on a synopsis written for this demo" in visitor.get("/").text


def test_the_search_box_needs_no_script(visitor: TestClient) -> None:
    html = visitor.get("/").text
    assert 'role="search" action="/papers"' in html
    assert "<script" not in html


def test_an_older_edition_has_a_home_page_too(programmes: Site) -> None:
    visitor = visitor_to(programmes)
    html = visitor.get("/?edition=neurips-2024").text
    assert "<h1>NeurIPS 2024</h1>" in html
    assert 'value="neurips-2024" selected' in html
    assert "172 papers." in text_of(html)


def test_before_the_panel_has_read_anything_the_areas_still_stand(unjudged: Site) -> None:
    html = visitor_to(unjudged).get("/").text
    assert "Being judged: 0 of 19" in text_of(html)
    assert len(papers_of(html)) == 4


def test_an_empty_site_says_how_to_begin(empty: Site) -> None:
    for address in ("/", "/papers"):
        answer = visitor_to(empty).get(address)
        assert answer.status_code == 200
        assert "goodpapers import programme.json" in text_of(answer.text)
