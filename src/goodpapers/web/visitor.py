"""Who asks: the sign-in's cookie, and the reader that it stands for.

A visitor's browser gets a secret of its own with the page of sign-in: what is begun in one browser
can only be ended there, and no other site can sign a visitor in as somebody else. By HTTPS the
cookies' names begin with ``__Host-``: browsers take such a cookie from this very host alone.
"""

from __future__ import annotations

from dataclasses import dataclass

from starlette.requests import Request

from goodpapers.domain.reader import Reader
from goodpapers.services import sign_in
from goodpapers.wiring import Site

COOKIE = "signin"
BROWSER = "browser"
_HOST = "__Host-"


@dataclass(frozen=True, slots=True)
class Visitor:
    """A reader with the token of this sign-in, or a visitor with neither."""

    reader: Reader | None = None
    token: str = ""
    browser: str = ""
    """The browser's secret; empty until the page of sign-in gives it one."""

    @property
    def secret(self) -> str:
        """What only this browser has: the reader's token, else the browser's own secret."""
        return self.token if self.reader else self.browser

    @property
    def form_token(self) -> str:
        """What forms on pages made for this browser alone bring back; empty without a secret."""
        return sign_in.form_token(self.secret) if self.secret else ""


NOBODY = Visitor()


def is_secure(site: Site, request: Request) -> bool:
    """Whether browsers reach the site by HTTPS, as the request or the setting `address` says."""
    return request.url.scheme == "https" or site.settings.address.startswith("https:")


def claims_to_be_someone(request: Request) -> bool:
    """Whether the request brings a sign-in's cookie, whatever it is worth."""
    return COOKIE in request.cookies or _HOST + COOKIE in request.cookies


def visitor_of(site: Site, request: Request) -> Visitor:
    """The reader whose cookie the request brings; a visitor where it is worth nothing."""
    start = _HOST if is_secure(site, request) else ""
    token = request.cookies.get(start + COOKIE, "")
    browser = request.cookies.get(start + BROWSER, "")
    reader = sign_in.reader_of(site.database, token, site.now())
    return Visitor(reader, token if reader else "", browser)


def cookie(token: str, *, secure: bool) -> str:
    """The `Set-Cookie` that signs a browser in; `secure` where the site is reached by HTTPS."""
    life = int(sign_in.LASTS.total_seconds())
    return _cookie(COOKIE, token, f"; Max-Age={life}", secure=secure)


def no_cookie(*, secure: bool) -> str:
    """The `Set-Cookie` that signs a browser out."""
    return _cookie(COOKIE, "", "; Max-Age=0", secure=secure)


def browser_cookie(secret: str, *, secure: bool) -> str:
    """The `Set-Cookie` that gives a browser its secret until it is closed."""
    return _cookie(BROWSER, secret, "", secure=secure)


def no_browser_cookie(*, secure: bool) -> str:
    """The `Set-Cookie` that takes the browser's secret back."""
    return _cookie(BROWSER, "", "; Max-Age=0", secure=secure)


def _cookie(name: str, value: str, life: str, *, secure: bool) -> str:
    start, end = (_HOST, "; Secure") if secure else ("", "")
    return f"{start}{name}={value}; Path=/{life}; HttpOnly; SameSite=Lax{end}"
