"""Contest a verdict with one click, take it back, and what the keeper then sees."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient
from tests.web.conftest import reader_at, visitor_to
from tests.web.made import made_site
from tests.web.reading import papers_of, text_of
from tests.web.sending import send

from goodpapers.domain.reader import Role
from goodpapers.wiring import Site


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    """The sample, judged, with everything revealed."""
    made = made_site(tmp_path / "goodpapers.db")
    yield made
    made.close()


def first_paper(visitor: TestClient) -> str:
    return f"/papers/{papers_of(visitor.get('/papers').text)[0]}"


def form_at(html: str, reviewer: str) -> str:
    """The form at one reviewer's verdict; empty where there is none."""
    found = re.search(rf'<details[^>]*who-{reviewer}"[^>]*>.*?</details>', html, re.DOTALL)
    assert found is not None
    form = re.search(r"<form.*?</form>", found[0], re.DOTALL)
    return form[0] if form else ""


def test_one_click_contests_a_verdict_and_another_takes_it_back(site: Site) -> None:
    rosa = reader_at(site)
    address = first_paper(rosa)
    form = form_at(rosa.get(address).text, "sceptic")
    assert "I disagree with this verdict" in form
    assert f'action="{address}/objections"' in form
    said = {"reviewer": "sceptic", "source": "embedded"}
    answer = send(rosa, f"{address}/objections", do="object", **said)
    assert (answer.status_code, answer.headers["location"]) == (
        303,
        f"{address}?reviewer=sceptic#said-sceptic",
    )
    html = rosa.get(f"{address}?reviewer=sceptic").text
    assert "You disagree with this verdict" in form_at(html, "sceptic")
    assert re.search(r'<details [^>]*who-sceptic" open>', html)
    assert html.count("You disagree with this verdict") == 1
    send(rosa, f"{address}/objections", do="undo", **said)
    assert "I disagree with this verdict" in form_at(rosa.get(address).text, "sceptic")


def test_a_visitor_finds_no_button_and_is_led_to_sign_in(site: Site) -> None:
    visitor = visitor_to(site)
    address = first_paper(visitor)
    assert "disagree" not in visitor.get(address).text
    answer = send(
        visitor, f"{address}/objections", do="object", reviewer="sceptic", source="embedded"
    )
    assert answer.status_code == 303
    assert answer.headers["location"].startswith("/sign-in")


@pytest.mark.parametrize(
    ("form", "status", "line"),
    [
        ({"do": "object", "reviewer": "nobody", "source": "embedded"}, 404, "no reviewer"),
        ({"do": "object", "reviewer": "sceptic", "source": "x"}, 404, "no source"),
        ({"do": "else", "reviewer": "sceptic", "source": "embedded"}, 400, "neither disagrees"),
        ({}, 400, "neither disagrees"),
    ],
)
def test_a_form_that_names_nothing_we_know_is_refused_in_one_line(
    site: Site, form: dict[str, str], status: int, line: str
) -> None:
    rosa = reader_at(site)
    answer = send(rosa, f"{first_paper(rosa)}/objections", **form)
    assert answer.status_code == status
    assert line in text_of(answer.text)


def test_the_keeper_sees_who_contests_what_and_marks_it_as_seen(site: Site) -> None:
    rosa, ben = reader_at(site), reader_at(site, "Ben", Role.KEEPER)
    assert "Contested verdicts" not in ben.get("/keeper").text
    address = first_paper(rosa)
    send(rosa, f"{address}/objections", do="object", reviewer="sceptic", source="embedded")
    said = text_of(ben.get("/keeper").text)
    assert "Contested verdicts" in said
    assert "Sceptic 1 objection on 1 paper, 1 new" in said
    assert send(ben, "/keeper/objections/seen", reviewer="sceptic").status_code == 303
    html = ben.get("/keeper").text
    assert "1 objection on 1 paper, 0 new" in text_of(html)
    assert "Mark as seen" not in html
    whole = text_of(ben.get("/keeper/objections").text)
    assert "Rosa, Tuesday 1 December 2026, seen" in whole


@pytest.mark.parametrize("address", ["/keeper/objections", "/keeper/flags"])
def test_the_keeper_s_lists_are_for_keepers(site: Site, address: str) -> None:
    assert visitor_to(site).get(address).status_code == 303
    assert reader_at(site).get(address).status_code == 403
    answer = reader_at(site, "Ben", Role.KEEPER).get(address)
    assert answer.status_code == 200
    assert "Nothing was found" in answer.text or "Nobody disagrees" in answer.text


def test_a_reader_cannot_mark_objections_as_seen(site: Site) -> None:
    assert send(reader_at(site), "/keeper/objections/seen", reviewer="sceptic").status_code == 403
