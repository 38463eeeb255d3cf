"""`goodpapers panel ...`: let the panel judge, and meet its twenty reviewers."""

from __future__ import annotations

from typing import Annotated

import typer

from goodpapers.cli.options import EditionOption, JsonOption, SiteOption, opened
from goodpapers.cli.output import count, progress_bar, say, say_json, say_table

app = typer.Typer(
    help="Let the panel judge, and meet its twenty reviewers.",
    rich_markup_mode=None,
)

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

    Ended in between, it goes on where it stopped.

    \b
    Examples:
      goodpapers panel run
      goodpapers panel run --edition neurips-2026 --limit 100
    """
    from goodpapers.services.ask_panel import run_panel  # slow to load: the encoder

    with opened(site) as found, progress_bar() as progress:
        source = found.panel_source()
        report = run_panel(
            found.database,
            source,
            edition=edition,
            limit=limit,
            now=found.now(),
            progress=progress,
        )
    if json:
        say_json(report)
