"""Errors become pages here, each in plain words with one next step."""

from __future__ import annotations

import re
from dataclasses import replace

from goodpapers.domain.errors import (
    BadInput,
    BadUsage,
    Failure,
    GoodPapersError,
    NotAllowed,
    SignInFailed,
    SignInFirst,
    TooOften,
    Unknown,
)
from goodpapers.web.visit import Page

_LONGEST_QUOTE, _LONGEST_LINE = 80, 400
_LONG_QUOTE = re.compile(rf'(["“])([^"“”]{{{_LONGEST_QUOTE}}})[^"“”]+(["”])')


def status_of(error: GoodPapersError) -> int:
    """The HTTP status that an error of ours answers with."""
    if isinstance(error, Unknown):
        return 404
    if isinstance(error, NotAllowed | SignInFirst):
        return 403
    if isinstance(error, TooOften):
        return 429
    if isinstance(error, BadUsage | BadInput):
        return 400
    return 503 if isinstance(error, Failure) and error.again else 500


def page_for(error: GoodPapersError) -> Page:
    """The page that says what is wrong and what to do."""
    status, said = status_of(error), _short(str(error))
    if status == 404:
        return _page(404, "Not here", f"Sorry, {said}.", "See all papers", "/papers")
    said_whole = f"{said[:1].upper()}{said[1:]}."
    if isinstance(error, TooOften):
        page = _page(429, "Too often", said_whole, "Go to the home page", "/")
        return replace(page, retry_after_s=error.retry_after_s)
    if status == 403:
        return _page(403, "Not for you", said_whole, "Go to the home page", "/")
    if status == 400:
        if isinstance(error, SignInFailed):
            heading, way, href = "That sign-in did not work", "Sign in", "/sign-in"
        else:
            heading, way, href = "This address does not fit", "Start the list again", "/papers"
        return _page(400, heading, said_whole, way, href)
    if status == 503:
        said = "The site is busy for a moment. Nothing is lost; load this page again."
        return _page(503, "Busy for a moment", said, "Go to the home page", "/")
    return broken()


def no_page(status: int) -> Page:
    """The page for an address or method that does not exist."""
    if status == 413:
        said = "More was sent than this address takes."
        return _page(413, "Too much", said, "Go to the home page", "/")
    if status == 400:
        said = "The form that was sent holds no choice that this address knows."
        return _page(400, "That form does not fit", said, "Go to the home page", "/")
    if status == 415:
        said = "What was sent is no form of this site."
        return _page(415, "That is no form", said, "Go to the home page", "/")
    if status == 408:
        said = "What was sent took too long to come. Send it again."
        return _page(408, "Too slow", said, "Go to the home page", "/")
    if status == 405:
        said = "This address does not take what was sent to it."
        return _page(405, "That cannot be done here", said, "Go to the home page", "/")
    said = "There is no page at this address. It may have moved, or the link may be cut short."
    return _page(404, "Not here", said, "Go to the home page", "/")


def broken() -> Page:
    """The page for a mistake of ours; it tells nothing of what happened inside."""
    said = "Something went wrong on our side, not yours. It has been written to the site's log."
    return _page(500, "Our mistake", said, "Go to the home page", "/")


def _short(said: str) -> str:
    """An error's line, with what was typed into the address cut to 80 characters, itself to 400."""
    said = _LONG_QUOTE.sub(r"\1\2…\3", said)
    return said if len(said) <= _LONGEST_LINE else f"{said[:_LONGEST_LINE]}…"


def _page(status: int, heading: str, said: str, step: str, href: str) -> Page:
    needs: dict[str, object] = {"heading": heading, "said": said, "step": step, "href": href}
    return Page("pages/error.html", heading, needs, status=status)
