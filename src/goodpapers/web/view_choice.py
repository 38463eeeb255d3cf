"""The switch between the hidden and the open view: one form, one cookie, one way back."""

from __future__ import annotations

from urllib.parse import parse_qsl

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from goodpapers.web.answers import see_other

COOKIE = "view"
HIDDEN, OPEN = "hidden", "open"
_YEAR_S = 365 * 24 * 3600
_LONGEST_FORM = 8192


def chose_hidden(request: Request) -> bool:
    """Whether this visitor asked to see pages as before a vote."""
    return request.cookies.get(COOKIE) == HIDDEN


async def choose(request: Request) -> Response:
    """Remember the choice in a cookie, and go back to the page that it was made on.

    Raises
    ------
    HTTPException
        413: the form is longer than ours can be.
    """
    form = dict(parse_qsl(await _body(request)))
    view = HIDDEN if form.get("view") == HIDDEN else OPEN
    cookie = f"{COOKIE}={view}; Path=/; Max-Age={_YEAR_S}; HttpOnly; SameSite=Lax"
    return see_other(path_of_this_site(form.get("back", "/")), cookie)


async def _body(request: Request) -> str:
    body = b""
    async for piece in request.stream():
        body += piece
        if len(body) > _LONGEST_FORM:
            raise HTTPException(413)
    return body.decode("utf-8", "replace")


def path_of_this_site(address: str) -> str:
    """The address if it is a path of this site, else the home page: no form may send you away."""
    # Browsers read a backslash as a slash, and drop tabs and line ends.
    safe = address.isascii() and address.isprintable() and "\\" not in address
    if not safe or not address.startswith("/") or address.startswith("//"):
        return "/"
    return address
