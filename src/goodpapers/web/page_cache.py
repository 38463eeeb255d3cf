"""Whole pages of visitors, kept for as long as nothing that they could show has changed.

The key holds the address, what the viewer may see, the day of the shuffle and the version of the
site's state, so an entry is never wrong, only no longer asked for.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from datetime import date
from threading import Lock

from goodpapers.services.browse import Viewer

MOST_PAGES = 256
MOST_BYTES = 16 * 2**20

Key = tuple[str, Viewer, date, int]


@dataclass(frozen=True, slots=True)
class Kept:
    """One page as it is sent."""

    body: bytes
    etag: bytes
    status: int
    zipped: bytes | None = None
    """The same, gzipped; only a page that is kept is worth the work."""


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
