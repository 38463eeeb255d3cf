"""Voting in a real browser: sign in, vote, see, change, take back; also without JavaScript."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, Page, expect
from tests.conftest import missing
from tests.web.browsing import NoBrowserError, open_browser, serving
from tests.web.conftest import reader_at, visitor_to
from tests.web.made import SAMPLE, made_site
from tests.web.reading import cards_of, papers_of

from goodpapers.domain.listing import Reveal
from goodpapers.store.votes import split_of
from goodpapers.web.app import make_app
from goodpapers.web.visitor import COOKIE
from goodpapers.wiring import Site

pytestmark = pytest.mark.browser

PHONE, DESK = {"width": 390, "height": 844}, {"width": 1280, "height": 900}
HINT = "Vote to see what readers and the panel said."


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A headless Chromium; without one the tests skip, in CI they fail."""
    try:
        with open_browser() as opened:
            yield opened
    except NoBrowserError as error:
        missing(f"no Chromium: {error}")


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    """The sample, judged, where values show after the vote."""
    made = made_site(tmp_path / "goodpapers.db", [SAMPLE], reveal=Reveal.AFTER_VOTE)
    yield made
    made.close()


@pytest.fixture
def address(site: Site) -> Iterator[str]:
    """The site, served."""
    with serving(make_app(site)) as served:
        yield served


@pytest.fixture
def keys(site: Site) -> list[str]:
    """Papers that are hidden before a vote."""
    html = visitor_to(site).get("/papers").text
    return [papers_of(card)[0] for card in cards_of(html) if HINT in card]


@pytest.fixture
def context_of(browser: Browser) -> Iterator[Any]:
    """Opens browser contexts, closed at the end."""
    opened: list[BrowserContext] = []

    def context(**options: Any) -> BrowserContext:
        opened.append(browser.new_context(**{"viewport": DESK, **options}))
        return opened[-1]

    yield context
    for each in opened:
        each.close()


def sign_in(context: BrowserContext, site: Site, address: str, name: str = "Rosa") -> None:
    """The browser has a reader's cookie from now on."""
    token = reader_at(site, name).cookies[COOKIE]
    context.add_cookies([{"name": COOKIE, "value": token, "url": address}])


def is_clean(page: Page) -> None:
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()


def votes(site: Site, key: str) -> tuple[int, int, int]:
    with site.database.read() as db:
        split = split_of(db, key)
    return split.worth_reading, split.not_for_me, split.no_verdict


WAYS = {
    "phone, with JavaScript": {"viewport": PHONE},
    "desk, with JavaScript": {"viewport": DESK},
    "phone, without": {"viewport": PHONE, "java_script_enabled": False},
    "desk, without": {"viewport": DESK, "java_script_enabled": False},
}


@pytest.mark.parametrize("options", WAYS.values(), ids=list(WAYS))
def test_the_whole_way_from_arriving_to_taking_the_vote_back(
    site: Site, address: str, keys: list[str], context_of: Any, options: dict[str, Any]
) -> None:
    context = context_of(**options)
    page, key = context.new_page(), keys[0]
    page.goto(f"{address}/papers")
    card = page.locator(f'article[data-paper="{key}"]')
    card.get_by_role("link", name="Sign in to vote").click()
    assert page.url == f"{address}/sign-in?back=%2Fpapers%2F{key}"
    sign_in(context, site, address)
    page.goto(f"{address}/papers/{key}")
    main, clean = page.locator("main"), options.get("java_script_enabled", True)
    expect(main.get_by_text(HINT)).to_be_visible()
    if clean:
        is_clean(page)
    page.get_by_role("button", name="Worth reading").click()
    expect(main.get_by_text("Your vote: Worth reading")).to_be_visible()
    expect(page.locator(".percent")).to_be_visible()
    expect(main.get_by_text("Yours is the first verdict.")).to_be_visible()
    expect(page.get_by_role("heading", name="What the panel said")).to_be_visible()
    assert votes(site, key) == (1, 0, 0)
    if clean:
        is_clean(page)
    page.get_by_role("button", name="Not for me").click()
    expect(main.get_by_text("Your vote: Not for me")).to_be_visible()
    assert votes(site, key) == (0, 1, 0)
    page.get_by_role("button", name="Take my vote back").click()
    expect(main.get_by_text("You have seen this paper's score")).to_be_visible()
    assert votes(site, key) == (0, 0, 0)
    page.goto(f"{address}/papers/{keys[1]}")
    page.get_by_role("button", name="Show without voting").click()
    expect(main.get_by_text("You looked without voting")).to_be_visible()
    assert votes(site, keys[1]) == (0, 0, 0)


