"""Every address of the site with every role: visitor, reader, keeper; open and for members only.

The tables below are written by hand, and hold every address: one that is added without a line here
fails, so that nobody forgets to decide who may use it.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from starlette.testclient import TestClient
from tests.web.filling import SAME
from tests.web.signing import Place, place

from goodpapers.domain.reader import Role
from goodpapers.services import sign_in
from goodpapers.store.readers import add_reader
from goodpapers.web import routes
from goodpapers.web.visitor import COOKIE

VISITORS_PAGES = {
    "/",
    "/papers",
    "/papers/{key}",
    "/sessions/{edition}/{key}",
    "/how-scores-work",
    "/panel",
    "/try",
    "/pattern-book",
    "/privacy",
    "/read-one",
    "/left",
    "/sign-in",
    "/sign-in/github",
    "/sign-in/code",
    "/sign-in/link",
    "/sign-in/back/{provider}",
}
KEEPERS = "/keeper"
VISITORS_FORMS = {
    "/try",
    "/sign-in/demo",
    "/sign-in/out",
    "/sign-in/mail",
    "/sign-in/code",
    "/sign-in/link",
    "/sign-out",
}


@pytest.fixture
def here(sqlite_url: str) -> Iterator[Place]:
    with place(sqlite_url) as found:
        yield found


@pytest.fixture
def members_only(sqlite_url: str) -> Iterator[Place]:
    with place(sqlite_url, access="members", members=("example.edu",)) as found:
        yield found


def signed_in(here: Place, role: Role) -> TestClient:
    browser = here.browser()
    with here.site.database.write() as db:
        reader = add_reader(db, "Ada", role=role, now=here.clock())
    token = sign_in.begin(here.site.database, reader, how="test", device="test", now=here.clock())
    browser.cookies.set(COOKIE, token)
    return browser


PLAUSIBLE = {
    "author": "yes",
    "withhold": "yes",
    "known": "yes",
    "vote": "worth_reading",
    "state": "read",
    "paper": "abcdefghij",
    "reader": "abcdefghij",
    "mark": "abcdef",
    "text": "A text that says something.",
    "title": "A title",
    "abstract": "An abstract.",
}
"""What forms ask for: so that no refusal is only for a value that is missing."""


def reach(browser: TestClient, address: str) -> int:
    """The status of a page; every key in its address is one that does not exist."""
    return browser.get(_filled(address)).status_code


def send(browser: TestClient, address: str) -> tuple[int, str]:
    """The status of a form about nothing that exists, sent from our page; and where it leads."""
    token = browser.cookies.get(COOKIE) or browser.cookies.get("browser") or ""
    data = {**PLAUSIBLE, **({"form_token": sign_in.form_token(token)} if token else {})}
    answer = browser.post(_filled(address), data=data, headers=SAME)
    return answer.status_code, answer.headers.get("location", "")


def _filled(address: str) -> str:
    return (
        address.replace("{key}", "abcdefghij")
        .replace("{edition}", "x")
        .replace("{provider}", "github")
    )


@pytest.mark.parametrize("address", [*routes.PAGES, *routes.FILES])
def test_a_visitor_reaches_what_is_for_visitors_and_is_led_to_sign_in_for_the_rest(
    here: Place, address: str
) -> None:
    answer = here.browser().get(_filled(address))
    if address in VISITORS_PAGES:
        assert answer.status_code in (200, 404, 400) or answer.headers["location"] == "/sign-in"
    else:
        assert answer.status_code == 303
        assert answer.headers["location"].startswith("/sign-in?back=")


@pytest.mark.parametrize("address", [*routes.PAGES, *routes.FILES])
@pytest.mark.parametrize("role", Role)
def test_a_reader_reaches_all_but_the_keepers_pages(here: Place, address: str, role: Role) -> None:
    status = reach(signed_in(here, role), address)
    if address.startswith(KEEPERS) and role is Role.READER:
        assert status == 403
    else:
        assert status in (200, 303, 404, 400)


@pytest.mark.parametrize("address", list(routes.FORMS))
def test_a_visitors_form_changes_nothing_that_is_not_for_visitors(
    here: Place, address: str
) -> None:
    browser = here.browser()
    browser.get("/sign-in")
    before = {name: here.count(name) for name in ("reader", "vote", "sign_in", "audit", "look")}
    status, leads_to = send(browser, address)
    if address not in VISITORS_FORMS:
        # 400: the form lacks what it must hold, and was not even looked at further.
        assert (status, leads_to.partition("?")[0]) in ((303, "/sign-in"), (400, "")), address
    assert {name: here.count(name) for name in before} == before


@pytest.mark.parametrize("address", list(routes.FORMS))
@pytest.mark.parametrize("role", Role)
def test_only_a_keeper_gets_past_the_keepers_forms(here: Place, address: str, role: Role) -> None:
    browser = signed_in(here, role)
    status, _ = send(browser, address)
    if address.startswith(KEEPERS):
        assert status == (403 if role is Role.READER else 404), address
    else:
        assert status in (200, 303, 400, 403, 404), address
        assert status != 403 or address == "/sign-in/demo"


@pytest.mark.parametrize("address", [*routes.PAGES, *routes.FILES])
def test_on_a_site_for_members_a_visitor_reaches_sign_in_and_what_is_kept_of_people(
    members_only: Place, address: str
) -> None:
    answer = members_only.browser().get(_filled(address))
    if address in ("/privacy", "/left"):
        assert answer.status_code == 200
    elif address.startswith("/sign-in") and address != "/sign-ins":
        assert answer.status_code in (200, 400, 404) or answer.headers["location"] == "/sign-in"
    else:
        assert answer.status_code == 303
        assert answer.headers["location"].startswith("/sign-in")
        assert answer.content == b""


@pytest.mark.parametrize("address", list(routes.FORMS))
def test_on_a_site_for_members_a_visitors_form_does_nothing(
    members_only: Place, address: str
) -> None:
    browser = members_only.browser()
    browser.get("/sign-in")
    status, leads_to = send(browser, address)
    if not address.startswith("/sign-in/"):
        assert status in (303, 400)
        assert leads_to.startswith("/sign-in") or status == 400
    assert members_only.count("reader") == members_only.count("sign_in") == 0


def test_a_member_who_is_signed_in_reads_everything(members_only: Place) -> None:
    browser = signed_in(members_only, Role.READER)
    for address in ("/papers", "/how-scores-work", "/panel"):
        assert browser.get(address).status_code == 200


def test_what_a_member_read_is_not_kept_for_visitors(members_only: Place) -> None:
    member, visitor = signed_in(members_only, Role.READER), members_only.browser()
    visitor.app = member.app
    assert member.get("/papers").status_code == 200
    assert visitor.get("/papers").status_code == 303
    assert member.get("/papers").status_code == 200
    assert visitor.get("/papers").status_code == 303
