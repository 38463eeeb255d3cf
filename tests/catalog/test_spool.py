"""Entries set aside come back equal, from memory and from disk."""

from __future__ import annotations

from datetime import UTC, datetime

from tests.catalog.cast import entry

from goodpapers.catalog import spool
from goodpapers.domain.programme import Link, Session, Slot, Track


def test_entries_come_back_equal_in_any_order() -> None:
    slots = (Slot(Session("S", starts_at=datetime(2031, 5, 1, tzinfo=UTC)), "#1"),)
    n = spool._KEPT + 50
    with spool.Spool() as aside:
        for number in range(n):
            aside.put(
                entry(number, track=Track.ORAL, slots=slots, links=(Link("page", "https://a"),))
            )
        assert len(aside) == n
        for number in (n - 1, 0, n - 50, n - 1):
            found = aside.get(number)
            assert found == entry(
                number, track=Track.ORAL, slots=slots, links=(Link("page", "https://a"),)
            )
