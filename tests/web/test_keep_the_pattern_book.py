"""Templates: each says what it needs, and every part stands in the pattern book."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from starlette.testclient import TestClient
from tests.web.reading import cards_of, text_of

from goodpapers.web.environment import templates

TEMPLATES = Path(__file__).parents[2] / "src/goodpapers/web/templates"
SOURCES = sorted(TEMPLATES.rglob("*.html"))


def name_of(path: Path) -> str:
    return path.relative_to(TEMPLATES).as_posix()


@pytest.mark.parametrize("path", SOURCES, ids=name_of)
def test_a_template_says_in_its_first_line_what_it_needs(path: Path) -> None:
    first = path.read_text(encoding="utf-8").splitlines()[0]
    assert re.match(r"\{# inputs: .+", first)


@pytest.mark.parametrize("path", SOURCES, ids=name_of)
def test_no_template_trusts_a_value(path: Path) -> None:
    assert not re.search(r"\|\s*safe\b|autoescape", path.read_text(encoding="utf-8"))


def test_every_template_compiles() -> None:
    assert set(templates()) == {name_of(path) for path in SOURCES}


def test_every_part_for_papers_stands_in_the_book() -> None:
    # Left out: parts that stand around every page, and those that only their own page shows.
    elsewhere = {"search_box", "filters", "opinions", "abstract", "reviewer", "flagged"}
    elsewhere |= {"keeper_flags", "keeper_objections", "keeper_readers", "keeper_authors"}
    elsewhere |= {"author", "reliability", "sign_in_forms", "who"}
    source = (TEMPLATES / "pages/pattern_book.html").read_text(encoding="utf-8")
    drawn_with_a_card = {"dots", "ruler", "facts", "keep"}
    for path in (TEMPLATES / "parts").glob("*.html"):
        if path.stem not in elsewhere | drawn_with_a_card:
            assert f"parts/{path.name}" in source, path.name


def test_the_book_shows_each_state_of_a_card(visitor: TestClient) -> None:
    html = visitor.get("/pattern-book").text
    text = text_of(html)
    assert "2nd of 19 judged" in text
    assert "58 of 100 typical readers would call it worth reading" in text
    assert "(likely 27 to 84; assumed until readers vote). Panel only." in text
    assert "(likely 55 to 84). From the panel (58) and 10 readers (80)." in text
    assert "13 of 20 reviewers recommend it; lenient 4 of 5, medium 6 of 10, strict 3 of 5." in text
    assert "11 of 17 reviewers recommend it" in text
    for tier in ("Must read", "Highly rated", "Worth a look", "Niche pick"):
        assert tier in text
    assert "Being judged: the panel has not come to this paper yet." in text
    assert "Not judged: the programme gives no abstract" in text
    assert "Not judged: the conference lists this paper as rejected." in text
    assert "Being judged: 120 of 650" in text


def test_a_card_in_the_book_says_authors_places_and_times(visitor: TestClient) -> None:
    card = text_of(cards_of(visitor.get("/pattern-book").text)[0])
    assert "Ada Ngô, Ben Öztürk, 陳大文, Dmitri Ы. Orlov and 3 more" in card
    assert "Sydney · Poster Session 3 , no. 214 · Thursday 10 December 2026, 10:00 AM to" in card
    assert "Wednesday 9 December 2026, 11:00 PM to Thursday 10 December 2026, 1:30 AM" in card
    assert "Theory of learning" in card


def test_the_place_is_hidden_with_the_score(visitor: TestClient) -> None:
    cards = cards_of(visitor.get("/pattern-book").text)
    assert "2nd of 19 judged" in cards[0]
    assert "judged" not in text_of(cards[1])
