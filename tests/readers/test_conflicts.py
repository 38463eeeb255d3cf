"""Conflicts of interest: author, co-author of four years, institution; and what is none."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goodpapers.domain.programme import Author
from goodpapers.readers.conflicts import (
    Conflict,
    Ground,
    Person,
    Work,
    conflict_with,
    institution_key,
    shared_institution,
)

ADA = Person(("Ada Lovelace",), ("EPFL",))


def work(key: str, *authors: Author, year: int | None = 2026) -> Work:
    places = tuple(dict.fromkeys(name for each in authors for name in each.institutions))
    return Work(key, year, authors, places)


def by(*names: str, at: str = "Technion") -> list[Author]:
    return [Author(name, (at,)) for name in names]


def found(person: Person, paper: Work, *written: Work) -> Conflict | None:
    return conflict_with(person, paper, written, this_year=2026)


def test_ones_own_paper_is_own() -> None:
    conflict = found(ADA, work("p", *by("Grace Hopper", "Lovelace, Ada")))
    assert conflict == Conflict(Ground.AUTHOR, "Lovelace, Ada", "author:p")
    assert conflict.kind == "own"


def test_an_institution_is_shared_by_its_whole_name() -> None:
    conflict = found(ADA, work("p", *by("Grace Hopper", at="EPFL")))
    assert conflict == Conflict(Ground.INSTITUTION, "EPFL", "institution:epfl")
    assert conflict.kind == "shared"
    assert found(ADA, work("p", *by("Grace Hopper", at="EPFL Middle East"))) is None


@pytest.mark.parametrize(
    ("year", "conflicts"), [(2026, True), (2022, True), (2021, False), (None, False)]
)
def test_a_co_author_of_the_last_four_years_is_shared(year: int | None, conflicts: bool) -> None:
    together = work("q", *by("Ada Lovelace", "Grace Hopper", at="MIT"), year=year)
    conflict = found(ADA, work("p", *by("Grace B. Hopper", "Emmy Noether")), together)
    wanted = Conflict(Ground.COAUTHOR, "Grace B. Hopper", "coauthor:Grace B. Hopper")
    assert conflict == (wanted if conflicts else None)


def test_a_paper_of_others_makes_no_co_authors() -> None:
    theirs = work("q", *by("Emmy Noether", "Grace Hopper"))
    assert found(ADA, work("p", *by("Grace Hopper")), theirs) is None


def test_two_readers_called_wei_zhang_are_two() -> None:
    wei = Person(("Wei Zhang",), ("Peking University",))
    assert found(wei, work("p", *by("Wei Zhang", at="ETH Zürich"))) is None
    own = found(wei, work("p", *by("Wei Zhang", at="Peking University")))
    assert own is not None
    assert own.ground is Ground.AUTHOR


def test_a_colleague_with_a_common_name_needs_the_institution_of_then() -> None:
    together = work("q", Author("Ada Lovelace", ("MIT",)), Author("Wei Zhang", ("MIT",)))
    assert found(ADA, work("p", *by("Wei Zhang", at="ETH Zürich")), together) is None
    conflict = found(ADA, work("p", *by("Wei Zhang", at="MIT")), together)
    assert conflict is not None
    assert conflict.ground is Ground.COAUTHOR


@pytest.mark.parametrize(
    ("mark", "paper"),
    [
        ("author:p", work("p", *by("Ada Lovelace"))),
        ("institution:epfl", work("p", *by("Emmy Noether", at="EPFL"))),
        ("coauthor:Grace Hopper", work("p", *by("Grace Hopper"))),
        ("author:q", work("p", *by("Grace Hopper"))),
    ],
)
def test_what_the_reader_calls_wrong_counts_no_more(mark: str, paper: Work) -> None:
    together = work("q", *by("Ada Lovelace", "Grace Hopper", at="MIT"))
    corrected = Person(ADA.names, ADA.institutions, frozenset({mark}))
    assert found(ADA, paper, together) is not None
    assert found(corrected, paper, together) is None


def test_who_is_known_to_be_an_author_cannot_call_it_wrong() -> None:
    known = Person((), (), frozenset({"author:p"}), frozenset({"p"}))
    conflict = found(known, work("p", *by("A. Lovelace")))
    assert conflict == Conflict(Ground.AUTHOR, "", "author:p", known=True)


@pytest.mark.parametrize(
    "name",
    ["", " ", "-", "University", "Independent Researcher", "Department of Computer Science", "N/A"],
)
def test_what_names_no_institution_is_shared_by_nobody(name: str) -> None:
    assert institution_key(name) == ""
    assert shared_institution([name], [name]) is None


@pytest.mark.parametrize(
    ("mine", "theirs"),
    [("ETH Zürich", "ETH Zurich"), ("東京大学", "東京大学"), ("Univ. of Oxford", "univ of oxford")],
)
def test_an_institution_is_the_same_whatever_its_accents_and_case(mine: str, theirs: str) -> None:
    assert shared_institution([mine], [theirs]) == theirs


PEOPLE = st.sampled_from(["", "X", "J. S.", "Wei Zhang", "Kim", "—", "李娜"])
PLACES = st.sampled_from(["", "University", "Independent", "None", "School of Engineering"])
AUTHORS = st.lists(st.builds(Author, PEOPLE, st.lists(PLACES, max_size=2).map(tuple)), max_size=4)
WORKS = st.builds(
    Work,
    st.sampled_from("pqr"),
    st.sampled_from([None, 2020, 2026]),
    AUTHORS.map(tuple),
    st.lists(PLACES, max_size=2).map(tuple),
)


@given(
    st.lists(PEOPLE, max_size=3).map(tuple),
    st.lists(PLACES, max_size=3).map(tuple),
    WORKS,
    st.lists(WORKS, max_size=4),
)
def test_empty_and_common_names_without_a_place_never_make_a_conflict(
    names: tuple[str, ...], places: tuple[str, ...], paper: Work, written: list[Work]
) -> None:
    assert found(Person(names, places), paper, *written) is None
