"""Two sources at once: verdicts kept apart, the primary one counts, and where they disagree."""

from __future__ import annotations

from dataclasses import replace

from tests.store.cast import NOW, a_paper, a_result, key, save

from goodpapers.services.panel_sources import compare_sources, disagreements
from goodpapers.store.answers import answer_counts, merits_by_source
from goodpapers.store.browse import uncover, uncover_whole
from goodpapers.store.database import Database
from goodpapers.store.verdicts import merits, write_results

SOME = "1" * 12 + "0" * 8
OTHER = "1" * 10 + "-" * 2 + "1" + "0" * 7


def judged_twice(database: Database) -> None:
    save(database, a_paper(1), a_paper(2))
    with database.write() as db:
        write_results(
            db,
            [
                (key(1), a_result(yes=SOME, merit=0.5)),
                (key(1), a_result("strong", yes=OTHER, merit=-0.5)),
                (key(2), a_result("embedded", yes=SOME, merit=0.1)),
            ],
            NOW,
        )


def test_the_primary_source_counts_where_it_judged_and_the_other_where_it_did_not(
    database: Database,
) -> None:
    judged_twice(database)
    database.prefer("strong")
    with database.read() as db:
        shown = uncover(db, [key(1), key(2)])
        whole = uncover_whole(db, key(1))
    assert [shown[key(n)].count.yes for n in (1, 2) if shown[key(n)].count] == [11, 12]
    assert whole is not None
    assert whole.result is not None
    assert whole.result.source == "strong"

    database.prefer("embedded")
    with database.read() as db:
        count = uncover(db, [key(1)])[key(1)].count
    assert count is not None
    assert count.yes == 12


def test_reviewers_about_whom_the_sources_disagree_are_named(database: Database) -> None:
    judged_twice(database)
    found = compare_sources(database, key(1), "strong")
    assert found is not None
    assert found.sources == ("strong", "embedded")
    assert (found.yes, found.out_of) == (
        {"strong": 11, "embedded": 12},
        {"strong": 18, "embedded": 20},
    )
    # Of the thirteenth one says yes, the other no; of two there is but one answer.
    (only,) = disagreements(database, key(1), "strong")
    assert (only.persona, only.recommends) == ("persona_12", {"strong": True, "embedded": False})


def test_a_paper_with_one_source_has_nothing_to_disagree_about(database: Database) -> None:
    judged_twice(database)
    assert compare_sources(database, key(2), "embedded") is None
    assert disagreements(database, key(2), "embedded") == ()


def test_merits_are_told_for_every_source_apart(database: Database) -> None:
    judged_twice(database)
    with database.read() as db:
        assert merits_by_source(db, "neurips-2026") == {
            "embedded": {key(1): 0.5, key(2): 0.1},
            "strong": {key(1): -0.5},
        }
        assert [each.merit for each in merits(db, "neurips-2026", "strong")] == [-0.5, None]


def test_how_often_each_reviewer_says_yes_is_counted_over_accepted_papers(
    database: Database,
) -> None:
    judged_twice(database)
    with database.write() as db:
        write_results(db, [(key(2), replace(a_result(), source="strong"))], NOW)
    with database.read() as db:
        counts = answer_counts(db, "strong")
    assert counts[0] == (2, 2)
    assert counts[10] == (1, 1)
    assert counts[12] == (2, 2)
    assert counts[13] == (1, 2)
