"""Read the twenty personas. Each is one file: `personas/<key>.toml`."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files

from goodpapers.domain.errors import ModelFailure
from goodpapers.domain.verdict import Persona, Strictness

KEYS = (
    *("newcomer", "outsider", "teacher", "bridge_builder", "pulse"),
    *("methodologist", "explorer", "engineer", "motivator", "mechanic"),
    *("economist", "replicator", "domain_expert", "insight_seeker", "editor"),
    *("reviewer_two", "area_chair", "theorist", "sceptic", "scale_tester"),
)
"""The order of the panel, everywhere: five lenient, ten medium, five strict."""

TARGET_RATE = {Strictness.LENIENT: 0.80, Strictness.MEDIUM: 0.50, Strictness.STRICT: 0.15}
"""The share of the reference set that a persona is to recommend."""


@cache
def read_personas() -> tuple[Persona, ...]:
    """The twenty personas in the order of the panel. Raises `ModelFailure` if a file is broken."""
    return tuple(_read(key) for key in KEYS)


def _read(key: str) -> Persona:
    path = files("goodpapers.panel") / "personas" / f"{key}.toml"
    try:
        found = tomllib.loads(path.read_text(encoding="utf-8"))
        return Persona(
            key=key,
            name=found["name"],
            strictness=Strictness(found["strictness"]),
            question=found["question"],
            yes=found["yes"],
            no=found["no"],
            version=found["version"],
        )
    except (OSError, KeyError, ValueError) as error:
        raise ModelFailure(f"persona {key}: its file is missing or broken ({error})") from error
