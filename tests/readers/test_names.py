"""Names are one person's only where that is safe."""

from __future__ import annotations

import string

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from goodpapers.readers.names import is_common, is_one_person, spellings

SAME = [
    ("Ada Lovelace", "ADA LOVELACE"),
    ("Ada Lovelace", "Lovelace, Ada"),
    ("Ada Lovelace", "Ada B. Lovelace"),
    ("Ada B. Lovelace", "Ada B Lovelace"),
    ("Jürgen Schmidhuber", "Jurgen Schmidhuber"),
    ("Jürgen Schmidhuber", "Juergen Schmidhuber"),
    ("Gabriel Peyré", "Gabriel Peyre"),
    ("Gabriel Peyre\u0301", "Gabriel Peyré"),
    ("Søren Hauberg", "Soren Hauberg"),
    ("Søren Hauberg", "Soeren Hauberg"),
    ("Łukasz Kaiser", "Lukasz Kaiser"),
    ("Jean-Philippe Vert", "Jean Philippe Vert"),
    ("Soo-Hyun Baek", "Soohyun Baek"),
    ("Brendan O’Donoghue", "Brendan O'Donoghue"),
    ("Дмитрий Орлов", "Орлов Дмитрий"),
    ("Αλέξανδρος Παπαδόπουλος", "Αλεξανδρος Παπαδοπουλος"),
    ("司馬相如", "司馬 相如"),
]
OTHERS = [
    ("Ada Lovelace", "Ada Love"),
    ("Ada Lovelace", "A. Lovelace"),
    ("Ada B. Lovelace", "Ada C. Lovelace"),
    ("Ada Lovelace", "Ada Byron Lovelace"),
    ("Lovelace", "Lovelace"),
    ("", ""),
    (" . ", " . "),
    ("A. L.", "A. L."),
    ("Дмитрий Орлов", "Dmitry Orlov"),
    ("王", "王"),
]
COMMON = [
    "Wei Zhang",
    "Zhang Wei",
    "Yang Li",
    "John Smith",
    "Min-Jun Kim",
    "王伟",
    "김민준",
    "Anh Nguyen",
]


@pytest.mark.parametrize(("mine", "theirs"), SAME)
def test_one_person_however_the_name_is_written(mine: str, theirs: str) -> None:
    assert is_one_person([mine], theirs, shares_institution=False)
    assert is_one_person([theirs], mine, shares_institution=False)


@pytest.mark.parametrize(("mine", "theirs"), OTHERS)
def test_names_that_only_resemble_each_other_are_not_one_person(mine: str, theirs: str) -> None:
    for shares in (False, True):
        assert not is_one_person([mine], theirs, shares_institution=shares)


@pytest.mark.parametrize("name", COMMON)
def test_a_common_name_needs_a_shared_institution_besides(name: str) -> None:
    assert is_common(name)
    assert not is_one_person([name], name, shares_institution=False)
    assert is_one_person([name], name, shares_institution=True)


def test_another_script_matches_only_if_the_reader_lists_it() -> None:
    mine = ["Dmitry Orlov", "Дмитрий Орлов"]
    assert is_one_person(mine, "Орлов, Дмитрий", shares_institution=False)


NAME = st.text(
    st.characters(categories=["L", "M", "Zs", "Pd", "P", "N"])
    | st.sampled_from(string.ascii_letters),
    max_size=30,
)


@given(NAME, NAME, st.booleans())
def test_it_goes_both_ways(one: str, other: str, shares: bool) -> None:
    assume(is_common(one) == is_common(other))
    assert is_one_person([one], other, shares_institution=shares) == is_one_person(
        [other], one, shares_institution=shares
    )


@given(NAME)
def test_a_name_is_its_own_unless_it_names_nobody(name: str) -> None:
    assert is_one_person([name], name, shares_institution=True) == bool(spellings(name))


@given(NAME, st.sampled_from(["", " ", ".", "A.", "-", "''", "Jr", "\u0301"]))
def test_an_empty_name_is_nobodys(name: str, nothing: str) -> None:
    assert not is_one_person([nothing], name, shares_institution=True)
    assert not is_one_person([name], nothing, shares_institution=True)
