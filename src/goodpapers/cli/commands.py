"""Every command in one table, and what `goodpapers` says without one."""

from __future__ import annotations

import os
from importlib.metadata import version
from typing import Annotated

import typer

from goodpapers.cli import demo, panel, programme, read, reader, score, serve, site
from goodpapers.cli.next_steps import say_next_steps
from goodpapers.cli.options import SiteOption
from goodpapers.wiring import SITE_VARIABLE

app = typer.Typer(
    name="goodpapers",
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

app.command("init")(site.init)
app.command("import")(programme.import_)
app.add_typer(panel.app, name="panel")
app.command("score")(score.score)
app.command("top")(read.top)
app.command("show")(read.show)
app.command("serve")(serve.serve)
app.add_typer(reader.app, name="reader")
app.add_typer(reader.keepers, name="keeper")
app.command("doctor")(site.doctor)
app.command("demo")(demo.demo)


def _say_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"goodpapers {version('goodpapers')}")
        raise typer.Exit


VersionOption = Annotated[
    bool,
    typer.Option("--version", callback=_say_version, is_eager=True, help="Say the version."),
]


@app.callback(invoke_without_command=True)
def goodpapers(
    context: typer.Context, where: SiteOption = None, show_version: VersionOption = False
) -> None:
    """Good Papers: which papers of a conference are worth reading, and who says so."""
    if where is not None:
        os.environ[SITE_VARIABLE] = str(where)
    if context.invoked_subcommand is None:
        say_next_steps(where)
