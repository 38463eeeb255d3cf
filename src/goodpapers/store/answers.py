"""The stored answers of one source, all at once: to set bars anew, and to count."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from sqlalchemy import Connection, bindparam, func, select, update

from goodpapers.domain.paper import PaperKey
from goodpapers.store.state import bump_version
from goodpapers.store.statements import Statement
from goodpapers.store.tables import edition, panel_result, paper

_BATCH = 1_000
_MEANING = {True: "1", False: "0", None: "-"}


class StoredAnswers(NamedTuple):
    """What one paper's reviewers said, without evidence."""

    paper_id: int
    area_group: str | None
    merit: float
    recommends: str
    """One character a reviewer: 1, 0, or - for missing."""
    personas: tuple[str, ...]
    probabilities: tuple[float | None, ...]


_PAGE = Statement(
    select(
        panel_result.c.paper_id,
        paper.c.area_group,
        panel_result.c.merit,
        panel_result.c.recommends,
        panel_result.c.verdicts,
    )
    .join_from(panel_result, paper)
    .where(
        panel_result.c.source == bindparam("source"),
        panel_result.c.recipe == bindparam("recipe"),
        panel_result.c.paper_id > bindparam("after_id"),
    )
    .order_by(panel_result.c.paper_id)
    .limit(bindparam("n"))
)


def stored_answers(db: Connection, source: str, recipe: str) -> Iterator[StoredAnswers]:
    """The answers of every paper that `source` judged under `recipe`, by row number."""
    after_id = 0
    while rows := _PAGE.all(db, source=source, recipe=recipe, after_id=after_id, n=_BATCH):
        for number, group, merit, recommends, packed in rows:
            said = json.loads(packed)["verdicts"]
            yield StoredAnswers(
                number,
                group,
                merit,
                recommends,
                tuple([each[0] for each in said]),
                tuple([each[1] for each in said]),
            )
        after_id = rows[-1][0]


_CHANGE = Statement(
    update(panel_result)
    .values(recommends=bindparam("answers"), merit=bindparam("joint"))
    .where(
        panel_result.c.paper_id == bindparam("number"), panel_result.c.source == bindparam("source")
    )
)


class NewVerdicts(NamedTuple):
    """What a paper's verdicts become under new bars."""

    paper_id: int
    recommends: str
    merit: float


def answer_marks(recommends: Sequence[bool | None]) -> str:
    """One character a reviewer, as `StoredAnswers.recommends` has them."""
    return "".join([_MEANING[each] for each in recommends])


def change_verdicts(db: Connection, source: str, changed: Sequence[NewVerdicts]) -> None:
    """Replace verdicts and merit of papers; the probabilities stay as they are."""
    names = _CHANGE.names(db)
    rows = [
        {"answers": each.recommends, "joint": each.merit, "number": each.paper_id, "source": source}
        for each in changed
    ]
    _CHANGE.run_many(db, [tuple(row[name] for name in names) for row in rows])
    bump_version(db)


_COUNTS = Statement(
    select(panel_result.c.recommends, func.count())
    .join_from(panel_result, paper)
    .where(panel_result.c.source == bindparam("source"), paper.c.accepted == 1)
    .group_by(panel_result.c.recommends)
)


def answer_counts(db: Connection, source: str) -> list[tuple[int, int]]:
    """For each of the twenty reviewers: how many accepted papers it recommends, and of how many."""
    yes, asked = [0] * 20, [0] * 20
    for recommends, n in _COUNTS.all(db, source=source):
        for place, answer in enumerate(recommends[:20]):
            yes[place] += n * (answer == "1")
            asked[place] += n * (answer != "-")
    return list(zip(yes, asked, strict=True))


_MERITS = Statement(
    select(panel_result.c.source, paper.c.key, panel_result.c.merit)
    .join_from(panel_result, paper)
    .join(edition)
    .where(edition.c.key == bindparam("edition_key"), paper.c.accepted == 1)
    .order_by(panel_result.c.source, paper.c.key)
)


def merits_by_source(db: Connection, edition_key: str) -> dict[str, dict[PaperKey, float]]:
    """What each source thinks of the accepted papers of an edition that it judged, by its name."""
    found: dict[str, dict[PaperKey, float]] = {}
    for source, key, merit in _MERITS.all(db, edition_key=edition_key):
        found.setdefault(source, {})[PaperKey(key)] = merit
    return found


_SOURCES = Statement(
    select(panel_result.c.source)
    .join_from(panel_result, paper)
    .where(paper.c.key == bindparam("key"))
    .order_by(panel_result.c.source)
)


def sources_of(db: Connection, key: str) -> list[str]:
    """The names of the sources that judged a paper, sorted."""
    return [row[0] for row in _SOURCES.all(db, key=key)]
