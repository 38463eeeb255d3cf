"""A programme named by path or https address, as a file that can be read."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

SCHEMES = ("https://", "http://")


def is_address(name: str) -> bool:
    """Whether the name is an address on the web and not a path."""
    return name.lower().startswith(SCHEMES)


@contextmanager
def fetched(name: str) -> Iterator[Path]:
    """The path of the file; what came from the web is gone again after the block.

    Raises
    ------
    BadInput
        The address cannot be used, or gives no file.
    Failure
        The other side did not answer; `again` says whether to retry.
    """
    if not is_address(name):
        yield Path(name)
        return
    from goodpapers.importers.fetch import fetch

    with tempfile.TemporaryDirectory(prefix="goodpapers-") as folder:
        yield fetch(name, Path(folder))
