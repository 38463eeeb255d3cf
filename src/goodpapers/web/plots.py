"""Plots drawn on the server as SVG: places as attributes, colours by class, so that the content
policy holds and dark pages stay readable."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

from goodpapers.services.score_check import Group

LEFT, TOP, SIDE = 44.0, 12.0, 264.0
"""The square of the plot within its drawing of 320 by 320."""
TICKS = (0, 25, 50, 75, 100)
Z = 1.645
"""Of a 90 % interval."""


@dataclass(frozen=True, slots=True)
class Point:
    """One group of votes in the drawing."""

    x: float
    y: float
    low: float
    """Where its 90 % interval ends, below; drawings count from the top, so this is greater."""
    high: float
    radius: float
    said: int
    """Percent."""
    was: int
    n: int


@dataclass(frozen=True, slots=True)
class Reliability:
    """What was predicted across, what was said upwards."""

    points: tuple[Point, ...]
    ticks: tuple[tuple[int, float, float], ...]
    """(percent, its place across, its place upwards)."""
    says: str
    """All that the drawing shows, in words."""


def reliability(groups: Sequence[Group]) -> Reliability:
    """The plot of predicted chances against what readers said, a point a group of votes."""
    most = max([each.n for each in groups], default=1)
    points = tuple(_point(each, most) for each in groups)
    pairs = ", ".join(f"{each.said} predicted, {each.was} said" for each in points)
    return Reliability(
        points=points,
        ticks=tuple((tick, _x(tick / 100), _y(tick / 100)) for tick in TICKS),
        says=f"In percent, by group of votes: {pairs}." if points else "No group of votes yet.",
    )


def wilson(share: float, n: int) -> tuple[float, float]:
    """The 90 % interval of a share seen in `n` votes (Wilson 1927)."""
    middle = (share + Z**2 / (2 * n)) / (1 + Z**2 / n)
    half = Z * sqrt(share * (1 - share) / n + Z**2 / (4 * n**2)) / (1 + Z**2 / n)
    return max(middle - half, 0.0), min(middle + half, 1.0)


def _point(group: Group, most: int) -> Point:
    low, high = wilson(group.was, group.n)
    return Point(
        x=_x(group.said),
        y=_y(group.was),
        low=_y(low),
        high=_y(high),
        radius=round(3 + 3 * sqrt(group.n / most), 1),
        said=round(100 * group.said),
        was=round(100 * group.was),
        n=group.n,
    )


def _x(share: float) -> float:
    return round(LEFT + SIDE * share, 1)


def _y(share: float) -> float:
    return round(TOP + SIDE * (1 - share), 1)
