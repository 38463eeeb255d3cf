"""One visit to one address: what a page function gets, and what it gives back."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date
from urllib.parse import urlencode

from goodpapers.domain.errors import BadUsage
from goodpapers.services.browse import Viewer
from goodpapers.web.visitor import NOBODY, Visitor
from goodpapers.wiring import Site

LONGEST_VALUE = 500


@dataclass(frozen=True, slots=True)
class Visit:
    """Who asks for what, and when. `values` holds the address's filters, blanks left out."""

    site: Site
    viewer: Viewer
    day: date
    path: str
    values: dict[str, str] = field(default_factory=dict)
    keys: dict[str, str] = field(default_factory=dict)
    """The variable parts of the path: ``{"key": "abcdefghij"}``."""
    visitor: Visitor = NOBODY
    """The reader who is signed in, with what this reader's forms bring back."""
    secure: bool = False
    """Whether the site is reached by HTTPS; cookies are then for HTTPS alone."""
    client: str = ""
    """The network address that the request came from, for limits on how often."""
    host: str = ""
    """The name by which the browser reached the site, with its port."""
    device: str = ""
    """What the browser says it is, in a few words: ``Firefox on Linux``."""

    def value(self, name: str) -> str | None:
        """One filter of the address, None where it is absent or blank."""
        return self.values.get(name)

    @property
    def origin(self) -> str:
        """How browsers reach the site, without a slash at the end: ``https://papers.org``."""
        named = self.site.settings.address.rstrip("/")
        return named or f"{'https' if self.secure else 'http'}://{self.host}"

    @property
    def address(self) -> str:
        """Path and filters, as the visitor can come back to them."""
        return f"{self.path}?{urlencode(self.values)}" if self.values else self.path


@dataclass(frozen=True, slots=True)
class Page:
    """A template and what it needs; `status` is 200 unless something is wrong."""

    template: str
    title: str
    needs: dict[str, object]
    status: int = 200
    cookies: tuple[str, ...] = ()
    """Whole `Set-Cookie` values."""
    is_own: bool = False
    """Made for one browser alone: its forms work for visitors too, and nobody keeps it."""
    retry_after_s: int | None = None
    edition: str | None = None
    """The key of the edition that the page is about, for the links and the search at its head."""


def checked_values(pairs: list[tuple[str, str]], longest: int = LONGEST_VALUE) -> dict[str, str]:
    """The filters of an address, the last of a name counting, blanks left out.

    Raises
    ------
    BadUsage
        A value is longer than `longest` characters, or holds control characters.
    """
    values = {}
    for name, value in pairs:
        text = value.strip()
        if len(text) > longest or len(name) > longest:
            raise BadUsage(f"a part of the address is longer than {longest} characters")
        if not text.isprintable():
            raise BadUsage("a part of the address holds characters that cannot be read")
        if text:
            values[name] = text
    return values
