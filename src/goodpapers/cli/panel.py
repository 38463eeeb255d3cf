"""`goodpapers panel run` and `show`: let the panel judge the site's papers, and meet it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from goodpapers import wiring
from goodpapers.cli import panel_bars, panel_keeper, panel_run, panel_study, panel_text
from goodpapers.cli.options import JsonOption
from goodpapers.cli.output import say_json, say_table

if TYPE_CHECKING:
    from goodpapers.services.ask_panel import PersonaShown

app = typer.Typer(help="Let the panel judge, and meet its twenty reviewers.", rich_markup_mode=None)


app.command("run")(panel_run.run)


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


app.command("objections")(panel_keeper.list_objections)
app.command("flags")(panel_keeper.list_flags)
app.command("judge")(panel_text.judge)
app.command("calibrate")(panel_bars.calibrate)
app.command("train")(panel_study.train)
app.command("evaluate")(panel_study.evaluate)


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
