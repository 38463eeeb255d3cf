"""What the panel said comes back exactly; only what is not current is judged again."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.store.cast import ICLR, NEURIPS, NOW, a_paper, a_result, a_score, count, key, save

from goodpapers.domain.errors import Unknown
from goodpapers.domain.programme import Status, Track
from goodpapers.domain.score import Tier
from goodpapers.domain.verdict import PanelCount, PanelResult, Verdict
from goodpapers.store.database import Database
from goodpapers.store.scores import write_scores
from goodpapers.store.verdicts import (
    count_of,
    count_to_judge,
    find_result,
    merits,
    papers_to_judge,
    write_results,
)

text = st.text(st.characters(blacklist_categories=["Cs"], blacklist_characters="\x00"))
verdicts = st.builds(
    Verdict,
    persona=text,
    probability=st.none() | st.floats(0, 1),
    recommends=st.none() | st.booleans(),
    evidence=st.lists(text, max_size=3).map(tuple),
    reason=st.none() | text,
)
results = st.builds(
    PanelResult,
    source=st.sampled_from(["embedded", "endpoint"]),
    model=text,
    recipe=text,
    input_hash=text,
    merit=st.floats(-50, 50),
    verdicts=st.lists(verdicts, min_size=20, max_size=20).map(tuple),
    judged_at=st.datetimes(timezones=st.just(UTC)),
    flags=st.lists(text, max_size=3).map(tuple),
)


@settings(
    max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(result=results)
def test_a_result_comes_back_as_it_was_written(database: Database, result: PanelResult) -> None:
    save(database, a_paper(1))
    with database.write() as db:
        write_results(db, [(key(1), result)], NOW)
    with database.read() as db:
        assert find_result(db, key(1), result.source) == result


def test_a_later_result_of_the_same_source_replaces_the_earlier(database: Database) -> None:
    save(database, a_paper(1))
    with database.write() as db:
        write_results(db, [(key(1), a_result()), (key(1), a_result("endpoint"))], NOW)
        write_results(db, [(key(1), a_result(merit=-1.5))], NOW)
    with database.read() as db:
        assert find_result(db, key(1), "embedded") == a_result(merit=-1.5)
        assert find_result(db, key(1), "endpoint") == a_result("endpoint")
        assert find_result(db, key(1), "nobody") is None
        assert count(db, "panel_result") == 2


def test_a_result_without_a_time_gets_the_time_of_writing(database: Database) -> None:
    save(database, a_paper(1))
    now = datetime(2026, 12, 2, 7, 0, tzinfo=UTC)
    with database.write() as db:
        write_results(db, [(key(1), a_result(judged_at=None))], now)
    with database.read() as db:
        found = find_result(db, key(1), "embedded")
    assert found == a_result(judged_at=now)


def test_a_result_for_no_paper_is_refused(database: Database) -> None:
    with pytest.raises(Unknown, match="no paper"), database.write() as db:
        write_results(db, [(key(99), a_result())], NOW)


def test_a_quoted_sentence_is_kept_once(database: Database) -> None:
    sentence = "We prove a bound. " * 20
    verdict = Verdict("theorist", 0.5, True, (sentence,))
    save(database, a_paper(1))
    with database.write() as db:
        write_results(db, [(key(1), a_result(verdicts=(verdict,) * 20))], NOW)
    with database.read() as db:
        kept = db.exec_driver_sql("SELECT verdicts FROM panel_result").scalar_one()
    assert kept.count("We prove a bound.") == 20


def test_only_accepted_papers_with_an_abstract_are_to_be_judged(database: Database) -> None:
    save(
        database,
        a_paper(1),
        a_paper(2, abstract=None, abstract_raw=None),
        a_paper(3, status=Status.REJECTED),
        a_paper(4, status=Status.WITHDRAWN),
    )
    with database.read() as db:
        (found,) = papers_to_judge(db, "embedded", "recipe 1")
        assert count_to_judge(db, "embedded", "recipe 1") == 1
    assert (found.key, found.title, found.abstract) == (
        key(1), "Paper 1", "We study the question 1.",
    )  # fmt: skip


def test_papers_to_judge_come_in_batches(database: Database) -> None:
    save(database, *(a_paper(number) for number in range(5)))
    save(database, a_paper(9, edition=ICLR), edition=ICLR)
    seen, after = [], 0
    with database.read() as db:
        while batch := papers_to_judge(
            db, "embedded", "r", edition=NEURIPS.key, limit=2, after_id=after
        ):
            assert len(batch) <= 2
            seen += [one.key for one in batch]
            after = batch[-1].id
        assert count_to_judge(db, "embedded", "r", edition=NEURIPS.key) == 5
        assert count_to_judge(db, "embedded", "r") == 6
    assert seen == [key(number) for number in range(5)]


@pytest.mark.parametrize(
    ("source", "recipe", "abstract", "again"),
    [
        ("embedded", "recipe 1", "We study the question 1.", 0),
        ("endpoint", "recipe 1", "We study the question 1.", 1),
        ("embedded", "recipe 2", "We study the question 1.", 1),
        ("embedded", "recipe 1", "We study another question.", 1),
    ],
)
def test_what_is_not_current_is_judged_again(
    database: Database, source: str, recipe: str, abstract: str, again: int
) -> None:
    save(database, a_paper(1))
    with database.write() as db:
        write_results(db, [(key(1), a_result())], NOW)
    save(database, a_paper(1, abstract=abstract))
    with database.read() as db:
        assert count_to_judge(db, source, recipe) == again
        assert len(papers_to_judge(db, source, recipe)) == again
        # The paper changed in place: what was said of it is still there until it is replaced.
        assert find_result(db, key(1), "embedded") is not None


def test_merits_are_those_of_accepted_papers_in_order_of_their_keys(database: Database) -> None:
    save(
        database,
        a_paper(2, track=Track.ORAL),
        a_paper(1, area_group=None),
        a_paper(3, status=Status.REJECTED),
    )
    with database.write() as db:
        result = a_result(yes="1" * 3 + "-" * 2 + "0" * 15, merit=0.1 + 0.2)
        write_results(db, [(key(2), result), (key(2), replace(result, source="x", merit=9))], NOW)
        write_scores(db, NEURIPS.key, {key(2): a_score(70, Tier.MUST_READ)}, "fit")
    with database.read() as db:
        first, second = merits(db, NEURIPS.key, "embedded")
    assert first == (key(1), None, None, None, "poster", None, None)
    assert second == (key(2), 0.1 + 0.2, 3, 18, "oral", "Theory", Tier.MUST_READ)


def test_the_count_by_strictness_takes_five_ten_and_five() -> None:
    assert count_of("11110" + "1111110000" + "11100") == PanelCount(13, 20, 4, 5, 6, 10, 3, 5)
    assert count_of("-" * 20) == PanelCount(0, 0, 0, 0, 0, 0, 0, 0)
