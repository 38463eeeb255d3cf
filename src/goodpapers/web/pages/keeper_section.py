"""One section of the keeper's page, whoever makes it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from goodpapers.web.visit import Visit


@dataclass(frozen=True, slots=True)
class Section:
    """One part of the keeper's page. `template` gets `needs` as `section`."""

    heading: str
    template: str
    needs: dict[str, object] = field(default_factory=dict)


SectionFunction = Callable[[Visit], Section | None]
