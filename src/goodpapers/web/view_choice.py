"""The switch between the hidden and the open view: one form, one cookie, one way back."""

from __future__ import annotations

from urllib.parse import urlsplit

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
    """Remember the choice in a cookie, and go back to the page that it was made on."""
    form = await request.form(max_files=0, max_fields=8, max_part_size=_LONGEST_FORM)
    view = HIDDEN if form.get("view") == HIDDEN else OPEN
    cookie = f"{COOKIE}={view}; Path=/; Max-Age={_YEAR_S}; HttpOnly; SameSite=Lax"
    return see_other(path_of_this_site(str(form.get("back") or "/")), cookie)


def path_of_this_site(address: str) -> str:
    """The address if it is a path of this site, else the home page: no form may send you away."""
    # Browsers read a backslash as a slash, and drop tabs and line ends.
    safe = address.isascii() and address.isprintable() and "\\" not in address
    if not safe or not address.startswith("/") or address.startswith("//"):
        return "/"
    parts = urlsplit(address)
    return "/" if parts.scheme or parts.netloc else address
