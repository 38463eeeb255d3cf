"""What a paper's page says besides the primary source: the bars of a site, and other sources."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from goodpapers.domain.verdict import PanelResult
from goodpapers.services.panel_bars import site_bars
from goodpapers.services.panel_sources import compare_sources
from goodpapers.store.database import Database
from goodpapers.store.verdicts import find_result


@dataclass(frozen=True, slots=True)
class OtherPanel:
    """Another source that judged the paper, and where it sees it otherwise than the primary one."""

    source: str
    model: str
    yes: int
    out_of: int
    otherwise: Mapping[str, bool]
    """What it says, by reviewer, in the order of the panel: only those who differ."""


def other_panels(database: Database, key: str, primary: str) -> tuple[OtherPanel, ...]:
    """The other sources of a paper, by name; empty with one source.

    Hidden values: the caller asks only for a reader who may see them.
    """
    found = compare_sources(database, key, primary)
    if found is None:
        return ()
    with database.read() as db:
        results = {name: find_result(db, key, name) for name in found.sources[1:]}
    return tuple(
        OtherPanel(
            source=name,
            model=result.model,
            yes=found.yes[name],
            out_of=found.out_of[name],
            otherwise={
                each.persona: each.recommends[name]
                for each in found.disagreements
                if _differs(each.recommends, name, primary)
            },
        )
        for name, result in results.items()
        if result is not None
    )


def bars_of_site(
    database: Database, result: PanelResult, area_group: str | None
) -> Mapping[str, float]:
    """The bars that this site set for such a result, by reviewer; empty where it set none."""
    return site_bars(database, result.source, result.recipe).of(area_group)


def _differs(recommends: Mapping[str, bool], name: str, primary: str) -> bool:
    """Whether both answered, and not alike."""
    both = name in recommends and primary in recommends
    return both and recommends[name] is not recommends[primary]
