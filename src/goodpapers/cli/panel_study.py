"""`goodpapers panel train` and `evaluate`: make the embedded reviewer, and measure any source."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer

from goodpapers import wiring
from goodpapers.cli.options import JsonOption, SiteOption, opened
from goodpapers.cli.output import note, progress_bar, say, say_block, say_json
from goodpapers.cli.panel_run import BudgetOption, SourceOption
from goodpapers.domain.errors import BadUsage

ReviewsArgument = Annotated[
    list[Path], typer.Argument(metavar="FILE...", help="Files of peer reviews, one JSON a line.")
]
AnswersOption = Annotated[
    Path, typer.Option("--answers", metavar="FILE", help="A careful reader's answers.")
]
MaybeReviewsArgument = Annotated[
    list[Path] | None,
    typer.Argument(metavar="FILE...", help="Files of peer reviews, one JSON a line."),
]
MaybeAnswersOption = Annotated[
    Path | None,
    typer.Option("--answers", metavar="FILE", help="Measure each persona against these answers."),
]
OutOption = Annotated[
    Path, typer.Option("--out", metavar="FILE", help="Where the weights go: a .npz file.")
]
FoldsOption = Annotated[
    int, typer.Option("--folds", metavar="N", min=2, max=20, help="Parts of the cross-fit.")
]


REMEMBERS = (
    "A language model remembers the decisions of papers that are older than itself: report these "
    "figures only for papers that are newer."
)


def train(
    reviews: ReviewsArgument, *, answers: AnswersOption, out: OutOption, folds: FoldsOption = 5
) -> None:
    """Train the embedded reviewer from files that you name.

    \b
    Example:
      goodpapers panel train reviews/*.jsonl.gz --answers answers.jsonl.gz --out weights.npz
    """
    from goodpapers.services.train_panel import train_panel  # slow to load

    with progress_bar() as progress:
        report = train_panel(
            answers,
            reviews,
            out,
            encoder=wiring.encoder(),
            folds=folds,
            now=datetime.now(UTC),
            progress=progress,
        )
    say(f"Wrote {report.weights}.")


def evaluate(
    files: MaybeReviewsArgument = None,
    *,
    answers: MaybeAnswersOption = None,
    source: SourceOption = wiring.EMBEDDED,
    site: SiteOption = None,
    budget: BudgetOption = None,
    json: JsonOption = False,
) -> None:
    """Measure the panel against peer reviews, or against a careful reader's answers.

    The embedded source needs no site. An endpoint is that of the site's settings; it is asked
    about every paper of the files, at its price, and nothing is stored.

    \b
    Examples:
      goodpapers panel evaluate iclr2024.jsonl.gz
      goodpapers panel evaluate --answers answers.jsonl.gz
      goodpapers panel evaluate iclr2027.jsonl.gz --source endpoint --budget 5
    """
    if bool(files) == bool(answers):
        raise BadUsage("name files of peer reviews, or --answers FILE; see: panel evaluate --help")
    from goodpapers.services import measure_panel as measuring  # slow to load

    with _measured(source, site, budget) as asked, progress_bar() as progress:
        if answers is not None:
            found = measuring.measure_answers(answers, asked, progress=progress)
            shape, table = found.as_json(), measuring.answers_table(found)
        else:
            report = measuring.measure_panel(files or [], asked, progress=progress)
            shape, table = report.as_json(), measuring.panel_tables(report)
        remembers = asked.name != wiring.EMBEDDED
    if remembers:
        note(REMEMBERS)
    if json:
        say_json(shape)
    else:
        say_block(table)


@contextmanager
def _measured(
    source: str | None, site: Path | None, budget: float | None
) -> Iterator[wiring.PanelSource]:
    """The source to measure; an endpoint is open as long as its site is."""
    if source in (None, wiring.EMBEDDED):
        yield wiring.embedded_source()
        return
    with opened(site) as found:
        yield found.panel_source(source, budget_usd=budget)
