"""`goodpapers panel calibrate`: set the bars of a source anew, and see what that changes."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from goodpapers.cli.next_steps import say_next
from goodpapers.cli.options import JsonOption, SiteOption, opened
from goodpapers.cli.output import count, progress_bar, say, say_json, say_table
from goodpapers.cli.panel_run import SourceOption

if TYPE_CHECKING:
    from goodpapers.services.calibrate_panel import CalibrationReport

ReferenceOption = Annotated[
    list[Path] | None,
    typer.Option(
        "--reference", metavar="FILE", help="A file of peer reviews; may be given more than once."
    ),
]
DryRunOption = Annotated[bool, typer.Option("--dry-run", help="Show what would change, only.")]


def calibrate(
    *,
    site: SiteOption = None,
    source: SourceOption = None,
    reference: ReferenceOption = None,
    dry_run: DryRunOption = False,
    json: JsonOption = False,
) -> None:
    """Set the bar of each reviewer anew, and show what changes.

    Lenient reviewers are to recommend 80 of 100 papers of the reference set, medium ones 50,
    strict ones 15. Area groups with 200 judged papers or more get bars of their own. No paper is
    judged again; a bar never moves by itself.

    \b
    Examples:
      goodpapers panel calibrate --dry-run
      goodpapers panel calibrate --reference iclr2024.jsonl.gz
      goodpapers panel calibrate --source endpoint
    """
    from goodpapers.services.calibrate_panel import calibrate as set_bars  # slow to load

    with opened(site) as found, progress_bar() as progress:
        report = set_bars(
            found.database,
            found.panel_source(source, may_send=False),
            reference=reference or [],
            dry_run=dry_run,
            now=found.now(),
            progress=progress,
        )
    if json:
        say_json(report)
        return
    _say(report)
    if report.written and report.papers_moved:
        say_next(site, "score")


def _say(report: CalibrationReport) -> None:
    say(f"Bars of the {report.source} source ({report.model}).")
    say(f"They rest on {report.rests_on}.")
    heads = ["reviewer", "strictness", "target", "bar", "new bar", "yes here", "now", "+", "-"]
    rows = [
        [
            each.name,
            each.strictness,
            f"{each.target_rate:.0%}",
            _bar(each.old_bar),
            _bar(each.new_bar),
            _rate(each.old_rate),
            _rate(each.new_rate),
            f"{each.turned_yes:,}",
            f"{each.turned_no:,}",
        ]
        for each in report.personas
    ]
    say_table(heads, rows, right=range(2, 9))
    if report.groups:
        say("Area groups with bars of their own, and how often they now hear yes:")
        rates = ["lenient", "medium", "strict"]
        said = [
            [each.area_group, f"{each.n:,}", *(_rate(each.rates.get(name)) for name in rates)]
            for each in report.groups
        ]
        say_table(["area group", "papers", *rates], said, right=range(1, 5))
    of = f"of {count(report.papers, 'judged paper')}"
    verb = "is another now" if report.written else "would be another"
    say(f'The "n of 20" of {report.papers_moved:,} {of} {verb}.')
    say("Written." if report.written else "Nothing was written.")


def _bar(bar: float | None) -> str:
    return "-" if bar is None else f"{bar:.3f}"


def _rate(rate: float | None) -> str:
    return "-" if rate is None else f"{rate:.0%}"
