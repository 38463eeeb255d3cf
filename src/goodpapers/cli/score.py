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


ExplainOption = Annotated[
    str | None,
    typer.Option("--explain", metavar="PAPER", help="Say where this paper's score comes from."),
]
CheckOption = Annotated[
    bool, typer.Option("--check", help="Hide votes, predict them, and say how well that went.")
]
AuditOption = Annotated[
    bool, typer.Option("--audit", help="For the keeper: which votes count less, and why.")
]
ResetOption = Annotated[
    bool, typer.Option("--reset-tiers", help="Give every tier anew, by place alone.")
]


def score(
    *,
    site: SiteOption = None,
    explain: ExplainOption = None,
    check: CheckOption = False,
    audit: AuditOption = False,
    reset_tiers: ResetOption = False,
    papers: PapersOption = None,
    votes: VotesOption = None,
    out: OutOption = None,
    json: JsonOption = False,
) -> None:
    """Compute every score, its interval and its tier.

    From panel and votes as they are now; run it after the panel has judged. A server does it by
    itself when enough has changed. With --papers it scores tables of anyone's, in any folder;
    docs/score-tables.md says which columns they have.

    \b
    Examples:
      goodpapers score
      goodpapers score --explain "Attention Is All You Need"
      goodpapers score --check
      goodpapers score --papers papers.csv --votes votes.csv --out scores.csv
    """
    asked = [explain is not None, check, audit, reset_tiers, bool(papers or votes or out)]
    if sum(asked) > 1:
        raise BadUsage("--explain, --check, --audit, --reset-tiers and tables go one at a time")
    if papers or votes or out:
        _score_tables(papers, votes, out, json=json)
    elif explain is not None:
        _explain(site, explain, json=json)
    elif check:
        _check(site, json=json)
    elif audit:
        _audit(site, json=json)
    else:
        _rescore(site, reset_tiers=reset_tiers, json=json)


def _rescore(site: Path | None, *, reset_tiers: bool, json: bool) -> None:
    from goodpapers.services.rescore import rescore  # slow to load: NumPy and SciPy

    with opened(site) as found:
        report = rescore(
            found.database,
            tiers=found.settings.tiers,
            now=found.now(),
            caps=found.settings.access != "members",
            reset_tiers=reset_tiers,
            validities=found.settings.validities,
        )
    if json:
        say_json(
            {
                "scored": report.scored,
                "readers": report.readers,
                "calibrated": report.calibrated,
                "fit": report.fit,
                "editions": report.editions,
            }
        )
    else:
        _say_report(report, site)


def _explain(site: Path | None, typed: str, *, json: bool) -> None:
    from goodpapers.cli.score_text import say_explanation
    from goodpapers.services.find_paper import find_paper, title_of
    from goodpapers.services.score_explain import explain
    from goodpapers.services.score_parts import merit_parts

    with opened(site) as found:
        key = find_paper(found.database, typed)
        title = title_of(found.database, key)
        told = explain(found.database, key, merit_parts(found.database))
    if json:
        say_json(told)
    else:
        say_explanation(title, told)


def _check(site: Path | None, *, json: bool) -> None:
    from goodpapers.cli.score_text import say_check
    from goodpapers.services.score_check import check_scores

    with opened(site) as found:
        told = check_scores(found.database, found.now())
    if json:
        say_json(told)
    else:
        say_check(told)


def _audit(site: Path | None, *, json: bool) -> None:
    from goodpapers.cli.score_text import say_audit
    from goodpapers.services.score_audit import audit_scores

    with opened(site) as found:
        told = audit_scores(found.database)
    if json:
        say_json(told)
    else:
        say_audit(told)


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
    n_votes = sum(each.votes for each in report.editions)
    if n_votes:
        measured = "" if report.calibrated else "; not yet calibrated, as no vote is assigned"
        say(f"{count(n_votes, 'vote')} of {count(report.readers, 'reader')}{measured}.")
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
