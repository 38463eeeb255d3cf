"""Cues, words and meaning of a text, and of it without each sentence."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from goodpapers.panel.cues import count_cues, cue_names, cue_rows
from goodpapers.panel.features import read_features
from goodpapers.panel.words import choose_vocabulary, count_terms, terms_of, weigh_terms

PARTS = [
    "A title about nets",
    "We propose a novel net.",
    "We prove a tight bound on the regret.",
    "It gains 3.5% on ImageNet.",
]


def cues(*sentences: str) -> dict[str, float]:
    (row,) = cue_rows(count_cues(sentences).sum(axis=0, keepdims=True))
    return dict(zip(cue_names(), row, strict=True))


def test_a_cue_is_the_logarithm_of_one_more_than_its_count() -> None:
    found = cues("We propose a novel net.", "It is new; we also propose nets. We prove it.")

    expected = {"propose": 2, "novel": 2, "prove": 1, "n_sentences": 2, "n_words": 15}
    for name, count in expected.items():
        assert np.isclose(found[name], np.log(1 + count)), name


def test_each_cue_is_counted_in_the_sentence_that_has_it() -> None:
    counts = count_cues(PARTS[1:])
    column = cue_names().index("percent")

    assert counts[:, column].tolist() == [0, 0, 1]


def test_terms_are_words_and_pairs_and_every_number_is_9() -> None:
    assert terms_of("Gains of 12.5 points, 3 seeds") == [
        *("gains", "of", "9", "points", "9", "seeds"),
        *("gains of", "of 9", "9 points", "points 9", "9 seeds"),
    ]


def test_the_vocabulary_holds_what_enough_papers_have_with_its_rarity() -> None:
    papers = [["a net", "a net"], ["a tree"], ["net"]]

    terms, idf = choose_vocabulary(papers, least=2)

    assert terms == ["net"]  # one letter is no word; "tree" is in one paper
    assert abs(idf[0] - (np.log(4 / 3) + 1)) < 1e-6


def test_weights_of_words_grow_with_the_logarithm_and_have_length_one() -> None:
    place = {"net": 0, "tree": 1, "wins": 2}
    found, counts = count_terms(["net net tree", "net"], place)

    (row,) = weigh_terms(counts.sum(axis=0, keepdims=True), np.ones(2))

    assert found.tolist() == [0, 1]
    assert counts.tolist() == [[2, 1], [1, 0]]
    raw = np.array([1 + np.log(3), 1.0])
    assert np.allclose(row, raw / np.hypot(*raw))


@settings(deadline=None)
@given(st.integers(0, 2))
def test_a_row_without_a_sentence_is_the_row_of_the_paper_without_it(left_out: int) -> None:
    terms, idf = choose_vocabulary([PARTS], least=1)
    place = {term: number for number, term in enumerate(terms)}
    vectors = np.random.default_rng(1).normal(size=(4, 384)).astype(np.float32)
    kept = [0, *(row for row in (1, 2, 3) if row != left_out + 1)]

    whole = read_features(PARTS, vectors, place, idf)
    less = read_features([PARTS[row] for row in kept], vectors[kept], place, idf)

    assert np.allclose(whole.meaning[left_out + 1], less.meaning[0])
    assert np.allclose(whole.cues[left_out + 1], less.cues[0])
    spread = np.zeros(len(terms))
    spread[less.terms] = less.words[0]
    assert np.allclose(whole.words[left_out + 1], spread[whole.terms])


def test_a_text_of_one_sentence_and_no_known_word_has_finite_features() -> None:
    features = read_features(["T", "Hm."], np.ones((2, 384), np.float32), {}, np.ones(0, "f"))

    assert all(
        np.isfinite(block).all() for block in (features.meaning, features.cues, features.words)
    )
    assert features.words.shape == (2, 0)
