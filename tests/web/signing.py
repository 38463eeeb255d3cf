"""Sites with ways to sign in, and people who use them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import httpx2
from httpx2 import Response
from starlette.testclient import TestClient
from tests.web.filling import press

from goodpapers.domain.reader import Reader
from goodpapers.services import sign_in
from goodpapers.settings import Settings
from goodpapers.store.database import open_database
from goodpapers.web.app import make_app
from goodpapers.web.visitor import COOKIE
from goodpapers.wiring import Site

BEGAN = datetime(2026, 12, 1, 9, 30, tzinfo=UTC)


@dataclass
class Clock:
    """A clock that stands until it is moved."""

    at: datetime = BEGAN

    def __call__(self) -> datetime:
        return self.at

    def move(self, **by: float) -> None:
        """Move on by so much, as `timedelta` counts it."""
        self.at += timedelta(**by)


@dataclass
class Place:
    """A running site, its clock, and browsers that visit it."""

    site: Site
    clock: Clock = field(default_factory=Clock)

    def browser(self, host: str = "testserver", client: str = "192.0.2.7") -> TestClient:
        """A new browser at that network address, that reaches the site by that name."""
        return TestClient(
            make_app(self.site),
            base_url=host if "://" in host else f"http://{host}",
            client=(client, 50_000),
            follow_redirects=False,
        )

    def reader(self, browser: TestClient) -> Reader | None:
        """Who is signed in in that browser, as the database says."""
        token = browser.cookies.get(COOKIE) or browser.cookies.get(f"__Host-{COOKIE}")
        return sign_in.reader_of(self.site.database, token, self.clock())

    def count(self, table: str) -> int:
        """How many rows a table has."""
        with self.site.database.read() as db:
            return int(db.exec_driver_sql(f"SELECT count(*) FROM {table}").scalar() or 0)


@contextmanager
def place(url: str, **settings: Any) -> Iterator[Place]:
    """A site without papers, on the database of that address, with these settings."""
    database = open_database(url)
    database.migrate()
    clock = Clock()
    yield Place(Site(Path(), Settings(**settings), database, clock), clock)
    database.close()


def go_out(browser: TestClient, key: str, back: str = "/papers", page: str = "/sign-in") -> str:
    """Press the provider's button; the address at the provider that the page leads on to."""
    at = browser.get(page, params={"back": back} if page == "/sign-in" else {})
    answer = press(browser, at, "/sign-in/out", provider=key)
    assert answer.status_code == 200, answer.text
    found = re.search(r'<a class="button main" href="([^"]+)"', answer.text)
    assert found is not None
    assert f'content="0; url={found[1]}"' in answer.text
    return found[1].replace("&amp;", "&")


def at_provider(address: str) -> str:
    """Say yes at the provider; the path and query on our site that it leads back to."""
    answer = httpx2.get(address, follow_redirects=False)
    assert answer.status_code == 302
    return answer.headers["location"].split("testserver", 1)[1]


def sign_in_by(browser: TestClient, key: str, back: str = "/papers") -> Response:
    """The whole way out and back; our answer to the provider's way back."""
    return browser.get(at_provider(go_out(browser, key, back)))
