"""Meet the panel: what each reviewer asks, its figures, and what the panel cannot do."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from starlette.testclient import TestClient
from tests.web.reading import links_of, papers_of, text_of

from goodpapers.services.browse import personas
from goodpapers.services.meet_panel import meet_panel

CARD = Path(__file__).parents[2] / "docs" / "panel-card.md"


def section(html: str, key: str) -> str:
    """The words of one reviewer's section."""
    found = re.search(rf'<section class="reviewer" id="{key}".*?</section>', html, re.DOTALL)
    assert found is not None
    return text_of(found[0])


def test_every_reviewer_has_a_section_with_question_answers_and_figures(
    visitor: TestClient,
) -> None:
    html = visitor.get("/panel").text
    card = CARD.read_text(encoding="utf-8")
    for one in personas():
        said = section(html, one.key)
        for words in (one.name, one.question, one.yes, one.no):
            assert words in said
        row = re.search(
            rf"\| {one.name} \| \w+ \| ([\d.]+) \| ([\d.]+) to ([\d.]+) \| (\d+)%", card
        )
        assert row is not None, "the card that the same weights wrote is the second source"
        assert f"Agrees with careful answers {row[1]} ({row[2]} to {row[3]})" in said
        assert f"Says yes {row[4]} %" in said


def test_the_page_says_on_how_many_answers_it_rests_and_what_the_panel_cannot_do(
    visitor: TestClient,
) -> None:
    said = text_of(visitor.get("/panel").text)
    assert "2,400 abstracts" in said
    assert "Do not use it to decide on acceptance, funding, hiring or promotion" in said
    assert "They do not know the field" in said


def test_every_page_leads_to_the_panel_and_every_verdict_to_its_reviewer(
    visitor: TestClient,
) -> None:
    for address in ("/", "/papers", "/how-scores-work", "/try"):
        assert "/panel" in links_of(visitor.get(address).text)
    (key, *_) = papers_of(visitor.get("/papers").text)
    links = links_of(visitor.get(f"/papers/{key}").text)
    assert {f"/panel#{one.key}" for one in personas()} <= set(links)
    anchors = re.findall(r'<section class="reviewer" id="(\w+)"', visitor.get("/panel").text)
    assert anchors == [one.key for one in personas()]


def test_the_style_sheet_marks_the_sentences_of_each_reviewer(visitor: TestClient) -> None:
    css = visitor.get("/static/site.css").text
    for one in personas():
        assert f".said:has(.who-{one.key}[open]) .abstract p:not(.note) .by-{one.key}" in css


@pytest.mark.parametrize("facts", [None, {}, {"agreement": "?", "yes_rate": 3, "trained_on": []}])
def test_weights_without_figures_give_reviewers_without_figures(
    facts: dict[str, object] | None,
) -> None:
    met = meet_panel(facts)
    assert [len(members) for _, members in met.groups] == [5, 10, 5]
    every = [one for _, members in met.groups for one in members]
    assert {one.target_rate for one in every} == {0.8, 0.5, 0.15}
    assert all(one.yes_rate is None and one.agreement is None for one in every)
    assert met.n_answers is None
