"""Abstracts that stand beside a programme in a file of their own, as some virtual sites keep them.

``icml-2026-orals-posters.json`` may have ``icml-2026-abstracts.json`` beside it: one object that
gives the abstract of each event by its id. It is used where an event has no abstract itself.
"""

from __future__ import annotations

import json
from pathlib import Path

_PROGRAMME, _ABSTRACTS = "-orals-posters.json", "-abstracts.json"
_MAX_BYTES = 64 << 20


def abstracts_name(programme_name: str) -> str | None:
    """The name of the file of abstracts beside a programme of this name, if there can be one."""
    if not programme_name.endswith(_PROGRAMME):
        return None
    return programme_name.removesuffix(_PROGRAMME) + _ABSTRACTS


def abstracts_beside(programme: Path) -> dict[str, str]:
    """Abstracts by event id; empty where there is no such file or it is not what it should be."""
    name = abstracts_name(programme.name)
    try:
        if name is None or (path := programme.with_name(name)).stat().st_size > _MAX_BYTES:
            return {}
        found = json.loads(path.read_bytes())
    except (OSError, ValueError, RecursionError):
        return {}  # an extra: the programme itself is read with or without it
    if not isinstance(found, dict):
        return {}
    return {key: text for key, text in found.items() if isinstance(text, str)}
