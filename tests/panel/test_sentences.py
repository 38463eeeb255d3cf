"""Cutting abstracts into sentences that can be quoted."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from goodpapers.panel.sentences import plain_text, split_sentences


def plain(abstract: str) -> list[str]:
    return [sentence.plain for sentence in split_sentences(abstract)]


def test_an_abbreviation_an_initial_or_a_list_number_ends_no_sentence() -> None:
    text = "We use nets, e.g. ResNets, as in A. Turing et al. They win. 1. First it is. Is it? Yes!"

    assert plain(text) == [
        "We use nets, e.g. ResNets, as in A. Turing et al. They win.",
        "1. First it is.",
        "Is it?",
        "Yes!",
    ]


def test_a_decimal_point_ends_no_sentence() -> None:
    assert plain("It gains 3.5 points. On ImageNet it is 81.2. We stop.") == [
        "It gains 3.5 points.",
        "On ImageNet it is 81.2.",
        "We stop.",
    ]


def test_chinese_marks_and_empty_lines_end_a_sentence() -> None:
    assert plain("我们提出方法。结果很好。") == ["我们提出方法。", "结果很好。"]
    assert plain("one\n\ntwo") == ["one", "two"]


def test_a_quotation_is_the_abstract_letter_by_letter() -> None:
    abstract = "  We  prove $\\textbf{it}$.\n Then &amp; only then\u200b we stop. "

    found = split_sentences(abstract)

    assert [abstract[s.start : s.end] for s in found] == [
        "We  prove $\\textbf{it}$.",
        "Then &amp; only then\u200b we stop.",
    ]
    assert [s.plain for s in found] == ["We prove it.", "Then & only then we stop."]


def test_what_a_person_cannot_see_is_not_judged() -> None:
    hidden = "go\u200bod\u202e pa\u2063per\U000e0041\x07 \ufeff\u00adwell"

    assert plain_text(hidden) == "good paper well"


def test_maths_letters_and_ligatures_become_plain_ones() -> None:
    assert plain_text("𝐰𝐞 ﬁnd ℝ 50\\% of ``it''") == "we find R 50% of it"


@given(st.text(max_size=300))
def test_any_text_is_cut_into_rising_pieces_that_lose_no_visible_letter(text: str) -> None:
    found = split_sentences(text)

    ends = [0, *(place for s in found for place in (s.start, s.end))]
    assert ends == sorted(ends)
    assert all(s.plain and s.plain == s.plain.strip() for s in found)


@given(st.text(st.characters(codec="ascii"), max_size=200))
def test_plain_text_of_plain_text_is_itself_for_words(text: str) -> None:
    words = " ".join("".join(filter(str.isalnum, word)) for word in text.split())

    assert plain_text(words) == " ".join(words.split())
