"""What must be kept is kept whole, and what must not be kept is not: notes and open tabs."""

from __future__ import annotations

from pathlib import Path

import pytest
from sqlalchemy import text
from tests.web.conftest import reader_at
from tests.web.made import made_site
from tests.web.pairs import papers_of
from tests.web.sending import send

from goodpapers.web.visitor import COOKIE


@pytest.mark.parametrize("letter", ["a", "é", "字"])
def test_the_longest_note_is_kept_whole(tmp_path: Path, letter: str) -> None:
    site = made_site(tmp_path / "goodpapers.db")
    reader = reader_at(site, "Ada")
    key = papers_of(reader.get("/papers").text)[0]
    note = letter * 20_000
    assert send(reader, f"/papers/{key}/note", note=note).status_code == 303
    assert note in reader.get("/my/papers.json").text
    site.close()


def test_an_open_tab_of_a_deleted_account_keeps_nothing(tmp_path: Path) -> None:
    site = made_site(tmp_path / "goodpapers.db")
    tab = reader_at(site, "Ada")
    key = papers_of(tab.get("/papers").text)[0]
    other = reader_at(site, "Ben")
    held, token = dict(tab.cookies), tab.cookies[COOKIE]
    left = send(tab, "/my/leave", votes="leave", confirmation="delete my account")
    assert left.headers["location"] == "/left"
    for name, value in held.items():
        tab.cookies.set(name, value)
    assert tab.cookies[COOKIE] == token
    for form in (f"/papers/{key}/vote", f"/papers/{key}/note", "/my/profile", "/my/list"):
        answer = send(tab, form, vote="worth_reading", note="mine", name="Ada", state="seen")
        assert answer.headers["location"].startswith("/sign-in"), form
    with site.database.read() as db:
        assert db.execute(text("SELECT count(*) FROM vote")).scalar() == 0
        assert db.execute(text("SELECT count(*) FROM note")).scalar() == 0
    assert tab.get("/my/everything.zip").status_code == 303
    assert other.get("/my/papers").status_code == 200
    site.close()
