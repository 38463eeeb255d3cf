"""One-time links, invitations, the demo's reader; and that nothing is used up by looking."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from tests.web.filling import press
from tests.web.signing import Place, place

from goodpapers.domain.reader import Kind, Role
from goodpapers.services import sign_in_link
from goodpapers.services.keep_readers import COMMAND, suspend
from goodpapers.services.sign_in import form_token


@pytest.fixture
def here(sqlite_url: str) -> Iterator[Place]:
    with place(sqlite_url) as found:
        yield found


def first_link(here: Place) -> str:
    token = sign_in_link.first_keeper_link(here.site.database, here.clock())
    assert token is not None
    return f"/sign-in/link?token={token}"


def test_the_first_keepers_link_makes_a_keeper_once(here: Place) -> None:
    address = first_link(here)
    browser = here.browser()
    answer = press(browser, browser.get(address), "/sign-in/link", name="Ben")
    assert answer.status_code == 303
    reader = here.reader(browser)
    assert reader is not None
    assert (reader.name, reader.is_keeper) == ("Ben", True)
    assert here.browser().get(address).status_code == 400
    assert sign_in_link.first_keeper_link(here.site.database, here.clock()) is None


def test_looking_at_a_link_uses_nothing_up(here: Place) -> None:
    """A scanner of mail, or a chat's preview, opens every link it sees."""
    address = first_link(here)
    for _ in range(5):
        page = here.browser().get(address)
        assert page.status_code == 200
        assert "Become the keeper" in page.text
    assert here.count("reader") == here.count("sign_in") == 0
    assert here.browser().head(address).status_code == 200
    browser = here.browser()
    assert press(browser, browser.get(address), "/sign-in/link", name="Ben").status_code == 303


def test_a_link_without_its_page_signs_nobody_in(here: Place) -> None:
    """A form that another site sends, or one without our token, uses nothing up."""
    address = first_link(here)
    token = address.split("=")[1]
    forged = here.browser()
    for headers in ({}, {"sec-fetch-site": "cross-site"}, {"origin": "https://evil.example"}):
        answer = forged.post("/sign-in/link", data={"token": token, "name": "Eve"}, headers=headers)
        assert answer.status_code == 400
    assert here.count("reader") == 0


def test_a_new_start_voids_the_link_of_the_one_before(here: Place) -> None:
    old, new = first_link(here), first_link(here)
    assert here.browser().get(old).status_code == 400
    assert here.browser().get(new).status_code == 200


def test_the_first_keepers_link_is_over_after_a_day(here: Place) -> None:
    address = first_link(here)
    here.clock.move(days=1)
    page = here.browser().get(address)
    assert page.status_code == 400
    assert "<h1>That sign-in did not work</h1>" in page.text
    assert 'href="/sign-in"' in page.text.split("<main", 1)[1]


def test_a_readers_link_is_for_that_reader_alone(here: Place) -> None:
    database = here.site.database
    ada, token = sign_in_link.add_reader_with_link(
        database, "Ada\r\nLi", role=Role.READER, now=here.clock()
    )
    assert ada.name == "Ada Li"
    browser = here.browser()
    page = browser.get("/sign-in/link", params={"token": token})
    assert "Sign in as Ada Li" in page.text
    press(browser, page, "/sign-in/link", name="Somebody else")
    reader = here.reader(browser)
    assert reader is not None
    assert (reader.key, reader.name, reader.role) == (ada.key, "Ada Li", Role.READER)


def test_a_new_link_for_a_reader_voids_the_earlier(here: Place) -> None:
    database, now = here.site.database, here.clock()
    ada, old = sign_in_link.add_reader_with_link(database, "Ada", role=Role.READER, now=now)
    new = sign_in_link.link_for(database, ada, now)
    browser = here.browser()
    assert browser.get("/sign-in/link", params={"token": old}).status_code == 400
    assert browser.get("/sign-in/link", params={"token": new}).status_code == 200


def test_a_suspended_readers_link_is_void(here: Place) -> None:
    database, now = here.site.database, here.clock()
    ada, token = sign_in_link.add_reader_with_link(database, "Ada", role=Role.READER, now=now)
    browser = here.browser()
    page = browser.get("/sign-in/link", params={"token": token})
    suspend(database, COMMAND, ada.key, now)
    assert press(browser, page, "/sign-in/link").status_code == 400


def test_an_invitation_lets_so_many_in_and_no_more(here: Place) -> None:
    token = sign_in_link.invite(here.site.database, uses=2, days=14, now=here.clock())
    for name in ("Ada", "Ben"):
        browser = here.browser()
        page = browser.get("/sign-in/link", params={"token": token})
        assert press(browser, page, "/sign-in/link", name=name).status_code == 303
        reader = here.reader(browser)
        assert reader is not None
        assert not reader.is_keeper
    assert here.browser().get("/sign-in/link", params={"token": token}).status_code == 400


def test_no_token_of_a_link_is_in_the_database(here: Place) -> None:
    token = first_link(here).split("=")[1]
    with here.site.database.read() as db:
        assert token not in str(db.exec_driver_sql("SELECT * FROM sign_in_link").all())


LOCAL = {"host": "127.0.0.1:8000", "client": "127.0.0.1"}


def test_the_demo_has_one_reader_who_is_no_keeper(sqlite_url: str) -> None:
    with place(sqlite_url, demo=True) as here:
        for _ in range(2):
            browser = here.browser(**LOCAL)
            page = browser.get("/sign-in", params={"back": "/papers/abcdefghij"})
            answer = press(browser, page, "/sign-in/demo")
            assert answer.headers["location"] == "/papers/abcdefghij"
            reader = here.reader(browser)
            assert reader is not None
            assert (reader.kind, reader.role) == (Kind.DEMO, Role.READER)
            assert browser.get("/keeper").status_code == 403
        assert here.count("reader") == 1


@pytest.mark.parametrize(
    ("host", "client", "is_demo"),
    [
        ("127.0.0.1:8000", "192.0.2.7", True),
        ("evil.example", "127.0.0.1", True),  # a name that was made to lead to this machine
        ("127.0.0.1.evil.example", "127.0.0.1", True),
        ("127.0.0.1:8000", "127.0.0.1", False),
    ],
)
def test_nobody_else_becomes_the_demos_reader(
    sqlite_url: str, host: str, client: str, is_demo: bool
) -> None:
    with place(sqlite_url, demo=is_demo) as here:
        browser = here.browser(host, client)
        page = browser.get("/sign-in")
        assert "/sign-in/demo" not in page.text
        # With a form of its own making, and all that our page would hold.
        token = form_token(browser.cookies["browser"])
        answer = browser.post(
            "/sign-in/demo",
            data={"form_token": token},
            headers={"sec-fetch-site": "same-origin"},
        )
        assert answer.status_code == 403
        assert here.count("reader") == 0


def test_the_demo_shows_the_three_steps_to_github_where_it_is_not_set_up(sqlite_url: str) -> None:
    with place(sqlite_url, demo=True) as here:
        browser = here.browser(**LOCAL)
        assert "/sign-in/github" in browser.get("/sign-in").text
        steps = browser.get("/sign-in/github").text
    assert steps.count("<li>") == 3
    assert "http://127.0.0.1:8000/sign-in/back/github" in steps
    assert "github_client" in steps
