"""The longest note that its field takes arrives whole, in every script."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.web.conftest import reader_at
from tests.web.made import made_site
from tests.web.pairs import papers_of
from tests.web.sending import send


@pytest.mark.parametrize("letter", ["a", "é", "字"])
def test_the_longest_note_is_kept_whole(tmp_path: Path, letter: str) -> None:
    site = made_site(tmp_path / "goodpapers.db")
    reader = reader_at(site, "Ada")
    key = papers_of(reader.get("/papers").text)[0]
    note = letter * 20_000
    assert send(reader, f"/papers/{key}/note", note=note).status_code == 303
    assert note in reader.get("/my/papers.json").text
    site.close()
