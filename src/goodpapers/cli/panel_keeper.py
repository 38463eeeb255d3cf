"""`goodpapers panel objections` and `flags`: what readers contest, and what the screen found."""

from __future__ import annotations

from typing import TYPE_CHECKING

from goodpapers.cli.options import JsonOption, SiteOption, opened
from goodpapers.cli.output import count, say, say_json
from goodpapers.services.keep_readers import COMMAND

if TYPE_CHECKING:
    from goodpapers.services.flags import FlaggedPaper
    from goodpapers.services.objections import Contested


def list_objections(*, site: SiteOption = None, json: JsonOption = False) -> None:
    """List the verdicts that readers and authors disagree with, by reviewer.

    Many objections to one reviewer mean that its question fits these papers badly.

    \b
    Examples:
      goodpapers panel objections
      goodpapers panel objections --json
    """
    from goodpapers.services import objections

    with opened(site) as found:
        every = objections.list_objections(found.database, COMMAND)
    if json:
        say_json({"reviewers": [_as_json(one) for one in every]})
        return
    if not every:
        say("Nobody disagrees with a verdict.")
    for one in every:
        _say_contested(one)


def list_flags(*, site: SiteOption = None, json: JsonOption = False) -> None:
    """List the papers in which the screen found text that is not for readers.

    Text that speaks to the reviewer, repeats itself, or cannot be seen. It is left out of judging.

    \b
    Examples:
      goodpapers panel flags
      goodpapers panel flags --json
    """
    from goodpapers.services import flags

    with opened(site) as found:
        every = flags.list_flags(found.database, COMMAND)
    if json:
        say_json({"papers": every})
        return
    if not every:
        say("The screen found nothing.")
    for one in every:
        _say_flagged(one)


def _as_json(one: Contested) -> dict[str, object]:
    return {
        "reviewer": one.persona.key,
        "objections": len(one.objections),
        "new": one.n_unseen,
        "papers": one.n_papers,
        "against_yes": one.n_against_yes,
        "each": [each._asdict() for each in one.objections],
    }


def _say_contested(one: Contested) -> None:
    n = len(one.objections)
    on = f"{count(n, 'objection')} on {count(one.n_papers, 'paper')}, {one.n_unseen} new"
    say(f"{one.persona.name} ({one.persona.strictness.value}): {on}")
    say(f"  {one.persona.question}")
    say(f"  {one.n_against_yes} against a yes, {n - one.n_against_yes} against a no")
    for each in one.objections:
        said = "yes" if each.recommended else "no"
        new = "" if each.seen_at else ", new"
        say(f"  {each.paper}  {each.title} (said {said}; {each.reader_name}{new})")


def _say_flagged(one: FlaggedPaper) -> None:
    say(f"{one.paper}  {one.title} ({one.edition})")
    for each in one.findings:
        say(f"  {each.kind}: {each.text or 'the text has changed since'}")
