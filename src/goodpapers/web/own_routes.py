"""The addresses of what is a reader's own, as parts of the tables in routes.py."""

from __future__ import annotations

from collections.abc import Callable

from goodpapers.web.downloads import FileFunction
from goodpapers.web.forms import PostFunction
from goodpapers.web.pages import authors, keep_paper, my_papers, my_plan, privacy, profile
from goodpapers.web.visit import Page, Visit

OWN_PAGES: dict[str, Callable[[Visit], Page]] = {
    "/my/papers": my_papers.page,
    "/my/plan": my_plan.page,
    "/my/profile": profile.page,
    "/left": profile.left,
    "/privacy": privacy.page,
}
OWN_FORMS: dict[str, PostFunction] = {
    "/my/list": keep_paper.set_state,
    "/my/history": keep_paper.switch_history,
    "/my/history/clear": keep_paper.clear_history,
    "/my/profile": profile.save,
    "/my/leave": profile.leave,
    "/papers/{key}/note": keep_paper.write_note,
    "/papers/{key}/author": authors.claim,
    "/papers/{key}/answer": authors.answer,
    "/papers/{key}/withhold": authors.ask_to_withhold,
    "/keeper/authors": authors.confirm,
    "/keeper/withhold": authors.withhold,
}
FILES: dict[str, FileFunction] = {
    "/my/papers.bib": my_papers.bibtex,
    "/my/papers.csv": my_papers.table,
    "/my/papers.json": my_papers.exact,
    "/my/plan.ics": my_plan.calendar,
    "/my/everything.zip": profile.everything,
}
"""What a reader can take along. Each is a GET that writes nothing and that nobody may keep."""
