"""The bars that hold on a site for one source: set by `panel calibrate`, else the source's own."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, replace

from goodpapers.domain.verdict import PanelResult, Verdict
from goodpapers.store.bars import WHOLE, read_bars
from goodpapers.store.database import Database


@dataclass(frozen=True, slots=True)
class Bars:
    """The probability from which on each reviewer recommends, by area group and persona."""

    by_group: Mapping[str, Mapping[str, float]]
    """Empty where the site has set none: results then keep what their source said."""

    def of(self, area_group: str | None) -> Mapping[str, float]:
        """The bars for a paper of this group, by persona key; empty where none are set."""
        return {**self.by_group.get(WHOLE, {}), **self.by_group.get(area_group or WHOLE, {})}

    def applied(self, result: PanelResult, area_group: str | None) -> PanelResult:
        """The result with each verdict as these bars have it; probabilities stay as they are."""
        bars = self.of(area_group)
        if not bars:
            return result
        return replace(result, verdicts=tuple(judged_at(each, bars) for each in result.verdicts))


def judged_at(verdict: Verdict, bars: Mapping[str, float]) -> Verdict:
    """The verdict under its persona's bar; missing stays missing."""
    bar = bars.get(verdict.persona)
    if verdict.probability is None or bar is None:
        return verdict
    return replace(verdict, recommends=verdict.probability >= bar)


def site_bars(database: Database, source: str, recipe: str) -> Bars:
    """The bars that this site has set for answers of `source` under `recipe`."""
    with database.read() as db:
        stored = read_bars(db, source, recipe)
    groups: dict[str, dict[str, float]] = defaultdict(dict)
    for each in stored:
        groups[each.area_group][each.persona] = each.bar
    return Bars(dict(groups))
