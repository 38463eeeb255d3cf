"""What a conference decided, out of the many ways in which files say it."""

from __future__ import annotations

import re
from functools import lru_cache

from goodpapers.domain.programme import Status, Track

_STATUS = (
    (re.compile(r"with-?drawn|withdraw"), Status.WITHDRAWN),
    (re.compile(r"reject|\bdecline"), Status.REJECTED),
    (
        re.compile(r"^(?:submitted\b|under review\b|submission\b|active\b|pending\b)"),
        Status.SUBMITTED,
    ),
)
_TRACK = (
    (
        re.compile(
            r"\boral|\b(?:notable.)?top.5(?:\s*%|\b)|\blong (?:talk|presentation)|best paper"
        ),
        Track.ORAL,
    ),
    (
        re.compile(r"spotlight|highlight|\bnotable\b|\btop.25\s*%|short (?:talk|presentation)"),
        Track.SPOTLIGHT,
    ),
    (re.compile(r"\bfindings"), Track.FINDINGS),
    (re.compile(r"\bworkshop"), Track.WORKSHOP),
    (re.compile(r"poster"), Track.POSTER),
)


@lru_cache(maxsize=1024)
def read_decision(*texts: str | None) -> tuple[Status, Track | None]:
    """Status and track from decision, event type, status or venue texts, the clearest first.

    No word of a decision means accepted: it stands in a programme. The most selective track wins.
    """
    words = [text.casefold() for text in texts if text]
    for pattern, status in _STATUS:
        if any(pattern.search(text.strip()) for text in words):
            return status, None
    tracks = [track for pattern, track in _TRACK if any(map(pattern.search, words))]
    return Status.ACCEPTED, tracks[0] if tracks else None
