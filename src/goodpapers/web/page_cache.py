"""Whole pages of visitors, kept for as long as nothing that they could show has changed.

The key holds the address, what the viewer may see, the day of the shuffle and the version of the
site's state, so an entry is never wrong, only no longer asked for. The version itself is believed
for a twentieth of a second, so that a rush of visitors does not ask the database for each of them.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from datetime import date
from threading import Lock
from time import monotonic

from goodpapers.services import browse
from goodpapers.services.browse import Database, Viewer

MOST_PAGES = 256
MOST_BYTES = 16 * 2**20

FRESH_S = 0.05

Key = tuple[tuple[str, bytes], Viewer, date, int]
"""Path and filters as they came, viewer, day, version."""


@dataclass(frozen=True, slots=True)
class Kept:
    """One page as it is sent."""

    body: bytes
    etag: bytes
    status: int
    zipped: bytes | None = None
    """The same, gzipped; only a page that is kept is worth the work."""
    more: tuple[tuple[bytes, bytes], ...] = ()
    """Headers of its own: cookies, where to go, when to come again."""
    is_own: bool = False
    """Made for one browser alone: nobody may keep it."""


class SiteState:
    """The version of the site's state, and when it was read."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._last = (0, -FRESH_S)

    def fresh(self) -> int | None:
        """The version, if it was read within the last moment."""
        version, read_at = self._last
        return version if monotonic() - read_at < FRESH_S else None

    def read(self) -> int:
        """The version as it is now. Raises `DatabaseFailure` like every reading."""
        # The time before the reading counts: what changes while it runs must not be believed fresh.
        began = monotonic()
        version = browse.version(self._database)
        self._last = (version, began)
        return version


class PageCache:
    """The pages asked for most recently; safe between threads."""

    def __init__(self) -> None:
        self._pages: OrderedDict[Key, Kept] = OrderedDict()
        self._bytes = 0
        self._lock = Lock()

    def get(self, key: Key) -> Kept | None:
        """The page, None where it must be made."""
        with self._lock:
            found = self._pages.get(key)
            if found is not None:
                self._pages.move_to_end(key)
            return found

    def keep(self, key: Key, page: Kept) -> Kept:
        """Keep a page, and give it back; what was asked for longest ago makes room."""
        with self._lock:
            before = self._pages.pop(key, None)
            self._bytes += _size(page) - (_size(before) if before else 0)
            self._pages[key] = page
            while len(self._pages) > MOST_PAGES or self._bytes > MOST_BYTES:
                _, dropped = self._pages.popitem(last=False)
                self._bytes -= _size(dropped)
        return page


def _size(page: Kept) -> int:
    return len(page.body) + len(page.zipped or b"")
