"""A reader's own pages in a real browser: without JavaScript, on a phone, on paper, by axe."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, Page
from tests.conftest import missing
from tests.web.browsing import NoBrowserError, open_browser, serving
from tests.web.conftest import reader_at, visitor_to
from tests.web.made import SAMPLE, made_site
from tests.web.reading import papers_of
from tests.web.sending import send

from goodpapers.domain.listing import Reveal
from goodpapers.domain.reader import Role
from goodpapers.services.invented import READERS, add_invented_readers
from goodpapers.web.app import make_app
from goodpapers.web.visitor import COOKIE
from goodpapers.wiring import Site

pytestmark = pytest.mark.browser

PHONE, DESK = {"width": 390, "height": 844}, {"width": 1280, "height": 900}
PAGES = ["/my/papers", "/my/papers?what=history", "/my/plan", "/my/profile", "/privacy", "/keeper"]
NOTE = "# First\n\nSee $\\sum_i x_i^2$ and [this](https://example.org).\n\n```\ncode\n```"


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A headless Chromium; without one the tests skip, in CI they fail."""
    try:
        with open_browser() as opened:
            yield opened
    except NoBrowserError as error:
        missing(f"no Chromium: {error}")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """The sample and the invented edition with its readers; hidden until the vote."""
    folder = tmp_path_factory.mktemp("mine")
    programmes = [SAMPLE, SAMPLE.parent / "invented-papers.json"]
    made = made_site(folder / "goodpapers.db", programmes, reveal=Reveal.AFTER_VOTE)
    add_invented_readers(made.database, SAMPLE.parent / READERS)
    yield made
    made.close()


@pytest.fixture(scope="module")
def address(site: Site) -> Iterator[str]:
    """The site, served."""
    with serving(make_app(site)) as served:
        yield served


@pytest.fixture(scope="module")
def token(site: Site) -> str:
    """A keeper who keeps papers in two cities, with a note, a vote and a claim to be an author."""
    ben = reader_at(site, "Ben", Role.KEEPER)
    keys: list[str] = []
    for session in ("lisbon-poster-session-1", "lisbon-oral-session-1", "nairobi-oral-session-1"):
        page = ben.get(f"/papers?edition=invented-papers&session={session}").text
        keys += papers_of(page)[:2]
    for key, state in zip(keys, ("want_to_read", "seen", "read") * 2, strict=True):
        send(ben, "/my/list", paper=key, state=state)
    send(ben, f"/papers/{keys[0]}/note", note=NOTE)
    send(ben, f"/papers/{keys[0]}/vote", vote="worth_reading")
    send(ben, f"/papers/{keys[0]}/author")
    send(ben, "/my/history", history="on")
    ben.get(f"/papers/{keys[1]}")
    return str(ben.cookies[COOKIE])


@pytest.fixture
def open_page(browser: Browser, address: str, token: str) -> Iterator[Any]:
    """Opens pages as the keeper, with everything that folds unfolded."""
    contexts: list[BrowserContext] = []

    def opened(path: str, **options: Any) -> Page:
        contexts.append(browser.new_context(**{"viewport": DESK, **options}))
        contexts[-1].add_cookies([{"name": COOKIE, "value": token, "url": address}])
        page = contexts[-1].new_page()
        page.goto(address + path)
        for summary in page.locator("main summary").all():
            summary.click()
        return page

    yield opened
    for context in contexts:
        context.close()


@pytest.mark.parametrize(
    ("viewport", "scheme"),
    [(PHONE, "dark"), (DESK, "light"), (PHONE, "light"), (DESK, "dark")],
    ids=["phone, dark", "desk, light", "phone, light", "desk, dark"],
)
@pytest.mark.parametrize("path", PAGES)
def test_axe_finds_nothing(open_page: Any, path: str, viewport: Any, scheme: str) -> None:
    page = open_page(path, viewport=viewport, color_scheme=scheme)
    found = Axe().run(page).response["violations"]
    assert [(one["id"], one["nodes"][0]["html"][:80]) for one in found] == []


def test_axe_finds_nothing_on_a_paper_that_is_kept(open_page: Any) -> None:
    path = str(open_page("/my/papers?what=notes").locator(".mine h2 a").get_attribute("href"))
    for scheme in ("light", "dark"):
        page = open_page(path, color_scheme=scheme)
        found = Axe().run(page).response["violations"]
        assert [(one["id"], one["nodes"][0]["html"][:80]) for one in found] == []


