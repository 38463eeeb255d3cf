"""Contest a verdict: a button at each revealed one tells the keeper, and another takes it back."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import quote

from goodpapers.domain.errors import BadUsage
from goodpapers.domain.verdict import PanelResult
from goodpapers.services import objections
from goodpapers.web.forms import GoTo
from goodpapers.web.links import paper_href
from goodpapers.web.visit import Visit


@dataclass(frozen=True, slots=True)
class Contest:
    """What the buttons at the verdicts of one paper need."""

    address: str
    form_token: str
    source: str
    made: frozenset[str]
    """The reviewers whose verdicts this reader contests."""


def contest_of(visit: Visit, key: str, result: PanelResult | None) -> Contest | None:
    """For a reader who sees that result; None for a visitor, and where nothing is shown."""
    if result is None or visit.visitor.reader is None:
        return None
    made = objections.contested_by(visit.site.database, visit.visitor.reader, key, result)
    address = f"{paper_href(key)}/objections"
    return Contest(address, visit.visitor.form_token, result.source, frozenset(made))


def contest(visit: Visit, form: dict[str, str]) -> GoTo:
    """Keep or take back the objection that the form names, and go back to that verdict."""
    key, who, source = visit.keys["key"], form.get("reviewer", ""), form.get("source", "")
    site = visit.site
    match form.get("do"):
        case "object":
            objections.object_to(
                site.database, visit.viewer, key, persona=who, source=source, now=site.now()
            )
        case "undo":
            objections.take_back(
                site.database, visit.visitor.reader, key, persona=who, source=source
            )
        case _:
            raise BadUsage("the form neither disagrees nor takes it back")
    return GoTo(f"{paper_href(key)}?reviewer={quote(who)}#said-{quote(who)}")
