"""`goodpapers score`: fit the scores and tiers anew, of a site or of tables."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from goodpapers.cli.next_steps import say_next
from goodpapers.cli.options import JsonOption, SiteOption, opened
from goodpapers.cli.output import count, say, say_json, say_table
from goodpapers.domain.errors import BadUsage
from goodpapers.domain.score import Tier

if TYPE_CHECKING:
    from goodpapers.services.rescore import RescoreReport


PapersOption = Annotated[
    Path | None,
    typer.Option("--papers", metavar="CSV", help="Score this table of papers, without a site."),
]
VotesOption = Annotated[
    Path | None, typer.Option("--votes", metavar="CSV", help="With --papers: the readers' votes.")
]
OutOption = Annotated[
    Path | None, typer.Option("--out", metavar="CSV", help="With --papers: where scores go.")
]


def score(
    *,
    site: SiteOption = None,
    papers: PapersOption = None,
    votes: VotesOption = None,
    out: OutOption = None,
    json: JsonOption = False,
) -> None:
    """Compute every score, its interval and its tier.

    From all that is known now; run it after the panel has judged. With --papers it scores tables
    of anyone's, in any folder; docs/score-tables.md says which columns they have.

    \b
    Examples:
      goodpapers score
      goodpapers score --papers papers.csv --votes votes.csv --out scores.csv
    """
    if papers or votes or out:
        _score_tables(papers, votes, out, json=json)
        return
    from goodpapers.services.rescore import rescore  # slow to load: NumPy and SciPy

    with opened(site) as found:
        caps = found.settings.access != "members"
        report = rescore(
            found.database, tiers=found.settings.tiers, now=found.now(), caps=caps
        )
    if json:
        say_json({"scored": report.scored, "editions": report.editions})
    else:
        _say_report(report, site)


def _score_tables(papers: Path | None, votes: Path | None, out: Path | None, *, json: bool) -> None:
    if papers is None or out is None:
        raise BadUsage("--papers and --out go together; --votes may join them")
    from goodpapers.services.score_tables import score_tables

    report = score_tables(papers, votes, out)
    if json:
        say_json(report)
        return
    say(f"Scored {count(report.papers, 'paper')} into {out}.")
    say(f"  {count(report.votes, 'vote')} of {count(report.readers, 'reader')}.")
    if report.replaced:
        say(f"  {count(report.replaced, 'earlier vote')} replaced by a later one.")
    if report.without_merit:
        say(f"  {count(report.without_merit, 'paper')} that no reviewer judged: from the middle.")
    if report.left_alone:
        say(f"  Columns left alone: {', '.join(report.left_alone)}.")
    for line in report.notes:
        say(f"  {line}")


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
