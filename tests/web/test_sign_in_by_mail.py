"""Sign-in by a code, sent by a real mail server's protocol and typed; and attempts to guess it."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from hashlib import sha256

import pytest
from httpx2 import Response
from starlette.testclient import TestClient
from tests.adapters.mail_server import MailServer, mail_server
from tests.web.filling import press
from tests.web.signing import Place, place


@pytest.fixture
def server() -> Iterator[MailServer]:
    with mail_server() as found:
        yield found


@pytest.fixture
def here(sqlite_url: str, server: MailServer) -> Iterator[Place]:
    """A site with sign-in by e-mail."""
    with place(
        sqlite_url,
        mail_host=server.host,
        mail_port=server.port,
        mail_security="none",
        mail_from="papers@example.org",
        keepers=("email:keeper@example.org",),
        institutions=("research.example.com",),
    ) as found:
        yield found


def ask(browser: TestClient, address: str, back: str = "/papers") -> Response:
    """Ask for a code; the page that takes it."""
    page = browser.get("/sign-in", params={"back": back})
    answer = press(browser, page, "/sign-in/mail", email=address)
    return browser.get(answer.headers["location"]) if answer.status_code == 303 else answer


def code_in(server: MailServer, number: int = -1) -> str:
    found = re.search(r"^ {4}(\d{6})\s*$", server.letter(number).get_content(), re.MULTILINE)
    assert found is not None
    return found[1]


def wrong(code: str) -> str:
    return f"{(int(code) + 1) % 1_000_000:06d}"


def test_the_code_from_the_letter_signs_in_and_leads_back(here: Place, server: MailServer) -> None:
    browser = here.browser()
    page = ask(browser, "Ada@Example.org", "/papers?words=graphs")
    assert "ada@example.org" in page.text
    answer = press(browser, page, "/sign-in/code", code=code_in(server))
    assert answer.status_code == 303
    assert answer.headers["location"] == "/papers?words=graphs"
    reader = here.reader(browser)
    assert reader is not None
    assert (reader.name, reader.known_by, reader.is_keeper) == ("ada", None, False)
    assert reader.email_domains == ("example.org",)


def test_an_address_is_one_reader_however_it_is_written(here: Place, server: MailServer) -> None:
    for number, address in enumerate(("ada@example.org", "ADA@EXAMPLE.ORG")):
        browser = here.browser()
        page = ask(browser, address)
        press(browser, page, "/sign-in/code", code=f" {code_in(server, number)[:3]} ")
        press(browser, page, "/sign-in/code", code=code_in(server, number))
        assert here.reader(browser) is not None
    assert here.count("reader") == 1


def test_the_code_works_in_the_browser_that_asked_and_in_no_other(
    here: Place, server: MailServer
) -> None:
    """Whoever reads the letter, a scanner of mail or a thief, cannot use it elsewhere."""
    browser, thief = here.browser(), here.browser()
    ask(browser, "ada@example.org")
    code = code_in(server, 0)
    own = ask(thief, "eve@example.org")
    assert code_in(server, 1) != code
    assert press(thief, own, "/sign-in/code", code=code).status_code == 400
    assert here.reader(thief) is None


def test_the_letter_holds_no_link(here: Place, server: MailServer) -> None:
    ask(here.browser(), "ada@example.org")
    assert "://" not in server.letter().get_content()


def test_a_code_works_once(here: Place, server: MailServer) -> None:
    browser = here.browser()
    page = ask(browser, "ada@example.org")
    code = code_in(server)
    before = dict(browser.cookies)
    assert press(browser, page, "/sign-in/code", code=code).status_code == 303
    replayed = here.browser()
    replayed.cookies.update(before)  # the very browser of a moment ago
    assert press(replayed, page, "/sign-in/code", code=code).status_code == 400
    assert here.count("sign_in") == 1


def test_after_five_wrong_codes_the_right_one_is_wrong_too(here: Place, server: MailServer) -> None:
    browser = here.browser()
    page = ask(browser, "ada@example.org")
    code = code_in(server)
    said = [press(browser, page, "/sign-in/code", code=wrong(code)) for _ in range(5)]
    assert [answer.status_code for answer in said] == [400] * 5
    assert ["4 more tries" in said[0].text, "1 more try" in said[3].text] == [True, True]
    assert press(browser, page, "/sign-in/code", code=code).status_code == 400
    assert here.reader(browser) is None


def test_a_code_is_over_after_ten_minutes(here: Place, server: MailServer) -> None:
    browser = here.browser()
    page = ask(browser, "ada@example.org")
    here.clock.move(minutes=10)
    assert press(browser, page, "/sign-in/code", code=code_in(server)).status_code == 400
    assert here.reader(browser) is None


def test_a_new_code_ends_the_one_before(here: Place, server: MailServer) -> None:
    browser = here.browser()
    ask(browser, "ada@example.org")
    first = code_in(server, 0)
    page = ask(browser, "ada@example.org")
    if first != code_in(server, 1):  # one time in a million they are alike
        assert press(browser, page, "/sign-in/code", code=first).status_code == 400
    assert press(browser, page, "/sign-in/code", code=code_in(server, 1)).status_code == 303


def test_an_address_gets_five_codes_an_hour_whoever_asks(here: Place) -> None:
    for number in range(5):
        assert ask(here.browser(client=f"192.0.2.{number}"), "ada@example.org").status_code == 200
    answer = ask(here.browser(client="192.0.2.99"), "ada@example.org")
    assert answer.status_code == 429
    assert int(answer.headers["retry-after"]) == 1801  # 9:30: the hour ends at 10
    assert "too many codes" in answer.text.lower()
    here.clock.move(minutes=30)
    assert ask(here.browser(), "ada@example.org").status_code == 200


def test_one_network_address_asks_for_twenty_codes_an_hour(here: Place) -> None:
    browser = here.browser()
    for number in range(20):
        assert ask(browser, f"reader{number}@example.org").status_code == 200
        here.clock.move(seconds=80)  # slower than the limit on forms
    assert ask(browser, "one-more@example.org").status_code == 429
    assert here.count("pending_sign_in") == 1


def test_guessing_over_many_browsers_ends_after_fifty_wrong_codes_a_day(
    here: Place, server: MailServer
) -> None:
    tried = 0
    answers = []
    for round_ in range(12):
        browser = here.browser(client=f"192.0.2.{round_}")
        page = ask(browser, "ada@example.org")
        if page.status_code == 429:
            here.clock.move(hours=1)
            page = ask(browser, "ada@example.org")
        for _ in range(5):
            answers.append(press(browser, page, "/sign-in/code", code="x").status_code)
            tried += 1
    assert answers[:50] == [400] * 50
    assert answers[50:] == [429] * 10
    # The right code is no way round it.
    assert press(browser, page, "/sign-in/code", code=code_in(server)).status_code in (400, 429)
    assert here.reader(browser) is None


def test_known_and_unknown_addresses_are_answered_alike(here: Place, server: MailServer) -> None:
    known = here.browser()
    press(known, ask(known, "ada@example.org"), "/sign-in/code", code=code_in(server))
    one, two = here.browser(), here.browser()
    said = ask(one, "ada@example.org").text.replace("ada@example.org", "X")
    other = ask(two, "nobody@example.org").text.replace("nobody@example.org", "X")
    blank = re.compile(r'value="[0-9a-f]{32}"')
    assert blank.sub("", said) == blank.sub("", other)


@pytest.mark.parametrize(
    "typed", ["ada@example.org\r\nBcc: eve@example.org", "ada@example.org,eve@example.org", "ada"]
)
def test_what_is_no_address_gets_no_letter(here: Place, server: MailServer, typed: str) -> None:
    assert ask(here.browser(), typed).status_code == 400
    time.sleep(0.05)
    assert server.envelopes == []


@pytest.mark.parametrize(
    ("address", "known_by"),
    [
        ("ada@cs.example.edu", "email"),
        ("ada@example.ac.uk", "email"),
        ("ada@example.edu.au", "email"),
        ("ada@lab.research.example.com", "email"),
        ("ada@example.com", None),
        ("ada@ac.uk", None),
        ("ada@edu.example.com", None),
        ("ada@notresearch.example.com", None),
    ],
)
def test_an_institutions_address_makes_a_known_reader(
    here: Place, server: MailServer, address: str, known_by: str | None
) -> None:
    browser = here.browser()
    press(browser, ask(browser, address), "/sign-in/code", code=code_in(server))
    reader = here.reader(browser)
    assert reader is not None
    assert reader.known_by == known_by


def test_the_setting_names_the_keeper_by_address(here: Place, server: MailServer) -> None:
    browser = here.browser()
    press(browser, ask(browser, "keeper@example.org"), "/sign-in/code", code=code_in(server))
    reader = here.reader(browser)
    assert reader is not None
    assert reader.is_keeper


def test_a_reader_adds_an_address_by_its_code(here: Place, server: MailServer) -> None:
    browser = here.browser()
    press(browser, ask(browser, "ada@example.org"), "/sign-in/code", code=code_in(server, 0))
    asked = press(browser, browser.get("/sign-ins"), "/sign-in/mail", email="ada@example.edu")
    page = browser.get(asked.headers["location"])
    done = press(browser, page, "/sign-in/code", code=code_in(server, 1))
    assert done.headers["location"] == "/sign-ins"
    assert here.count("reader") == 1
    reader = here.reader(browser)
    assert reader is not None
    assert (reader.known_by, reader.email_domains) == ("email", ("example.edu", "example.org"))


def test_a_mail_server_that_is_away_is_told_to_the_log_alone(
    sqlite_url: str, caplog: pytest.LogCaptureFixture
) -> None:
    with place(sqlite_url, mail_host="127.0.0.1", mail_port=9, mail_security="none") as here:
        assert ask(here.browser(), "ada@example.org").status_code == 200
        ends = time.monotonic() + 5
        while not caplog.records and time.monotonic() < ends:
            time.sleep(0.01)
    assert "127.0.0.1:9: the mail was not sent" in caplog.text
    assert "ada@example.org" not in caplog.text


def test_the_database_alone_tells_no_code(here: Place, server: MailServer) -> None:
    ask(here.browser(), "ada@example.org")
    code = code_in(server)
    with here.site.database.read() as db:
        rows = str(db.exec_driver_sql("SELECT * FROM pending_sign_in").all())
    assert code not in rows
    # Nor can a thief try all the million: the browser's secret is part of what is kept.
    assert sha256(code.encode()).hexdigest() not in rows
