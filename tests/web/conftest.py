"""Sites, and visitors to them: in this process for most tests, over HTTP for a browser."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient
from tests.web.made import made_site

from goodpapers.domain.listing import Reveal
from goodpapers.web.app import make_app
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
