"""Who asks: the sign-in's cookie, and the reader that it stands for."""

from __future__ import annotations

from dataclasses import dataclass

from starlette.requests import Request

from goodpapers.domain.reader import Reader
from goodpapers.services import sign_in
from goodpapers.wiring import Site

COOKIE = "signin"


@dataclass(frozen=True, slots=True)
class Visitor:
    """A reader with the token of this sign-in, or a visitor with neither."""

    reader: Reader | None = None
    token: str = ""

    @property
    def form_token(self) -> str:
        """What every form on the reader's pages brings back; nothing for a visitor."""
        return sign_in.form_token(self.token) if self.reader else ""


NOBODY = Visitor()


def claims_to_be_someone(request: Request) -> bool:
    """Whether the request brings a sign-in's cookie, whatever it is worth."""
    return COOKIE in request.cookies


def visitor_of(site: Site, request: Request) -> Visitor:
    """The reader whose cookie the request brings; a visitor where it is worth nothing."""
    token = request.cookies.get(COOKIE, "")
    reader = sign_in.reader_of(site.database, token, site.now())
    return NOBODY if reader is None else Visitor(reader, token)


def cookie(token: str, *, secure: bool) -> str:
    """The `Set-Cookie` that signs a browser in; `secure` where the site is reached by HTTPS."""
    life = int(sign_in.LASTS.total_seconds())
    return f"{COOKIE}={token}; Path=/; Max-Age={life}; HttpOnly; SameSite=Lax{_secure(secure)}"


def no_cookie(*, secure: bool) -> str:
    """The `Set-Cookie` that signs a browser out."""
    return f"{COOKIE}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax{_secure(secure)}"


def _secure(secure: bool) -> str:
    return "; Secure" if secure else ""
