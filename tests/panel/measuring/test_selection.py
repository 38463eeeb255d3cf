"""Which papers a panel is measured on."""

from __future__ import annotations

import numpy as np

from goodpapers.panel.measuring.records import PeerReviewed
from goodpapers.panel.measuring.selection import papers_of, select, standardized
from goodpapers.panel.measuring.titles import title_mark


def paper(
    title: str = "T",
    decision: str | None = "poster",
    *,
    abstract: str | None = "A",
    rating: float | None = None,
    year: int = 2024,
) -> PeerReviewed:
    return PeerReviewed("ICLR", year, title, abstract, decision, rating)


def test_a_title_has_one_mark_whatever_its_case_blanks_marks_and_letter_forms() -> None:
    marks = {title_mark(t) for t in ("Efficient  Nets!", "efficient nets", "Ｅ\ufb03cient-𝐍ets")}
    assert len(marks) == 1
    assert title_mark("Efficient Nets 2") not in marks


def test_the_mark_is_the_start_of_the_published_hash() -> None:
    # printf abc | sha256sum, the standard's own example (FIPS 180-2, appendix B.1)
    assert title_mark("A, b: C") == "ba7816bf8f01cfea"


def test_oral_spotlight_poster_and_accept_are_positive_reject_and_workshop_negative() -> None:
    decisions = ["oral", "spotlight", "poster", "accept", "reject", "workshop"]
    rows = [paper(decision, decision) for decision in decisions]
    chosen = select([rows], set()).groups["ICLR", 2024]
    papers = papers_of(chosen, decisions)
    assert papers.accepted.tolist() == [True] * 4 + [False] * 2
    np.testing.assert_equal(papers.highlighted, [1, 1, 0, np.nan, np.nan, np.nan])


def test_withdrawn_unknown_and_other_decisions_stay_out_and_are_counted() -> None:
    rows = [paper(str(n), decision) for n, decision in enumerate(["withdraw", None, "findings"])]
    selection = select([rows], set())
    assert selection.groups == {("ICLR", 2024): []}
    assert selection.left_out == {"no_decision": 3}


def test_papers_of_the_training_are_left_out_by_title() -> None:
    rows = [paper("Known work"), paper("New work"), paper("known WORK!", "withdraw")]
    selection = select([rows], {title_mark("Known Work")})
    assert [chosen.row.title for chosen in selection.groups["ICLR", 2024]] == ["New work"]
    assert selection.left_out == {"trained_on": 1, "no_decision": 1}


def test_a_paper_given_twice_counts_once_in_its_year_and_again_in_another() -> None:
    rows = [paper("One"), paper("one"), paper("One", year=2025), paper("Two", abstract=None)]
    selection = select([rows, rows], set())
    assert [len(group) for group in selection.groups.values()] == [1, 1]
    assert selection.left_out == {"repeated": 4, "no_abstract": 2}


def test_groups_come_in_order_of_venue_and_year_and_nameless_ones_first() -> None:
    rows = [paper(str(year), year=year) for year in (2025, 2017)]
    nameless = PeerReviewed(None, None, "T", "A", "oral", None)
    groups = select([[*rows, nameless]], set()).groups
    assert list(groups) == [(None, None), ("ICLR", 2017), ("ICLR", 2025)]


def test_ratings_are_standardized_within_their_file_over_every_rated_row() -> None:
    rows = [paper(rating=3), paper(rating=7, decision="withdraw"), paper()]
    np.testing.assert_equal(standardized(rows), [-1, 1, np.nan])
    np.testing.assert_equal(standardized([paper(rating=6)] * 2), [0, 0])


def test_a_paper_falls_into_the_same_fold_wherever_it_stands() -> None:
    titles = [f"Paper {n}" for n in range(200)]
    one = papers_of(select([[paper(t) for t in titles]], set()).groups["ICLR", 2024], titles)
    turned = [paper(t) for t in reversed(titles)]
    two = papers_of(select([turned], set()).groups["ICLR", 2024], titles[::-1])
    assert one.fold.tolist() == two.fold[::-1].tolist()
    assert np.bincount(one.fold, minlength=5).min() > 20
