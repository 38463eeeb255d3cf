"""What the screen found in a text and where: the sentences themselves, for whoever must judge it.

A result of the panel keeps only the kinds of finding. The sentences are found again from the text,
so that a text is stored once, and a finding is never shown without the words that it is about.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

from goodpapers.panel.screen import HIDDEN_TEXT, SPEAKS, read_paper, speaks_to_reviewer
from goodpapers.panel.sentences import plain_text

_LEAST_HIDDEN = 3
_HIDING_CLASSES = frozenset({"Cf", "Co", "Cn"})
_HARMLESS = "\u00ad\u200c\u200d"
"""A soft hyphen of a PDF, and the joiners that some scripts need."""
_FILLERS = re.compile("[\u034f\u115f\u1160\u3164\uffa0\ufe00-\ufe0d\U000e0100-\U000e01ef]")
_CONTEXT = 40


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was not judged: why, and the words it is about."""

    kind: str
    """As the screen names it: ``speaks to the reviewer``."""
    text: str
    """A sentence as it stands in the text; of hidden characters the words around the first."""
    is_flag: bool
    """Whether the keeper should see it; an address or praise is left out without a word."""


def find_flagged(title: str, abstract: str) -> tuple[Finding, ...]:
    """Everything that was not judged of a text: hidden characters, title, then the sentences."""
    reading = read_paper(title, abstract)
    found = []
    if HIDDEN_TEXT in reading.flags:
        found.append(Finding(HIDDEN_TEXT, _around_hidden(f"{title}\n{abstract}"), is_flag=True))
    if speaks_to_reviewer(plain_text(title)):
        found.append(Finding(SPEAKS, title.strip(), is_flag=True))
    for one in reading.left_out:
        words = abstract[one.sentence.start : one.sentence.end]
        found.append(Finding(one.reason, words, is_flag=one.reason in reading.flags))
    return tuple(found)


def find_hidden(text: str) -> Finding | None:
    """The hidden characters of a text as it came in; None for fewer than three of them."""
    if text.isascii() or sum(map(_hides, text)) < _LEAST_HIDDEN:
        return None
    return Finding(HIDDEN_TEXT, _around_hidden(text), is_flag=True)


def _around_hidden(text: str) -> str:
    """The words around the first hidden character, each hidden one written as ``[U+200B]``."""
    first = next((at for at, letter in enumerate(text) if _hides(letter)), 0)
    piece = text[max(0, first - _CONTEXT) : first + _CONTEXT]
    shown = "".join(f"[U+{ord(letter):04X}]" if _hides(letter) else letter for letter in piece)
    return re.sub(r"\s+", " ", shown).strip()


def _hides(letter: str) -> bool:
    if letter.isascii() or letter in _HARMLESS:
        return False
    return unicodedata.category(letter) in _HIDING_CLASSES or bool(_FILLERS.match(letter))
