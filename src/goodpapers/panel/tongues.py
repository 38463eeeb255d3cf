"""Sentences that are not in the language of their abstract: the panel cannot weigh them.

Known are the little words of English, and how English words end. A sentence of seven words without
any of these, in an abstract that is English, is in another language or in a code.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from goodpapers.panel.orders import read_rules

_ENGLISH_END = re.compile(
    r"(?:ing|ions?|ed|ly|ness|ments?|ity|ive|able|ers?|ors?|ous|al|ance|ence|ics?|ies|ship|work|ss)$"
)
_LATIN = re.compile(r"[a-z]")
_OTHER = re.compile(
    "[\u0370-\u077f\u0900-\u0dff\u0e00-\u0eff\u10a0-\u10ff\u3040-\u9fff\uac00-\ud7a3]"
)
_LEAST_WORDS = 7
_LEAST_LETTERS = 8


def foreign_sentences(folded: Sequence[str], words: Sequence[Sequence[str]]) -> frozenset[int]:
    """Numbers of the sentences in another language; none where most of the text is.

    ``words`` are those of each folded sentence.
    """
    found = [n for n in range(len(folded)) if _is_foreign(folded[n], words[n])]
    if not found:
        return frozenset()
    length, total = sum(len(folded[n]) for n in found), sum(map(len, folded))
    return frozenset(found) if 2 * length <= total else frozenset()


def _is_foreign(folded: str, words: Sequence[str]) -> bool:
    if not folded.isascii():
        other = len(_OTHER.findall(folded))
        if other >= _LEAST_LETTERS and other > len(_LATIN.findall(folded)):
            return True
    hints = read_rules().hints
    if len(words) < _LEAST_WORDS or not hints["little"].isdisjoint(words):
        return False
    if not hints["shared"].isdisjoint(words) and len(hints["foreign"].intersection(words)) < 2:
        return False
    endings = sum(bool(_ENGLISH_END.search(word)) for word in words)
    return 4 * endings < len(words) and not _is_address(folded)


def _is_address(folded: str) -> bool:
    return "/" in folded or "@" in folded or ".com" in folded
