"""The gate opens only where the site reveals all and the visitor did not choose otherwise."""

from __future__ import annotations

import pytest

from goodpapers.domain.listing import Reveal
from goodpapers.readers.gate import Viewer, is_hidden


@pytest.mark.parametrize(
    ("reveal", "chose_hidden", "hidden"),
    [
        (Reveal.AFTER_VOTE, False, True),
        (Reveal.AFTER_VOTE, True, True),
        (Reveal.ALWAYS, False, False),
        (Reveal.ALWAYS, True, True),
    ],
)
def test_a_choice_can_hide_but_never_reveal(
    reveal: Reveal, chose_hidden: bool, hidden: bool
) -> None:
    assert is_hidden(Viewer(reveal, chose_hidden)) is hidden
