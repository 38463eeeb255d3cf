"""A reader keeps papers: on the reading list, with a note, in a history that they asked for."""

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

from goodpapers.domain.listing import Reveal
from goodpapers.wiring import Site

LIST = "/my/papers?what=list"


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    """The sample, judged and hidden until the vote; to be written to."""
    made = made_site(tmp_path / "goodpapers.db", reveal=Reveal.AFTER_VOTE)
    yield made
    made.close()


@pytest.fixture
def rosa(site: Site) -> TestClient:
    """A reader."""
    return reader_at(site, "Rosa")


def a_paper(reader: TestClient) -> str:
    return papers_of(reader.get("/papers").text)[0]


def state_on(page: str) -> str | None:
    """The state that the form on a page has chosen."""
    found = re.search(r'<option value="(\w*)" selected', page)
    return found[1] if found else None


def test_a_paper_goes_on_the_list_changes_and_comes_off(rosa: TestClient) -> None:
    key = a_paper(rosa)
    for state in ("want_to_read", "seen", "read"):
        answer = send(rosa, "/my/list", paper=key, state=state, back=f"/papers/{key}#yours")
        assert answer.status_code == 303
        assert answer.headers["location"] == f"/papers/{key}#yours"
        assert papers_of(rosa.get(LIST).text) == [key]
        assert state_on(rosa.get(f"/papers/{key}").text) == state
    send(rosa, "/my/list", paper=key, state="")
    assert papers_of(rosa.get(LIST).text) == []


def test_a_card_has_the_button_and_leads_back_to_the_card(rosa: TestClient) -> None:
    page = rosa.get("/papers?track=poster").text
    key = papers_of(page)[0]
    form = re.search(rf'<article[^>]*data-paper="{key}".*?</article>', page, re.DOTALL)
    assert form is not None
    assert ">Want to read</button>" in form[0]
    (back,) = re.findall(r'name="back" value="([^"]*)"', form[0])
    answer = send(rosa, "/my/list", paper=key, state="want_to_read", back=back)
    assert answer.headers["location"] == f"/papers?track=poster#p-{key}"
    assert f'id="p-{key}"' in rosa.get("/papers?track=poster").text


@pytest.mark.parametrize("back", ["//evil.org", "https://evil.org", "/\\evil.org", "/%0d%0a\n"])
def test_no_form_leads_to_another_site(rosa: TestClient, back: str) -> None:
    answer = send(rosa, "/my/list", paper=a_paper(rosa), state="read", back=back)
    assert answer.headers["location"] == "/"


def test_a_paper_that_is_not_here_and_a_state_that_is_none_are_refused(rosa: TestClient) -> None:
    assert send(rosa, "/my/list", paper="zzzzzzzzzz", state="read").status_code == 404
    assert send(rosa, "/my/list", paper=a_paper(rosa), state="loved").status_code == 400
    assert send(rosa, "/my/list", state="read").status_code == 400
    assert send(rosa, "/papers/zzzzzzzzzz/note", note="x").status_code == 404


def test_nobody_sees_what_another_keeps(site: Site, rosa: TestClient) -> None:
    key = a_paper(rosa)
    before = visitor_to(site).get(f"/papers/{key}").content
    send(rosa, "/my/list", paper=key, state="read")
    send(rosa, f"/papers/{key}/note", note="the secret of Rosa")
    assert visitor_to(site).get(f"/papers/{key}").content == before
    ben = reader_at(site, "Ben")
    for address in (f"/papers/{key}", "/my/papers", "/my/papers.json", "/my/papers?words=secret"):
        assert "secret of Rosa" not in ben.get(address).text
    assert "secret of Rosa" in rosa.get(f"/papers/{key}").text


def test_a_visitor_is_led_to_the_sign_in_and_keeps_nothing(site: Site) -> None:
    visitor = visitor_to(site)
    key = a_paper(visitor)
    for address, form in (
        ("/my/list", {"paper": key, "state": "read"}),
        (f"/papers/{key}/note", {"note": "x"}),
        ("/my/history", {"history": "on"}),
    ):
        answer = send(visitor, address, **form)
        assert answer.status_code in (303, 400, 401, 403)
    assert "keep" not in re.findall(r'<form class="(\w+)"', visitor.get("/papers").text)
    with site.database.read() as db:
        for table in ("reading_list", "note", "visited"):
            assert db.exec_driver_sql(f"SELECT count(*) FROM {table}").scalar() == 0


def test_a_form_without_the_reader_s_token_keeps_nothing(site: Site, rosa: TestClient) -> None:
    key = a_paper(rosa)
    form = {"paper": key, "state": "read"}
    assert rosa.post("/my/list", data=form).status_code == 400
    other = {**form, "form_token": "0" * 32}
    assert rosa.post("/my/list", data=other).status_code == 400
    assert papers_of(rosa.get(LIST).text) == []


def test_a_note_is_kept_drawn_and_taken_away(rosa: TestClient) -> None:
    key = a_paper(rosa)
    note = "Compare with $x_i*y_i$ and **theirs** <b>raw</b>\r\n\r\n[there](https://example.org)"
    assert send(rosa, f"/papers/{key}/note", note=note).headers["location"] == (
        f"/papers/{key}#yours"
    )
    page = rosa.get(f"/papers/{key}").text
    assert "<strong>theirs</strong>" in page
    assert "<msub><mi>x</mi><mi>i</mi></msub>" in page
    assert "&lt;b&gt;raw&lt;/b&gt;" in page
    assert '<a href="https://example.org" rel="noreferrer nofollow">there</a>' in page
    assert "Compare with" in rosa.get("/my/papers?what=notes").text
    send(rosa, f"/papers/{key}/note", note="  \n ")
    assert papers_of(rosa.get("/my/papers?what=notes").text) == []


def test_a_note_that_begins_with_an_empty_line_keeps_it_in_the_form(rosa: TestClient) -> None:
    key = a_paper(rosa)
    send(rosa, f"/papers/{key}/note", note="\nsecond line")
    # HTML drops one line end right after <textarea>, so the page has two.
    assert 'maxlength="20000">\n\nsecond line</textarea>' in rosa.get(f"/papers/{key}").text


def test_a_note_that_is_too_long_is_refused_and_the_old_one_stays(rosa: TestClient) -> None:
    key = a_paper(rosa)
    send(rosa, f"/papers/{key}/note", note="short")
    answer = send(rosa, f"/papers/{key}/note", note="x" * 20_001)
    assert answer.status_code == 400
    assert "20,001 characters" in text_of(answer.text)
    assert "short" in rosa.get("/my/papers?what=notes").text


def test_the_history_is_off_until_it_is_switched_on_and_can_be_cleared(rosa: TestClient) -> None:
    key = a_paper(rosa)
    history = "/my/papers?what=history"
    rosa.get(f"/papers/{key}")
    assert papers_of(rosa.get(history).text) == []
    send(rosa, "/my/history", history="on")
    rosa.get(f"/papers/{key}")
    rosa.get(f"/papers/{key}")
    assert papers_of(rosa.get(history).text) == [key]
    assert papers_of(rosa.get("/my/papers").text) == []  # opened is not kept
    send(rosa, "/my/history", history="off")
    other = papers_of(rosa.get("/papers").text)[1]
    rosa.get(f"/papers/{other}")
    assert papers_of(rosa.get(history).text) == [key]
    send(rosa, "/my/history/clear")
    assert papers_of(rosa.get(history).text) == []
