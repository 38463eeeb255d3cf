"""What a site has settled for a source's answers: bars, and the scale of merit."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache

from goodpapers.domain.errors import ModelFailure
from goodpapers.domain.verdict import PanelResult, Verdict
from goodpapers.panel.heads import read_heads
from goodpapers.panel.personas import read_personas
from goodpapers.panel.yardstick import Yardstick, apply_again
from goodpapers.panel.yardstick import read_yardstick as read_text
from goodpapers.store.bars import WHOLE, read_bars, read_yardstick
from goodpapers.store.database import Database, Db


@dataclass(frozen=True, slots=True)
class Bars:
    """What turns one source's probabilities into verdicts on a site."""

    by_group: Mapping[str, Mapping[str, float]]
    """The probability from which on each reviewer recommends, by area group and persona. Empty
    where the site has set none: results then keep what their source said."""
    yardstick: Yardstick | None = None
    """The scale of an endpoint's answers, where it was measured."""

    def of(self, area_group: str | None) -> Mapping[str, float]:
        """The bars for a paper of this group, by persona key; empty where none are set."""
        return {**self.by_group.get(WHOLE, {}), **self.by_group.get(area_group or WHOLE, {})}

    def applied(self, result: PanelResult, area_group: str | None) -> PanelResult:
        """The result as the site has it; probabilities stay as they are."""
        if self.yardstick is not None:
            result = apply_again(result, read_personas(), self.yardstick, shipped_weights())
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
    """What this site has settled for answers of `source` under `recipe`."""
    with database.read() as db:
        return bars_in(db, source, recipe)


def bars_in(db: Db, source: str, recipe: str) -> Bars:
    """As `site_bars`, within a transaction."""
    groups: dict[str, dict[str, float]] = defaultdict(dict)
    for each in read_bars(db, source, recipe):
        groups[each.area_group][each.persona] = each.bar
    kept = read_yardstick(db, source, recipe)
    scale = None if kept is None else read_text(kept, f"the yardstick of {source}")
    return Bars(dict(groups), scale)


@cache
def shipped_weights() -> Mapping[str, float]:
    """How much each persona counts in merit, by key. Raises `ModelFailure` where that is broken."""
    merit = read_heads().facts.get("merit")
    weights = merit.get("weights") if isinstance(merit, Mapping) else None
    if not isinstance(weights, Mapping):
        raise ModelFailure("the panel's weights do not say what merit is made of")
    return {str(key): float(weight) for key, weight in weights.items()}
