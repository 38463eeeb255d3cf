"""Pages in a real browser: phone and desk, light and dark, without JavaScript, by keyboard."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page
from tests.conftest import missing
from tests.web.browsing import NoBrowserError, open_browser, serving

from goodpapers.web.app import make_app
from goodpapers.wiring import Site

pytestmark = pytest.mark.browser

PHONE, DESK = {"width": 390, "height": 844}, {"width": 1280, "height": 900}
ADDRESSES = {
    "home": "/",
    "list": "/papers",
    "filtered list": "/papers?track=oral&words=learning",
    "nothing found": "/papers?words=zzzz",
    "session": "/sessions/neurips-2026/atlanta-poster-session-3",
    "how scores work": "/how-scores-work",
    "not here": "/no/such/page",
    "pattern book": "/pattern-book",
}


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A headless Chromium; without one the tests skip, in CI they fail."""
    try:
        with open_browser() as opened:
            yield opened
    except NoBrowserError as error:
        missing(f"no Chromium: {error}")


@pytest.fixture(scope="module")
def address(sample: Site) -> Iterator[str]:
    """The sample, served."""
    with serving(make_app(sample)) as served:
        yield served


@pytest.fixture
def open_page(browser: Browser, address: str) -> Iterator[Any]:
    """Opens pages, each in a context of its own, without JavaScript unless a test asks for it."""
    contexts = []

    def opened(path: str, *, hidden: bool = False, **options: Any) -> Page:
        options = {"viewport": DESK, "java_script_enabled": False, **options}
        context = browser.new_context(**options)
        contexts.append(context)
        if hidden:
            context.add_cookies([{"name": "view", "value": "hidden", "url": address}])
        page = context.new_page()
        page.goto(address + path)
        return page

    yield opened
    for context in contexts:
        context.close()


def paper_path(page: Page) -> str:
    """The path of the first paper in a list."""
    return str(page.locator(".card h2 a").first.get_attribute("href"))


@pytest.mark.parametrize(
    ("viewport", "scheme"),
    [(PHONE, "dark"), (DESK, "light"), (PHONE, "light"), (DESK, "dark")],
    ids=["phone, dark", "desk, light", "phone, light", "desk, dark"],
)
@pytest.mark.parametrize("path", ADDRESSES.values(), ids=list(ADDRESSES))
def test_axe_finds_nothing(open_page: Any, path: str, viewport: Any, scheme: str) -> None:
    page = open_page(path, viewport=viewport, color_scheme=scheme, java_script_enabled=True)
    assert not_fine(page) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_on_a_paper_and_on_hidden_pages(open_page: Any, scheme: str) -> None:
    path = paper_path(open_page("/papers"))
    for where, hidden in ((path, False), (path, True), ("/papers", True), ("/", True)):
        page = open_page(where, hidden=hidden, color_scheme=scheme, java_script_enabled=True)
        assert not_fine(page) == []


def test_axe_finds_nothing_with_the_names_and_filters_open(open_page: Any) -> None:
    page = open_page("/papers", java_script_enabled=True)
    page.locator(".filters summary").click()
    page.locator(".dots summary").first.click()
    assert not_fine(page) == []


def not_fine(page: Page) -> list[str]:
    """What axe-core objects to, one line each."""
    response = Axe().run(page).response
    return [
        f"{one['id']}: {node['target']} {node['html'][:80]}"
        for one in response["violations"]
        for node in one["nodes"]
    ]


@pytest.mark.parametrize("path", ADDRESSES.values(), ids=list(ADDRESSES))
def test_nothing_scrolls_sideways_on_the_smallest_phone(open_page: Any, path: str) -> None:
    page = open_page(path, viewport={"width": 320, "height": 640}, java_script_enabled=True)
    for summary in page.locator("summary").all():
        summary.click()
    assert page.evaluate("document.documentElement.scrollWidth") <= 320


@pytest.mark.parametrize("path", ADDRESSES.values(), ids=list(ADDRESSES))
def test_nothing_is_asked_of_anyone_else_and_nothing_is_refused(
    browser: Browser, address: str, path: str
) -> None:
    asked: list[str] = []
    said: list[str] = []
    page = browser.new_page()
    page.on("request", lambda request: asked.append(request.url))
    page.on("console", lambda message: said.append(message.text))
    page.goto(address + path, wait_until="networkidle")
    page.close()
    assert len(asked) >= 3
    assert {urlsplit(url).netloc for url in asked} == {urlsplit(address).netloc}
    # The browser reports what the content policy stops, and a 404 for the page that is none.
    assert [line for line in said if "404" not in line] == []


@pytest.mark.parametrize("path", ["/", "/papers"])
def test_nothing_moves_while_a_page_loads(open_page: Any, path: str) -> None:
    page = open_page(path, viewport=PHONE, java_script_enabled=True)
    shift = page.evaluate(
        """() => new Promise(done => {
            let sum = 0;
            new PerformanceObserver(list => list.getEntries().forEach(e => sum += e.value))
                .observe({type: "layout-shift", buffered: true});
            setTimeout(() => done(sum), 300);
        })"""
    )
    assert shift == 0


