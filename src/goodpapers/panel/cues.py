"""Count what a text does: what it claims, on which evidence, in which words.

Every cue is counted sentence by sentence, so the count without a sentence is a subtraction.
"""

from __future__ import annotations

import re
import tomllib
from bisect import bisect_right
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from itertools import accumulate

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

_WORD = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")
_MEASURES = ("words", "letters", "capitals", "long_words", "sentence")


@cache
def _patterns() -> tuple[tuple[str, re.Pattern[str]], ...]:
    text = (files("goodpapers.panel") / "cues.toml").read_text(encoding="utf-8")
    groups = tomllib.loads(text).values()
    return tuple((name, re.compile(rule)) for group in groups for name, rule in group.items())


@cache
def cue_names() -> tuple[str, ...]:
    """The name of every number of `cue_rows`, in order."""
    shape = ("n_words", "n_sentences", "sentence_length", "word_length", "capitals", "long_words")
    return (*(name for name, _ in _patterns()), *shape)


def count_cues(sentences: Sequence[str]) -> Floats:
    """How often each sentence does what, (n_sentences, n_patterns + 5)."""
    text = "\n".join(sentences)
    starts = list(accumulate((len(sentence) + 1 for sentence in sentences), initial=0))[:-1]
    lowered = text.lower()
    # A few capitals grow when lowered (İ): then places would shift, so those are left as they are.
    lowered = lowered if len(lowered) == len(text) else text
    counts = np.zeros((len(sentences), len(_patterns()) + len(_MEASURES)))
    for column, (_, pattern) in enumerate(_patterns()):
        for match in pattern.finditer(lowered):
            counts[bisect_right(starts, match.start()) - 1, column] += 1
    for row, sentence in enumerate(sentences):
        counts[row, -len(_MEASURES) :] = _measure(sentence)
    return counts


def _measure(sentence: str) -> tuple[float, ...]:
    words = _WORD.findall(sentence)
    letters = [len(word) for word in words]
    capitals = sum(not word[1:].islower() and word[1:].isalpha() for word in words)
    long_words = sum(length >= 10 for length in letters)
    return len(words), sum(letters), capitals, long_words, 1


def cue_rows(totals: Floats) -> Floats:
    """What the panel weighs, (n_texts, n_cues), from the summed counts of each text."""
    n = len(_patterns())
    words, letters, capitals, long_words, sentences = totals[:, n:].T
    some_words = np.maximum(words, 1)
    shape = (
        np.log1p(words),
        np.log1p(sentences),
        np.log1p(words / np.maximum(sentences, 1)),
        letters / some_words,
        10 * capitals / some_words,
        10 * long_words / some_words,
    )
    return np.column_stack([np.log1p(totals[:, :n]), *shape])
