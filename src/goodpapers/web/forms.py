"""Forms: how their values come in, and why another site cannot send them in a reader's name.

Browsers say where a form comes from (`Sec-Fetch-Site`, `Origin`); a form from elsewhere is refused.
A signed-in reader's form must also bring the token that only our pages hold.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from urllib.parse import parse_qsl, urlsplit

from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request

from goodpapers.domain.errors import BadUsage
from goodpapers.services import sign_in
from goodpapers.web.visit import Page, Visit
from goodpapers.web.visitor import Visitor

LONGEST_FORM = 256 * 1024
"""The longest note, 20,000 characters, is 180 kB in a form where each is of three bytes."""
LONGEST_DISCARDED = 16 * 1024 * 1024
"""So much of a form that is too long is read away: a browser shows our answer only then."""
MOST_FIELDS = 200
LONGEST_WAIT_S = 10.0
TOKEN = "form_token"  # noqa: S105 - the name of a field


@dataclass(frozen=True, slots=True)
class GoTo:
    """The answer to a form that did something: go there by GET."""

    address: str
    """A path of this site; `path_of_this_site` makes one of what a form brought."""
    cookies: tuple[str, ...] = ()
    """Whole `Set-Cookie` values."""


PostFunction = Callable[[Visit, dict[str, str]], "Page | GoTo"]
"""Gets the visit and the form's values (the last of a name counts, as typed); does it."""


async def read_form(request: Request, longest: int = LONGEST_FORM) -> dict[str, str]:
    """The values of the form, of at most `longest` bytes.

    Raises
    ------
    HTTPException
        400: it was cut off, or has too many fields. 408: it took too long. 413: it is longer than
        ours. 415: it is none.
    """
    kind = request.headers.get("content-type", "").split(";")[0].strip().lower()
    if kind not in ("application/x-www-form-urlencoded", ""):
        raise HTTPException(415)
    try:
        async with asyncio.timeout(LONGEST_WAIT_S):
            body = await _body(request, longest)
    except ClientDisconnect:
        raise HTTPException(400) from None
    except TimeoutError:
        raise HTTPException(408) from None
    try:
        return dict(parse_qsl(body, keep_blank_values=True, max_num_fields=MOST_FIELDS))
    except ValueError:
        raise HTTPException(400) from None


def is_of_sign_in(path: str) -> bool:
    """Whether the path is of the pages and forms by which a visitor signs in."""
    return path == "/sign-in" or path.startswith("/sign-in/")


def refuse_foreign_form(
    request: Request, visitor: Visitor, form: dict[str, str], address: str = ""
) -> None:
    """Raise `BadUsage` for a form that another site sent, or that lacks its token.

    `address` is how the site is reached where a proxy stands before it. A visitor's form needs a
    token where it signs in: else another site could sign them in as somebody else.
    """
    if not _is_from_here(request, address):
        raise BadUsage("this form came from another site; open the page here and send it again")
    needs_token = visitor.reader or is_of_sign_in(request.scope["path"])
    if needs_token and not sign_in.is_form_token(visitor.secret, form.get(TOKEN, "")):
        raise BadUsage("this form is of an earlier visit; open the page again and send it anew")


def _is_from_here(request: Request, address: str) -> bool:
    site = request.headers.get("sec-fetch-site")
    if site is not None and site != "same-origin":
        return False
    origin = request.headers.get("origin")
    if origin is None or urlsplit(origin).netloc == request.headers.get("host"):
        return True
    return bool(address) and urlsplit(origin)[:2] == urlsplit(address)[:2]


async def _body(request: Request, longest: int) -> str:
    body = bytearray()
    came = 0
    async for piece in request.stream():
        came += len(piece)
        if came <= longest:
            body += piece
        elif came > LONGEST_DISCARDED:
            break
    if came > longest:
        raise HTTPException(413)
    return body.decode("utf-8", "replace")
