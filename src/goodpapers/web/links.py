"""The addresses of papers, lists and sessions."""

from __future__ import annotations

from functools import lru_cache
from urllib.parse import quote, urlencode


@lru_cache(maxsize=8192)
def paper_href(key: str) -> str:
    """The address of a paper's page."""
    return f"/papers/{quote(key)}"


def list_href(**filters: str | None) -> str:
    """The address of a list with these filters; None is left out."""
    given = {name: value for name, value in filters.items() if value}
    return f"/papers?{urlencode(given)}" if given else "/papers"


def sign_in_href(back: str = "/") -> str:
    """The address of the sign-in that leads back to `back`, a path of this site."""
    return "/sign-in" if back == "/" else f"/sign-in?{urlencode({'back': back})}"


def read_one_href(**place: str | None) -> str:
    """The address of the reading queue, at that place."""
    given = {name: value for name, value in place.items() if value}
    return f"/read-one?{urlencode(given)}" if given else "/read-one"


def session_href(edition: str, key: str, **place: str | None) -> str:
    """The address of a session's page; `place` says from where its papers go on."""
    start = f"/sessions/{quote(edition)}/{quote(key)}"
    given = {name: value for name, value in place.items() if value}
    return f"{start}?{urlencode(given)}" if given else start
