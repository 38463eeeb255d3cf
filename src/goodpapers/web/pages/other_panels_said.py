"""What stands beside the primary source's verdicts: the bars they were given by, other sources."""

from __future__ import annotations

from collections.abc import Mapping

from goodpapers.domain.paper import Paper
from goodpapers.domain.verdict import PanelResult
from goodpapers.services import browse, other_panels
from goodpapers.services.other_panels import OtherPanel
from goodpapers.web import panel_source
from goodpapers.web.visit import Visit


def bars_of(visit: Visit, paper: Paper, result: PanelResult | None) -> Mapping[str, float]:
    """From which chance on each reviewer recommends: as this site set it, else as it ships."""
    if result is None:
        return {}
    own = other_panels.bars_of_site(visit.site.database, result, paper.area_group)
    return own or panel_source.bars_of(result)


def otherwise(visit: Visit, paper: Paper, result: PanelResult | None) -> list[str]:
    """A line for each other source that judged the paper; none where nothing is shown."""
    if result is None:
        return []
    others = other_panels.other_panels(visit.site.database, paper.key, result.source)
    return [said_otherwise(each) for each in others]


def said_otherwise(other: OtherPanel) -> str:
    """``Another panel, MODEL, judged it too: 9 of 20 recommend it. It sees it otherwise: …``"""
    names = {one.key: one.name for one in browse.personas()}
    judged = (
        f"Another panel, {other.model}, judged it too: {other.yes} of {other.out_of} recommend it."
    )
    if not other.otherwise:
        return f"{judged} No reviewer sees it otherwise."
    said = ", ".join(
        f"{names[key]} ({'yes' if yes else 'no'})" for key, yes in other.otherwise.items()
    )
    return f"{judged} It sees it otherwise: {said}."
