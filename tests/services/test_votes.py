"""Votes are kept once, counted right, and say what the server knew: on either database."""

from __future__ import annotations

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.store.cast import NOW, a_paper, a_result, empty, key, save

from goodpapers.domain.errors import BadUsage, SignInFirst, Unknown
from goodpapers.domain.listing import Opened, Reveal
from goodpapers.domain.reader import Reader
from goodpapers.domain.vote import CastVote, Split, Vote
from goodpapers.services import browse
from goodpapers.services.reveal import previews_of
from goodpapers.services.votes import cast_vote, peek, withdraw_vote
from goodpapers.store.browse import card
from goodpapers.store.database import Database
from goodpapers.store.looks import previews
from goodpapers.store.readers import add_reader, find_reader
from goodpapers.store.state import version
from goodpapers.store.verdicts import write_results
from goodpapers.store.votes import own_of, recount_votes_of, split_of, votable_paper


def viewer(database: Database, name: str = "Rosa") -> browse.Viewer:
    with database.write() as db:
        return browse.Viewer(Reveal.AFTER_VOTE, reader=add_reader(db, name, now=NOW))


def reader_of(one: browse.Viewer) -> Reader:
    assert one.reader is not None
    return one.reader


def vote(database: Database, who: browse.Viewer, number: int, said: str, **more: Any) -> CastVote:
    return cast_vote(database, who, key(number), said, **{"now": NOW, **more}).vote


def n_votes(database: Database, number: int) -> int:
    with database.read() as db:
        return card(db, key(number)).n_votes


def test_a_vote_is_kept_changed_and_taken_back(database: Database) -> None:
    save(database, a_paper(1), a_paper(2))
    rosa, later = viewer(database), NOW + timedelta(hours=1)
    assert vote(database, rosa, 1, "worth_reading") == CastVote(
        Vote.WORTH_READING, NOW, NOW, True, False, None
    )
    changed = vote(database, rosa, 1, "no_verdict", now=later)
    assert changed == CastVote(Vote.NO_VERDICT, NOW, later, False, False, None)
    with database.read() as db:
        assert own_of(db, reader_of(rosa).id, [key(1), key(2)])[key(1)].vote == changed
    assert (n_votes(database, 1), n_votes(database, 2)) == (1, 0)
    assert withdraw_vote(database, rosa, key(1))
    assert not withdraw_vote(database, rosa, key(1))
    assert n_votes(database, 1) == 0


def test_only_what_changes_something_changes_the_state(database: Database) -> None:
    save(database, a_paper(1))
    rosa, states = viewer(database), []
    for said in ("worth_reading", "worth_reading", "not_for_me", None, None):
        if said is None:
            withdraw_vote(database, rosa, key(1))
        else:
            vote(database, rosa, 1, said)
        with database.read() as db:
            states.append(version(db))
    first = states[0]
    assert states == [first, first, first + 1, first + 2, first + 2]


def test_votes_of_many_at_once_are_all_counted_and_none_twice(database: Database) -> None:
    save(database, a_paper(1))
    readers = [viewer(database, f"Reader {number}") for number in range(6)]
    said = ["worth_reading", "not_for_me", "no_verdict"]
    with ThreadPoolExecutor(8) as pool:
        for done in [
            pool.submit(vote, database, readers[turn % 6], 1, said[turn % 3]) for turn in range(48)
        ]:
            done.result()
    assert n_votes(database, 1) == 6
    with database.read() as db:
        split = split_of(db, key(1))
    assert split.judged + split.no_verdict == 6


def test_two_clicks_at_once_are_one_vote_and_it_stays_blind(database: Database) -> None:
    save(database, a_paper(1))
    rosa = viewer(database)
    with ThreadPoolExecutor(4) as pool:
        kept = list(pool.map(lambda _: vote(database, rosa, 1, "worth_reading"), range(8)))
    assert {one.blind for one in kept} == {True}
    assert n_votes(database, 1) == 1


def test_a_visitor_an_unknown_paper_and_an_unaccepted_one_are_refused(database: Database) -> None:
    save(database, a_paper(1))
    rosa = viewer(database)
    with pytest.raises(SignInFirst):
        vote(database, replace(rosa, reader=None), 1, "worth_reading")
    with pytest.raises(Unknown, match="there is no paper"):
        vote(database, rosa, 9, "worth_reading")
    with database.write() as db:
        db.exec_driver_sql("UPDATE paper SET accepted = 0")
    with pytest.raises(BadUsage, match="accepted"):
        vote(database, rosa, 1, "worth_reading")


