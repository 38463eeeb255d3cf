"""Entries set aside on disk while a file is read, so that memory stays small whatever its size."""

from __future__ import annotations

import pickle
from tempfile import SpooledTemporaryFile
from types import TracebackType
from typing import Self

from goodpapers.domain.programme import Entry

_IN_MEMORY_BYTES = 32 << 20


class Spool:
    """Puts entries aside and gives each back by the place that `put` said. A context manager."""

    def __init__(self) -> None:
        # Its content never leaves this process, so unpickling it is as safe as memory.
        self._file = SpooledTemporaryFile(max_size=_IN_MEMORY_BYTES)  # noqa: SIM115
        self._end = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._file.close()

    def put(self, entry: Entry) -> tuple[int, int]:
        """Set `entry` aside; its (offset, length)."""
        data = pickle.dumps(entry, protocol=pickle.HIGHEST_PROTOCOL)
        self._file.write(data)
        place = (self._end, len(data))
        self._end += len(data)
        return place

    def get(self, place: tuple[int, int]) -> Entry:
        """The entry at `place`."""
        self._file.seek(place[0])
        entry: Entry = pickle.loads(self._file.read(place[1]))  # noqa: S301 - our own bytes
        return entry
