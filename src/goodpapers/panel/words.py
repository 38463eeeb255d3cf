"""Words and pairs of words as numbers (TF-IDF), with the vocabulary that the weights carry.

Counted sentence by sentence; a pair never spans two sentences. Sublinear counts and unit length as
in Manning, Raghavan, Schütze: Introduction to Information Retrieval (2008), section 6.4.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
_WORD = re.compile(r"[^\W\d_](?:[^\W_]|-(?=\w))+|9")


def terms_of(sentence: str) -> list[str]:
    """Words and pairs of one sentence; every number reads as 9."""
    words = _WORD.findall(_NUMBER.sub(" 9 ", sentence.lower()))
    return words + [f"{first} {second}" for first, second in pairwise(words)]


def choose_vocabulary(
    papers: Iterable[Sequence[str]], *, least: int = 4, most: int = 20_000
) -> tuple[list[str], NDArray[np.float32]]:
    """The terms that ``least`` papers or more have, the commonest ``most``, and their weights.

    A paper is a list of sentences. Returns the terms in alphabetical order and ln((1 + n) / (1 +
    papers with it)) + 1 for each, (n_terms,).
    """
    n, found = 0, Counter[str]()
    for sentences in papers:
        n += 1
        found.update({term for sentence in sentences for term in terms_of(sentence)})
    common = [(count, term) for term, count in found.items() if count >= least]
    terms = sorted(term for _, term in sorted(common, key=lambda both: (-both[0], both[1]))[:most])
    having = np.array([found[term] for term in terms], dtype=np.float64)
    return terms, (np.log((1 + n) / (1 + having)) + 1).astype(np.float32)


def count_terms(
    sentences: Sequence[str], place: Mapping[str, int]
) -> tuple[NDArray[np.int64], Floats]:
    """Which terms of the vocabulary a paper has and how often each sentence has them.

    Returns places in the vocabulary, (n_terms,) rising, and counts, (n_sentences, n_terms).
    """
    rows = [[place[term] for term in terms_of(sentence) if term in place] for sentence in sentences]
    found = np.unique(np.array([term for row in rows for term in row], dtype=np.int64))
    counts = np.zeros((len(rows), len(found)))
    for number, row in enumerate(rows):
        np.add.at(counts[number], np.searchsorted(found, row), 1.0)
    return found, counts


def weigh_terms(counts: Floats, idf: Floats) -> Floats:
    """Counts of whole texts, (n_texts, n_terms), to rows of length 1; a row without terms is 0."""
    with np.errstate(divide="ignore"):
        weights = np.where(counts > 0, 1 + np.log(counts), 0.0) * idf
    length = np.linalg.norm(weights, axis=1, keepdims=True)
    rows: Floats = weights / np.where(length > 0, length, 1)
    return rows
