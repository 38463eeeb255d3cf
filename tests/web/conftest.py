"""Sites, and visitors to them: in this process for most tests, over HTTP for a browser."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient
from tests.web.made import made_site

from goodpapers.domain.listing import Reveal
from goodpapers.domain.reader import Role
from goodpapers.services import sign_in
from goodpapers.store.readers import add_reader
from goodpapers.web.app import make_app
from goodpapers.web.visitor import COOKIE
from goodpapers.wiring import Site


@pytest.fixture(scope="session")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """The bundled sample, judged, with everything revealed. Only to be read."""
    site = made_site(tmp_path_factory.mktemp("sample") / "goodpapers.db")
    yield site
    site.close()


@pytest.fixture(scope="session")
def programmes(shared: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """True programmes of several conferences, judged, with everything revealed. Only to be read."""
    folder = shared / "data" / "programs"
    files = [
        folder / "virtualsite/neurips-2024-orals-posters.reconstructed.json",
        folder / "papercopilot/nips2018.json",
        folder / "virtualsite/neurips-2025-sample.json",
    ]
    site = made_site(tmp_path_factory.mktemp("programmes") / "goodpapers.db", files)
    yield site
    site.close()


@pytest.fixture(scope="session")
def mixed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """Two small programmes: one with papers of every status, one without any abstract."""
    folder = tmp_path_factory.mktemp("mixed")
    statuses = ("Poster", "Reject", "Withdraw", "Active")
    papers = [
        {
            "id": f"paper{i}",
            "title": f"Paper number {i} on a matter of its own: {status}",
            "status": status,
            "abstract": f"We study matter number {i}. It is like no other.",
            "author": f"Ada {status}",
        }
        for i, status in enumerate(statuses)
    ]
    (folder / "iclr2025.json").write_text(json.dumps(papers), encoding="utf-8")
    bare = [
        {
            "id": f"bare{i}",
            "title": f"A title and nothing else, number {i}",
            "status": "Poster",
            "author": "Ada",
        }
        for i in range(3)
    ]
    (folder / "cvpr2019.json").write_text(json.dumps(bare), encoding="utf-8")
    files = [folder / "iclr2025.json", folder / "cvpr2019.json"]
    site = made_site(folder / "goodpapers.db", files)
    yield site
    site.close()


@pytest.fixture
def visitor(sample: Site) -> TestClient:
    """A visitor to the sample, who sees everything."""
    return visitor_to(sample)


@pytest.fixture
def blind_visitor(sample: Site) -> TestClient:
    """A visitor to the sample who chose the hidden view."""
    return visitor_to(sample, view="hidden")


def visitor_to(site: Site, **cookies: str) -> TestClient:
    """A visitor to `site`; mistakes of ours come out as exceptions."""
    return TestClient(make_app(site), cookies=cookies, follow_redirects=False)


@pytest.fixture
def unjudged(tmp_path: Path) -> Iterator[Site]:
    """The sample before the panel has read anything."""
    site = made_site(tmp_path / "goodpapers.db", seed=None)
    yield site
    site.close()


@pytest.fixture
def empty(tmp_path: Path) -> Iterator[Site]:
    """A site without any programme, that reveals after the vote."""
    site = made_site(tmp_path / "goodpapers.db", [], reveal=Reveal.AFTER_VOTE, seed=None)
    yield site
    site.close()


def reader_at(
    site: Site, name: str = "Rosa", role: Role = Role.READER, **cookies: str
) -> TestClient:
    """A reader who is signed in at `site`; `send` of tests/web/sending.py sends their forms."""
    with site.database.write() as db:
        reader = add_reader(db, name, role=role, now=site.now())
    token = sign_in.begin(site.database, reader, how="test", device="test", now=site.now())
    return visitor_to(site, **{COOKIE: token}, **cookies)
