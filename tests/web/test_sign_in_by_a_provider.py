"""Sign-in by an outside provider, from the button to the page where the reader was; and attacks."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from tests.adapters.provider_site import CLIENT, SECRET, Person, ProviderSite
from tests.web.browsing import serving
from tests.web.filling import press
from tests.web.signing import Place, at_provider, go_out, place, sign_in_by

from goodpapers.web.visitor import BROWSER, COOKIE


@pytest.fixture
def provider_site() -> Iterator[ProviderSite]:
    """The provider, served; its `issuer` is its own address."""
    site = ProviderSite()
    with serving(site.app()) as address:
        site.issuer = address
        yield site


@pytest.fixture
def here(sqlite_url: str, provider_site: ProviderSite) -> Iterator[Place]:
    """A site with sign-in by a local GitHub and a local OpenID provider, which are one."""
    with place(
        sqlite_url,
        github_client=CLIENT,
        github_secret=SECRET,
        github_address=provider_site.issuer,
        oidc_issuer=provider_site.issuer,
        oidc_client=CLIENT,
        oidc_secret=SECRET,
        keepers=("github:ada",),
    ) as found:
        yield found


@pytest.mark.parametrize("key", ["github", "oidc"])
def test_the_way_out_and_back_ends_where_it_began(here: Place, key: str) -> None:
    browser = here.browser()
    answer = sign_in_by(browser, key, "/papers?track=oral")
    assert answer.status_code == 303
    assert answer.headers["location"] == "/papers?track=oral"
    reader = here.reader(browser)
    assert reader is not None
    assert reader.name == "Ada Li"
    assert "Ada Li" in browser.get("/sign-ins").text


def test_the_same_person_comes_back_as_the_same_reader(here: Place) -> None:
    first, second = here.browser(), here.browser()
    sign_in_by(first, "github")
    sign_in_by(second, "github")
    one, two = here.reader(first), here.reader(second)
    assert one is not None
    assert two is not None
    assert one.key == two.key
    assert here.count("reader") == 1
    assert here.count("sign_in") == 2


def test_two_providers_are_two_readers_until_one_adds_the_other(here: Place) -> None:
    browser = here.browser()
    sign_in_by(browser, "github")
    back = browser.get(at_provider(go_out(browser, "oidc", page="/sign-ins")))
    assert back.headers["location"] == "/sign-ins"
    assert here.count("reader") == 1
    assert here.count("identity") == 2
    other = here.browser()
    sign_in_by(other, "oidc")
    one, two = here.reader(browser), here.reader(other)
    assert one is not None
    assert two is not None
    assert one.key == two.key


def test_an_identity_of_another_reader_cannot_be_added(
    here: Place, provider_site: ProviderSite
) -> None:
    sign_in_by(here.browser(), "oidc")
    provider_site.person = Person(subject="77", login="ben", name="Ben")
    ben = here.browser()
    sign_in_by(ben, "github")
    provider_site.person = Person()
    answer = ben.get(at_provider(go_out(ben, "oidc", page="/sign-ins")))
    assert answer.status_code == 403
    assert "belongs to another reader" in answer.text
    assert here.count("identity") == 2


def test_a_state_works_once(here: Place) -> None:
    browser = here.browser()
    way_back = at_provider(go_out(browser, "github"))
    assert browser.get(way_back).status_code == 303
    again = browser.get(way_back)
    assert again.status_code == 400
    assert "start it again" in again.text


def test_a_state_works_in_the_browser_that_went_out_and_in_no_other(here: Place) -> None:
    """Login CSRF: the attacker's way back, opened by a victim, signs nobody in."""
    attacker, victim = here.browser(), here.browser()
    way_back = at_provider(go_out(attacker, "github"))
    victim.get("/sign-in")  # the victim has a secret of its own
    assert victim.get(way_back).status_code == 400
    assert here.browser().get(way_back).status_code == 400
    assert here.reader(victim) is None


