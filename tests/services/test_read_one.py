"""The reading queue gives what may be given, ten a day, and nothing that is asked for."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from random import Random

import pytest
from tests.store.cast import NOW, a_paper, key, save

from goodpapers.domain.errors import BadUsage, SignInFirst, TooOften
from goodpapers.domain.listing import Reveal
from goodpapers.domain.offer import Answer, Group, Offer
from goodpapers.domain.paper import Paper, PaperKey
from goodpapers.domain.programme import Author
from goodpapers.domain.reader import Reader
from goodpapers.domain.reading import ReadingState
from goodpapers.services import read_one
from goodpapers.services.browse import Viewer
from goodpapers.services.votes import cast_vote, peek
from goodpapers.store.database import Database
from goodpapers.store.readers import add_reader, find_reader
from goodpapers.store.reading_list import put_on_list
from goodpapers.store.votes import own_of

EDITION = "neurips-2026"


def rosa(database: Database) -> Reader:
    with database.write() as db:
        return add_reader(db, "Rosa", now=NOW)


def by(author: str, number: int) -> Paper:
    return a_paper(number, institutions=(), authors=(Author(author),))


def draw(database: Database, one: Reader, group: str = "Theory") -> Offer | None:
    return read_one.draw(database, one, EDITION, group, now=NOW, chance=Random(3))


def drawn(database: Database, one: Reader, group: str = "Theory") -> list[PaperKey]:
    """Every paper that the queue gives on one day, each skipped at once."""
    found: list[PaperKey] = []
    while (offer := draw(database, one, group)) is not None:
        found.append(offer.paper)
        read_one.answer(database, one, offer.number, Answer.SKIPPED, NOW)
    return found


def test_it_gives_every_paper_of_the_group_once_and_none_of_another(database: Database) -> None:
    save(
        database,
        *(a_paper(number) for number in range(1, 6)),
        a_paper(6, area="Vision", area_group="Pictures"),
        a_paper(7, abstract=None, abstract_raw=None),
    )
    reader = rosa(database)
    queue = read_one.queue_of(database, reader, EDITION, NOW)
    assert queue.groups == (Group("Pictures", 1), Group("Theory", 5))
    assert sorted(drawn(database, reader)) == [key(number) for number in range(1, 6)]
    assert drawn(database, reader, "Pictures") == [key(6)]
    assert drawn(database, reader, "Nothing of the kind") == []


def test_it_never_gives_what_was_voted_on_looked_at_kept_or_is_in_conflict(
    database: Database,
) -> None:
    save(
        database,
        *(a_paper(number, institutions=(), authors=(Author("Ada Lovelace"),)) for number in (1, 2)),
        *(
            a_paper(number, institutions=(), authors=(Author("Emmy Noether"),))
            for number in (3, 4, 5)
        ),
    )
    reader = rosa(database)
    with database.write() as db:
        db.exec_driver_sql("""UPDATE reader SET names = '["Ada Lovelace"]'""")
        reader = find_reader(db, reader.key)
        put_on_list(db, reader.id, key(5), ReadingState.WANT_TO_READ, NOW)
    viewer = Viewer(Reveal.AFTER_VOTE, reader=reader)
    cast_vote(database, viewer, key(3), "not_for_me", now=NOW)
    assert drawn(database, reader) == [key(4)]
    with database.write() as db:
        db.exec_driver_sql("UPDATE paper SET judged = 1")  # or there is nothing to look at
    peek(database, viewer, key(4), allowed=True, now=NOW)
    assert drawn(database, reader) == []


def test_ten_a_day_and_ten_more_tomorrow(database: Database) -> None:
    save(database, *(a_paper(number) for number in range(1, 16)))
    reader = rosa(database)
    for number in range(1, 11):
        assert draw(database, reader) is not None
        read_one.answer(database, reader, number, Answer.SKIPPED, NOW)
    assert read_one.queue_of(database, reader, EDITION, NOW).left == 0
    with pytest.raises(TooOften, match="come back tomorrow"):
        draw(database, reader)
    tomorrow = NOW + timedelta(days=1)
    assert read_one.queue_of(database, reader, EDITION, tomorrow).left == 10
    assert read_one.draw(database, reader, EDITION, "Theory", now=tomorrow) is not None


def test_asking_again_gives_the_same_paper_until_it_is_answered(database: Database) -> None:
    save(database, *(a_paper(number) for number in range(1, 9)))
    reader = rosa(database)
    with ThreadPoolExecutor(4) as pool:
        offers = set(pool.map(lambda _: draw(database, reader), range(8)))
    assert len(offers) == 1
    assert read_one.queue_of(database, reader, EDITION, NOW).left == 9


def test_a_vote_on_what_was_taken_is_assigned_whenever_it_comes(database: Database) -> None:
    save(database, *(a_paper(number) for number in range(1, 6)))
    reader = rosa(database)
    viewer = Viewer(Reveal.AFTER_VOTE, reader=reader)
    for said in (Answer.SKIPPED, Answer.TAKEN, Answer.SKIPPED):
        offer = draw(database, reader)
        assert offer is not None
        read_one.answer(database, reader, offer.number, said, NOW)
        if said is Answer.TAKEN:
            taken = offer.paper
    later = NOW + timedelta(days=6)
    kept = cast_vote(database, viewer, taken, "worth_reading", now=later).vote
    assert kept.assigned
    assert kept.skipped_share == pytest.approx(2 / 3)
    other = next(key(number) for number in range(1, 6) if key(number) != taken)
    assert not cast_vote(database, viewer, other, "worth_reading", now=later).vote.assigned
    with database.read() as db:
        row = db.exec_driver_sql("SELECT state, assigned_at FROM reading_list").fetchall()
        assert own_of(db, reader.id, [taken])[taken].taken
    assert [state for state, at in row if at] == ["want_to_read"]


def test_taking_it_off_the_list_does_not_make_it_chosen(database: Database) -> None:
    save(database, a_paper(1))
    reader = rosa(database)
    assert draw(database, reader) is not None
    read_one.answer(database, reader, 1, Answer.TAKEN, NOW)
    with database.write() as db:
        db.exec_driver_sql("DELETE FROM reading_list")
    viewer = Viewer(Reveal.AFTER_VOTE, reader=reader)
    assert cast_vote(database, viewer, key(1), "worth_reading", now=NOW).vote.assigned


def test_what_is_not_offered_cannot_be_answered(database: Database) -> None:
    save(database, a_paper(1), a_paper(2))
    reader, other = rosa(database), rosa(database)
    with pytest.raises(BadUsage, match="not offered any more"):
        read_one.answer(database, reader, 1, Answer.TAKEN, NOW)
    assert draw(database, reader) is not None
    for who, number in ((other, 1), (reader, 2)):
        with pytest.raises(BadUsage, match="not offered any more"):
            read_one.answer(database, who, number, Answer.TAKEN, NOW)
    read_one.answer(database, reader, 1, Answer.SKIPPED, NOW)
    with pytest.raises(BadUsage, match="not offered any more"):
        read_one.answer(database, reader, 1, Answer.TAKEN, NOW)
    with pytest.raises(SignInFirst):
        read_one.draw(database, None, EDITION, "Theory", now=NOW)
