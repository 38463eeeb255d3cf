"""Entries set aside while a file is read: some in memory, the rest on disk, whatever its size."""

from __future__ import annotations

import pickle
from dataclasses import fields
from operator import attrgetter
from tempfile import TemporaryFile
from types import TracebackType
from typing import Any, Self

from goodpapers.domain.programme import Author, Entry, Link, Session, Slot

_KEPT = 8_192
"""So many entries stay in memory: most programmes never touch the disk."""


def _by_position(kind: type[Any]) -> Any:  # noqa: ANN401 - a reducer, as pickle calls it
    """A reducer that is four times as fast as that of a frozen dataclass with slots."""
    values = attrgetter(*(one.name for one in fields(kind)))
    return lambda value: (kind, values(value))


_REDUCERS: dict[type, Any] = {
    kind: _by_position(kind) for kind in (Entry, Author, Link, Slot, Session)
}


class Spool:
    """Puts entries aside and gives each back by its place, from 0. A context manager."""

    def __init__(self) -> None:
        self._kept: list[Entry] = []
        self._starts: list[int] = []
        # Its content never leaves this process, so unpickling it is as safe as memory.
        self._file = TemporaryFile()  # noqa: SIM115 - closed by __exit__
        self._pickler = pickle.Pickler(self._file, pickle.HIGHEST_PROTOCOL)
        self._pickler.dispatch_table = _REDUCERS

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._file.close()

    def __len__(self) -> int:
        return len(self._kept) + len(self._starts)

    def put(self, entry: Entry) -> None:
        """Set `entry` aside at the next place."""
        if len(self._kept) < _KEPT:
            self._kept.append(entry)
            return
        self._starts.append(self._file.tell())
        self._pickler.dump(entry)
        self._pickler.clear_memo()

    def get(self, place: int) -> Entry:
        """The entry at `place`."""
        if place < len(self._kept):
            return self._kept[place]
        self._file.seek(self._starts[place - len(self._kept)])
        entry: Entry = pickle.load(self._file)  # noqa: S301 - our own bytes
        return entry
