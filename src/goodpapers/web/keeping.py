"""What a reader keeps of one paper, as forms: its state on the list, and the private note."""

from __future__ import annotations

from markupsafe import Markup

from goodpapers.domain.paper import PaperKey
from goodpapers.services.keep_papers import LONGEST_NOTE, ReadingState, kept_here
from goodpapers.web.environment import part
from goodpapers.web.markdown import with_markdown
from goodpapers.web.visit import Visit


def keep_form(visit: Visit, key: PaperKey, state: ReadingState | None) -> Markup:
    """The small form of one paper, for the reader who is signed in."""
    return part("parts/keep.html", "keep")(key, state, visit.visitor.form_token, visit.address)


def yours(visit: Visit, key: PaperKey) -> Markup:
    """The part of a paper's page that is the reader's own; nothing for a visitor."""
    reader = visit.visitor.reader
    if reader is None:
        return Markup("")
    kept = kept_here(visit.site.database, reader, key)
    shown = with_markdown(kept.note) if kept.note else None
    back = f"/papers/{key}#yours"
    return part("parts/keep.html", "yours")(
        key, kept.state, visit.visitor.form_token, back, kept.note or "", shown, LONGEST_NOTE
    )
