"""`goodpapers panel run` and `show`: let the panel judge the site's papers, and meet it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from goodpapers import wiring
from goodpapers.cli import panel_study, panel_text
from goodpapers.cli.next_steps import say_next
from goodpapers.cli.options import EditionOption, JsonOption, SiteOption, opened
from goodpapers.cli.output import count, progress_bar, say, say_json, say_table
from goodpapers.services.find_paper import find_edition_key

if TYPE_CHECKING:
    from goodpapers.services.ask_panel import PanelRunReport, PersonaShown

app = typer.Typer(help="Let the panel judge, and meet its twenty reviewers.", rich_markup_mode=None)

LimitOption = Annotated[
    int | None, typer.Option("--limit", metavar="N", min=1, help="Judge at most N papers.")
]


@app.command("run")
def run(
    *,
    site: SiteOption = None,
    edition: EditionOption = None,
    limit: LimitOption = None,
    json: JsonOption = False,
) -> None:
    """Judge every paper that has no current verdicts.

    Ended in between, it goes on where it stopped. Nothing leaves this machine.

    \b
    Examples:
      goodpapers panel run
      goodpapers panel run --edition neurips-2026 --limit 100
    """
    from goodpapers.services.ask_panel import run_panel  # slow to load: NumPy

    with opened(site) as found, progress_bar() as progress:
        report = run_panel(
            found.database,
            found.panel_source(),
            edition=find_edition_key(found.database, edition) if edition else None,
            limit=limit,
            now=found.now(),
            progress=progress,
        )
    if json:
        say_json(report)
    else:
        _say_report(report)
        say_next(site, "panel run" if report.left else "score")


@app.command("show")
def show(*, json: JsonOption = False) -> None:
    """Present the twenty reviewers: what each asks, and how often it says yes.

    The target rate is the share of papers that a reviewer is meant to recommend; the real rate is
    what it recommends of a reference set; agreement is its rank correlation with a careful reader.

    \b
    Example:
      goodpapers panel show
    """
    from goodpapers.services.ask_panel import show_panel

    shown = show_panel(wiring.embedded_source().facts)
    if json:
        say_json(shown)
    else:
        _say_personas(shown)


app.command("judge")(panel_text.judge)
app.command("train")(panel_study.train)
app.command("evaluate")(panel_study.evaluate)


def _say_report(report: PanelRunReport) -> None:
    pace = f" in {report.seconds:,.0f} seconds" if report.judged else ""
    say(f"Judged {count(report.judged, 'paper')}{pace}, by the {report.source} source.")
    say(f"  {count(report.already_current, 'paper')} had current verdicts before.")
    if report.without_abstract:
        say(f"  {count(report.without_abstract, 'paper')} without an abstract: not judged.")
    if report.left:
        say(f"  {count(report.left, 'paper')} still to judge.")
    for key, flags in report.flagged:
        say(f"  {key}: text that speaks to the reviewer was left out: {'; '.join(flags)}")


def _say_personas(shown: tuple[PersonaShown, ...]) -> None:
    heads = ["reviewer", "strictness", "target", "real", "agreement", "asks"]
    rows = [
        [
            each.persona.name,
            each.persona.strictness.value,
            f"{each.target_rate:.0%}",
            "-" if each.yes_rate is None else f"{each.yes_rate:.0%}",
            "-" if each.agreement is None else f"{each.agreement:.2f}",
            each.persona.question,
        ]
        for each in shown
    ]
    say_table(heads, rows, right=(2, 3, 4))
