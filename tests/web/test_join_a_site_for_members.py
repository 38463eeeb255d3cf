"""Membership: by an e-mail domain, by a GitHub organisation, or by an invitation."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from httpx2 import Response
from starlette.testclient import TestClient
from tests.adapters.mail_server import MailServer, mail_server
from tests.adapters.provider_site import CLIENT, SECRET, Person, ProviderSite
from tests.web.browsing import serving
from tests.web.filling import press
from tests.web.signing import Place, at_provider, go_out, place, sign_in_by

from goodpapers.services import sign_in_link


@pytest.fixture
def server() -> Iterator[MailServer]:
    with mail_server() as found:
        yield found


@pytest.fixture
def provider_site() -> Iterator[ProviderSite]:
    site = ProviderSite()
    with serving(site.app()) as address:
        site.issuer = address
        yield site


@pytest.fixture
def here(sqlite_url: str, server: MailServer, provider_site: ProviderSite) -> Iterator[Place]:
    """A site for people at example.edu, and for members of good-lab at GitHub."""
    with place(
        sqlite_url,
        access="members",
        members=("example.edu", "github:Good-Lab"),
        keepers=("email:keeper@elsewhere.example",),
        mail_host=server.host,
        mail_port=server.port,
        mail_security="none",
        mail_from="papers@example.edu",
        github_client=CLIENT,
        github_secret=SECRET,
        github_address=provider_site.issuer,
        oidc_issuer=provider_site.issuer,
        oidc_client=CLIENT,
        oidc_secret=SECRET,
    ) as found:
        yield found


def ask(browser: TestClient, address: str) -> Response:
    answer = press(browser, browser.get("/sign-in"), "/sign-in/mail", email=address)
    return browser.get(answer.headers["location"])


def come_by_mail(here: Place, server: MailServer, address: str) -> TestClient:
    browser = here.browser()
    n = len(server.envelopes)
    page = ask(browser, address)
    found = re.search(r"^ {4}(\d{6})\s*$", server.letter(n).get_content(), re.MULTILINE)
    assert found is not None
    press(browser, page, "/sign-in/code", code=found[1])
    return browser


def test_who_has_an_address_at_the_domain_comes_in(here: Place, server: MailServer) -> None:
    browser = come_by_mail(here, server, "ada@example.edu")
    assert browser.get("/papers").status_code == 200


@pytest.mark.parametrize(
    "address", ["eve@evil-example.edu", "eve@example.edu.evil.example", "eve@sub.example.edu"]
)
def test_another_domain_gets_no_letter_and_the_same_answer(
    here: Place, server: MailServer, address: str
) -> None:
    member = ask(here.browser(), "ada@example.edu").text.replace("ada@example.edu", "X")
    server.letter()
    other = ask(here.browser(), address).text.replace(address, "X")
    blank = re.compile(r'value="[0-9a-f]{32}"')
    assert blank.sub("", member) == blank.sub("", other)
    come_by_mail(here, server, "ben@example.edu")  # any earlier letter would be there by now
    assert address not in {to for each in server.envelopes for to in each.rcpt_tos}


def test_the_keeper_of_the_setting_comes_in_from_anywhere(here: Place, server: MailServer) -> None:
    browser = come_by_mail(here, server, "keeper@elsewhere.example")
    assert browser.get("/keeper").status_code == 200


def test_a_member_of_the_organisation_comes_in_and_nobody_else(
    here: Place, provider_site: ProviderSite
) -> None:
    assert sign_in_by(here.browser(), "github").status_code == 403
    assert here.count("reader") == 0
    provider_site.person = Person(groups=("Good-Lab",))
    assert sign_in_by(here.browser(), "github").status_code == 303


def test_who_left_the_organisation_cannot_sign_in_any_more(
    here: Place, provider_site: ProviderSite
) -> None:
    provider_site.person = Person(groups=("Good-Lab",))
    sign_in_by(here.browser(), "github")
    provider_site.person = Person()
    answer = sign_in_by(here.browser(), "github")
    assert answer.status_code == 403
    assert "no longer a member" in answer.text


def test_an_address_that_the_provider_verified_counts(
    here: Place, provider_site: ProviderSite
) -> None:
    provider_site.person = Person(email_verified=False)
    assert sign_in_by(here.browser(), "oidc").status_code == 403
    provider_site.person = Person(email_verified=True)
    assert sign_in_by(here.browser(), "oidc").status_code == 303


def test_who_was_invited_comes_in_and_adds_a_way_of_their_own(
    here: Place, provider_site: ProviderSite
) -> None:
    token = sign_in_link.invite(here.site.database, uses=1, days=14, now=here.clock())
    browser = here.browser()
    page = browser.get("/sign-in/link", params={"token": token})
    assert press(browser, page, "/sign-in/link", name="Eve").status_code == 303
    browser.get(at_provider(go_out(browser, "github", page="/sign-ins")))
    again = here.browser()
    assert sign_in_by(again, "github").status_code == 303
    assert here.count("reader") == 1


def test_nothing_but_sign_in_and_its_looks_leaves_the_site(here: Place) -> None:
    visitor = here.browser()
    for path in ("/", "/papers", "/papers/abcdefghij", "/my/papers.json", "/try"):
        answer = visitor.get(path)
        assert answer.status_code == 303
        assert answer.content == b""
    assert visitor.get("/static/site.css").status_code == 200
    assert visitor.get("/privacy").status_code == 200  # what is kept of people, before they come
    page = visitor.get("/papers?words=graphs", follow_redirects=True)
    assert "This site is for its members" in page.text
    assert 'name="back" value="/papers?words=graphs"' in page.text
