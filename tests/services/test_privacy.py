"""The privacy page says what the settings turn on, sentence by sentence."""

from __future__ import annotations

from dataclasses import replace

import pytest

from goodpapers.domain.listing import Reveal
from goodpapers.services.privacy import TurnedOn, privacy
from goodpapers.services.sign_in import LASTS
from goodpapers.services.upkeep import RATES_KEPT
from goodpapers.settings import Settings
from goodpapers.web.pages.privacy import turned_on

NOTHING = turned_on(Settings())


def said(on: TurnedOn) -> str:
    return " ".join(sentence for part in privacy(on) for sentence in part.sentences)


def test_a_site_without_anything_outside_says_so() -> None:
    page = said(NOTHING)
    assert "no outside sign-in and no mail is set up" in page.lower()
    assert "no title or abstract is sent to a model elsewhere" in page
    for word in ("GitHub", "Google", "ORCID is on", "mail server", "proxy", "demo"):
        assert word not in page


# Each setting with what must be said because of it, and what must then be said no longer.
TRUE = [
    (Settings(access="members"), "this site is for its members", "You can read without signing in"),
    (Settings(reveal=Reveal.ALWAYS), "open to everyone who may read it", "without voting; that"),
    (Settings(peek=False), "Others see how many readers voted", "without voting; that they looked"),
    (
        Settings(github_client="id", github_secret="s"),
        "Sign-in with GitHub is on: your browser goes to github.com",
        "No outside sign-in",
    ),
    (
        Settings(github_client="id", github_secret="s", github_address="https://git.example.edu"),
        "your browser goes to git.example.edu",
        "github.com",
    ),
    (
        Settings(google_client="id", google_secret="s"),
        "Sign-in with Google is on: your browser goes to accounts.google.com",
        "No outside sign-in",
    ),
    (
        Settings(orcid_client="id", orcid_secret="s"),
        "Sign-in with ORCID is on: your browser goes to orcid.org",
        "No outside sign-in",
    ),
    (
        Settings(oidc_issuer="https://login.uni.example", oidc_client="id", oidc_name="The Uni"),
        "Sign-in with The Uni is on: your browser goes to login.uni.example",
        "No outside sign-in",
    ),
    (
        Settings(mail_host="smtp.example.org"),
        "by way of the mail server smtp.example.org",
        "no mail is set up",
    ),
    (Settings(demo=True), "This is a demo", "This is no demo"),
    (
        Settings(endpoint_address="https://models.example.com/v1", endpoint_model="m"),
        "are sent to a language model at models.example.com; nothing of any reader",
        "no title or abstract is sent",
    ),
    (
        Settings(endpoint_address="http://localhost:11434", endpoint_model="m"),
        "a language model on this machine (localhost)",
        "are sent to a language model at",
    ),
    (Settings(proxies=("127.0.0.1",)), "A proxy stands before this site", "No proxy"),
    (
        Settings(address="https://papers.example.org"),
        "no telemetry leaves the site",
        "over plain HTTP",
    ),
    (Settings(), "over plain HTTP, others on the network between could read along", "A proxy"),
]


@pytest.mark.parametrize(("settings", "true", "no_longer"), TRUE)
def test_each_sentence_is_there_when_it_is_true_and_only_then(
    settings: Settings, true: str, no_longer: str
) -> None:
    page = said(turned_on(settings))
    assert true in page
    assert no_longer not in page


def test_secrets_are_never_said() -> None:
    settings = Settings(
        github_client="the-client",
        github_secret="the-secret",
        mail_host="smtp.example.org",
        mail_password="the-password",
        endpoint_address="https://who:the-key@models.example.com/v1",
        endpoint_model="m",
    )
    page = said(turned_on(settings))
    assert "the-" not in page
    assert "models.example.com" in page


def test_a_sign_in_lasts_as_long_as_the_page_says() -> None:
    assert f"lasts {LASTS.days} days after" in said(NOTHING)


def test_counts_of_addresses_are_forgotten_when_the_page_says() -> None:
    assert RATES_KEPT.days == 2
    assert "forgotten after two days" in said(NOTHING)


def test_no_part_is_empty_and_every_sentence_ends() -> None:
    for on in (NOTHING, replace(NOTHING, is_demo=True, mail_host="m", outside=(("A", "a"),))):
        for part in privacy(on):
            assert part.sentences
            assert all(sentence.endswith(".") for sentence in part.sentences)