def test_a_state_is_over_after_ten_minutes(here: Place) -> None:
    browser = here.browser()
    way_back = at_provider(go_out(browser, "github"))
    here.clock.move(minutes=10)
    assert browser.get(way_back).status_code == 400


def test_a_state_of_one_provider_is_none_of_another(here: Place) -> None:
    browser = here.browser()
    way_back = at_provider(go_out(browser, "github"))
    answer = browser.get(way_back.replace("/back/github", "/back/oidc"))
    assert answer.status_code == 400
    assert here.reader(browser) is None


@pytest.mark.parametrize("query", ["", "?code=x", "?state=x", "?state=x&code=y", "?state=%00"])
def test_a_forged_way_back_signs_nobody_in(here: Place, query: str) -> None:
    browser = here.browser()
    browser.get("/sign-in")
    assert browser.get(f"/sign-in/back/github{query}").status_code == 400
    assert here.count("reader") == 0


def test_who_says_no_at_the_provider_reads_that_nothing_was_changed(
    here: Place, provider_site: ProviderSite
) -> None:
    provider_site.says_no = True
    browser = here.browser()
    answer = sign_in_by(browser, "github")
    assert answer.status_code == 400
    assert "nothing was changed" in answer.text
    assert here.count("reader") == 0


def test_a_provider_that_is_down_is_said_and_nothing_is_half_done(
    here: Place, provider_site: ProviderSite
) -> None:
    provider_site.is_down = True
    assert sign_in_by(here.browser(), "github").status_code == 503
    assert here.count("reader") == here.count("sign_in") == 0


def test_an_unknown_provider_is_not_here(here: Place) -> None:
    assert here.browser().get("/sign-in/back/google").status_code == 404


def test_no_secret_is_in_the_database(here: Place) -> None:
    """What a thief of the database can do: nothing with states, tokens or verifiers."""
    browser = here.browser()
    address = go_out(browser, "oidc")
    state = address.split("state=")[1].split("&")[0]
    with here.site.database.read() as db:
        rows = str(db.exec_driver_sql("SELECT * FROM pending_sign_in").all())
    assert state not in rows
    assert browser.cookies[BROWSER] not in rows
    browser.get(at_provider(address))
    with here.site.database.read() as db:
        rows = str(db.exec_driver_sql("SELECT * FROM sign_in").all())
    assert browser.cookies[COOKIE] not in rows


def test_the_setting_names_the_keeper_who_is_known_by_login(here: Place) -> None:
    browser = here.browser()
    sign_in_by(browser, "github")
    reader = here.reader(browser)
    assert reader is not None
    assert reader.is_keeper
    assert browser.get("/keeper").status_code == 200


def test_a_name_at_another_provider_is_no_keeper(here: Place, provider_site: ProviderSite) -> None:
    provider_site.person = Person(name="github:ada", login="ada")
    browser = here.browser()
    sign_in_by(browser, "oidc")
    reader = here.reader(browser)
    assert reader is not None
    assert not reader.is_keeper
    assert browser.get("/keeper").status_code == 403


@pytest.mark.parametrize(
    ("created", "known_by"),
    [("2025-12-01T09:30:00Z", "identity"), ("2025-12-02T09:30:00Z", None)],
)
def test_an_account_older_than_a_year_makes_a_known_reader(
    here: Place, provider_site: ProviderSite, created: str, known_by: str | None
) -> None:
    provider_site.person = Person(created_at=created)
    browser = here.browser()
    sign_in_by(browser, "github")
    reader = here.reader(browser)
    assert reader is not None
    assert reader.known_by == known_by
    said = browser.get("/sign-ins").text
    assert ("You are a known reader" in said) is (known_by is not None)


def test_the_last_way_to_sign_in_stays(here: Place) -> None:
    browser = here.browser()
    sign_in_by(browser, "github")
    page = browser.get("/sign-ins")
    assert "/sign-ins/remove" not in page.text
    browser.get(at_provider(go_out(browser, "oidc", page="/sign-ins")))
    page = browser.get("/sign-ins")
    press(browser, page, "/sign-ins/remove", provider="github")
    assert here.count("identity") == 1
