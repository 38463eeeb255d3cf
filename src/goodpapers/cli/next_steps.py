"""What `goodpapers` says alone: the three most likely next steps, given what is there."""

from __future__ import annotations

from pathlib import Path

from goodpapers import wiring
from goodpapers.cli.options import folder_of
from goodpapers.cli.output import count, say
from goodpapers.domain.listing import EditionSummary
from goodpapers.services.overview import editions

Step = tuple[str, str]
"""A command without the word goodpapers, and what it does."""

MAKE_SITE: tuple[Step, ...] = (
    ("demo", "see it work on a bundled sample, in your browser"),
    ("init my-conference", "make a site of your own"),
    ("--help", "see every command"),
)
_IMPORT = ("import PROGRAMME_FILE", "read a conference's programme")
_JUDGE = ("panel run", "let the panel judge what it has not judged")
_SCORE = ("score", "compute the scores and tiers")
_SERVE = ("serve", "open the pages in a browser")
_TOP = ("top", "read the best papers here")
_DOCTOR = ("doctor", "check that everything is in order")


def say_next_steps(site: Path | None) -> None:
    """The state of the site in one line, and three commands."""
    folder = folder_of(site)
    if not (folder / wiring.FILE_NAME).exists():
        say("Good Papers says which papers of a conference are worth reading.")
        _say_steps(MAKE_SITE, "")
        return
    with wiring.opened(folder) as found:
        summaries = editions(found.database)
    say(state(summaries))
    _say_steps(next_steps(summaries), f" --site {site}" if site else "")


def say_next(site: Path | None, command: str) -> None:
    """`Next: goodpapers serve --site my-conference`: one command, for the site that was named."""
    say(f"Next: goodpapers {command}" + (f" --site {site}" if site else ""))


def state(summaries: tuple[EditionSummary, ...]) -> str:
    """`1 edition, 172 papers; 132 of 132 with an abstract are judged.`"""
    if not summaries:
        return "This site holds no paper yet."
    papers = sum(each.n_papers for each in summaries)
    judged = sum(each.n_judged for each in summaries)
    with_abstract = sum(each.n_with_abstract for each in summaries)
    return (
        f"{count(len(summaries), 'edition')}, {count(papers, 'paper')}; "
        f"{judged:,} of {with_abstract:,} with an abstract are judged."
    )


def next_steps(summaries: tuple[EditionSummary, ...]) -> tuple[Step, ...]:
    """Three commands, the most likely first."""
    if not summaries:
        return (_IMPORT, _SERVE, _DOCTOR)
    if any(each.n_judged < each.n_with_abstract for each in summaries):
        return (_JUDGE, _SCORE, _SERVE)
    if any(each.n_scored < each.n_judged for each in summaries):
        return (_SCORE, _SERVE, _TOP)
    return (_SERVE, _TOP, _IMPORT)


def _say_steps(steps: tuple[Step, ...], flag: str) -> None:
    say("Most likely next:")
    lines = [f"goodpapers{flag} {command}" for command, _ in steps]
    width = max(len(line) for line in lines)
    for line, (_, does) in zip(lines, steps, strict=True):
        say(f"  {line.ljust(width)}   {does}")
