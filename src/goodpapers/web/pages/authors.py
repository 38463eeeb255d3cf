"""Authors of a paper: they say so, answer the panel, ask to withhold; the keeper acts on it."""

from __future__ import annotations

from markupsafe import Markup

from goodpapers.domain.errors import BadUsage
from goodpapers.domain.paper import PaperKey
from goodpapers.services import authors
from goodpapers.services.authors import LONGEST_ANSWER
from goodpapers.web.environment import part
from goodpapers.web.forms import GoTo
from goodpapers.web.pages.keeper_section import Section
from goodpapers.web.visit import Visit

_TEMPLATE = "parts/author.html"


def answers_drawn(visit: Visit, key: PaperKey, *, is_open: bool) -> Markup:
    """What authors answer, for a viewer who sees the verdicts; nothing, and unasked, for others."""
    if not is_open:
        return Markup("")
    return part(_TEMPLATE, "answers")(authors.answers(visit.site.database, key))


def own_part(visit: Visit, key: PaperKey) -> Markup:
    """What a signed-in reader may do here as an author; nothing for a visitor."""
    reader = visit.visitor.reader
    if reader is None:
        return Markup("")
    found = authors.authorship(visit.site.database, reader, key)
    return part(_TEMPLATE, "own")(key, found, visit.visitor.form_token, LONGEST_ANSWER)


def claim(visit: Visit, _form: dict[str, str]) -> GoTo:
    """Say that one is an author."""
    key, site = visit.keys["key"], visit.site
    authors.claim(site.database, visit.visitor.reader, key, site.now())
    return GoTo(f"/papers/{key}#author")


def answer(visit: Visit, form: dict[str, str]) -> GoTo:
    """Answer the panel, or take the answer away."""
    key, site = visit.keys["key"], visit.site
    if "answer" not in form:
        raise BadUsage("the form came without an answer; open the paper and write it again")
    authors.answer(site.database, visit.visitor.reader, key, form["answer"], site.now())
    return GoTo(f"/papers/{key}#author")


def ask_to_withhold(visit: Visit, form: dict[str, str]) -> GoTo:
    """Ask the keeper to withhold, or no longer."""
    key, site, asks = visit.keys["key"], visit.site, form.get("withhold")
    if asks not in ("yes", "no"):
        raise BadUsage("the form holds no choice: expected yes or no")
    reader = visit.visitor.reader
    authors.ask_to_withhold(site.database, reader, key, site.now(), asks=asks == "yes")
    return GoTo(f"/papers/{key}#author")


def keeper_section(visit: Visit) -> Section:
    """What authors ask of the keeper, and a form to withhold any paper."""
    found = authors.waiting(visit.site.database, visit.visitor.reader)
    return Section("Authors", "parts/keeper_authors.html", {"waiting": found})


def withhold(visit: Visit, form: dict[str, str]) -> GoTo:
    """Withhold a paper's panel, tier and score, or show them again."""
    site, on = visit.site, form.get("withhold")
    if on not in ("yes", "no"):
        raise BadUsage("the form holds no choice: expected yes or no")
    authors.withhold(
        site.database,
        visit.visitor.reader,
        _key(form),
        site.now(),
        on=on == "yes",
        tiers=site.settings.tiers,
        caps=site.settings.access != "members",
        validities=site.settings.validities,
    )
    return GoTo("/keeper")


def confirm(visit: Visit, form: dict[str, str]) -> GoTo:
    """Say that a reader is an author of a paper, or is none."""
    site, yes = visit.site, form.get("author")
    if yes not in ("yes", "no"):
        raise BadUsage("the form holds no choice: expected yes or no")
    authors.confirm(
        site.database,
        visit.visitor.reader,
        _key(form),
        form.get("reader", ""),
        site.now(),
        yes=yes == "yes",
    )
    return GoTo("/keeper")


def _key(form: dict[str, str]) -> str:
    """The paper that the form names: its key, or its address."""
    typed = form.get("paper", "").strip().partition("?")[0].partition("#")[0]
    return typed.rstrip("/").rpartition("/")[2]