def test_a_vote_in_a_list_opens_its_card_in_place_and_is_announced(
    site: Site, address: str, keys: list[str], context_of: Any
) -> None:
    context = context_of()
    sign_in(context, site, address)
    page = context.new_page()
    page.goto(f"{address}/papers")
    page.evaluate("window.stayed = true")
    card = page.locator(f'article[data-paper="{keys[2]}"]')
    others = page.locator("article .ruler.hatched").count()
    card.get_by_role("button", name="Worth reading").focus()
    page.keyboard.press("Enter")
    expect(card.get_by_text("Your vote: Worth reading")).to_be_visible()
    assert page.evaluate("window.stayed"), "the page must not be loaded anew"
    assert page.locator("article .ruler.hatched").count() == others - 1
    said = page.locator("p.unseen[role=status]").inner_text()
    assert said.startswith("Your vote: Worth reading")
    assert "of 100 typical readers would call it worth reading" in said
    assert "reviewers recommend it; lenient" in said
    focused = page.evaluate("document.activeElement.value")
    assert focused == "worth_reading", "the keyboard goes on where it was"
    is_clean(page)


def test_votes_wait_for_a_network_and_the_later_one_counts(
    site: Site, address: str, keys: list[str], context_of: Any
) -> None:
    context = context_of()
    sign_in(context, site, address)
    page = context.new_page()
    page.goto(f"{address}/papers")
    cards = [page.locator(f'article[data-paper="{key}"]') for key in keys[:2]]
    context.set_offline(True)
    cards[0].get_by_role("button", name="Worth reading").click()
    expect(cards[0].get_by_text("“Worth reading” waits on this device")).to_be_visible()
    cards[0].get_by_role("button", name="Not for me").click()
    expect(cards[0].get_by_text("“Not for me” waits on this device")).to_be_visible()
    cards[1].get_by_role("button", name="Worth reading").click()
    assert votes(site, keys[0]) == (0, 0, 0)
    context.set_offline(False)
    expect(cards[0].get_by_text("Your vote: Not for me")).to_be_visible()
    expect(cards[1].get_by_text("Your vote: Worth reading")).to_be_visible()
    assert (votes(site, keys[0]), votes(site, keys[1])) == ((0, 1, 0), (1, 0, 0))
    page.reload()
    assert page.evaluate("localStorage.getItem('goodpapers.waiting-votes')") == "[]"
    assert votes(site, keys[0]) == (0, 1, 0)


def test_a_vote_that_waits_is_sent_in_its_own_readers_name_alone(
    site: Site, address: str, keys: list[str], context_of: Any
) -> None:
    context = context_of()
    sign_in(context, site, address)
    page = context.new_page()
    page.goto(f"{address}/papers/{keys[0]}")
    context.set_offline(True)
    page.get_by_role("button", name="Worth reading").click()
    expect(page.locator("main").get_by_text("waits on this device")).to_be_visible()
    sign_in(context, site, address, "Ben")
    context.set_offline(False)
    page.goto(f"{address}/papers/{keys[0]}")
    page.wait_for_timeout(300)
    assert votes(site, keys[0]) == (0, 0, 0)
    expect(page.get_by_text(HINT)).to_be_visible()


def test_a_refused_vote_says_why_on_its_card(
    site: Site, address: str, keys: list[str], context_of: Any
) -> None:
    context = context_of()
    sign_in(context, site, address)
    page = context.new_page()
    page.goto(f"{address}/papers/{keys[0]}")
    with site.database.write() as db:
        db.exec_driver_sql("UPDATE paper SET accepted = 0 WHERE key = ?", (keys[0],))
    page.get_by_role("button", name="Worth reading").click()
    expect(page.locator(".told")).to_have_text(
        "Only papers that the conference accepted take votes."
    )


@pytest.mark.parametrize("viewport", [PHONE, DESK], ids=["phone", "desk"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_reading_queue_gives_one_paper(
    site: Site, address: str, context_of: Any, viewport: dict[str, int], scheme: str
) -> None:
    context = context_of(viewport=viewport, color_scheme=scheme)
    sign_in(context, site, address)
    page = context.new_page()
    page.goto(f"{address}/read-one")
    expect(page.get_by_text("Start with five: 0 of 5 taken.")).to_be_visible()
    is_clean(page)
    page.get_by_role("button", name="Give me one").click()
    expect(page.get_by_text("Drawn for you")).to_be_visible()
    assert "of 100 typical readers" not in page.content()
    is_clean(page)
    for button in page.locator("main button").all():
        box = button.bounding_box()
        assert box is not None
        assert box["height"] >= 44
    page.get_by_role("button", name="Skip").click()
    page.get_by_role("button", name="Give me one").click()
    title = page.locator(".offer h2").inner_text()
    page.get_by_role("button", name="I'll read it").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(title)


@pytest.mark.parametrize("viewport", [{"width": 320, "height": 640}, PHONE, DESK])
def test_every_button_of_a_vote_is_large_enough_and_nothing_runs_over(
    site: Site, address: str, keys: list[str], context_of: Any, viewport: dict[str, int]
) -> None:
    context = context_of(viewport=viewport)
    sign_in(context, site, address)
    page = context.new_page()
    for path in ("/papers", f"/papers/{keys[0]}"):
        page.goto(address + path)
        for button in page.locator(".vote button, .peek button").all():
            box = button.bounding_box()
            assert box is not None
            assert min(box["height"], box["width"]) >= 44
        over = page.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert over <= 0
