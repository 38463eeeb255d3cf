"""What stands before every page and form: who may come in, how often, where a refusal leads."""

from __future__ import annotations

from dataclasses import replace

from goodpapers.domain.errors import SignInFirst
from goodpapers.services import limits, sign_in
from goodpapers.web.forms import GoTo, is_of_sign_in
from goodpapers.web.links import sign_in_href
from goodpapers.web.view_choice import path_of_this_site
from goodpapers.web.visit import Page, Visit
from goodpapers.web.visitor import browser_cookie, cookie

_COUNTS_ITSELF = ("/vote",)
"""Votes are counted in the very transaction that keeps them."""

_FOR_ALL = ("/privacy", "/left")
"""On a site for members only: what is kept of people, and that an account is gone. Of no paper."""


def refuse_outsider(visit: Visit) -> None:
    """On a site for members only, raise `SignInFirst` for a visitor, but for a few pages."""
    members_only = visit.site.settings.access == "members"
    is_open = is_of_sign_in(visit.path) or visit.path in _FOR_ALL
    if members_only and visit.visitor.reader is None and not is_open:
        raise SignInFirst("this site is for its members; sign in first")


def count_form(visit: Visit) -> None:
    """Count one form of this reader, or of this network address. Raises `TooOften`."""
    if visit.path.endswith(_COUNTS_ITSELF):
        return
    now, database = visit.site.now(), visit.site.database
    client = limits.who_asks(visit.client)
    if is_of_sign_in(visit.path):
        limits.spend(database, limits.SIGN_INS, client, now)
    else:
        reader = visit.visitor.reader
        limits.spend(database, limits.FORMS, reader.key if reader else client, now)


def renewal(visit: Visit) -> tuple[str, ...]:
    """The cookie that lets a sign-in last longer; none where it did so today."""
    token = visit.visitor.token
    if not token or not sign_in.renewed(visit.site.database, token, visit.site.now()):
        return ()
    return (cookie(token, secure=visit.secure),)


def to_sign_in(visit: Visit, form: dict[str, str] | None = None) -> GoTo:
    """To the page of sign-in, and from there back to the page, or to that of the form."""
    if form is None:
        return GoTo(sign_in_href(path_of_this_site(visit.address)))
    back = form.get("back")
    if back is None and visit.path.startswith("/papers/"):
        back = "/".join(visit.path.split("/")[:3])
    return GoTo(sign_in_href(path_of_this_site(back or "/")))


def with_secret(page: Page, visit: Visit) -> tuple[Page, Visit]:
    """A page made for one browser alone, and its visit: the browser has a secret afterwards."""
    if not page.is_own or visit.visitor.secret:
        return page, visit
    secret = sign_in.new_secret()
    given = browser_cookie(secret, secure=visit.secure)
    page = replace(page, cookies=(*page.cookies, given))
    return page, replace(visit, visitor=replace(visit.visitor, browser=secret))


def device_of(says: str) -> str:
    """What a browser says it is, in a few words: ``Firefox on Linux``; empty for nothing known."""
    browser = next((name for mark, name in _BROWSERS if mark in says), "")
    system = next((name for mark, name in _SYSTEMS if mark in says), "")
    return f"{browser} on {system}" if browser and system else browser or system


_BROWSERS = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("Firefox/", "Firefox"),
    ("FxiOS", "Firefox"),
    ("Chrome/", "Chrome"),
    ("CriOS", "Chrome"),
    ("Safari/", "Safari"),
)
_SYSTEMS = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("Windows", "Windows"),
    ("Mac OS X", "a Mac"),
    ("Linux", "Linux"),
)
