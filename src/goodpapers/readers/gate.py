"""The one place that decides what a viewer may know of papers. Everything else asks here."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from goodpapers.domain.listing import Opened, Reveal
from goodpapers.domain.paper import PaperKey
from goodpapers.domain.reader import Reader
from goodpapers.domain.vote import NOTHING, How, Own


@dataclass(frozen=True, slots=True)
class Viewer:
    """Who looks: what the site reveals, and whether this visitor chose to see it hidden.

    A keeper sees papers as any reader does.
    """

    reveal: Reveal
    chose_hidden: bool = False
    reader: Reader | None = None
    """Who is signed in; None for a visitor."""


def sees_everything(viewer: Viewer) -> bool:
    """Whether every paper is open to this viewer, so that they may also order by score."""
    return viewer.reveal is Reveal.ALWAYS and not viewer.chose_hidden


def opened(
    viewer: Viewer,
    keys: Sequence[PaperKey],
    own: Mapping[PaperKey, Own],
    previews: Collection[PaperKey],
) -> dict[PaperKey, Opened]:
    """Which of the papers are open to the viewer, and why: the gate itself.

    A paper opens where the site reveals everything (unless the viewer chose the hidden view), where
    this viewer voted on it or peeked, and for everyone while it is one of the day's previews. A
    vote taken back leaves the paper open: what was seen cannot be unseen.

    Parameters
    ----------
    own : what this viewer did with papers; one that is missing is a paper they did nothing with.
    previews : the open previews of the day.
    """
    found = {key: _opened(viewer, key, own.get(key, NOTHING), previews) for key in keys}
    return {key: why for key, why in found.items() if why is not None}


def _opened(
    viewer: Viewer, key: PaperKey, own: Own, previews: Collection[PaperKey]
) -> Opened | None:
    if sees_everything(viewer):
        return Opened.ALWAYS
    if viewer.reader is not None:
        if own.vote is not None or own.looked in (How.VOTE, How.PREVIEW):
            return Opened.VOTE
        if own.looked is How.PEEK:
            return Opened.PEEK
    return Opened.PREVIEW if key in previews else None
