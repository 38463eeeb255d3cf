"""Signing in, in a real browser: phone and desk, without JavaScript, and checked by axe."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page
from tests.adapters.mail_server import MailServer, mail_server
from tests.adapters.provider_site import CLIENT, SECRET, ProviderSite
from tests.conftest import missing
from tests.web.browsing import NoBrowserError, open_browser, serving
from tests.web.made import made_site
from tests.web.test_look_in_a_browser import DESK, PHONE, not_fine

from goodpapers.domain.listing import Reveal
from goodpapers.domain.reader import Role
from goodpapers.services import sign_in_link
from goodpapers.settings import Settings
from goodpapers.web.app import make_app
from goodpapers.wiring import Site

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A headless Chromium; without one the tests skip, in CI they fail."""
    try:
        with open_browser() as opened:
            yield opened
    except NoBrowserError as error:
        missing(f"no Chromium: {error}")


@pytest.fixture(scope="module")
def server() -> Iterator[MailServer]:
    with mail_server() as found:
        yield found


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory, server: MailServer) -> Iterator[Site]:
    """The sample, blind, with every way to sign in."""
    provider = ProviderSite()
    made = made_site(tmp_path_factory.mktemp("entry") / "goodpapers.db", limit=5)
    with serving(provider.app()) as address:
        provider.issuer = address
        settings = Settings(
            reveal=Reveal.AFTER_VOTE,
            demo=True,
            github_client=CLIENT,
            github_secret=SECRET,
            github_address=address,
            oidc_issuer=address,
            oidc_client=CLIENT,
            oidc_secret=SECRET,
            oidc_name="the University of Somewhere",
            mail_host=server.host,
            mail_port=server.port,
            mail_security="none",
            mail_from="papers@example.org",
        )
        yield Site(Path(), settings, made.database, made.now)
    made.close()


@pytest.fixture(scope="module")
def address(site: Site) -> Iterator[str]:
    with serving(make_app(site)) as served:
        yield served


@pytest.fixture
def open_page(browser: Browser) -> Iterator[Any]:
    """Opens a page in a fresh browser, without JavaScript unless a test asks for it."""
    contexts = []

    def opened(**options: Any) -> Page:
        context = browser.new_context(**{"java_script_enabled": False, **options})
        contexts.append(context)
        return context.new_page()

    yield opened
    for context in contexts:
        context.close()


@pytest.mark.parametrize("viewport", [PHONE, DESK], ids=["phone", "desk"])
@pytest.mark.parametrize("script", [False, True], ids=["no JavaScript", "JavaScript"])
def test_sign_in_to_vote_leads_out_and_back_to_the_same_paper(
    open_page: Any, address: str, viewport: Any, script: bool
) -> None:
    page = open_page(viewport=viewport, java_script_enabled=script)
    page.goto(f"{address}/papers")
    page.locator(".card h2 a").first.click()
    paper = page.url
    page.get_by_role("link", name="Sign in to vote").first.click()
    page.get_by_role("button", name="Sign in with GitHub").click()
    # The page of the way out leads on by itself, also where no script runs.
    page.wait_for_url(paper, timeout=20_000)
    assert page.get_by_role("link", name="Ada Li").is_visible()
    page.get_by_role("button", name="Sign out").click()
    assert page.get_by_role("link", name="Sign in", exact=True).is_visible()


def test_a_code_is_typed_and_a_wrong_one_says_how_many_tries_are_left(
    open_page: Any, address: str, server: MailServer
) -> None:
    page = open_page(viewport=PHONE)
    page.goto(f"{address}/sign-in?back=/how-scores-work")
    page.get_by_label("Your e-mail address").fill("grace@example.edu")
    page.get_by_role("button", name="Send me a code").click()
    page.get_by_label("The six digits").fill("12")
    page.get_by_role("button", name="Sign in").click()
    assert "you have 4 more tries" in page.get_by_role("alert").inner_text()
    code = next(line for line in server.letter().get_content().split() if line.isdecimal())
    page.get_by_label("The six digits").fill(code)
    page.get_by_role("button", name="Sign in").click()
    assert page.url == f"{address}/how-scores-work"
    assert page.get_by_role("link", name="grace").is_visible()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("viewport", [PHONE, DESK], ids=["phone", "desk"])
def test_axe_finds_nothing_on_the_way(
    open_page: Any, address: str, site: Site, scheme: Any, viewport: Any
) -> None:
    page = open_page(viewport=viewport, color_scheme=scheme, java_script_enabled=True)
    _, token = sign_in_link.add_reader_with_link(
        site.database, "Ben Keeper", role=Role.KEEPER, now=site.now()
    )
    page.goto(f"{address}/sign-in")
    assert not_fine(page) == []
    page.get_by_label("Your e-mail address").fill(f"{scheme}{viewport['width']}@example.edu")
    page.get_by_role("button", name="Send me a code").click()
    page.get_by_label("The six digits").fill("12")
    page.get_by_role("button", name="Sign in").click()
    assert not_fine(page) == []
    page.goto(f"{address}/sign-in/link?token={token}")
    assert not_fine(page) == []
    page.get_by_role("button", name="Sign in").click()
    for path in ("/sign-in/github", "/sign-ins", "/keeper", "/keeper/readers", "/keeper/log"):
        page.goto(address + path)
        assert not_fine(page) == [], path
    page.set_viewport_size({"width": 320, "height": 640})
    for path in ("/sign-ins", "/keeper", "/keeper/readers", "/keeper/log", "/papers"):
        page.goto(address + path)
        assert page.evaluate("document.documentElement.scrollWidth") <= 320, path
