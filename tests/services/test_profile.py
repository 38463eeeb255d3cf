"""What a reader says of themselves, and the iD's check digit."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.store.cast import NOW, a_paper, save

from goodpapers.domain.errors import BadUsage
from goodpapers.domain.reader import Reader
from goodpapers.services.profile import (
    ProfileForm,
    change_profile,
    orcid_of,
    standing,
    suggestions,
)
from goodpapers.store.database import Database
from goodpapers.store.readers import add_reader, find_reader


def reader_of(database: Database) -> Reader:
    with database.write() as db:
        return add_reader(db, "Rosa", now=NOW)


def now_of(database: Database, reader: Reader) -> Reader:
    with database.read() as db:
        return find_reader(db, reader.key)


def test_a_profile_is_kept_in_the_catalog_s_spelling(database: Database) -> None:
    save(database, a_paper(1, institutions=("École Normale Supérieure", "EPFL")))
    reader = reader_of(database)
    form = ProfileForm(
        "  Rosa\tQuist ",
        names="Rosa Quist\nR. Quist\n\nRosa Quist",
        affiliations="ecole normale superieure\nepfl\nA place of my own",
        orcid="https://orcid.org/0000-0002-1694-233x",
        topics="Optimization",
        conferences="NeurIPS",
    )
    change_profile(database, reader, form, NOW)
    found = now_of(database, reader)
    assert found.name == "Rosa Quist"
    assert found.names == ("R. Quist", "Rosa Quist")
    assert found.affiliations == ("A place of my own", "EPFL", "École Normale Supérieure")
    assert found.orcid == "0000-0002-1694-233X"
    assert (found.topics, found.conferences) == (("Optimization",), ("NeurIPS",))
    known = suggestions(database, found)
    assert set(known.institutions) == {"École Normale Supérieure", "EPFL"}
    assert (known.areas, known.conferences) == (("Optimization",), ("NeurIPS",))


# From ORCID's own documentation of the structure of the iD: valid ones, one with X.
@pytest.mark.parametrize(
    "typed",
    ["0000-0002-1825-0097", "0000-0001-5109-3700", "0000-0002-1694-233X", "0000000218250097"],
)
def test_an_orcid_is_read(typed: str) -> None:
    assert orcid_of(typed).replace("-", "") == typed.replace("-", "")


@pytest.mark.parametrize(
    "typed", ["0000-0002-1825-0098", "0000-0002-1825-009", "x", "0000-0002-1825-00977", "٠" * 16]
)
def test_what_is_no_orcid_is_refused(typed: str) -> None:
    with pytest.raises(BadUsage, match="is no ORCID iD"):
        orcid_of(typed)


@given(st.integers(0, 10**15 - 1), st.integers(0, 14), st.integers(1, 9))
def test_one_wrong_digit_is_always_found(number: int, place: int, by: int) -> None:
    digits = f"{number:015}"
    good = next(f"{digits}{last}" for last in "0123456789X" if _is_orcid(f"{digits}{last}"))
    wrong = str((int(good[place]) + by) % 10)
    assert not _is_orcid(good[:place] + wrong + good[place + 1 :])


def _is_orcid(digits: str) -> bool:
    try:
        orcid_of(digits)
    except BadUsage:
        return False
    return True


@pytest.mark.parametrize(
    ("form", "said"),
    [
        (ProfileForm("  "), "is empty"),
        (ProfileForm("x" * 121), "longer than 120"),
        (ProfileForm("Rosa", names="\n".join(f"Name {i}" for i in range(21))), "at most 20"),
        (ProfileForm("Rosa", topics="t" * 121), "longer than 120"),
        (ProfileForm("Rosa", orcid="0000-0000-0000-0000"), "is no ORCID iD"),
    ],
)
def test_what_cannot_be_kept_is_said_and_nothing_changes(
    sqlite_url: str, form: ProfileForm, said: str
) -> None:
    from goodpapers.store.database import open_database

    database = open_database(sqlite_url)
    reader = reader_of(database)
    with pytest.raises(BadUsage, match=said):
        change_profile(database, reader, form, NOW)
    assert now_of(database, reader) == reader
    database.close()


@pytest.mark.parametrize(
    ("by", "said"),
    [
        ("identity", "older than a year"),
        ("email", "address of an institution"),
        ("keeper", "keeper's word"),
        (None, "not known to the site yet"),
    ],
)
def test_the_standing_is_one_sentence(sqlite_url: str, by: str | None, said: str) -> None:
    from dataclasses import replace

    from goodpapers.store.database import open_database

    database = open_database(sqlite_url)
    sentence = standing(replace(reader_of(database), known_by=by))
    assert said in sentence
    assert sentence.count(".") == 1
    database.close()
