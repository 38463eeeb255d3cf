"""The sentence of an abstract that states its finding."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goodpapers.catalog.summary import pick_summary, split_sentences


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("One. Two! Three? Four", ["One.", "Two!", "Three?", "Four"]),
        ("As Doe et al. Show, it works. Good.", ["As Doe et al. Show, it works.", "Good."]),
        ("Use tools, e.g. Python, i.e. Code. Yes.", ["Use tools, e.g. Python, i.e. Code.", "Yes."]),
        ("It gains 3.5 Points. Fine.", ["It gains 3.5 Points.", "Fine."]),
        ("Let $a. B$ be so. Then.", ["Let $a. B$ be so.", "Then."]),
        ("It works (see Sec. 2. Or not). Yes.", ["It works (see Sec. 2. Or not).", "Yes."]),
        ("By J. Smith we know. So.", ["By J. Smith we know.", "So."]),
        ('He said "stop." Then he went.', ['He said "stop."', "Then he went."]),
        ("我们证明了。它很好。", ["我们证明了。", "它很好。"]),
        ("", []),
    ],
)
def test_sentences_are_cut_whole(text: str, sentences: list[str]) -> None:
    assert split_sentences(text) == sentences


@given(st.text(alphabet="ab AB.!?()$。1 ", max_size=60).map(lambda text: " ".join(text.split())))
def test_no_letter_is_lost_in_cutting(text: str) -> None:
    assert "".join(split_sentences(text)).replace(" ", "") == text.replace(" ", "")


def test_the_finding_is_picked_and_not_background_plan_or_advertisement() -> None:
    background = "Recent models have achieved remarkable results on many tasks."
    plan = "We propose a new method called Foo for training such models."
    finding = "We show that Foo reduces the error of strong baselines by 12% on five benchmarks."
    code = "Our code is publicly available on GitHub and improves all results."
    assert pick_summary(" ".join([background, plan, finding, code])) == finding


def test_a_long_finding_gives_way_to_one_of_at_most_35_words() -> None:
    long = "We prove that " + "very " * 40 + "good things happen."
    short = "We also find that small models do well."
    assert pick_summary(f"{long} {short}") == short
    assert pick_summary(long) == long


def test_what_stands_before_the_authors_speak_is_not_picked() -> None:
    text = "Prior results prove that trees are optimal and tight. We look at shrubs in detail here."
    assert pick_summary(text) == "We look at shrubs in detail here."


def test_nothing_comes_of_nothing() -> None:
    assert pick_summary("") is None
    assert pick_summary("One sentence") == "One sentence"


def test_summaries_of_real_abstracts_are_short_whole_sentences_of_them(shared: Path) -> None:
    path = shared / "data/programs/papercopilot/nips2018.json"
    abstracts = [
        " ".join(text.split())
        for one in json.loads(path.read_text())
        if (text := one.get("abstract"))
    ]
    picked = [pick_summary(text) for text in abstracts]
    assert all(one and one in text for one, text in zip(picked, abstracts, strict=True))
    words = [len((one or "").split()) for one in picked]
    assert sum(n <= 35 for n in words) >= 0.99 * len(words)
    openings = [split_sentences(text)[0] for text in abstracts]
    assert sum(one == opening for one, opening in zip(picked, openings, strict=True)) < 12


@pytest.mark.parametrize(
    "torn",
    [
        "(3) Our extensive experiments show that it outperforms the best methods by 5%.",
        "Our second main contribution is a bound that improves the known rate.",
        "We then devise a method that achieves optimal regret.",
        "Relying on prior work, we prove optimal bounds.",
        "Further, we illustrate our findings with numerical experiments.",
        "To quantify interpolation quality, we show that errors are reduced.",
        "Moreover, these results improve upon the known bounds.",
        "We show that it is faster than the best methods.",
    ],
)
def test_a_sentence_that_leans_on_another_gives_way_to_one_that_stands_alone(torn: str) -> None:
    alone = "We show that wide networks forget less than narrow ones."
    assert pick_summary(f"Networks forget. {alone} {torn}") == alone


@pytest.mark.parametrize(
    "empty",
    [
        "Our code is available at https://example.org and improves all baselines by 5%.",
        "We evaluate the effectiveness of the approach on five benchmarks.",
        "Taken together, our findings give insight into the potential of networks.",
        "We aim to show why networks forget.",
    ],
)
def test_a_sentence_that_says_nothing_of_what_was_found_gives_way(empty: str) -> None:
    found = "Wide networks are shown to forget less than narrow baselines."
    assert pick_summary(f"We study how networks forget. {found} {empty}") == found


def test_a_weakness_named_early_is_the_problem_and_named_late_the_finding() -> None:
    problem = "We observe that such networks suffer when tasks change."
    cure = "We observe that wide ones do not."
    rest = "We study networks. We look at five tasks."
    assert pick_summary(f"{problem} {rest} {cure}") == cure
    late = "We find that the largest model fails on half of the tasks."
    assert pick_summary(f"{rest} We describe the tasks in detail here. {late}") == late


def test_a_blank_that_was_lost_between_two_sentences_ends_the_first_one_all_the_same() -> None:
    text = "We propose a method.Our experiments show that it wins. See version 2.We end."
    first, second, *_ = split_sentences(text)
    assert (first, second) == ("We propose a method.", "Our experiments show that it wins.")
    assert split_sentences("We use e.g.Our and a.The") == ["We use e.g.Our and a.The"]
