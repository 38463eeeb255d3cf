"""A vote that was answered with success is there, whatever happens to the server the next instant.

Two hundred kills under fifty clients: benchmarks/vote_kills.py.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.web.vote_storm import storm


@pytest.mark.slow
def test_votes_answered_before_a_kill_are_there_and_none_twice(tmp_path: Path) -> None:
    found = storm(tmp_path / "site", kills=4, clients=20)
    assert found.answered > 20
    assert found.rows > 0
    assert (found.wrong, found.miscounted) == ((), ())
