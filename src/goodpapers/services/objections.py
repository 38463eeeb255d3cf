"""A reader or an author contests a verdict of the panel; the keeper sees where a question fails.

Possible only where that verdict is shown to that reader, so an answer never tells what is hidden.
An objection changes no score: it is a word to the keeper.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from goodpapers.domain.errors import BadUsage, Unknown
from goodpapers.domain.reader import Reader
from goodpapers.domain.verdict import PanelResult, Persona, Verdict
from goodpapers.panel.personas import read_personas
from goodpapers.readers.gate import Viewer
from goodpapers.services import browse, rights
from goodpapers.store.database import Database
from goodpapers.store.objections import (
    Objection,
    add_objection,
    every_objection,
    mark_objections_seen,
    objections_of,
    remove_objection,
)
from goodpapers.store.verdicts import find_result

__all__ = [
    "Contested",
    "Objection",
    "contested_by",
    "list_objections",
    "mark_seen",
    "object_to",
    "take_back",
]


@dataclass(frozen=True, slots=True)
class Contested:
    """The objections to one reviewer, the newest first: many to one mean a bad question."""

    persona: Persona
    objections: tuple[Objection, ...]

    @property
    def n_unseen(self) -> int:
        """How many no keeper has marked as seen."""
        return sum(each.seen_at is None for each in self.objections)

    @property
    def n_against_yes(self) -> int:
        """How many hold a yes to be wrong; the others a no."""
        return sum(each.recommended for each in self.objections)

    @property
    def n_papers(self) -> int:
        """On how many papers."""
        return len({each.paper for each in self.objections})


def object_to(
    database: Database, viewer: Viewer, key: str, *, persona: str, source: str, now: datetime
) -> bool:
    """Keep that the reader holds this verdict to be wrong; False where that is kept already.

    Raises
    ------
    SignInFirst
        Nobody is signed in.
    Unknown
        There is no such paper, reviewer or source.
    BadUsage
        The verdict is not shown to this reader, or the reviewer gave no answer.
    """
    reader = rights.signed_in(viewer.reader)
    result = _shown_result(database, viewer, key, source, now)
    verdict = _verdict(result, persona)
    with database.write() as db:
        return add_objection(
            db,
            key,
            reader.id,
            source=source,
            persona=persona,
            recipe=result.recipe,
            recommended=bool(verdict.recommends),
            now=now,
        )


def take_back(database: Database, by: Reader | None, key: str, persona: str, source: str) -> bool:
    """The reader objects no more; False where they did not. Raises `SignInFirst`, `Unknown`."""
    reader = rights.signed_in(by)
    with database.write() as db:
        return remove_objection(db, key, reader.id, source=source, persona=persona)


def contested_by(database: Database, by: Reader | None, key: str, result: PanelResult) -> set[str]:
    """Whose verdicts, of those in `result`, the reader contests now; none for a visitor.

    An objection to a yes is no objection to the no that came afterwards.
    """
    if by is None:
        return set()
    with database.read() as db:
        made = objections_of(db, key, by.id, result.source)
    now = {verdict.persona: verdict.recommends for verdict in result.verdicts}
    return {persona for persona, recommended in made.items() if now.get(persona) is recommended}


def list_objections(database: Database, by: Reader | None) -> tuple[Contested, ...]:
    """All objections of the site by reviewer, those with most unseen ones first.

    Raises
    ------
    SignInFirst, NotAllowed
        `by` is no keeper.
    """
    rights.keeper(by)
    with database.read() as db:
        every = every_objection(db)
    found = [
        Contested(one, tuple(each for each in every if each.persona == one.key))
        for one in read_personas()
    ]
    some = [one for one in found if one.objections]
    return tuple(sorted(some, key=lambda one: (-one.n_unseen, -len(one.objections))))


def mark_seen(database: Database, by: Reader | None, persona: str, now: datetime) -> int:
    """Note that a keeper has seen the objections to that reviewer; how many were new.

    Raises
    ------
    SignInFirst, NotAllowed
        `by` is no keeper.
    Unknown
        There is no such reviewer.
    """
    rights.keeper(by)
    if persona not in {one.key for one in read_personas()}:
        raise Unknown(f'there is no reviewer "{persona}"')
    with database.write() as db:
        return mark_objections_seen(db, persona, now, now)


def _shown_result(
    database: Database, viewer: Viewer, key: str, source: str, now: datetime
) -> PanelResult:
    card = browse.paper(database, viewer, key, now.date()).card
    if card.hidden is None or card.hidden.result is None:
        raise BadUsage("this verdict is not shown to you yet; vote on the paper first")
    if card.hidden.result.source == source:
        return card.hidden.result
    with database.read() as db:
        other = find_result(db, key, source)
    if other is None:
        raise Unknown(f'no source "{source}" has judged this paper')
    return other


def _verdict(result: PanelResult, persona: str) -> Verdict:
    found = next((each for each in result.verdicts if each.persona == persona), None)
    if found is None:
        raise Unknown(f'there is no reviewer "{persona}"')
    if found.recommends is None:
        raise BadUsage("this reviewer gave no answer, so there is nothing to disagree with")
    return found
