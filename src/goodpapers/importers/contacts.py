"""ORCID iDs and e-mail addresses that a programme gives of authors: to know an author by."""

from __future__ import annotations

import re
from collections.abc import Iterable

_ORCID = re.compile(
    r"(?:https?://orcid\.org/)?([0-9]{4}-[0-9]{4}-[0-9]{4}-[0-9]{3}[0-9Xx])/?", re.IGNORECASE
)
_EMAIL = re.compile(r"[^\s@;,<>*]{1,64}@[^\s@;,<>*]+\.[^\s@;,<>*.]{2,}")
_LONGEST = 254


def read_contacts(texts: Iterable[object]) -> tuple[tuple[str, str], ...]:
    """What of `texts` is an iD or a whole address, as (``orcid`` or ``email``, value), each once.

    Addresses are lower case. What is neither, such as ``****@mit.edu``, tells nobody apart.
    """
    found: dict[tuple[str, str], None] = {}
    for text in texts:
        if not isinstance(text, str) or len(text) > _LONGEST:
            continue
        plain = text.strip()
        if orcid := _ORCID.fullmatch(plain):
            found["orcid", orcid[1].upper()] = None
        elif _EMAIL.fullmatch(plain):
            found["email", plain.lower()] = None
    return tuple(found)
