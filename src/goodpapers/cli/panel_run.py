"""`goodpapers panel run`: let a source judge the site's papers, and say what it did."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from types import FrameType
from typing import TYPE_CHECKING, Annotated

import typer

from goodpapers.cli.next_steps import say_next
from goodpapers.cli.options import EditionOption, JsonOption, SiteOption, opened
from goodpapers.cli.output import Progress, count, note, progress_bar, say, say_json
from goodpapers.services.find_paper import find_edition_key
from goodpapers.wiring import Site

if TYPE_CHECKING:
    from goodpapers.services.ask_panel import PanelRunReport, RunEstimate

SHOWN = 10
"""Failures that are told one by one; more are counted."""

LimitOption = Annotated[
    int | None, typer.Option("--limit", metavar="N", min=1, help="Judge at most N papers.")
]
SourceOption = Annotated[
    str | None,
    typer.Option(
        "--source", metavar="S", help="embedded, or endpoint; else what the settings name."
    ),
]
BudgetOption = Annotated[
    float | None,
    typer.Option("--budget", metavar="USD", min=0, help="Spend at most this much, in US dollars."),
]
DryRunOption = Annotated[
    bool, typer.Option("--dry-run", help="Say what it would do and cost; send nothing.")
]


def run(
    *,
    site: SiteOption = None,
    edition: EditionOption = None,
    source: SourceOption = None,
    limit: LimitOption = None,
    budget: BudgetOption = None,
    dry_run: DryRunOption = False,
    json: JsonOption = False,
) -> int:
    """Judge every paper that has no current verdicts.

    Ended in between, even killed, it goes on where it stopped; two runs at once share the papers.
    The embedded source sends nothing anywhere. An endpoint is sent title and abstract, and ends
    at its budget with exit code 0 and a line that says how to go on.

    \b
    Examples:
      goodpapers panel run
      goodpapers panel run --edition neurips-2026 --limit 100
      goodpapers panel run --source endpoint --dry-run
      goodpapers panel run --source endpoint --budget 5
    """
    with opened(site) as found:
        key = find_edition_key(found.database, edition) if edition else None
        asked = _Asked(found, key, source, limit, budget)
        if dry_run:
            _estimate(asked, json=json)
            return 0
        with _ending_in_order() as ending, progress_bar() as progress:
            report = _judge(asked, ending, progress)
    if json:
        say_json(report)
    else:
        say_report(report)
        if not ending.number:
            say_next(site, _next(report, source))
    return 128 + ending.number if ending.number else 0


@dataclass(frozen=True, slots=True)
class _Asked:
    """What the command was asked to judge, and by whom."""

    site: Site
    edition: str | None
    source: str | None
    limit: int | None
    budget: float | None


def _judge(asked: _Asked, ending: Ending, progress: Progress) -> PanelRunReport:
    from goodpapers.services.ask_panel import run_panel  # slow to load: NumPy

    return run_panel(
        asked.site.database,
        asked.site.panel_source(asked.source, budget_usd=asked.budget),
        edition=asked.edition,
        limit=asked.limit,
        now=asked.site.now(),
        progress=progress,
        halt=ending.halt,
    )


def _estimate(asked: _Asked, *, json: bool) -> None:
    from goodpapers.services.ask_panel import estimate_run

    source = asked.site.panel_source(asked.source, budget_usd=asked.budget, may_send=False)
    estimate = estimate_run(asked.site.database, source, edition=asked.edition, limit=asked.limit)
    if json:
        say_json(estimate)
    else:
        _say_estimate(estimate)


class Ending:
    """Whether Ctrl-C or SIGTERM has come. The first ends the run in order, the next at once."""

    def __init__(self) -> None:
        self.halt = threading.Event()
        self.number = 0

    def __call__(self, number: int, _frame: FrameType | None) -> None:
        """The signal handler."""
        if self.number:
            raise KeyboardInterrupt
        self.number = number
        self.halt.set()
        note("Ending: what is in hand is still written. Once more ends at once.")


@contextmanager
def _ending_in_order() -> Iterator[Ending]:
    """Within the block Ctrl-C and SIGTERM end the run in order."""
    ending = Ending()
    before = {each: signal.signal(each, ending) for each in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield ending
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)


def _next(report: PanelRunReport, source: str | None) -> str:
    if not report.left and not report.failed:
        return "score"
    return "panel run" + (f" --source {source}" if source else "")


def say_report(report: PanelRunReport) -> None:
    """What a run did, in words."""
    pace = f" in {count(round(report.seconds), 'second')}" if report.judged else ""
    say(f"Judged {count(report.judged, 'paper')}{pace}, by the {report.source} source.")
    say(f"  {count(report.already_current, 'paper')} had current verdicts before.")
    if report.without_abstract:
        say(f"  {count(report.without_abstract, 'paper')} without an abstract: not judged.")
    spent = report.spending
    if spent is not None and spent.calls:
        say(
            f"  {count(spent.calls, 'call')}: {spent.input_tokens:,} tokens in, "
            f"{spent.output_tokens:,} out" + (f", ${spent.usd:.4f}." if spent.usd else ".")
        )
    if report.left:
        held = report.in_other_hands
        others = f" ({held:,} of them in the hands of another run)" if held else ""
        say(f"  {count(report.left, 'paper')} still to judge{others}.")
    _say_failures(report)
    for key, flags in report.flagged:
        say(f"  {key}: text that speaks to the reviewer was left out: {'; '.join(flags)}")
    if report.stopped:
        say(f"  Ended early: {report.stopped}")


def _say_failures(report: PanelRunReport) -> None:
    if not report.failed:
        return
    say(f"  {count(len(report.failed), 'paper')} not judged; the next run tries again:")
    for key, why, tries, _ in report.failed[:SHOWN]:
        say(f"    {key}: {why}" + (f" ({count(tries, 'run')} tried)" if tries > 1 else ""))
    if len(report.failed) > SHOWN:
        say(f"    and {len(report.failed) - SHOWN:,} more; --json lists them all")


def _say_estimate(estimate: RunEstimate) -> None:
    say(
        f"{count(estimate.papers, 'paper')} to judge by the {estimate.source} source "
        f"({estimate.model}); {estimate.already_current:,} had current verdicts before."
    )
    cost = estimate.cost
    if cost is None:
        say("It runs on this machine and costs nothing.")
        return
    say(
        f"About {count(cost.calls, 'call')}, {cost.input_tokens:,} tokens in and "
        f"{cost.output_tokens:,} out."
    )
    if not cost.calls:
        say("There is nothing to ask.")
    elif cost.usd_most:
        say(f"Likely ${cost.usd:.2f}; at most ${cost.usd_most:.2f} without calls tried again.")
    else:
        say("The settings name no price (endpoint_price_in, endpoint_price_out).")
    say("Nothing was sent.")
