"""Settings become the outsiders: providers of sign-in, the mail server, and who may come in."""

from __future__ import annotations

import logging
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from functools import cache, lru_cache

from goodpapers.adapters.mail import Mail
from goodpapers.adapters.provider import Provider
from goodpapers.domain.errors import GoodPapersError
from goodpapers.services.admission import Policy
from goodpapers.services.sign_in_code import Letter, Post
from goodpapers.services.upkeep import FORGET, Task
from goodpapers.settings import Settings
from goodpapers.store.database import Database

__all__ = [
    "Provider",
    "has_sign_in",
    "mail_of",
    "policy_of",
    "post_of",
    "providers_of",
    "upkeep_tasks",
]

GOOGLE = "https://accounts.google.com"
_GROUP = "github:"

log = logging.getLogger("goodpapers.mail")


@lru_cache(maxsize=16)
def providers_of(settings: Settings) -> dict[str, Provider]:
    """The providers that are set up, by their key in addresses; in the order of the buttons."""
    if not has_provider(settings):
        return {}
    # Slow to load, and most pages of most sites ask nobody.
    from goodpapers.adapters.github import GitHub
    from goodpapers.adapters.openid import OpenID
    from goodpapers.adapters.orcid import Orcid

    found: list[Provider] = []
    if settings.github_client:
        groups = tuple(
            each.removeprefix(_GROUP) for each in settings.members if each.startswith(_GROUP)
        )
        asked = groups if settings.access == "members" else ()
        found.append(
            GitHub(settings.github_client, settings.github_secret, settings.github_address, asked)
        )
    if settings.google_client:
        secret = settings.google_secret
        found.append(OpenID("google", "Google", GOOGLE, settings.google_client, secret))
    if settings.orcid_client:
        found.append(Orcid(settings.orcid_client, settings.orcid_secret, settings.orcid_address))
    if settings.oidc_issuer:
        name, issuer = settings.oidc_name, settings.oidc_issuer
        found.append(OpenID("oidc", name, issuer, settings.oidc_client, settings.oidc_secret))
    return {each.key: each for each in found}


@lru_cache(maxsize=16)
def mail_of(settings: Settings) -> Mail | None:
    """The mail server of the settings; None where there is none."""
    if not settings.mail_host:
        return None
    return Mail(
        host=settings.mail_host,
        port=settings.mail_port,
        sender=settings.mail_from or f"goodpapers@{settings.mail_host}",
        security=settings.mail_security,
        user=settings.mail_user,
        password=settings.mail_password,
    )


@lru_cache(maxsize=16)
def policy_of(settings: Settings) -> Policy:
    """Whom the site lets in and whom it knows."""
    return Policy(
        members_only=settings.access == "members",
        members=tuple(each.lower() for each in settings.members),
        keepers=tuple(each.lower() for each in settings.keepers),
        institutions=tuple(each.lower() for each in settings.institutions),
    )


def upkeep_tasks(settings: Settings) -> tuple[Task, ...]:
    """What the site does by itself, beside its pages."""

    def refit(database: Database, now: datetime) -> object:
        from goodpapers.services.score_refit import refit_if_due  # slow to load: NumPy and SciPy

        caps = settings.access != "members"
        return refit_if_due(
            database, now, tiers=settings.tiers, caps=caps, validities=settings.validities
        )

    def check(database: Database, now: datetime) -> object:
        from goodpapers.services.score_check import check_scores

        return check_scores(database, now)

    return (
        FORGET,
        Task("refit", timedelta(minutes=1), refit),
        Task("check the score", timedelta(days=1), check),
    )


def has_sign_in(settings: Settings) -> bool:
    """Whether any way to sign in is set up, links apart."""
    return bool(settings.mail_host) or has_provider(settings)


def has_provider(settings: Settings) -> bool:
    """Whether any outside provider is set up."""
    return any(
        (
            settings.github_client,
            settings.google_client,
            settings.orcid_client,
            settings.oidc_issuer,
        )
    )


def post_of(settings: Settings) -> Post:
    """What sends letters beside the answer; a letter that cannot be sent is told to the log."""
    mail = mail_of(settings)

    def send(letter: Letter) -> None:
        try:
            if mail is not None:
                mail.send(*letter)
        except GoodPapersError as error:
            log.error("%s", error)

    def post(letter: Letter) -> None:
        _postman().submit(send, letter)

    return post


@cache
def _postman() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(2, thread_name_prefix="mail")
