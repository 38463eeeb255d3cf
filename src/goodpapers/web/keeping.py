"""Where a paper stands on the reader's list, as the small form on its card and its page."""

from __future__ import annotations

from collections.abc import Iterable

from markupsafe import Markup

from goodpapers.domain.paper import PaperKey
from goodpapers.services.keep_papers import ReadingState, states_of
from goodpapers.web.environment import part
from goodpapers.web.visit import Visit


def keep_forms(visit: Visit, keys: Iterable[PaperKey]) -> dict[PaperKey, Markup]:
    """The form for each paper's card, drawn; none for a visitor."""
    reader = visit.visitor.reader
    if reader is None:
        return {}
    wanted = list(keys)
    states = states_of(visit.site.database, reader, wanted)
    return {key: keep_form(visit, key, states.get(key)) for key in wanted}


def keep_form(visit: Visit, key: PaperKey, state: ReadingState | None) -> Markup:
    """The form of one paper, for the reader who is signed in."""
    draw = part("parts/keep.html", "keep")
    return draw(key, state, visit.visitor.form_token, visit.address)
