"""`goodpapers import`: read a programme file into the site, and report what became of it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from goodpapers.cli.next_steps import say_next
from goodpapers.cli.options import JsonOption, SiteOption, opened
from goodpapers.cli.output import count, progress_bar, say, say_json
from goodpapers.domain.programme import ImportReport, Problem
from goodpapers.services.fetch_programme import fetched
from goodpapers.services.import_programme import import_programme

FilesArgument = Annotated[
    list[str],
    typer.Argument(metavar="FILE_OR_HTTPS_ADDRESS...", help="One or more programme files."),
]
FormatOption = Annotated[
    str | None,
    typer.Option("--format", metavar="F", help="The format, where it is not recognised."),
]
ColumnsOption = Annotated[
    str | None,
    typer.Option(
        "--columns",
        metavar="FIELD=COLUMN,...",
        help="For tables: title=Name,authors=3. A column is its header or its number from 1.",
    ),
]
EditionOption = Annotated[
    str | None,
    typer.Option(
        "--edition", metavar="NAME", help='"NeurIPS 2026"; else as the file or its name says.'
    ),
]
DryRunOption = Annotated[bool, typer.Option("--dry-run", help="Report, but write nothing.")]
DiffOption = Annotated[bool, typer.Option("--diff", help="Name every new and changed paper.")]


def import_(
    files: FilesArgument,
    *,
    site: SiteOption = None,
    format: FormatOption = None,  # noqa: A002 (the option's own name)
    columns: ColumnsOption = None,
    edition: EditionOption = None,
    dry_run: DryRunOption = False,
    diff: DiffOption = False,
    json: JsonOption = False,
) -> None:
    """Read a programme: a file, or an https address.

    Reports how many papers are new, changed and unchanged, how many entries were merged, and
    names every refused one. The same file again changes nothing.

    \b
    Examples:
      goodpapers import neurips-2026.json
      goodpapers import papers.csv --columns title=Name,abstract=4 --edition "ICLR 2026"
    """
    reports = []
    with opened(site) as found:
        for name in files:
            with fetched(name) as path, progress_bar() as progress:
                report = import_programme(
                    found.database,
                    path,
                    format=format,
                    columns=columns,
                    edition=edition,
                    dry_run=dry_run,
                    diff=diff,
                    now=found.now(),
                    progress=progress,
                )
            reports.append(report)
            if not json:
                say_report(report)
    if json:
        say_json(joined(reports))
    elif not dry_run:
        say_next(site, "panel run")


def say_report(report: ImportReport) -> None:
    """What became of one file, to be read aloud."""
    say(f"{Path(report.file).name}: {report.edition.name}, read as {report.format}")
    say(
        f"  {count(report.papers, 'paper')}: {report.new:,} new, {report.changed:,} changed, "
        f"{report.unchanged:,} unchanged"
    )
    say(
        f"  {count(report.entries, 'entry', 'entries')}: {report.merged:,} merged into another "
        f"of the same work, {report.refused:,} refused"
    )
    for line in (*shown_in_words(report), *report.notes, *report.changes):
        say(f"  {line}")
    for problem in report.problems:
        say(f"  {'refused' if problem.refused else 'kept without the field'}: {problem}")
    if report.dry_run:
        say("  A dry run: nothing was written.")


def shown_in_words(report: ImportReport) -> list[str]:
    """Which papers lists will not show, and which the panel cannot judge; nothing where all is."""
    lines = []
    if report.accepted < report.papers:
        kept = report.papers - report.accepted
        lines.append(
            f"{report.accepted:,} accepted and shown; {kept:,} rejected, withdrawn or undecided: "
            "kept, not shown."
        )
    if report.without_abstract:
        lines.append(f"{report.without_abstract:,} without an abstract: shown, not judged.")
    return lines


def joined(reports: list[ImportReport]) -> dict[str, object]:
    """The JSON answer over all files: sums, and every problem."""
    names = ("papers", "new", "changed", "unchanged", "merged", "refused")
    sums: dict[str, object] = {
        name: sum(getattr(report, name) for report in reports) for name in names
    }
    problems = [problem for report in reports for problem in report.problems]
    return {**sums, "problems": [_problem(each) for each in problems]}


def _problem(problem: Problem) -> dict[str, str | None]:
    return {
        "where": problem.where,
        "field": problem.field,
        "found": problem.found,
        "expected": problem.expected,
    }
