"""Institutions as people know them."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goodpapers.importers.institution_lists import split_institutions
from goodpapers.importers.institutions import clean_institution


@pytest.mark.parametrize(
    ("raw", "clean"),
    [
        ("Technion Technion - Israeli institute of", ("Technion",)),
        ("EPFL", ("EPFL",)),
        ("EPFL - EPF Lausanne", ("EPFL",)),
        ("EPFL - Switzerland", ("EPFL",)),
        ("Tsinghua University, Tsinghua University", ("Tsinghua University",)),
        (", Brown University", ("Brown University",)),
        ("Texas A&amp;amp;amp;M University", ("Texas A&M University",)),
        ("Korea Advanced Institute of Science &amp; Technology", ("KAIST",)),
        ("The University of Tokyo", ("The University of Tokyo",)),
        ("University of Tokyo", ("The University of Tokyo",)),
        ("The University of Sydney", ("University of Sydney",)),
        ("SUN YAT-SEN UNIVERSITY", ("Sun Yat-sen University",)),
        ("Universit ´e de Montr ´eal", ("Université de Montréal",)),
        (
            "National Key Laboratory for Novel Software Technology, Nanjing University, "
            "Nanjing 210023, China",
            ("Nanjing University",),
        ),
        (
            "Robotics Institute, Carnegie Mellon University, Pittsburgh, PA, USA",
            ("Carnegie Mellon University",),
        ),
        (
            "Robotics Institute at Carnegie Mellon University, Pittsburgh",
            ("Carnegie Mellon University",),
        ),
        ("University of South Carolina, Columbia, SC, USA", ("University of South Carolina",)),
        ("NEC Laboratories America, Inc.", ("NEC Laboratories America",)),
        ("University of California, Berkeley", ("University of California, Berkeley",)),
        ("UC Berkeley", ("University of California, Berkeley",)),
        (
            "The Chinese University of Hong Kong, Shenzhen",
            ("Chinese University of Hong Kong, Shenzhen",),
        ),
        ("MIT/Google", ("MIT", "Google")),
        ("UIUC / UW", ("University of Illinois at Urbana-Champaign", "University of Washington")),
        ("NVIDIA; Aalto University", ("NVIDIA", "Aalto University")),
        (
            "Department of Informatics, University of Zurich and ETH Zurich, Switzerland",
            ("University of Zurich", "ETH Zurich"),
        ),
        ("MPI & ELLIS Institute Tübingen", ("MPI & ELLIS Institute Tübingen",)),
        ("Center for Science & Technology", ("Center for Science & Technology",)),
        ("redacted@mit.edu", ()),
        ("mit.edu", ("MIT",)),
        ("cs.stanford.edu", ("Stanford University",)),
        ("hcltech.com", ()),
        ("None", ()),
        ("-", ()),
        ("Unknown Institution", ()),
        ("Department of Computer Science", ()),
        ("清华大学", ("清华大学",)),
    ],
)  # fmt: skip
def test_a_profile_string_becomes_its_institutions(raw: str, clean: tuple[str, ...]) -> None:
    assert clean_institution(raw) == clean


@given(st.text(max_size=40) | st.text(alphabet="MIT EPFL,;/&-University of ()", max_size=40))
def test_cleaning_cleaned_institutions_changes_nothing(raw: str) -> None:
    for name in clean_institution(raw):
        assert clean_institution(name) in ((name,), ())
        assert name == name.strip()


@pytest.mark.parametrize(
    ("text", "institutions"),
    [
        ("PESIT, Bangalore, India, Pes University", ("PESIT", "Pes University")),
        (
            "University of California, Berkeley, Massachusetts Institute of Technology, Google",
            ("University of California, Berkeley", "MIT", "Google"),
        ),
        ("Research, Microsoft, Aalto University", ("Microsoft", "Aalto University")),
        ("Tsinghua University, Tsinghua University", ("Tsinghua University",)),
        ("", ()),
    ],
)
def test_a_list_joined_by_commas_is_cut_between_institutions(
    text: str, institutions: tuple[str, ...]
) -> None:
    assert split_institutions(text) == institutions


def test_the_200_most_frequent_strings_agree_with_the_upstream_names(shared: Path) -> None:
    """198 of 200; the two others are Google DeepMind and the campus in Shenzhen, which we keep."""
    path = shared / "data/affiliations/papercopilot-raw-to-norm.tsv.gz"
    with gzip.open(path, "rt", encoding="utf-8") as file:
        rows = [line.rstrip("\n").split("\t") for line in file][1:201]
    agree = [clean_institution(raw) == clean_institution(norm) for _, raw, norm, *_ in rows]
    assert sum(agree) >= 198


@pytest.mark.parametrize(
    ("raw", "found"),
    [
        ("lenovo group", ("Lenovo",)),
        ("IFLYTEK CO.LTD.", ("iFLYTEK",)),
        ("zhejiang, Zhejiang University", ("Zhejiang University",)),
        (
            "Institut Polytechnique de Paris & Valeo.ai",
            ("Institut Polytechnique de Paris", "valeo.ai"),
        ),
        ("College of Engineering, Madras", ("College of Engineering, Madras",)),
        ("Indian Institute of Technology, Madras", ("Indian Institute of Technology Madras",)),
        ("Indian Institute of Technology, Patna", ("Indian Institute of Technology, Patna",)),
    ],
)
def test_companies_campuses_and_pairs_are_read_as_people_know_them(
    raw: str, found: tuple[str, ...]
) -> None:
    assert clean_institution(raw) == split_institutions(raw) == found
