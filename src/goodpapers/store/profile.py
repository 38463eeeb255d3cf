"""What a reader says of themselves, in the row of the reader."""

from __future__ import annotations

import json
from collections.abc import Sequence

from sqlalchemy import Connection, bindparam, func, select, update

from goodpapers.store.reader_tables import reader
from goodpapers.store.rows import slug, storable
from goodpapers.store.statements import Statement, padded, places
from goodpapers.store.tables import edition, paper, paper_institution

_MOST = 32
_LISTS = ("names", "affiliations", "topics", "conferences")
_WRITE = Statement(
    update(reader)
    .where(reader.c.id == bindparam("reader_number"))
    .values({name: bindparam(f"new_{name}") for name in ("name", "orcid", *_LISTS)})
)
_KNOWN_INSTITUTIONS = Statement(
    select(paper_institution.c.institution_key, func.min(paper_institution.c.name))
    .where(paper_institution.c.institution_key.in_(places(_MOST, "key")))
    .group_by(paper_institution.c.institution_key)
)
_OFTEN = Statement(
    select(func.min(paper_institution.c.name))
    .group_by(paper_institution.c.institution_key)
    .order_by(func.count().desc(), paper_institution.c.institution_key)
    .limit(bindparam("most"))
)
_AREAS = Statement(
    select(func.min(paper.c.area))
    .where(paper.c.area_key.is_not(None), paper.c.accepted == 1)
    .group_by(paper.c.area_key)
    .order_by(func.count().desc(), paper.c.area_key)
    .limit(bindparam("most"))
)
_CONFERENCES = Statement(select(edition.c.conference).group_by(edition.c.conference))


def write_profile(
    db: Connection,
    reader_id: int,
    *,
    name: str,
    orcid: str | None,
    names: Sequence[str],
    affiliations: Sequence[str],
    topics: Sequence[str],
    conferences: Sequence[str],
) -> None:
    """Keep what the reader says of themselves, in place of what they said before."""
    _WRITE.run(
        db,
        reader_number=reader_id,
        new_name=storable(name),
        new_orcid=orcid,
        new_names=_packed(names),
        new_affiliations=_packed(affiliations),
        new_topics=_packed(topics),
        new_conferences=_packed(conferences),
    )


def as_the_catalog_writes(db: Connection, institutions: Sequence[str]) -> list[str]:
    """Institutions in the catalog's own spelling where it knows them; else as they were typed."""
    keys = [slug(each) for each in institutions]
    known: dict[str, str] = {}
    for start in range(0, len(keys), _MOST):
        batch = padded(keys[start : start + _MOST], _MOST, "key")
        known.update(_KNOWN_INSTITUTIONS.all(db, **batch))
    found = [known.get(key, typed) for key, typed in zip(keys, institutions, strict=True)]
    return list(dict.fromkeys(found))


def often_named_institutions(db: Connection, most: int) -> list[str]:
    """The institutions with the most papers, to suggest while one types."""
    return [row[0] for row in _OFTEN.all(db, most=most)]


def areas_of_catalog(db: Connection, most: int) -> list[str]:
    """The areas with the most papers."""
    return [row[0] for row in _AREAS.all(db, most=most)]


def conferences_of_catalog(db: Connection) -> list[str]:
    """Every conference that the site holds an edition of, by name."""
    return sorted(row[0] for row in _CONFERENCES.all(db))


def _packed(names: Sequence[str]) -> str:
    return json.dumps(sorted({storable(each) for each in names}), ensure_ascii=False)
