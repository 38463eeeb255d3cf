"""Text as people should read it; the raw text is kept beside it.

Entities (also escaped twice), HTML tags, LaTeX accents and text macros, ligatures, markdown
emphasis, control and invisible characters, line breaks and double blanks go; maths stays as TeX
between dollar signs; every letter of every script stays. Cleaning clean text changes nothing.
"""

from __future__ import annotations

import html
import re
import unicodedata
from functools import lru_cache

from goodpapers.importers.latex import to_unicode

_SUSPECTS = ("\\", "$", "&", "<", "*", "`", "''", "  ")
"""Without one of these, printable ASCII text is clean already: most of the text there is."""
_CONTROL = re.compile("[\x00-\x08\x0e-\x1b\x7f\x80-\x84\x86-\x9f\ufffe\uffff]")
_INVISIBLE = re.compile("[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]")
_JOINER = re.compile("(^|[^\u200c\u200d])([\u200c\u200d])[\u200c\u200d]*(?=(.|$))", re.DOTALL)
_ENTITY = re.compile(r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});")
_TAG = re.compile(
    r"</?(?P<tag>p|br|i|b|em|strong|sub|sup|a|span|div|ul|ol|li|tt|code|u|jats:[a-z]+)"
    r"(?:\s+[a-zA-Z:-]+\s*=\s*(?:\"[^\"]*\"|'[^']*'))*\s*/?>",
    re.IGNORECASE,
)
_BLOCK_TAGS = frozenset({"p", "br", "div", "ul", "ol", "li"})
_LIGATURES = {"ﬀ": "ff", "ﬁ": "fi", "ﬂ": "fl", "ﬃ": "ffi", "ﬄ": "ffl", "ﬅ": "st", "ﬆ": "st"}
_LIGATURE = re.compile("[ﬀﬁﬂﬃﬄﬅﬆ]")
_MATHS = re.compile(
    r"[\\$](?:"
    r"(?<=\\)(?:\((?P<round>[^$]{1,600}?)\\\)|\[(?P<square>[^$]{1,600}?)\\\])"
    r"|(?<=\$)(?<!\\\$)(?:\$(?P<double>[^$]+?)\$\$"
    r"|(?!\s)(?P<single>(?:[^$\\]|\\.)+?)(?<![\s\\])\$(?!\d)))",
    re.DOTALL,
)
"""Dollar signs as pandoc reads them, so that "$5 and $10" is money. Between the other signs at most
600 characters, so that a text of signs that nothing closes takes linear time; a dollar sign ends
the search for the next one by itself."""
_INNER = re.compile(r"^\s*\\[(\[]|\\[)\]]\s*$")
_STRONG = re.compile(r"(?<![\w*])(\*{1,3})(?![\s*])([^*]+?)(?<![\s*])\1(?![\w*])")
_HOLE = "\x02"
"""Stands for maths while the text around it is changed; control characters are gone by then."""
_MAX_ROUNDS = 40


def clean_text(raw: str) -> str:
    """`raw` on one line as it should be read. Cleaning it again changes nothing."""
    text = raw.strip()
    for _ in range(_MAX_ROUNDS):
        if _is_plain(text):
            break
        cleaner = _clean_once(text)
        if cleaner == text:
            break
        text = cleaner
    return text


def _is_plain(text: str) -> bool:
    return text.isascii() and text.isprintable() and not any(map(text.__contains__, _SUSPECTS))


def clean_title(raw: str) -> str:
    """A title: clean text, without a lone full stop at its end."""
    text = clean_text(raw)
    return text[:-1] if _LONE_STOP.fullmatch(text) else text


def clean_abstract(raw: str) -> str | None:
    """An abstract: clean text without a leading "Abstract:"; None if nothing is left."""
    text = _HEADING.sub("", clean_text(raw))
    return None if text.casefold() in _NOTHING else text


_LONE_STOP = re.compile(r"[^.]*[^.\s]\.")
_HEADING = re.compile(r"^(?:(?:abstract|summary)\s*[:.—–-](?:\s+|$))+", re.IGNORECASE)
_NOTHING = frozenset({"", "none", "null", "nan", "n/a", "na", "tbd", "tba", "abstract", "-", "."})
_NAME_JUNK = " ,;*†‡§¶&"


@lru_cache(maxsize=65536)
def clean_name(raw: str) -> str | None:
    """A person's name in its own script; None if nothing is left."""
    text = clean_text(raw).strip(_NAME_JUNK).replace("$", "")
    return None if text.casefold() in _NOTHING or not any(map(str.isalpha, text)) else text


def _clean_once(text: str) -> str:
    if not text.isascii():
        text = unicodedata.normalize("NFC", text)
        text = _LIGATURE.sub(lambda one: _LIGATURES[one.group()], text)
    if "&" in text:
        text = _ENTITY.sub(lambda found: html.unescape(found.group()), text)
    if not text.isprintable():
        text = _without_invisible(text)
    if "<" in text:
        text = _TAG.sub(_tag, text)
    if "$" in text or "\\" in text or "`" in text or "''" in text:
        text = _around_maths(text)
    if "*" in text:
        text = _without_emphasis(text)
    if "  " in text or not text.isprintable():
        text = " ".join(text.split())
    return text.strip()


def _without_invisible(text: str) -> str:
    text = _CONTROL.sub("", text)
    if text.isascii():
        return text
    text = _INVISIBLE.sub("", text)
    return _JOINER.sub(_joiner, text) if "\u200c" in text or "\u200d" in text else text


def _joiner(found: re.Match[str]) -> str:
    """Joiners shape Arabic, Persian and Indic words and join emoji; elsewhere they are dirt."""
    before, joiner, after = found.groups()
    shapes = before and after and before >= "\u0590" and after >= "\u0590"
    return before + joiner if shapes else before


def _tag(found: re.Match[str]) -> str:
    return " " if found.group("tag").lower() in _BLOCK_TAGS else ""


def _around_maths(text: str) -> str:
    parts, at = [], 0
    for found in _MATHS.finditer(text):
        parts.append(to_unicode(text[at : found.start()]))
        tex = _INNER.sub("", " ".join(next(filter(None, found.groups())).split())).strip()
        at = found.end()
        # A digit right behind would turn the closing sign into a price.
        parts.append(f"${tex}$" + (" " if text[at : at + 1].isdigit() else ""))
    return "".join(parts) + to_unicode(text[at:])


def _without_emphasis(text: str) -> str:
    """Markdown stars go, also around maths; a star inside maths stays."""
    maths = [found.group() for found in _MATHS.finditer(text)]
    plain = _STRONG.sub(r"\2", _MATHS.sub(_HOLE, text))
    return "".join(part + tex for part, tex in zip(plain.split(_HOLE), [*maths, ""], strict=True))
