"""Keys of papers: short, stable addresses that say nothing but which paper is meant."""

from __future__ import annotations

from base64 import b32encode
from hashlib import sha256

from goodpapers.domain.paper import PaperKey


def make_key(edition_key: str, identity: str, *, attempt: int = 0) -> PaperKey:
    """Ten characters of ``a-z2-7`` from the edition and what names the work in it.

    The same edition and identity give the same key on every machine. `attempt` gives another key
    where the first one is taken by another paper (one chance in 10^15 for each pair).
    """
    text = f"{edition_key}\n{identity}" + (f"\n{attempt}" if attempt else "")
    return PaperKey(b32encode(sha256(text.encode()).digest()[:10])[:10].decode().lower())
