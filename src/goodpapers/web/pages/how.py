"""How scores work: one honest sentence for each part."""

from __future__ import annotations

from goodpapers.domain.verdict import Strictness
from goodpapers.services import browse
from goodpapers.services.score_check import kept_check
from goodpapers.web.plots import reliability
from goodpapers.web.visit import Page, Visit


def page(visit: Visit) -> Page:
    """The page on panel, score, interval and tiers, with every reviewer's question."""
    groups = [
        (each.value, [one for one in browse.personas() if one.strictness is each])
        for each in Strictness
    ]
    check = kept_check(visit.site.database)
    needs: dict[str, object] = {
        "groups": groups,
        "tiers": visit.site.settings.tiers,
        "check": check,
        "plot": reliability(check.groups),
        "losses": sorted(check.log_loss.items(), key=lambda each: each[1]),
        "members_only": visit.site.settings.access == "members",
        "is_hidden": not browse.sees_everything(visit.viewer),
    }
    return Page("pages/how.html", "How scores work", needs)
