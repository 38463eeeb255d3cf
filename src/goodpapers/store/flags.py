"""Papers in which the screen found text that is not for readers, and texts as they came in."""

from __future__ import annotations

import json
from typing import NamedTuple

from sqlalchemy import Connection, bindparam, func, or_, select

from goodpapers.domain.paper import PaperKey
from goodpapers.store.statements import Statement
from goodpapers.store.tables import edition, panel_result, paper

_NOTHING = json.dumps(())
_FLAGGED = Statement(
    select(
        paper.c.key,
        edition.c.name,
        paper.c.title,
        paper.c.abstract,
        panel_result.c.source,
        panel_result.c.flags,
    )
    .join_from(panel_result, paper, panel_result.c.paper_id == paper.c.id)
    .join(edition, paper.c.edition_id == edition.c.id)
    .where(panel_result.c.flags != bindparam("nothing"))
    .order_by(edition.c.id.desc(), paper.c.title, paper.c.id, panel_result.c.source)
)
_AS_THEY_CAME = Statement(
    select(
        paper.c.key,
        edition.c.name,
        paper.c.title,
        func.coalesce(paper.c.title_raw, paper.c.title),
        func.coalesce(paper.c.abstract_raw, ""),
    )
    .join_from(paper, edition)
    .where(paper.c.accepted == 1)
    .where(or_(paper.c.title_raw.is_not(None), paper.c.abstract_raw.is_not(None)))
    .order_by(edition.c.id.desc(), paper.c.title, paper.c.id)
)


class FlaggedText(NamedTuple):
    """One paper's text as one source judged it, and the kinds of what was found in it."""

    paper: PaperKey
    edition: str
    title: str
    abstract: str
    source: str
    flags: tuple[str, ...]


class TextAsItCame(NamedTuple):
    """One paper's text before it was cleaned for display."""

    paper: PaperKey
    edition: str
    title: str
    title_raw: str
    abstract_raw: str


def flagged_texts(db: Connection) -> list[FlaggedText]:
    """Every paper with a flag, once for each source that flagged it; the newest edition first."""
    rows = _FLAGGED.all(db, nothing=_NOTHING)
    return [
        FlaggedText(PaperKey(key), name, title, abstract or "", source, tuple(json.loads(flags)))
        for key, name, title, abstract, source, flags in rows
    ]


def texts_as_they_came(db: Connection) -> list[TextAsItCame]:
    """The accepted papers whose text was changed by cleaning, in the same order."""
    return [TextAsItCame(PaperKey(row[0]), *row[1:]) for row in _AS_THEY_CAME.all(db)]
