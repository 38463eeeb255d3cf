"""The forms about one paper: vote, take the vote back, look without voting."""

from __future__ import annotations

from datetime import datetime

from goodpapers.services import conflicts, votes
from goodpapers.web.forms import GoTo
from goodpapers.web.links import paper_href, sign_in_href
from goodpapers.web.visit import Visit

WITHDRAW = "withdraw"
REVEAL = "#reveal"
"""Where a paper's page shows what comes after the vote."""
PATIENCE_S, FEW = 0.5, 2
"""A reader who votes while few others do sees the score with their vote in it: the answer waits so
long for it, unless more papers than that are waiting."""


def vote(visit: Visit, form: dict[str, str]) -> GoTo:
    """Keep the vote that the form holds, or take it back; then show the paper's reveal."""
    key = visit.keys["key"]
    href = paper_href(key)
    if visit.viewer.reader is None:
        return GoTo(sign_in_href(href))
    database, now = visit.site.database, visit.site.now()
    said = form.get("vote", "")
    if said == WITHDRAW:
        changed = votes.withdraw_vote(database, visit.viewer, key)
    else:
        said_at = _moment(form.get("said_at"))
        kept = votes.cast_vote(database, visit.viewer, key, said, now=now, said_at=said_at)
        changed = kept.changed
    if changed:
        votes.renew_soon(database, key, now)
        votes.wait_for_renewal(database, key, PATIENCE_S, FEW)
    return GoTo(href + REVEAL)


def peek(visit: Visit, _form: dict[str, str]) -> GoTo:
    """Open the paper without a vote, where the site allows it."""
    key = visit.keys["key"]
    href = paper_href(key)
    if visit.viewer.reader is None:
        return GoTo(sign_in_href(href))
    site = visit.site
    votes.peek(site.database, visit.viewer, key, allowed=site.settings.peek, now=site.now())
    return GoTo(href + REVEAL)


def not_mine(visit: Visit, form: dict[str, str]) -> GoTo:
    """Note that a conflict with the paper rests on a mistake; it then counts no more."""
    site = visit.site
    wrong = form.get("act", "wrong") == "wrong"
    mark = form.get("mark", "")
    conflicts.say(site.database, visit.viewer.reader, mark, wrong=wrong, now=site.now())
    return GoTo(paper_href(visit.keys["key"]) + REVEAL)


def _moment(typed: str | None) -> datetime | None:
    """The time that a form tells, with its offset; None where it tells none that can be read."""
    try:
        found = datetime.fromisoformat(typed or "")
    except ValueError:
        return None
    return found if found.tzinfo is not None else None
