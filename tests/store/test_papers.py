"""A paper comes back as it was written, whatever it holds, and keeps its address."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.store.cast import EVENING, ICLR, MORNING, NEURIPS, NOW, a_paper, count, key, save, stored

from goodpapers.domain.errors import Unknown
from goodpapers.domain.paper import Paper
from goodpapers.domain.programme import Author, Link, Session, Slot, Status, Track
from goodpapers.store.browse import facets
from goodpapers.store.database import Database
from goodpapers.store.papers import (
    find_paper,
    find_papers_by_words,
    known_papers,
    resolve,
    write_papers,
)

ON_A_DATABASE = settings(
    max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)

# Every character but halves of one (surrogates) and NUL, which the cleaning takes out before.
words = st.text(st.characters(blacklist_categories=["Cs"], blacklist_characters="\x00"))
names = st.text(
    st.characters(blacklist_categories=["Cs"], blacklist_characters="\x00"), min_size=1, max_size=20
)
offsets = st.integers(-12 * 60, 14 * 60).map(lambda minutes: timezone(timedelta(minutes=minutes)))
times = st.datetimes(datetime(1990, 1, 1), datetime(2090, 1, 1), timezones=offsets)
sessions = st.builds(
    Session, names, st.none() | names, st.none() | names, st.none() | times, st.none() | times,
    st.none() | st.just("Europe/Paris"),
)  # fmt: skip
slots = st.builds(
    Slot, sessions, st.none() | names, st.none() | words, st.none() | times, st.none() | times
)


def several(things: st.SearchStrategy[object]) -> st.SearchStrategy[tuple[object, ...]]:
    return st.lists(things, max_size=4).map(tuple)


papers = st.builds(
    Paper,
    key=st.integers(0, 2**50 - 1).map(key),
    edition=st.just(NEURIPS),
    title=words,
    title_raw=words,
    abstract=st.none() | words,
    abstract_raw=st.none() | words,
    abstract_by=st.sampled_from(["authors", "demo"]),
    summary=st.none() | words,
    summary_by=st.none() | st.sampled_from(["authors", "demo", "abstract"]),
    authors=several(st.builds(Author, names, several(names))),
    more_authors=st.integers(0, 3_000),
    institutions=several(names),
    track=st.none() | st.sampled_from(Track),
    status=st.sampled_from(Status),
    area=st.none() | words,
    area_group=st.none() | words,
    keywords=several(words),
    published=st.none() | st.integers(1900, 2100),
    links=several(st.builds(Link, st.sampled_from(["pdf", "page"]), words)),
    slots=several(slots),
    identifiers=st.sets(st.tuples(names, names), max_size=4).map(lambda s: tuple(sorted(s))),
)


def offsets_of(paper: Paper) -> list[object]:
    moments = [
        moment
        for slot in paper.slots
        for moment in (
            slot.starts_at, slot.ends_at, slot.session.starts_at, slot.session.ends_at
        )
    ]  # fmt: skip
    return [moment and moment.utcoffset() for moment in moments]


@ON_A_DATABASE
@given(paper=papers)
def test_a_paper_comes_back_as_it_was_written(database: Database, paper: Paper) -> None:
    save(database, paper)
    with database.read() as db:
        found = find_paper(db, paper.key)
    assert found == paper
    # Equal moments may differ in offset, and the page shows the local time.
    assert offsets_of(found) == offsets_of(paper)


@ON_A_DATABASE
@given(before=papers, after=papers)
def test_a_changed_paper_comes_back_as_it_was_changed(
    database: Database, before: Paper, after: Paper
) -> None:
    after = replace(after, key=before.key)
    save(database, before)
    save(database, after)
    with database.read() as db:
        assert find_paper(db, before.key) == after


def test_what_no_database_can_hold_is_left_out_of_the_text(database: Database) -> None:
    save(database, a_paper(title="a\x00b\ud800c", abstract="x\x00y"))
    with database.read() as db:
        found = find_paper(db, key(1))
    assert (found.title, found.abstract) == ("abc", "xy")


def test_the_local_time_of_a_session_is_kept(database: Database) -> None:
    save(database, a_paper(slots=(Slot(MORNING),)))
    with database.read() as db:
        (slot,) = find_paper(db, key(1)).slots
    assert slot.session.starts_at is not None
    assert slot.session.starts_at.isoformat() == "2026-12-08T10:00:00+11:00"
    assert slot.session.zone == "Australia/Sydney"


def test_a_paper_that_is_not_there_is_unknown(database: Database) -> None:
    with database.read() as db, pytest.raises(Unknown, match='no paper "zzzzzzzzzz"'):
        find_paper(db, "zzzzzzzzzz")


def test_an_import_learns_what_the_edition_has(database: Database) -> None:
    one, other = a_paper(1, identifiers=(("openreview", "abc"),)), a_paper(2, identifiers=())
    save(database, one, other)
    save(database, a_paper(3, edition=ICLR), edition=ICLR)
    with database.read() as db:
        known = known_papers(db, NEURIPS.key)
        assert known.identifiers == {("openreview", "abc"): one.key}
        assert known.content_hashes == {
            row.paper.key: row.content_hash for row in stored([one, other])
        }
        assert known_papers(db, "icml-1999").content_hashes == {}


def test_what_a_changed_paper_lost_is_gone(database: Database) -> None:
    both = (Slot(MORNING, "#1"), Slot(EVENING, "#2"))
    save(database, a_paper(1, slots=both, institutions=("EPFL", "Technion")))
    save(database, a_paper(1, slots=both[1:], institutions=("EPFL",), identifiers=()))
    with database.read() as db:
        choices = facets(db, NEURIPS.key)
        assert [one.name for one in choices.institutions] == ["EPFL"]
        assert [one.session for one in choices.sessions] == [EVENING]
        assert count(db, "session") == 1
        assert known_papers(db, NEURIPS.key).identifiers == {}


def test_more_papers_than_a_batch_are_written(database: Database) -> None:
    save(database, *(a_paper(number) for number in range(1_201)))
    save(database, *(a_paper(number, title="Changed") for number in range(0, 1_300, 2)))
    with database.read() as db:
        assert count(db, "paper") == 1_201 + 49
        assert find_paper(db, key(1_200)).title == "Changed"
        assert find_paper(db, key(1_199)).title == "Paper 1199"


def test_sessions_of_one_name_get_addresses_that_tell_them_apart(database: Database) -> None:
    later = replace(MORNING, starts_at=datetime(2026, 12, 9, 1, 0, tzinfo=UTC))
    elsewhere = replace(later, hall="Hall B")
    no_letters = Session("!!!")
    every = (MORNING, replace(MORNING, city="Paris"), later, elsewhere, no_letters)
    save(database, *(a_paper(n, slots=(Slot(each),)) for n, each in enumerate(every)))
    with database.read() as db:
        keys = {facet.session: facet.key for facet in facets(db, NEURIPS.key).sessions}
    assert keys[MORNING] == "poster-session-1"
    assert keys[replace(MORNING, city="Paris")] == "poster-session-1-paris"
    assert keys[later] == "poster-session-1-sydney"
    assert keys[elsewhere] == "poster-session-1-sydney-2026-12-09"
    assert keys[no_letters].startswith("x-")


def test_a_session_keeps_its_address_when_more_sessions_come(database: Database) -> None:
    save(database, a_paper(1, slots=(Slot(MORNING),)))
    save(database, a_paper(2, slots=(Slot(replace(MORNING, hall="Hall Z")),)))
    save(database, a_paper(3, slots=(Slot(MORNING),)))
    with database.read() as db:
        found = {facet.session: facet.key for facet in facets(db, NEURIPS.key).sessions}
    assert found[MORNING] == "poster-session-1"


def test_a_session_that_moved_keeps_its_address(database: Database) -> None:
    moved = replace(MORNING, hall="Hall D")
    save(database, a_paper(1, slots=(Slot(MORNING),)), a_paper(2, slots=(Slot(MORNING),)))
    save(database, a_paper(1, slots=(Slot(moved),)), a_paper(2, slots=(Slot(moved),)))
    with database.read() as db:
        (facet,) = facets(db, NEURIPS.key).sessions
    assert (facet.key, facet.session.hall, facet.n) == ("poster-session-1", "Hall D", 2)


@pytest.mark.parametrize(
    "typed",
    [
        key(5),
        f"https://papers.example.org/papers/{key(5)}",
        f"/papers/{key(5)}",
        "7HVADbW8fh",
        "https://openreview.net/forum?id=7HVADbW8fh",
        "https://arxiv.org/abs/2106.01345v2",
        "https://arxiv.org/pdf/2106.01345.pdf",
        "https://doi.org/10.1000/xyz123",
        "Attention, and what it's for",
        "attention and what",
    ],
)
def test_a_paper_is_found_by_what_people_call_it(database: Database, typed: str) -> None:
    called = (("openreview", "7HVADbW8fh"), ("arxiv", "2106.01345"), ("doi", "10.1000/xyz123"))
    save(
        database,
        a_paper(4, title="Attention alone"),
        a_paper(5, title="Attention, and what it’s for", identifiers=called),
    )
    with database.read() as db:
        assert resolve(db, typed) == key(5)


def test_words_of_several_papers_name_the_first_few(database: Database) -> None:
    save(database, *(a_paper(number, title=f"Attention {number}") for number in range(7)))
    with database.read() as db, pytest.raises(Unknown, match=f"7 papers.*{key(6)} Attention 6"):
        resolve(db, "attention")


@pytest.mark.parametrize(
    "typed",
    [
        "",
        " ",
        "no such thing",
        "http://[",
        "\udcff",
        "\x1b[31m",
        "a\u202eb",
        "\x00",
        "x" * 9_999,
        "🙂",
    ],
)
def test_what_names_no_paper_is_unknown(database: Database, typed: str) -> None:
    save(database, a_paper(4))
    with database.read() as db, pytest.raises(Unknown, match="no paper"):
        resolve(db, typed)


def test_the_whole_title_wins_over_longer_titles(database: Database) -> None:
    save(database, a_paper(1, title="Deep Sets"), a_paper(2, title="Deep Sets of Sets"))
    with database.read() as db:
        assert resolve(db, "deep sets") == key(1)
        assert [one.key for one in find_papers_by_words(db, "deep sets")] == [key(2), key(1)]


def test_a_time_without_offset_is_refused(database: Database) -> None:
    naive = Slot(Session("Talks", starts_at=datetime(2026, 1, 1, 9, 0)))
    with pytest.raises(ValueError, match="aware"), database.write() as db:
        write_papers(db, NEURIPS, stored([a_paper(slots=(naive,))]), now=NOW)
