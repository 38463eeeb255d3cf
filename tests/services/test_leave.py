"""A reader takes everything along and leaves: nothing of theirs stays, on either database."""

from __future__ import annotations

import csv
import io
import json
import zipfile
from datetime import UTC, datetime, timedelta

import bibtexparser
import pytest
from sqlalchemy import inspect, text
from tests.store.cast import NOW, a_paper, key, save

from goodpapers.domain.errors import BadUsage, NotAllowed
from goodpapers.domain.identity import Identity
from goodpapers.domain.listing import Reveal
from goodpapers.domain.reader import Reader, Role
from goodpapers.readers.gate import Viewer
from goodpapers.services import sign_in
from goodpapers.services.keep_papers import keep_note, note_visit, set_state, switch_history
from goodpapers.services.my_data import CONFIRMATION, everything, leave
from goodpapers.services.profile import ProfileForm, change_profile
from goodpapers.services.votes import cast_vote
from goodpapers.store.audit import note_act
from goodpapers.store.authors import set_known, write_answer
from goodpapers.store.database import Database
from goodpapers.store.everything import everything_of, tables_of_readers
from goodpapers.store.identities import add_identity
from goodpapers.store.readers import add_reader, find_reader
from goodpapers.store.tables import metadata

MARKS = ("Quillfeather", "0000-0002-1825-0097", "rosa@example.edu", "my secret thought")
PAPERS = [a_paper(number) for number in (1, 2, 3)]


def arrived(
    database: Database, name: str = "Rosa Quillfeather", role: Role = Role.READER
) -> Reader:
    """A reader who did everything that leaves a trace."""
    save(database, *PAPERS)
    with database.write() as db:
        reader = add_reader(db, name, role=role, now=NOW)
        found = Identity("email", "rosa@example.edu", name=name, email="rosa@example.edu")
        add_identity(db, reader.id, found, NOW)
        note_act(db, actor=reader.key, act="join", about=reader.key, detail="email", now=NOW)
        note_act(db, actor="keeper", act="know", about="x", detail=f"reader {reader.key}", now=NOW)
    sign_in.begin(database, reader, how="email", device="Firefox", now=NOW)
    form = ProfileForm(name, names=name, affiliations="Nowhere", orcid="0000-0002-1825-0097")
    change_profile(database, reader, form, NOW)
    with database.read() as db:
        reader = find_reader(db, reader.key)
    viewer = Viewer(Reveal.AFTER_VOTE, reader=reader)
    for paper in PAPERS[:2]:
        cast_vote(database, viewer, paper.key, "worth_reading", now=NOW + timedelta(hours=2))
    set_state(database, reader, key(1), "read", NOW)
    keep_note(database, reader, key(3), "my secret thought = x", NOW)
    switch_history(database, reader, on=True)
    with database.read() as db:
        reader = find_reader(db, reader.key)
    note_visit(database, reader, key(2), NOW)
    with database.write() as db:
        set_known(db, key(3), reader.id, "keeper", NOW)
        write_answer(db, key(3), reader.id, "We thank the panel.", NOW)
    return reader


def all_text(database: Database) -> str:
    """Every value of every table, as text."""
    found = []
    with database.read() as db:
        for table in metadata.sorted_tables:
            found += [repr(tuple(row)) for row in db.execute(table.select())]
    return "\n".join(found)


def votes(database: Database) -> list[tuple[object, ...]]:
    with database.read() as db:
        rows = db.execute(
            text("SELECT paper_id, vote, cast_at, reader.name, reader.kind, reader.key FROM vote "
                 "JOIN reader ON reader.id = vote.reader_id ORDER BY paper_id")
        )  # fmt: skip
        return [tuple(row) for row in rows]


def counts(database: Database) -> list[int]:
    with database.read() as db:
        return list(db.execute(text("SELECT n_votes FROM paper ORDER BY key")).scalars())


def test_the_archive_holds_every_table_that_knows_the_reader(database: Database) -> None:
    reader = arrived(database)
    with database.read() as db:
        rows = everything_of(db, reader.id, reader.key)
    used = {"identity", "sign_in", "vote", "look", "reading_list", "note", "visited", "author"}
    with database.read() as db:
        there = inspect(db)
        stored = {
            name
            for name in there.get_table_names()
            if "reader_id" in {column["name"] for column in there.get_columns(name)}
        }
    assert {table.name for table in tables_of_readers()} == stored
    assert {name for name in used if not rows[name]} == set()
    said = json.dumps(rows)
    for mark in (*MARKS, "Firefox", "We thank the panel."):
        assert mark in said
    assert "token_hash" not in said
    assert rows["vote"][0] == {  # type: ignore[index]
        "paper": key(1),
        "vote": "worth_reading",
        "cast_at": "2026-12-01T11:30:00+00:00",
        "changed_at": "2026-12-01T11:30:00+00:00",
        "blind": True,
        "open_site": False,
        "assigned": False,
        "skipped_share": 0.0,
        "conflict": None,
    }


