"""The forms with which a reader keeps a paper: its state on the list, and a private note."""

from __future__ import annotations

from goodpapers.domain.errors import BadUsage
from goodpapers.services import keep_papers
from goodpapers.services.rights import signed_in
from goodpapers.web.forms import GoTo
from goodpapers.web.view_choice import path_of_this_site
from goodpapers.web.visit import Visit


def set_state(visit: Visit, form: dict[str, str]) -> GoTo:
    """Put the paper on the list, change its state, or take it off; then back to where it was."""
    reader = signed_in(visit.visitor.reader)
    site = visit.site
    keep_papers.set_state(
        site.database, reader, _paper(form), form.get("state", "").strip(), site.now()
    )
    return GoTo(path_of_this_site(form.get("back", "/my/papers")))


def write_note(visit: Visit, form: dict[str, str]) -> GoTo:
    """Keep the note; a blank one takes it away. Then back to the note on the paper's page."""
    reader = signed_in(visit.visitor.reader)
    site, key = visit.site, visit.keys["key"]
    if "note" not in form:
        raise BadUsage("the form came without a note; open the paper and write it again")
    keep_papers.keep_note(site.database, reader, key, form["note"], site.now())
    return GoTo(f"/papers/{key}#yours")


def switch_history(visit: Visit, form: dict[str, str]) -> GoTo:
    """Begin or stop keeping which papers the reader opens."""
    reader = signed_in(visit.visitor.reader)
    if form.get("history") not in ("on", "off"):
        raise BadUsage("the form holds no choice for the history: expected on or off")
    keep_papers.switch_history(visit.site.database, reader, on=form["history"] == "on")
    return GoTo("/my/papers?what=history")


def clear_history(visit: Visit, _form: dict[str, str]) -> GoTo:
    """Forget what the reader opened."""
    keep_papers.clear_history(visit.site.database, signed_in(visit.visitor.reader))
    return GoTo("/my/papers?what=history")


def _paper(form: dict[str, str]) -> str:
    key = form.get("paper", "")
    if not key:
        raise BadUsage("the form names no paper; open the paper and try again")
    return key
