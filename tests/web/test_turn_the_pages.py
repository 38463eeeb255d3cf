"""Paging through a list: every paper once, and where one is."""

from __future__ import annotations

import re

import pytest
from starlette.testclient import TestClient
from tests.web.conftest import visitor_to
from tests.web.reading import links_of, papers_of, text_of

from goodpapers.wiring import Site


@pytest.mark.parametrize("filters", ["", "&order=score", "&words=learning", "&track=poster"])
def test_paging_shows_every_paper_once(programmes: Site, filters: str) -> None:
    visitor = visitor_to(programmes)
    address = f"/papers?edition=neurips-2024{filters}"
    html = visitor.get(address).text
    said = re.search(r'role="status">([\d,]+) paper', html)
    assert said is not None
    seen: list[str] = []
    while True:
        seen += papers_of(html)
        after = [link for link in links_of(html) if "after=" in link]
        if not after:
            break
        html = visitor.get(after[0]).text
    assert len(seen) == len(set(seen)) == int(said[1])
    assert filters or len(seen) == 172


def test_a_later_page_leads_back_to_the_start(programmes: Site) -> None:
    visitor = visitor_to(programmes)
    first = visitor.get("/papers?edition=neurips-2024").text
    assert "Back to the start" not in first
    (onward,) = [link for link in links_of(first) if "after=" in link]
    second = visitor.get(onward).text
    assert "/papers?edition=neurips-2024" in links_of(second)
    assert "Back to the start" in second


def test_every_page_says_its_place(programmes: Site) -> None:
    visitor = visitor_to(programmes)
    html, said = visitor.get("/papers?edition=neurips-2024").text, []
    while True:
        said += re.findall(r"<p>(\d+ to \d+ of 172)</p>", html)
        after = [link for link in links_of(html) if "after=" in link]
        if not after:
            break
        html = visitor.get(after[0]).text
    assert said == [
        *("1 to 30 of 172", "31 to 60 of 172", "61 to 90 of 172", "91 to 120 of 172"),
        *("121 to 150 of 172", "151 to 172 of 172"),
    ]


@pytest.mark.parametrize("place", ["0", "-5", "170", "9" * 400, "x", "३१", "31.0"])
def test_a_place_that_cannot_be_is_not_said(programmes: Site, place: str) -> None:
    visitor = visitor_to(programmes)
    first = visitor.get("/papers?edition=neurips-2024").text
    (onward,) = [link for link in links_of(first) if "after=" in link]
    answer = visitor.get(onward.replace("from=31", f"from={place}"))
    assert answer.status_code == 200
    assert not re.search(r"\d to ", text_of(answer.text.split('class="pager"')[1]))


def test_one_page_has_no_place(visitor: TestClient) -> None:
    assert "1 to 19" not in text_of(visitor.get("/papers").text)
