"""Authors are known by the programme or the keeper's word, answer, and ask to withhold."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.store.cast import NOW

from goodpapers.domain.errors import BadUsage, NotAllowed, SignInFirst, Unknown
from goodpapers.domain.identity import Identity
from goodpapers.domain.reader import Reader, Role
from goodpapers.importers.contacts import read_contacts
from goodpapers.services import authors
from goodpapers.services.import_programme import import_programme
from goodpapers.store.audit import last_acts
from goodpapers.store.database import Database
from goodpapers.store.identities import add_identity
from goodpapers.store.readers import add_reader

ORCID = "0000-0002-1825-0097"


@pytest.fixture
def paper(database: Database, tmp_path: Path) -> str:
    """A paper whose programme names an iD and an address; its key."""
    record = {
        "id": "p1",
        "title": "On walking",
        "status": "Poster",
        "abstract": "We walk.",
        "author": "Rosa Quist;Ben Orlo",
        "orcid": f"{ORCID};",
        "email": ";Ben.Orlo@Example.EDU",
    }
    (tmp_path / "corl2031.json").write_text(json.dumps([record]))
    import_programme(database, tmp_path / "corl2031.json", now=NOW)
    with database.read() as db:
        return str(db.exec_driver_sql("SELECT key FROM paper").scalar_one())


def reader_with(database: Database, *identities: Identity, role: Role = Role.READER) -> Reader:
    with database.write() as db:
        reader = add_reader(db, "Rosa", role=role, now=NOW)
        for each in identities:
            add_identity(db, reader.id, each, NOW)
    return reader


@pytest.mark.parametrize(
    ("identity", "by"),
    [
        (Identity("orcid", ORCID), "orcid"),
        (Identity("email", "ben.orlo@example.edu"), "email"),
        (Identity("github", "17", email="ben.orlo@example.edu"), "email"),
    ],
)
def test_an_author_is_known_by_what_the_programme_names(
    database: Database, paper: str, identity: Identity, by: str
) -> None:
    reader = reader_with(database, identity)
    found = authors.claim(database, reader, paper, NOW)
    assert (found.known_by, found.is_known) == (by, True)


@pytest.mark.parametrize(
    "identity",
    [
        Identity("orcid", "0000-0001-5109-3700"),
        Identity("github", ORCID),  # another provider's number is no ORCID iD
        Identity("email", "ben@example.edu"),
    ],
)
def test_anyone_else_is_asked_about_and_may_do_nothing(
    database: Database, paper: str, identity: Identity
) -> None:
    reader = reader_with(database, identity)
    assert authors.claim(database, reader, paper, NOW).known_by == "asks"
    for act in (
        lambda: authors.answer(database, reader, paper, "x", NOW),
        lambda: authors.ask_to_withhold(database, reader, paper, NOW, asks=True),
    ):
        with pytest.raises(NotAllowed, match="not known as one"):
            act()


def test_an_orcid_that_a_reader_only_typed_proves_nothing(database: Database, paper: str) -> None:
    reader = reader_with(database)
    with database.write() as db:
        db.exec_driver_sql(f"UPDATE reader SET orcid = '{ORCID}'")
    assert not authors.claim(database, reader, paper, NOW).is_known


def test_what_the_programme_says_of_authors_is_kept_as_hashes_alone(
    database: Database, paper: str
) -> None:
    with database.read() as db:
        rows = db.exec_driver_sql("SELECT scheme, value_hash FROM author_contact").all()
        facts = db.exec_driver_sql("SELECT facts FROM paper").scalar_one()
    assert sorted(row[0] for row in rows) == ["email", "orcid"]
    assert all(len(row[1]) == 64 for row in rows)
    assert "example" not in str(rows).lower() + facts.lower()
    assert ORCID not in str(rows) + facts
    assert paper


def test_the_keeper_s_word_makes_and_unmakes_an_author(database: Database, paper: str) -> None:
    reader, keeper = reader_with(database), reader_with(database, role=Role.KEEPER)
    authors.claim(database, reader, paper, NOW)
    (claim,) = authors.waiting(database, keeper).claims
    assert (claim.paper, claim.reader) == (paper, reader.key)
    authors.confirm(database, keeper, paper, reader.key, NOW, yes=True)
    authors.answer(database, reader, paper, "We walked <b>far</b>.", NOW)
    assert authors.answers(database, paper) == ("We walked <b>far</b>.",)
    assert authors.waiting(database, keeper).claims == ()
    authors.confirm(database, keeper, paper, reader.key, NOW, yes=False)
    assert authors.answers(database, paper) == ()
    assert authors.authorship(database, reader, paper) is None
    with database.read() as db:
        acts = [(one.act, one.about) for one in last_acts(db, 10)]
    assert ("know author", paper) in acts
    assert ("not an author", paper) in acts


def test_an_answer_has_500_characters_at_most_and_can_be_taken_away(
    database: Database, paper: str
) -> None:
    reader = reader_with(database, Identity("orcid", ORCID))
    authors.claim(database, reader, paper, NOW)
    authors.answer(database, reader, paper, "é" * 500, NOW)
    with pytest.raises(BadUsage, match="501 characters"):
        authors.answer(database, reader, paper, "é" * 501, NOW)
    assert authors.answers(database, paper) == ("é" * 500,)
    authors.answer(database, reader, paper, " \n ", NOW)
    assert authors.answers(database, paper) == ()


def test_only_a_keeper_withholds_and_each_time_is_in_the_log(
    database: Database, paper: str
) -> None:
    reader = reader_with(database, Identity("orcid", ORCID))
    keeper = reader_with(database, role=Role.KEEPER)
    authors.claim(database, reader, paper, NOW)
    authors.ask_to_withhold(database, reader, paper, NOW, asks=True)
    assert [one.paper for one in authors.waiting(database, keeper).requests] == [paper]
    with pytest.raises(NotAllowed):
        authors.withhold(database, reader, paper, NOW, on=True, tiers="place")
    with pytest.raises(SignInFirst):
        authors.withhold(database, None, paper, NOW, on=True, tiers="place")
    authors.withhold(database, keeper, paper, NOW, on=True, tiers="place")
    found = authors.waiting(database, keeper)
    assert [key for key, _ in found.withheld] == [paper]
    assert found.requests == ()
    authors.withhold(database, keeper, paper, NOW, on=False, tiers="place")
    assert authors.waiting(database, keeper).withheld == ()
    with database.read() as db:
        acts = [(one.act, one.actor) for one in last_acts(db, 2)]
    assert acts == [("show again", keeper.key), ("withhold", keeper.key)]
    with pytest.raises(Unknown):
        authors.withhold(database, keeper, "zzzzzzzzzz", NOW, on=True, tiers="place")


def test_reading_the_programme_again_changes_nothing(
    database: Database, paper: str, tmp_path: Path
) -> None:
    report = import_programme(database, tmp_path / "corl2031.json", now=NOW)
    assert report.unchanged == 1
    with database.read() as db:
        n = db.exec_driver_sql("SELECT count(*) FROM author_contact").scalar_one()
    assert (n, bool(paper)) == (2, True)


@pytest.mark.parametrize(
    ("given_text", "found"),
    [
        ("https://orcid.org/0000-0002-1825-0097", ("orcid", "0000-0002-1825-0097")),
        ("0000-0002-1694-233x", ("orcid", "0000-0002-1694-233X")),
        (" Ada@Example.org ", ("email", "ada@example.org")),
        ("****@mit.edu", None),
        ("mit.edu", None),
        ("0000-0002-1825", None),
        (7, None),
    ],
)
def test_what_is_an_id_or_address(given_text: object, found: tuple[str, str] | None) -> None:
    assert read_contacts([given_text, given_text]) == ((found,) if found else ())


@given(st.lists(st.text(max_size=40)))
def test_whatever_stands_there_it_is_read_or_left(texts: list[str]) -> None:
    assert all(scheme in ("orcid", "email") for scheme, _ in read_contacts(texts))
