"""A server and the terms on which a site may use it: how often, how long, for how much money.

Values come from the site's settings as arguments; what cannot be used is refused before any call.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from goodpapers.domain.errors import BadSettings
from goodpapers.panel.access import Key, read_address
from goodpapers.panel.budget import Price
from goodpapers.panel.pace import Patience
from goodpapers.panel.request import Dialect, checked_extra


@dataclass(frozen=True, slots=True)
class Endpoint:
    """One server, one model, and how they may be used.

    Raises
    ------
    BadSettings
        A value cannot be used; one line says which and what was expected.
    """

    address: str
    model: str
    key: Key | None = None
    name: str = "endpoint"
    """Verdicts are kept apart by it; two models need two names."""
    dialect: Dialect = field(default_factory=Dialect)
    orders: int = 1
    """2 asks each paper twice, the second time backwards and phrased the other way round."""
    in_flight: int = 4
    per_minute: float | None = None
    """The most calls a minute, tries again included."""
    budget_usd: float | None = None
    price: Price = field(default_factory=Price)
    timeout_s: float = 120.0
    """For one whole call."""
    answer_tokens: int = 1_000
    """The longest answer. Twenty take about 280; models that think first need more."""
    patience: Patience = field(default_factory=Patience)
    extra: Mapping[str, Any] = field(default_factory=dict)
    """Further fields for the server, such as ``{"reasoning_effort": "low"}``."""

    def __post_init__(self) -> None:
        checked_extra(self.extra)
        read_address(self.address, with_key=self.key is not None)
        limits = (
            ("model", bool(self.model.strip()), "a name"),
            ("name", bool(self.name.strip()) and self.name != "embedded", "a name of its own"),
            ("orders", self.orders in (1, 2), "1 or 2"),
            ("calls in flight", 1 <= self.in_flight <= 256, "1 to 256"),
            ("time-out", 0 < self.timeout_s <= 3_600, "seconds, at most 3600"),
            ("length of an answer", 300 <= self.answer_tokens <= 100_000, "300 to 100000 tokens"),
        )
        for what, fits, expected in limits:
            if not fits:
                raise BadSettings(f"the endpoint's {what} cannot be used; expected {expected}")
