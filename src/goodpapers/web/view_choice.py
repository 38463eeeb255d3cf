"""The switch between the hidden and the open view: one form, one cookie, one way back."""

from __future__ import annotations

import asyncio
from urllib.parse import parse_qsl, unquote, urlencode

from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from goodpapers.web.answers import Sent, see_other

COOKIE = "view"
HIDDEN, OPEN = "hidden", "open"
_YEAR_S = 365 * 24 * 3600
_LONGEST_FORM = 8192
LONGEST_WAIT_S = 10.0
_LONGEST_BACK = 2_500
_MOST_DECODED = 5


def chose_hidden(request: Request) -> bool:
    """Whether this visitor asked to see pages as before a vote."""
    return request.cookies.get(COOKIE) == HIDDEN


async def choose(request: Request) -> Response:
    """Remember the choice in a cookie, and go back to the page that it was made on.

    Raises
    ------
    HTTPException
        400: the form holds no view. 408: it took too long to come. 413: it is longer than ours.
    """
    try:
        async with asyncio.timeout(LONGEST_WAIT_S):
            body = await _body(request)
    except ClientDisconnect:
        return Sent(b"", 400, [])  # nobody is there to read it
    except TimeoutError:
        raise HTTPException(408) from None
    form = dict(parse_qsl(body))
    view = form.get("view")
    if view not in (HIDDEN, OPEN):
        raise HTTPException(400)
    cookie = f"{COOKIE}={view}; Path=/; Max-Age={_YEAR_S}; HttpOnly; SameSite=Lax"
    return see_other(start_of_list(path_of_this_site(form.get("back", "/")), view), cookie)


async def _body(request: Request) -> str:
    body = b""
    async for piece in request.stream():
        body += piece
        if len(body) > _LONGEST_FORM:
            raise HTTPException(413)
    return body.decode("utf-8", "replace")


def path_of_this_site(address: str) -> str:
    """The address if it is a path of this site, else the home page: no form may send you away.

    Browsers read a backslash as a slash, and drop tabs, line ends and blanks at the ends. What is
    encoded is judged as it is and as it reads decoded, however often: some servers before us
    decode once more than they should.
    """
    seen = address[: _LONGEST_BACK + 1]
    for _ in range(_MOST_DECODED):
        if not _is_path(seen):
            return "/"
        decoded = unquote(seen)
        if decoded == seen:
            break
        seen = decoded
    else:
        return "/"
    fits = address.isascii() and not set("\\ ") & set(address) and len(address) <= _LONGEST_BACK
    return address if fits else "/"


def _is_path(address: str) -> bool:
    path = address.partition("?")[0]
    return (
        address.startswith("/")
        and not address.startswith("//")
        and address.isprintable()
        and "\\" not in path
        and not {".", ".."} & set(path.split("/"))
    )


def start_of_list(address: str, view: str) -> str:
    """The address without its place in a list, since the two views list in different orders.

    The order by score goes too where the new view hides scores.
    """
    path, mark, query = address.partition("?")
    kept = [
        (name, value)
        for name, value in parse_qsl(query)
        if name not in ("after", "from") and (name, value, view) != ("order", "score", HIDDEN)
    ]
    return f"{path}{mark}{urlencode(kept)}" if kept else path
