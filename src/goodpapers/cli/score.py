"""`goodpapers score`: fit the scores and tiers anew."""

from __future__ import annotations

from goodpapers.cli.options import JsonOption, SiteOption, opened
from goodpapers.cli.output import count, say, say_json, say_table
from goodpapers.services.rescore import rescore


def score(*, site: SiteOption = None, json: JsonOption = False) -> None:
    """Compute every paper's score, its interval and its tier from what is known now.

    \b
    Example:
      goodpapers score
    """
    with opened(site) as found:
        report = rescore(found.database, tiers=found.settings.tiers, now=found.now())
    if json:
        say_json(report)
        return
