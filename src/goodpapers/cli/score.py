"""`goodpapers score`: fit the scores and tiers anew."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from goodpapers.cli.next_steps import say_next
from goodpapers.cli.options import JsonOption, SiteOption, opened
from goodpapers.cli.output import say, say_json, say_table
from goodpapers.domain.score import Tier

if TYPE_CHECKING:
    from goodpapers.services.rescore import RescoreReport


def score(*, site: SiteOption = None, json: JsonOption = False) -> None:
    """Compute every score, its interval and its tier.

    From all that is known now; run it after the panel has judged.

    \b
    Example:
      goodpapers score
    """
    from goodpapers.services.rescore import rescore  # slow to load: NumPy and SciPy

    with opened(site) as found:
        report = rescore(found.database, tiers=found.settings.tiers, now=found.now())
    if json:
        say_json({"scored": report.scored, "editions": report.editions})
    else:
        _say_report(report, site)


def _say_report(report: RescoreReport, site: Path | None) -> None:
    if not report.editions:
        say("This site holds no paper yet.")
        say_next(site, "import PROGRAMME_FILE")
        return
    with_tiers = any(each.tiers for each in report.editions)
    tiers = list(Tier) if with_tiers else []
    heads = ["edition", "scored", "not judged", *(tier.words for tier in tiers)]
    rows = [
        [
            each.name,
            f"{each.scored:,}",
            f"{each.not_judged:,}",
            *(f"{each.tiers.get(tier.value, 0):,}" for tier in tiers),
        ]
        for each in report.editions
    ]
    say_table(heads, rows, right=range(1, len(heads)))
    say_next(site, "serve" if report.scored else "panel run")
