"""The one place that decides what a viewer may know of papers. Everything else asks here."""

from __future__ import annotations

from dataclasses import dataclass

from goodpapers.domain.listing import Reveal
from goodpapers.domain.reader import Reader


@dataclass(frozen=True, slots=True)
class Viewer:
    """Who looks: what the site reveals, and whether this visitor chose to see it hidden."""

    reveal: Reveal
    chose_hidden: bool = False
    reader: Reader | None = None
    """Who is signed in; None for a visitor."""


def is_hidden(viewer: Viewer) -> bool:
    """Whether the values of design section 4 stay on the server for this viewer.

    Nobody can have voted before there is a sign-in, so `after_vote` hides everything from everyone,
    and a visitor's choice can only hide more, never reveal.
    """
    return viewer.reveal is not Reveal.ALWAYS or viewer.chose_hidden
