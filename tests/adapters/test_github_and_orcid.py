"""GitHub and ORCID: who signed in, and since when their account there stands for somebody."""

from __future__ import annotations

from datetime import UTC, datetime
from urllib.parse import parse_qsl, urlsplit

import httpx2
import pytest
from tests.adapters.provider_site import CLIENT, SECRET, Person, ProviderSite

from goodpapers.adapters.github import GitHub
from goodpapers.adapters.orcid import Orcid
from goodpapers.adapters.provider import Provider, Secrets
from goodpapers.domain.errors import BadInput
from goodpapers.domain.identity import Identity

SECRETS = Secrets("a state", "v" * 43, "a nonce")
BACK = "http://127.0.0.1:1/sign-in/back/here"


def signed_in(provider: Provider) -> Identity:
    answer = httpx2.get(provider.way_out(SECRETS, BACK), follow_redirects=False)
    sent = dict(parse_qsl(urlsplit(answer.headers["location"]).query))
    return provider.identity(sent["code"], SECRETS, BACK)


def test_github_is_known_by_number_and_its_account_has_an_age(provider_site: ProviderSite) -> None:
    found = signed_in(GitHub(CLIENT, SECRET, provider_site.issuer))
    assert found == Identity(
        "github",
        "248289761001",
        name="Ada Li",
        login="ada",
        since=datetime(2016, 3, 5, 10, tzinfo=UTC),
    )


def test_github_is_asked_for_nothing_but_who_it_is(provider_site: ProviderSite) -> None:
    signed_in(GitHub(CLIENT, SECRET, provider_site.issuer))
    (asked,) = provider_site.asked
    assert dict(parse_qsl(urlsplit(asked).query)).get("scope", "") == ""


def test_github_tells_which_of_the_sites_organisations_somebody_belongs_to(
    provider_site: ProviderSite,
) -> None:
    provider_site.person = Person(groups=("good-lab", "another"))
    github = GitHub(CLIENT, SECRET, provider_site.issuer, groups=("good-lab", "other-lab"))
    assert signed_in(github).groups == ("good-lab",)
    (asked,) = provider_site.asked
    assert dict(parse_qsl(urlsplit(asked).query))["scope"] == "read:org"


def test_the_public_github_is_asked_at_its_own_addresses() -> None:
    address = GitHub(CLIENT, SECRET).way_out(SECRETS, BACK)
    assert address.startswith("https://github.com/login/oauth/authorize?")
    assert GitHub(CLIENT, SECRET)._api == "https://api.github.com"


def test_a_forged_code_for_github_proves_nothing(provider_site: ProviderSite) -> None:
    with pytest.raises(BadInput, match="GitHub refused the sign-in"):
        GitHub(CLIENT, SECRET, provider_site.issuer).identity("forged", SECRETS, BACK)


@pytest.mark.parametrize(("works", "since"), [(1, 2016), (0, None)])
def test_an_orcid_stands_for_somebody_only_with_a_work(
    provider_site: ProviderSite, works: int, since: int | None
) -> None:
    provider_site.person = Person(subject="0000-0002-1825-0097", works=works)
    here = provider_site.issuer
    found = signed_in(Orcid(CLIENT, SECRET, here, records=here))
    assert (found.provider, found.subject) == ("orcid", "0000-0002-1825-0097")
    assert (found.since.year if found.since else None) == since


def test_an_orcid_whose_record_cannot_be_read_still_signs_in(provider_site: ProviderSite) -> None:
    provider_site.person = Person(subject="0000-0002-1825-0097")
    orcid = Orcid(CLIENT, SECRET, provider_site.issuer, records="http://127.0.0.1:9")
    found = signed_in(orcid)
    assert (found.subject, found.since) == ("0000-0002-1825-0097", None)