def test_the_votes_of_a_suspended_reader_count_for_nobody_until_that_is_undone(
    database: Database,
) -> None:
    save(database, a_paper(1))
    rosa, ben = viewer(database), viewer(database, "Ben")
    vote(database, rosa, 1, "worth_reading")
    vote(database, ben, 1, "not_for_me")
    for suspended, n, split in ((1, 1, Split(not_for_me=1)), (None, 2, Split(1, 1))):
        with database.write() as db:
            value = "NULL" if suspended is None else str(suspended)
            db.exec_driver_sql(f"UPDATE reader SET suspended_at = {value} WHERE name = 'Rosa'")
            recount_votes_of(db, reader_of(rosa).id)
        assert n_votes(database, 1) == n
        with database.read() as db:
            assert split_of(db, key(1)) == split


def test_a_paper_page_opens_to_its_voter_alone(database: Database) -> None:
    save(database, *(a_paper(number) for number in range(1, 31)))
    with database.write() as db:
        write_results(db, [(key(number), a_result()) for number in range(1, 31)], NOW)
        drawn = previews(db, "neurips-2026", (12345, 678))
    assert len(drawn) == 2  # thirty papers, one in twenty, rounded up
    rosa, ben = viewer(database), viewer(database, "Ben")
    day = NOW.date()
    hidden = next(
        number
        for number in range(1, 31)
        if browse.paper(database, ben, key(number), day).card.opened is None
    )
    vote(database, rosa, hidden, "not_for_me")
    mine = browse.paper(database, rosa, key(hidden), day).card
    theirs = browse.paper(database, ben, key(hidden), day).card
    assert (mine.opened, mine.hidden and mine.hidden.split) == (Opened.VOTE, Split(not_for_me=1))
    assert (theirs.opened, theirs.hidden, theirs.own.vote) == (None, None, None)
    peek(database, ben, key(hidden), allowed=True, now=NOW)
    assert browse.paper(database, ben, key(hidden), day).card.opened is Opened.PEEK


ACTS = st.lists(
    st.tuples(
        st.integers(0, 2),
        st.integers(1, 3),
        st.sampled_from([*(str(each) for each in Vote), "withdraw", "peek"]),
    ),
    max_size=25,
)


@settings(
    max_examples=20, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(acts=ACTS)
def test_whatever_readers_do_there_is_one_vote_each_and_the_count_is_right(
    database: Database, acts: list[tuple[int, int, str]]
) -> None:
    empty(database)
    save(database, *(a_paper(number) for number in (1, 2, 3)))
    with database.write() as db:
        write_results(db, [(key(number), a_result()) for number in (1, 2, 3)], NOW)
    with database.read() as db:
        drawn = previews_of(database, db, "neurips-2026", NOW.date())
    readers = [viewer(database, name) for name in ("Ada", "Ben", "Cleo")]
    wanted: dict[tuple[int, int], str] = {}
    blind: dict[tuple[int, int], bool] = {}
    seen: set[tuple[int, int]] = set()
    now: datetime = NOW
    for who, number, act in acts:
        now, place = now + timedelta(seconds=1), (who, number)
        if act == "withdraw":
            withdraw_vote(database, readers[who], key(number))
            wanted.pop(place, None)
        elif act == "peek":
            peek(database, readers[who], key(number), allowed=True, now=now)
            seen.add(place)
        else:
            vote(database, readers[who], number, act, now=now)
            if place not in wanted:
                blind[place] = place not in seen and key(number) not in drawn
            elif wanted[place] != act:
                blind[place] = False
            wanted[place] = act
            seen.add(place)
    counted = Counter(number for _, number in wanted)
    assert [n_votes(database, number) for number in (1, 2, 3)] == [counted[n] for n in (1, 2, 3)]
    with database.read() as db:
        for who, one in enumerate(readers):
            own = own_of(db, reader_of(one).id, [key(1), key(2), key(3)])
            for number in (1, 2, 3):
                kept = own[key(number)].vote
                assert (kept and kept.vote.value) == wanted.get((who, number))
                if kept:
                    assert kept.blind is blind[who, number]


def test_a_reader_who_leaves_takes_the_rows_along(database: Database) -> None:
    save(database, a_paper(1))
    rosa = viewer(database)
    vote(database, rosa, 1, "worth_reading")
    with database.write() as db:
        assert find_reader(db, reader_of(rosa).key)
        db.exec_driver_sql("DELETE FROM reader")
    with database.read() as db:
        assert split_of(db, key(1)) == Split()


def test_two_votes_on_one_paper_wait_for_each_other(database: Database) -> None:
    # Else both would see no vote before them, and one reader would be counted twice.
    save(database, a_paper(1))
    rosa = viewer(database)
    with ThreadPoolExecutor(1) as pool:
        with database.write() as db:
            assert votable_paper(db, key(1), lock=True).accepted
            waiting = pool.submit(vote, database, rosa, 1, "worth_reading")
            with pytest.raises(TimeoutError):
                waiting.result(0.3)
        assert waiting.result(10).vote is Vote.WORTH_READING
    assert n_votes(database, 1) == 1
