"""Cards of invented papers in every state, for the pattern book."""

from __future__ import annotations

from goodpapers.web.cards import CardView


def cards() -> list[tuple[str, CardView, bool]]:
    """What each shows, the card, and whether it is in the hidden state."""
    return []