@pytest.mark.parametrize("path", ["/", "/papers", "/how-scores-work"])
def test_everything_to_press_is_44_pixels_high_on_a_phone(open_page: Any, path: str) -> None:
    page = open_page(path, viewport=PHONE, has_touch=True, java_script_enabled=True)
    small = page.evaluate(
        """() => [...document.querySelectorAll("button, select, input, summary, nav a, .button")]
            .filter(e => e.type !== "hidden" && e.checkVisibility())
            .filter(e => e.getBoundingClientRect().height < 44)
            .map(e => e.outerHTML.slice(0, 80))"""
    )
    assert small == []


def test_lines_are_at_most_70_characters_wide(open_page: Any) -> None:
    page = open_page("/how-scores-work", java_script_enabled=True)
    widest = page.evaluate(
        """() => {
            const all = [...document.querySelectorAll(".prose p")];
            const text = all.find(e => e.innerText.length > 200).firstChild;
            const range = document.createRange();
            let widest = 0, start = 0, top = null;
            for (let i = 0; i < text.length; i++) {
                range.setStart(text, i); range.setEnd(text, i + 1);
                const y = range.getBoundingClientRect().top;
                if (top !== null && y > top + 4) {
                    widest = Math.max(widest, i - start);
                    start = i;
                }
                top = y;
            }
            return widest;
        }"""
    )
    assert 40 < widest <= 70


def test_the_first_stop_of_the_keyboard_skips_to_the_content(open_page: Any) -> None:
    page = open_page("/papers", java_script_enabled=True)
    page.keyboard.press("Tab")
    skip = page.locator(":focus")
    assert skip.inner_text() == "Skip to the content"
    assert skip.bounding_box()["y"] >= 0
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "content"


def test_the_keyboard_opens_the_names_of_the_reviewers(open_page: Any) -> None:
    page = open_page("/papers")
    summary = page.locator(".dots summary").first
    name = page.locator(".dots").first.get_by_text("Newcomer:")
    assert name.bounding_box()["width"] <= 1
    summary.focus()
    page.keyboard.press("Enter")
    assert name.bounding_box()["width"] > 50


def test_a_dot_under_the_pointer_says_its_name(open_page: Any) -> None:
    page = open_page("/papers")
    page.locator(".dots i").nth(16).hover()
    assert page.locator(".dots i").nth(16).locator("b").bounding_box()["width"] > 50


def test_a_tap_on_the_dots_shows_all_twenty_names(open_page: Any) -> None:
    page = open_page("/papers", viewport=PHONE, has_touch=True)
    page.locator(".dots summary").first.tap()
    names = page.locator(".dots").first.locator("b")
    names.first.hover()  # what a mouse does afterwards moves none of them
    assert names.count() == 20
    assert all(name.bounding_box()["width"] > 50 for name in names.all())


def test_what_the_panel_said_stays_short_on_a_phone(open_page: Any) -> None:
    page = open_page(paper_path(open_page("/papers")), viewport=PHONE, has_touch=True)
    assert page.locator(".opinions").bounding_box()["height"] < 3_000
    question = page.get_by_text("Would a first-year student of the broad field")
    assert not question.is_visible()
    page.locator(".opinions summary").first.tap()
    assert question.is_visible()


def test_no_line_breaks_a_session_s_hours(open_page: Any) -> None:
    page = open_page("/papers", viewport=PHONE, java_script_enabled=True)
    broken = page.evaluate(
        """() => [...document.querySelectorAll(".place")].filter(place => {
            const text = place.lastChild;
            const found = /[0-9]+:[0-9]{2}.[AP]M.to.[0-9]+:[0-9]{2}.[AP]M/.exec(text.data);
            const range = document.createRange();
            range.setStart(text, found.index);
            range.setEnd(text, found.index + found[0].length);
            return range.getClientRects().length !== 1;
        }).length"""
    )
    assert page.locator(".place").count() > 10
    assert broken == 0


def test_without_javascript_a_visitor_filters_turns_the_switch_and_reads(open_page: Any) -> None:
    page = open_page("/papers")
    page.locator(".filters summary").click()
    page.get_by_label("Track").select_option("spotlight")
    page.get_by_role("button", name="Search").click()
    assert page.locator(".card").count() == 2
    page.get_by_role("button", name="See it as before a vote").click()
    assert page.locator(".card").count() == 2
    assert page.locator(".percent").count() == 0
    assert page.locator(".ruler.hatched").first.bounding_box()["height"] > 10
    page.get_by_role("button", name="Show the scores").click()
    assert page.locator(".percent").count() == 2
    page.locator(".card h2 a").first.click()
    assert page.locator("h1").count() == 1
    assert page.locator(".opinions li").count() == 20
