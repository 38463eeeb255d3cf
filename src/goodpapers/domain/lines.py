"""Text from outside on one line of a terminal or page: nothing in it moves what is around it."""

from __future__ import annotations

import unicodedata

_STEERING = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""Characters that turn the direction of what follows them."""


def one_line(text: str) -> str:
    """`text` on one line, without control and direction characters; bytes that are no text as �."""
    if text.isprintable():
        return text
    return " ".join("".join(map(_shown, text)).split())


def is_text(text: str) -> bool:
    """Whether every character can be stored and sent: no NUL and no half of a pair."""
    return "\x00" not in text and not any("\ud800" <= char <= "\udfff" for char in text)


def _shown(char: str) -> str:
    if char.isspace():
        return " "
    kind = unicodedata.category(char)
    if kind == "Cs":
        return "\ufffd"
    return "" if kind == "Cc" or char in _STEERING else char