@pytest.mark.parametrize("path", PAGES)
def test_nothing_scrolls_sideways_on_the_smallest_phone(open_page: Any, path: str) -> None:
    page = open_page(path, viewport={"width": 320, "height": 640})
    assert page.evaluate("document.documentElement.scrollWidth") <= 320


@pytest.mark.parametrize("path", ["/my/papers", "/my/plan", "/my/profile"])
def test_everything_to_press_is_44_pixels_high_on_a_phone(open_page: Any, path: str) -> None:
    page = open_page(path, viewport=PHONE, has_touch=True)
    small = page.evaluate(
        """() => [...document.querySelectorAll("main button, main select, main summary, .button")]
            .filter(e => e.checkVisibility() && e.getBoundingClientRect().height < 44)
            .map(e => e.outerHTML.slice(0, 80))"""
    )
    assert small == []


def test_the_printed_plan_is_the_plan_alone(open_page: Any) -> None:
    page = open_page("/my/plan")
    page.emulate_media(media="print")
    for hidden in (".head nav", ".search", ".foot", ".not-printed", ".who"):
        assert not page.locator(hidden).first.is_visible()
    assert page.locator(".planned h3").count() == 3
    assert page.get_by_text("Clashes with Lisbon Oral Session 1").is_visible()
    assert page.pdf()[:5] == b"%PDF-"


def test_every_page_of_the_invented_edition_says_so(open_page: Any, site: Site) -> None:
    key = papers_of(visitor_to(site).get("/papers?edition=invented-papers").text)[0]
    for path in (
        "/?edition=invented-papers",
        "/papers?edition=invented-papers",
        "/sessions/invented-papers/lisbon-poster-session-1",
        f"/papers/{key}",
    ):
        page = open_page(path)
        assert page.get_by_text("Every paper, author and reader of this edition").is_visible()
        assert page.locator(".card .badge", has_text="Invented").first.is_visible()


def test_without_javascript_a_reader_keeps_plans_takes_along_and_leaves(
    browser: Browser, site: Site, address: str, tmp_path: Path
) -> None:
    rosa = str(reader_at(site, "Rosa").cookies[COOKIE])
    context = browser.new_context(viewport=PHONE, java_script_enabled=False, accept_downloads=True)
    context.add_cookies([{"name": COOKIE, "value": rosa, "url": address}])
    page = context.new_page()
    page.goto(f"{address}/papers?edition=invented-papers")
    card = page.locator(".card").first
    title = card.locator("h2").inner_text()
    card.get_by_role("button", name="Want to read").click()
    page.locator(".card h2 a", has_text=title).click()
    page.get_by_text("Write a private note").click()
    page.get_by_label("Private note").fill("For **Monday**")
    page.get_by_role("button", name="Save the note").click()
    assert page.locator(".written strong").inner_text() == "Monday"
    page.get_by_role("link", name="My papers").first.click()
    assert title in page.locator(".mine").inner_text()
    page.get_by_role("link", name="Your reading list by day and session").click()
    assert title in page.locator(".planned").first.inner_text()
    page.goto(f"{address}/my/profile")
    page.get_by_label("Names you publish under").fill("Rosa Quist")
    page.get_by_role("button", name="This is right").click()
    assert page.get_by_text("Saved.").is_visible()
    with page.expect_download() as waiting:
        page.get_by_role("link", name="Download everything").click()
    waiting.value.save_as(tmp_path / "all.zip")
    with zipfile.ZipFile(io.BytesIO((tmp_path / "all.zip").read_bytes())) as opened:
        assert "For **Monday**" in opened.read("everything.json").decode()
    page.locator("summary", has_text="Delete my account").click()
    page.get_by_label("Take them along").check()
    page.get_by_label("Type").fill("no")
    page.get_by_role("button", name="Delete it now").click()
    assert "Nothing was deleted" in page.locator("[role=alert]").inner_text()
    page.get_by_label("Take them along").check()
    page.get_by_label("Type").fill("delete my account")
    page.get_by_role("button", name="Delete it now").click()
    assert page.locator("h1").inner_text() == "Your account is deleted"
    assert page.get_by_role("link", name="Sign in").first.is_visible()
    context.close()
