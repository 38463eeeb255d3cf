"""Sign-in by OpenID Connect against a real provider: what is believed, and what is not."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import httpx2
import pytest
from cryptography.hazmat.primitives.asymmetric import rsa
from tests.adapters.provider_site import CLIENT, SECRET, Person, ProviderSite

from goodpapers.adapters.openid import OpenID
from goodpapers.adapters.provider import Secrets
from goodpapers.domain.errors import BadInput, Failure

SECRETS = Secrets("a state", "a verifier of at least 43 characters, as RFC 7636 says", "a nonce")
BACK = "http://127.0.0.1:1/sign-in/back/oidc"


def openid(site: ProviderSite) -> OpenID:
    return OpenID("oidc", "The provider", site.issuer, CLIENT, SECRET)


def code_from(provider: OpenID, secrets: Secrets = SECRETS) -> str:
    """Go out to the provider as a browser would; the code that it sends back."""
    answer = httpx2.get(provider.way_out(secrets, BACK), follow_redirects=False)
    assert answer.status_code == 302
    back = answer.headers["location"]
    assert back.startswith(f"{BACK}?")
    sent = dict(parse_qsl(urlsplit(back).query))
    assert sent["state"] == secrets.state
    return sent["code"]


def test_who_signed_in_there_is_known_by_the_issuer_and_their_subject(
    provider_site: ProviderSite,
) -> None:
    provider = openid(provider_site)
    found = provider.identity(code_from(provider), SECRETS, BACK)
    assert (found.provider, found.subject) == (provider_site.issuer, "248289761001")
    assert (found.name, found.email) == ("Ada Li", "ada@example.edu")


def test_the_verifier_never_travels_through_the_browser(provider_site: ProviderSite) -> None:
    address = openid(provider_site).way_out(SECRETS, BACK)
    sent = dict(parse_qsl(urlsplit(address).query))
    assert SECRETS.verifier not in address
    # RFC 7636, 4.2: BASE64URL(SHA256(verifier)), computed with openssl for the verifier above.
    assert sent["code_challenge"] == "keCpvdFtAxdGAOanFiBjpUSeyX0wsUIbk0ReBRVZ6pA"
    assert sent["code_challenge_method"] == "S256"
    assert SECRET not in address


def test_an_address_that_the_provider_did_not_verify_is_none(provider_site: ProviderSite) -> None:
    provider_site.person = Person(email_verified=False)
    provider = openid(provider_site)
    assert provider.identity(code_from(provider), SECRETS, BACK).email is None


def test_a_code_works_once(provider_site: ProviderSite) -> None:
    provider = openid(provider_site)
    code = code_from(provider)
    provider.identity(code, SECRETS, BACK)
    with pytest.raises(BadInput, match=r"refused the sign-in \(invalid_grant\)"):
        provider.identity(code, SECRETS, BACK)


def test_a_code_of_another_browser_proves_nothing(provider_site: ProviderSite) -> None:
    provider = openid(provider_site)
    code = code_from(provider, Secrets("other", "the verifier of whoever stole the code", "other"))
    with pytest.raises(BadInput, match="invalid_grant"):
        provider.identity(code, SECRETS, BACK)


def drop(name: str) -> Callable[[dict[str, Any]], None]:
    return lambda claims: claims.pop(name)


def put(name: str, value: Any) -> Callable[[dict[str, Any]], None]:
    return lambda claims: claims.update({name: value})


@pytest.mark.parametrize(
    "lie",
    [
        put("iss", "https://elsewhere.example"),
        drop("iss"),
        put("aud", "another site"),
        put("aud", ["another site"]),
        drop("aud"),
        put("aud", [CLIENT, "another site"]),
        put("azp", "another site"),
        put("exp", int(time.time()) - 3600),
        drop("exp"),
        put("exp", "tomorrow"),
        put("iat", int(time.time()) + 3600),
        drop("iat"),
        put("nonce", "the nonce of another sign-in"),
        drop("nonce"),
        put("nonce", None),
        drop("sub"),
        put("sub", ""),
        put("sub", 12),
        put("sub", "x" * 300),
    ],
)
def test_a_statement_with_a_wrong_claim_proves_nothing(
    provider_site: ProviderSite, lie: Callable[[dict[str, Any]], None]
) -> None:
    provider_site.change = lie
    provider = openid(provider_site)
    with pytest.raises(BadInput, match="proves nothing"):
        provider.identity(code_from(provider), SECRETS, BACK)


def test_a_statement_for_two_sites_that_names_us_is_believed(provider_site: ProviderSite) -> None:
    def for_two(claims: dict[str, Any]) -> None:
        claims.update(aud=[CLIENT, "another site"], azp=CLIENT)

    provider_site.change = for_two
    provider = openid(provider_site)
    assert provider.identity(code_from(provider), SECRETS, BACK).subject == "248289761001"


def test_a_signature_by_another_key_proves_nothing(provider_site: ProviderSite) -> None:
    provider_site.signs_with = rsa.generate_private_key(public_exponent=65537, key_size=2048)
    provider = openid(provider_site)
    with pytest.raises(BadInput, match="proves nothing"):
        provider.identity(code_from(provider), SECRETS, BACK)


@pytest.mark.parametrize("algorithm", ["none", "HS256", "RS1"])
def test_a_statement_without_a_real_signature_proves_nothing(
    provider_site: ProviderSite, algorithm: str
) -> None:
    provider_site.header = {"alg": algorithm}
    provider = openid(provider_site)
    with pytest.raises(BadInput, match="proves nothing"):
        provider.identity(code_from(provider), SECRETS, BACK)


def test_a_provider_that_changed_its_key_is_asked_for_it_once_more(
    provider_site: ProviderSite,
) -> None:
    provider = openid(provider_site)
    provider.identity(code_from(provider), SECRETS, BACK)
    provider_site.key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
    provider_site.key_id = "two"
    asked = provider_site.keys_asked
    assert provider.identity(code_from(provider), SECRETS, BACK).subject == "248289761001"
    assert provider_site.keys_asked == asked + 1


def test_a_provider_that_speaks_for_another_issuer_is_not_used(
    provider_site: ProviderSite,
) -> None:
    provider = openid(provider_site)
    provider_site.issuer = "https://elsewhere.example"
    with pytest.raises(Failure, match="names itself otherwise"):
        provider.way_out(SECRETS, BACK)


def test_a_provider_that_is_down_is_a_failure_that_says_to_try_again(
    provider_site: ProviderSite,
) -> None:
    provider = openid(provider_site)
    code = code_from(provider)
    provider_site.is_down = True
    with pytest.raises(Failure) as caught:
        provider.identity(code, SECRETS, BACK)
    assert caught.value.again


def test_a_provider_that_is_not_there_is_a_failure_in_one_line() -> None:
    provider = OpenID("oidc", "The provider", "http://127.0.0.1:9", CLIENT, SECRET)
    with pytest.raises(Failure, match="The provider could not be asked") as caught:
        provider.way_out(SECRETS, BACK)
    assert "\n" not in str(caught.value)


def test_no_secret_shows_where_a_provider_is_printed(provider_site: ProviderSite) -> None:
    assert SECRET not in json.dumps(repr(openid(provider_site)))
