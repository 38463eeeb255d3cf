"""What the site keeps and what leaves it, made from the settings that hold now."""

from __future__ import annotations

from urllib.parse import urlsplit

from goodpapers.domain.listing import Reveal
from goodpapers.services.privacy import TurnedOn, privacy
from goodpapers.web.visit import Page, Visit
from goodpapers.wiring import Settings

_HERE = ("localhost", "127.0.0.1", "::1")
_GOOGLE = "accounts.google.com"


def page(visit: Visit) -> Page:
    """The privacy page."""
    parts = privacy(turned_on(visit.site.settings))
    return Page("pages/privacy.html", "Privacy", {"parts": parts})


def turned_on(settings: Settings) -> TurnedOn:
    """What of these settings touches people's data."""
    model = urlsplit(settings.endpoint_address).hostname if settings.endpoint_address else None
    return TurnedOn(
        members_only=settings.access == "members",
        reveals_always=settings.reveal is Reveal.ALWAYS,
        can_peek=settings.peek,
        outside=tuple(_outside(settings)),
        mail_host=settings.mail_host or None,
        is_demo=settings.demo,
        model_host=model,
        model_is_here=model in _HERE,
        behind_proxy=bool(settings.proxies),
        secure=settings.address.startswith("https://"),
    )


def _outside(settings: Settings) -> list[tuple[str, str]]:
    known = (
        ("GitHub", settings.github_client, settings.github_address),
        ("Google", settings.google_client, f"https://{_GOOGLE}"),
        ("ORCID", settings.orcid_client, settings.orcid_address),
        (settings.oidc_name, settings.oidc_client, settings.oidc_issuer),
    )
    return [
        (name, urlsplit(address).hostname or address) for name, client, address in known if client
    ]
