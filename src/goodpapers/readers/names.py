"""Whether two names are one person's. A missed match costs little, a false one insults somebody.

Names match across accents, case, hyphens, order and left-out middle initials; a name in another
script matches only if the reader listed that spelling too, for writing out a script is guessing. A
name of initials and one word matches nothing. A common name matches only beside a shared
institution: two readers called Wei Zhang are most often two.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import cache, lru_cache
from importlib.resources import files
from typing import NamedTuple

_MARKS = re.compile("[\u0300-\u036f]")
_APOSTROPHES = re.compile("['\u2018\u2019\u02bc`\u00b4]")
_WORD = re.compile(r"[^\W\d_]+")
_HAN = re.compile("[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\U00020000-\U0003ffff]+")
_PLAIN = str.maketrans(
    {"ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ı": "i", "ħ": "h"}
)
_UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "å": "aa", "ø": "oe"})
_SHORTEST, _LONGEST = 2, 200
_SHORT_HAN = 3


class _Spelling(NamedTuple):
    """Full words in order of the alphabet, and the initials between them."""

    words: tuple[str, ...]
    initials: frozenset[str]

    def fits(self, other: _Spelling) -> bool:
        """The same words, and no initial of one that contradicts one of the other."""
        fewer, more = sorted((self.initials, other.initials), key=len)
        return self.words == other.words and fewer <= more


def is_one_person(mine: Iterable[str], theirs: str, *, shares_institution: bool) -> bool:
    """Whether one of the names `mine` may safely be taken for the name `theirs`.

    `shares_institution` tells whether the two stand under one institution, which a common name
    needs besides.
    """
    spelled = spellings(theirs)
    if not spelled or (is_common(theirs) and not shares_institution):
        return False
    return any(one.fits(other) for name in mine for one in spellings(name) for other in spelled)


@lru_cache(maxsize=65_536)
def spellings(name: str) -> frozenset[_Spelling]:
    """The ways in which a name may be written; empty where it names nobody for sure."""
    text = _APOSTROPHES.sub("", unicodedata.normalize("NFKC", name[:_LONGEST])).casefold()
    found = set()
    for variant in (text, text.translate(_UMLAUTS)):
        plain = _MARKS.sub("", unicodedata.normalize("NFKD", variant)).translate(_PLAIN)
        composed = unicodedata.normalize("NFC", plain)
        for hyphens in (" ", ""):
            found.add(_spelling(re.sub("[-\u2010-\u2015]", hyphens, composed)))
    return frozenset(one for one in found if one is not None)


@lru_cache(maxsize=65_536)
def is_common(name: str) -> bool:
    """Whether many people have the name, so that it alone tells nobody."""
    for one in spellings(name):
        if len(one.words) == 1 and len(one.words[0]) <= _SHORT_HAN:
            return True
        if _common() & set(one.words):
            return True
    return False


def _spelling(text: str) -> _Spelling | None:
    words = _WORD.findall(text)
    joined = "".join(words)
    if joined and _HAN.fullmatch(joined):  # written without blanks, or with, as one likes
        return _Spelling((joined,), frozenset()) if len(joined) >= _SHORTEST else None
    full = sorted(word for word in words if len(word) > 1)
    if len(full) < _SHORTEST:
        return None
    return _Spelling(tuple(full), frozenset(word for word in words if len(word) == 1))


@cache
def _common() -> frozenset[str]:
    text = (files("goodpapers.readers") / "common_names.txt").read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    return frozenset(word for line in lines for word in line.split())