def test_the_archive_opens_and_reads_back(database: Database) -> None:
    reader = arrived(database)
    body = everything(database, reader, NOW)
    assert body == everything(database, reader, NOW)
    with zipfile.ZipFile(io.BytesIO(body)) as opened:
        assert opened.testzip() is None
        files = {name: opened.read(name).decode() for name in opened.namelist()}
    assert set(files) == {
        "README.txt",
        "everything.json",
        "my-papers.csv",
        "my-papers.bib",
        f"notes/paper-3-{key(3)}.md",
    }
    assert "my secret thought = x" in files[f"notes/paper-3-{key(3)}.md"]
    rows = list(csv.DictReader(io.StringIO(files["my-papers.csv"].removeprefix("\ufeff"))))
    assert {row["key"] for row in rows} == {key(1), key(2), key(3)}
    assert len(bibtexparser.parse_string(files["my-papers.bib"]).entries) == 3
    assert json.loads(files["everything.json"])["reader"]["name"] == "Rosa Quillfeather"
    assert "everything that this Good Papers site holds of you" in files["README.txt"]


def test_nothing_is_left_of_who_takes_the_votes_along(database: Database) -> None:
    reader = arrived(database)
    assert counts(database) == [1, 1, 0]
    leave(database, reader, typed=CONFIRMATION, keep_votes=False, now=NOW)
    left = all_text(database)
    for mark in (*MARKS, reader.key):
        assert mark not in left
    assert votes(database) == []
    assert counts(database) == [0, 0, 0]


def test_votes_that_stay_are_nobody_s(database: Database) -> None:
    reader = arrived(database)
    leave(database, reader, typed="  Delete MY account ", keep_votes=True, now=NOW)
    left = all_text(database)
    for mark in (*MARKS, reader.key):
        assert mark not in left
    midnight = int(datetime(2026, 12, 1, tzinfo=UTC).timestamp() * 1_000_000)
    stayed = votes(database)
    assert [row[1:5] for row in stayed] == [
        ("worth_reading", midnight, "A reader who left", "left")
    ] * 2
    assert stayed[0][5] != reader.key
    assert counts(database) == [1, 1, 0]
    with database.read() as db:
        kept = db.execute(text("SELECT count(*) FROM look")).scalar()
    assert kept == 0


def test_votes_on_one_s_own_papers_go_even_where_the_others_stay(database: Database) -> None:
    reader = arrived(database)
    with database.write() as db:
        own = "UPDATE vote SET conflict = 'own' WHERE paper_id = (SELECT id FROM paper WHERE key = "
        db.execute(text(f"{own}'{key(1)}')"))
    leave(database, reader, typed=CONFIRMATION, keep_votes=True, now=NOW)
    assert counts(database) == [0, 1, 0]
    assert len(votes(database)) == 1


def test_without_the_typed_words_nothing_is_deleted(database: Database) -> None:
    reader = arrived(database)
    before = all_text(database)
    with pytest.raises(BadUsage, match="type “delete my account”"):
        leave(database, reader, typed="yes", keep_votes=True, now=NOW)
    assert all_text(database) == before


def test_the_only_keeper_cannot_leave_a_site_without_one(database: Database) -> None:
    reader = arrived(database, role=Role.KEEPER)
    before = all_text(database)
    with pytest.raises(NotAllowed, match="only keeper"):
        leave(database, reader, typed=CONFIRMATION, keep_votes=False, now=NOW)
    assert all_text(database) == before
    with database.write() as db:
        add_reader(db, "Ben", role=Role.KEEPER, now=NOW)
    leave(database, reader, typed=CONFIRMATION, keep_votes=False, now=NOW)
    assert "Quillfeather" not in all_text(database)


def test_another_reader_keeps_everything(database: Database) -> None:
    reader = arrived(database)
    with database.write() as db:
        ada = add_reader(db, "Ada", now=NOW)
    keep_note(database, ada, key(1), "ada's own", NOW)
    cast_vote(database, Viewer(Reveal.AFTER_VOTE, reader=ada), key(1), "not_for_me", now=NOW)
    leave(database, reader, typed=CONFIRMATION, keep_votes=False, now=NOW)
    assert counts(database) == [1, 0, 0]
    assert "ada's own" in all_text(database)
