"""Conflicts are kept with votes, and computed anew when profile or programme change."""

from __future__ import annotations

import json
from datetime import datetime
from typing import Any

import pytest
from tests.store.cast import NOW, a_paper, key, save

from goodpapers.domain.errors import BadUsage
from goodpapers.domain.listing import Reveal
from goodpapers.domain.paper import PaperKey
from goodpapers.domain.programme import Author
from goodpapers.domain.reader import Reader
from goodpapers.services.browse import Viewer
from goodpapers.services.conflicts import (
    Ground,
    conflict_on,
    recompute_all,
    recompute_conflicts,
    say,
)
from goodpapers.services.votes import cast_vote
from goodpapers.store.database import Database
from goodpapers.store.readers import add_reader, find_reader
from goodpapers.store.votes import conflicts_of


def reader(database: Database, **profile: Any) -> Reader:
    """Rosa, with what she confirmed of herself."""
    with database.write() as db:
        made = add_reader(db, "Rosa", now=NOW)
        return changed(db, made, **profile)


def changed(db: Any, one: Reader, **profile: list[str]) -> Reader:
    for column, values in profile.items():
        db.exec_driver_sql(f"UPDATE reader SET {column} = '{json.dumps(values)}'")
    return find_reader(db, one.key)


def kept(database: Database, one: Reader) -> dict[PaperKey, str | None]:
    with database.read() as db:
        return conflicts_of(db, one.id)


def cast(database: Database, one: Reader, number: int) -> None:
    cast_vote(
        database, Viewer(Reveal.AFTER_VOTE, reader=one), key(number), "worth_reading", now=NOW
    )


def ground(database: Database, one: Reader, number: int, now: datetime = NOW) -> Ground | None:
    found = conflict_on(database, one, key(number), now)
    return found and found.ground


def papers(database: Database) -> None:
    """Four papers: Rosa's own, one of her co-author, one of her institution, and another."""
    save(
        database,
        a_paper(1, authors=(Author("Rosa Luque", ("EPFL",)), Author("Grace Hopper", ("MIT",)))),
        a_paper(2, authors=(Author("Grace Hopper", ("Yale University",)),), institutions=()),
        a_paper(3, authors=(Author("Emmy Noether", ("Stanford University",)),), institutions=()),
        a_paper(4, authors=(Author("Ida Rhodes", ("Technion",)),), institutions=("Technion",)),
    )


def test_the_catalog_tells_author_co_author_and_institution(database: Database) -> None:
    papers(database)
    rosa = reader(database, names=["Rosa Luque"], email_domains=["gmail.com", "stanford.edu"])
    grounds = [ground(database, rosa, number) for number in (1, 2, 3, 4)]
    assert grounds == [Ground.AUTHOR, Ground.COAUTHOR, Ground.INSTITUTION, None]
    assert [ground(database, reader(database), number) for number in (1, 2, 3, 4)] == [None] * 4
    assert conflict_on(database, None, key(1), NOW) is None


def test_after_four_years_a_co_author_is_one_no_more(database: Database) -> None:
    papers(database)
    rosa = reader(database, names=["Rosa Luque"])
    assert ground(database, rosa, 2, NOW.replace(year=2030)) is Ground.COAUTHOR
    assert ground(database, rosa, 2, NOW.replace(year=2031)) is None


def test_a_conflict_is_kept_with_the_vote_and_follows_the_profile(database: Database) -> None:
    papers(database)
    rosa = reader(database)
    for number in (1, 2, 3, 4):
        cast(database, rosa, number)
    assert set(kept(database, rosa).values()) == {None}
    with database.write() as db:
        rosa = changed(db, rosa, names=["Rosa Luque"], affiliations=["Technion"])
    assert recompute_conflicts(database, rosa, now=NOW) == 3
    assert kept(database, rosa) == {key(1): "own", key(2): "shared", key(3): None, key(4): "shared"}
    assert recompute_conflicts(database, rosa, now=NOW) == 0


def test_a_conflict_follows_the_programme(database: Database) -> None:
    papers(database)
    rosa = reader(database, names=["Rosa Luque"])
    cast(database, rosa, 3)
    save(database, a_paper(3, authors=(Author("Rosa Luque", ()),)))
    assert recompute_all(database, now=NOW) == 1
    assert kept(database, rosa) == {key(3): "own"}


def test_what_is_called_wrong_changes_the_votes_too_and_can_be_taken_back(
    database: Database,
) -> None:
    papers(database)
    rosa = reader(database, names=["Rosa Luque"])
    cast(database, rosa, 1)
    cast(database, rosa, 2)
    assert kept(database, rosa) == {key(1): "own", key(2): "shared"}
    rosa = say(database, rosa, f"author:{key(1)}", wrong=True, now=NOW)
    assert rosa.not_mine == (f"author:{key(1)}",)
    assert kept(database, rosa) == {key(1): None, key(2): None}
    say(database, rosa, f"author:{key(1)}", wrong=False, now=NOW)
    assert kept(database, rosa) == {key(1): "own", key(2): "shared"}


def test_only_a_mark_of_a_conflict_can_be_called_wrong(database: Database) -> None:
    rosa = reader(database)
    for mark in ("", "author:", "reader:1", "' OR 1=1"):
        with pytest.raises(BadUsage, match="names no conflict"):
            say(database, rosa, mark, wrong=True, now=NOW)
