"""Attacks on cookies, forms and the way back: fixation, cross-site posts, replay, open redirect."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import quote, unquote, urljoin, urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.testclient import TestClient
from tests.web.filling import SAME, forms_of, press
from tests.web.signing import Place, place

from goodpapers.domain.reader import Role
from goodpapers.services import sign_in, sign_in_link
from goodpapers.services.keep_readers import COMMAND, restore, suspend
from goodpapers.web.pages.sign_in import way_back
from goodpapers.web.visitor import BROWSER, COOKIE


@pytest.fixture
def here(sqlite_url: str) -> Iterator[Place]:
    with place(sqlite_url) as found:
        yield found


def arrive(here: Place, name: str = "Ada", browser: TestClient | None = None) -> TestClient:
    """A browser in which that new reader has signed in by a link."""
    browser = browser or here.browser()
    now = here.clock()
    _, token = sign_in_link.add_reader_with_link(
        here.site.database, name, role=Role.READER, now=now
    )
    page = browser.get("/sign-in/link", params={"token": token})
    assert press(browser, page, "/sign-in/link").status_code == 303
    return browser


# Session fixation: a token or secret that somebody else planted is good for nothing afterwards.


def test_a_planted_token_is_not_taken_up(here: Place) -> None:
    victim = here.browser()
    victim.cookies.set(COOKIE, "planted", domain="testserver.local")
    arrive(here, browser=victim)
    assert victim.cookies.get(COOKIE) not in (None, "planted")
    attacker = here.browser()
    attacker.cookies.set(COOKIE, "planted")
    assert here.reader(attacker) is None


def test_signing_in_ends_what_the_browser_held_and_makes_a_new_token(here: Place) -> None:
    browser = arrive(here, "Ada")
    old = browser.cookies[COOKIE]
    arrive(here, "Ben", browser)
    assert browser.cookies[COOKIE] != old
    assert sign_in.reader_of(here.site.database, old, here.clock()) is None
    assert here.count("sign_in") == 1


def test_the_browsers_secret_goes_with_the_sign_in(here: Place) -> None:
    browser = here.browser()
    browser.get("/sign-in")
    assert browser.cookies.get(BROWSER)
    arrive(here, browser=browser)
    assert browser.cookies.get(BROWSER) is None


# Cookies.


def test_cookies_are_for_this_host_and_no_script(here: Place) -> None:
    now = here.clock()
    _, token = sign_in_link.add_reader_with_link(
        here.site.database, "Ada", role=Role.READER, now=now
    )
    browser = here.browser("https://papers.example.org")
    page = browser.get("/sign-in/link", params={"token": token})
    given = page.headers["set-cookie"]
    assert given.startswith("__Host-browser=")
    answer = press(browser, page, "/sign-in/link")
    for cookie in answer.headers.get_list("set-cookie"):
        assert cookie.startswith("__Host-")
        for part in ("; Path=/", "; Secure", "; HttpOnly", "; SameSite=Lax"):
            assert part in cookie
        assert "domain" not in cookie.lower()
    assert here.reader(browser) is not None


def test_by_https_a_cookie_that_http_could_have_planted_is_worth_nothing(here: Place) -> None:
    browser = arrive(here)
    stolen = browser.cookies[COOKIE]
    secure = here.browser("https://papers.example.org")
    secure.cookies.set(COOKIE, stolen)
    assert secure.get("/sign-ins").status_code == 303
    secure.cookies.set(f"__Host-{COOKIE}", stolen)
    assert secure.get("/sign-ins").status_code == 200


def test_a_proxy_before_the_site_makes_cookies_secure_by_the_setting(sqlite_url: str) -> None:
    with place(sqlite_url, address="https://papers.example.org") as here:
        given = here.browser().get("/sign-in").headers["set-cookie"]
    assert given.startswith("__Host-browser=")
    assert "; Secure" in given


def test_a_sign_in_lasts_ninety_days_from_the_last_form_and_reading_writes_nothing(
    here: Place,
) -> None:
    browser = arrive(here)
    here.clock.move(days=89)
    before = here.site.database.url
    assert browser.get("/sign-ins").status_code == 200
    with here.site.database.read() as db:
        seen = db.exec_driver_sql("SELECT made_at = seen_at FROM sign_in").scalar()
    assert seen == 1, before
    answer = press(browser, browser.get("/sign-ins"), "/sign-out")
    assert answer.status_code == 303
    other = arrive(here, "Ben")
    here.clock.move(days=89)
    kept = other.post("/sign-ins/end-others", data=own(other), headers=SAME)
    assert f"{COOKIE}=" in kept.headers["set-cookie"]
    here.clock.move(days=89)
    assert here.reader(other) is not None
    here.clock.move(days=1, seconds=1)
    assert here.reader(other) is None


def own(browser: TestClient) -> dict[str, str]:
    return {"form_token": sign_in.form_token(browser.cookies[COOKIE])}


# Cross-site posts and replayed forms.

FORMS = ["/sign-out", "/sign-ins/end-others", "/sign-ins/end", "/keeper/suspend"]


@pytest.mark.parametrize("action", FORMS)
@pytest.mark.parametrize(
    "headers",
    [
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
        {"sec-fetch-site": "none"},
        {"origin": "https://evil.example"},
        {"origin": "null"},
        {"origin": "http://testserver.evil.example"},
    ],
)
def test_a_form_from_elsewhere_is_refused_even_with_the_right_token(
    here: Place, action: str, headers: dict[str, str]
) -> None:
    browser = arrive(here)
    answer = browser.post(action, data=own(browser), headers=headers)
    assert answer.status_code == 400
    assert here.reader(browser) is not None


@pytest.mark.parametrize("action", FORMS)
def test_a_form_without_the_readers_token_is_refused(here: Place, action: str) -> None:
    browser, other = arrive(here, "Ada"), arrive(here, "Ben")
    assert browser.post(action, headers=SAME).status_code == 400
    assert browser.post(action, data=own(other), headers=SAME).status_code == 400
    assert here.reader(browser) is not None


def test_a_form_of_an_earlier_sign_in_cannot_be_sent_again(here: Place) -> None:
    browser = arrive(here)
    page = browser.get("/sign-ins")
    fields = next(fields for action, fields in forms_of(page.text) if action == "/sign-out")
    press(browser, page, "/sign-out")
    arrive(here, "Ben", browser)
    assert browser.post("/sign-out", data=fields, headers=SAME).status_code == 400
    assert here.reader(browser) is not None


def test_a_page_with_a_token_is_kept_by_nobody(here: Place) -> None:
    visitor, browser = here.browser(), arrive(here)
    for page in (visitor.get("/sign-in"), browser.get("/sign-ins")):
        assert page.headers["cache-control"] == "private, no-store"
        assert "content-encoding" not in page.headers  # BREACH: no secret beside what was typed


def test_no_two_browsers_get_the_same_token(sqlite_url: str) -> None:
    with place(sqlite_url, mail_host="127.0.0.1") as here:
        one, two = (forms_of(here.browser().get("/sign-in").text)[0][1] for _ in range(2))
        assert len(one["form_token"]) == 32
        assert one["form_token"] != two["form_token"]


# The way back.

ELSEWHERE = [
    "https://evil.example/",
    "HTTPS://evil.example",
    "//evil.example",
    "///evil.example",
    "/\\evil.example",
    "\\/evil.example",
    "\\\\evil.example",
    "/%2fevil.example",
    "/%2Fevil.example",
    "/%5cevil.example",
    "/%5Cevil.example",
    "%2f%2fevil.example",
    "/%252fevil.example",
    "/%25252525252fevil.example",
    "/\t/evil.example",
    "/\n/evil.example",
    "/%09/evil.example",
    "/%0d%0aSet-Cookie:a=b",
    "/papers\r\nSet-Cookie: a=b",
    "/./\\evil.example",
    "/..//evil.example",
    "/.//evil.example",
    "/papers/..//evil.example",
    "javascript:alert(1)",
    "data:text/html,x",
    "evil.example",
    "@evil.example",
    "/ /evil.example",
    " //evil.example",
    "/\u2028/evil.example",
    "/" + "a" * 5000,
    "",
    "/sign-in?back=//evil.example",
    "/sign-in/link?token=x",
    "/sign-out",
]


@pytest.mark.parametrize("address", ELSEWHERE)
def test_no_sign_in_leads_away(sqlite_url: str, address: str) -> None:
    with place(sqlite_url, demo=True) as here:
        browser = here.browser("127.0.0.1", "127.0.0.1")
        page = browser.get("/sign-in")
        fields = forms_of(page.text)[0][1]
        answer = browser.post("/sign-in/demo", data={**fields, "back": address}, headers=SAME)
    assert answer.status_code == 303
    assert answer.headers["location"] == "/"
    assert len(answer.headers.get_list("set-cookie")) == 2


@pytest.mark.parametrize(
    "address",
    [
        "/papers",
        "/papers/abcdefghij",
        "/papers?words=a+b%26c&order=score",
        "/sign-ins",
        "/?edition=x",
    ],
)
def test_a_page_of_this_site_is_led_back_to(address: str) -> None:
    assert way_back(address) == address


@given(
    st.one_of(
        st.text(max_size=30),
        st.text("/\\%25fc.:@?#evil \t\n", max_size=20).map(lambda tail: "/" + tail),
        st.text("/\\%2fFcC5.", max_size=12).map(lambda tail: f"/{tail}evil.example"),
    )
)
def test_every_way_back_stays_on_this_host(address: str) -> None:
    for times in range(3):
        back = way_back(address)
        for seen in (back, unquote(back), unquote(unquote(back))):
            # As a browser reads it: backslashes are slashes, tabs and line ends vanish.
            read = seen.replace("\\", "/").translate({9: None, 10: None, 13: None})
            assert urlsplit(urljoin("http://here.example/sign-in", read)).netloc == "here.example"
        assert back.isascii()
        assert back.isprintable()
        address = quote(address) if times == 0 else "/" + quote(address)


# Suspension.


def test_a_suspended_reader_is_out_at_once_and_comes_back_only_by_signing_in(here: Place) -> None:
    browser = arrive(here)
    reader = here.reader(browser)
    assert reader is not None
    suspend(here.site.database, COMMAND, reader.key, here.clock())
    assert browser.get("/sign-ins").status_code == 303
    assert here.count("sign_in") == 0
    restore(here.site.database, COMMAND, reader.key, here.clock())
    assert browser.get("/sign-ins").status_code == 303


def test_one_readers_mark_ends_no_sign_in_of_another(here: Place) -> None:
    ada, ben = arrive(here, "Ada"), arrive(here, "Ben")
    reader = here.reader(ben)
    assert reader is not None
    (held,) = sign_in.sign_ins(here.site.database, reader, "", here.clock())
    answer = ada.post("/sign-ins/end", data={**own(ada), "mark": held.mark}, headers=SAME)
    assert answer.status_code == 404
    assert here.reader(ben) is not None


def test_ending_a_sign_in_elsewhere_ends_it(here: Place) -> None:
    here_browser = arrive(here)
    reader = here.reader(here_browser)
    assert reader is not None
    there = here.browser()
    token = sign_in.begin(
        here.site.database, reader, how="test", device="a phone", now=here.clock()
    )
    there.cookies.set(COOKIE, token)
    assert here.reader(there) is not None
    press(here_browser, here_browser.get("/sign-ins"), "/sign-ins/end")
    assert here.reader(there) is None
    assert here.reader(here_browser) is not None


# Broken and huge forms.


@pytest.mark.parametrize(
    ("kind", "body", "status"),
    [
        ("application/x-www-form-urlencoded", b"&".join(b"a%d=1" % i for i in range(500)), 400),
        ("application/x-www-form-urlencoded", b"name=" + b"x" * 300_000, 413),
        ("application/x-www-form-urlencoded", b"form_token=%ff%fe\xff&name=\x00", 400),
        ("application/json", b"{}", 415),
        ("multipart/form-data; boundary=x", b"--x--", 415),
    ],
)
def test_a_broken_form_is_refused_in_words(
    here: Place, kind: str, body: bytes, status: int
) -> None:
    browser = arrive(here)
    answer = browser.post("/my/profile", content=body, headers={"content-type": kind, **SAME})
    assert answer.status_code == status
    assert "</html>" in answer.text
