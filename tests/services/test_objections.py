"""Contested verdicts: who may, once each, taken back, and what the keeper is shown."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from tests.web.made import NOW, SAMPLE, made_site

from goodpapers.domain.errors import BadUsage, NotAllowed, SignInFirst, Unknown
from goodpapers.domain.listing import Query, Reveal
from goodpapers.domain.paper import PaperKey
from goodpapers.domain.reader import Reader, Role
from goodpapers.domain.verdict import PanelResult, Verdict
from goodpapers.panel.personas import read_personas
from goodpapers.readers.gate import Viewer
from goodpapers.services.browse import list_papers
from goodpapers.services.objections import (
    contested_by,
    list_objections,
    mark_seen,
    object_to,
    take_back,
)
from goodpapers.services.votes import cast_vote
from goodpapers.store.readers import add_reader
from goodpapers.store.verdicts import find_result, write_results
from goodpapers.wiring import Site


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    """The sample, judged by hand: twelve yes, seven no, and the last one without an answer."""
    made = made_site(tmp_path / "goodpapers.db", [SAMPLE], seed=1)
    judged(made, [True] * 12 + [False] * 7 + [None])
    yield made
    made.close()


def keys_of(site: Site) -> list[PaperKey]:
    found = list_papers(site.database, Viewer(Reveal.ALWAYS), Query(day=NOW.date()))
    return [card.paper.key for card in found.listing.cards]


def judged(site: Site, answers: list[bool | None], recipe: str = "recipe") -> None:
    """Let the embedded source say the same of every paper."""
    verdicts = tuple(
        Verdict(one.key, None if yes is None else 0.5, yes)
        for one, yes in zip(read_personas(), answers, strict=True)
    )
    result = PanelResult("embedded", "by hand", recipe, "hash", 0.0, verdicts, NOW)
    with site.database.write() as db:
        write_results(db, [(key, result) for key in keys_of(site)], NOW)


def someone(site: Site, name: str, role: Role = Role.READER) -> Reader:
    with site.database.write() as db:
        return add_reader(db, name, role=role, now=NOW)


def objected(site: Site, reader: Reader | None, persona: str, **more: object) -> bool:
    """The reader objects on an open site, to the first paper's verdict."""
    given = {"key": keys_of(site)[0], "source": "embedded", "now": NOW, **more}
    viewer = Viewer(Reveal.ALWAYS, reader=reader)
    key = given.pop("key")
    return object_to(site.database, viewer, str(key), persona=persona, **given)  # type: ignore[arg-type]


def test_one_objection_a_reader_and_verdict_however_often_it_is_sent(site: Site) -> None:
    rosa = someone(site, "Rosa")
    assert objected(site, rosa, "sceptic")
    assert not objected(site, rosa, "sceptic", now=NOW + timedelta(hours=1))
    ben = someone(site, "Ben", Role.KEEPER)
    (contested,) = list_objections(site.database, ben)
    assert [(each.reader_name, each.made_at) for each in contested.objections] == [("Rosa", NOW)]


def test_it_can_be_taken_back_and_made_again(site: Site) -> None:
    rosa, key = someone(site, "Rosa"), keys_of(site)[0]
    objected(site, rosa, "sceptic")
    assert take_back(site.database, rosa, key, persona="sceptic", source="embedded")
    assert not take_back(site.database, rosa, key, persona="sceptic", source="embedded")
    assert list_objections(site.database, someone(site, "Ben", Role.KEEPER)) == ()
    assert objected(site, rosa, "sceptic")


def test_nobody_objects_to_what_is_hidden_from_them(site: Site) -> None:
    hidden = Viewer(Reveal.AFTER_VOTE, reader=someone(site, "Rosa"))
    cards = list_papers(site.database, hidden, Query(day=NOW.date())).listing.cards
    # A preview of the day is open to everyone.
    closed = next(card.paper.key for card in cards if card.hidden is None)
    said = {"persona": "sceptic", "source": "embedded", "now": NOW}
    with pytest.raises(BadUsage, match="not shown to you yet"):
        object_to(site.database, hidden, closed, **said)  # type: ignore[arg-type]
    cast_vote(site.database, hidden, closed, "worth_reading", now=NOW)
    assert object_to(site.database, hidden, closed, **said)  # type: ignore[arg-type]


def test_a_visitor_a_stranger_s_paper_and_a_missing_answer_are_refused(site: Site) -> None:
    rosa = someone(site, "Rosa")
    with pytest.raises(SignInFirst):
        objected(site, None, "sceptic")
    with pytest.raises(SignInFirst):
        take_back(site.database, None, keys_of(site)[0], persona="sceptic", source="embedded")
    with pytest.raises(Unknown, match="no paper"):
        objected(site, rosa, "sceptic", key="aaaaaaaaaa")
    with pytest.raises(Unknown, match="no reviewer"):
        objected(site, rosa, "nobody")
    with pytest.raises(Unknown, match="no source"):
        objected(site, rosa, "sceptic", source="oracle")
    with pytest.raises(BadUsage, match="gave no answer"):
        objected(site, rosa, read_personas()[19].key)


def test_an_objection_to_a_yes_is_none_to_the_no_that_came_afterwards(site: Site) -> None:
    rosa, key = someone(site, "Rosa"), keys_of(site)[0]
    first = read_personas()[0].key
    objected(site, rosa, first)

    def now_contested() -> set[str]:
        with site.database.read() as db:
            result = find_result(db, key, "embedded")
        assert result is not None
        return contested_by(site.database, rosa, key, result)

    assert now_contested() == {first}
    judged(site, [False] * 20, "another recipe")
    assert now_contested() == set()
    assert objected(site, rosa, first)
    assert now_contested() == {first}


def test_the_keeper_sees_them_by_reviewer_those_with_most_new_ones_first(site: Site) -> None:
    rosa, ada = someone(site, "Rosa"), someone(site, "Ada")
    ben = someone(site, "Ben", Role.KEEPER)
    one, two, *_ = keys_of(site)
    objected(site, rosa, "newcomer")
    for reader in (rosa, ada):
        objected(site, reader, "theorist", key=two)
    objected(site, rosa, "theorist", key=one)
    found = list_objections(site.database, ben)
    assert [(each.persona.key, len(each.objections), each.n_papers) for each in found] == [
        ("theorist", 3, 2),
        ("newcomer", 1, 1),
    ]
    assert [(each.n_against_yes, each.n_unseen) for each in found] == [(0, 3), (1, 1)]
    assert mark_seen(site.database, ben, "theorist", NOW + timedelta(hours=1)) == 3
    assert [each.persona.key for each in list_objections(site.database, ben)] == [
        "newcomer",
        "theorist",
    ]
    assert mark_seen(site.database, ben, "theorist", NOW + timedelta(hours=2)) == 0


def test_only_a_keeper_sees_them_and_marks_them(site: Site) -> None:
    rosa = someone(site, "Rosa")
    for by, error in ((None, SignInFirst), (rosa, NotAllowed)):
        with pytest.raises(error):
            list_objections(site.database, by)
        with pytest.raises(error):
            mark_seen(site.database, by, "sceptic", NOW)
    with pytest.raises(Unknown, match="no reviewer"):
        mark_seen(site.database, someone(site, "Ben", Role.KEEPER), "nobody", NOW)
