"""Institutions as people know them, out of profile strings and postal addresses.

Known names come from institution_names.txt. Of an unknown string the part that names an
institution is kept: departments before it, and cities and countries after it, go. A string is cut
into two institutions only where both sides are plainly institutions of their own.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from importlib.resources import files

from goodpapers.importers.cleaning import clean_text
from goodpapers.importers.places import is_place

_FOLD = re.compile(r"[^\w]+", re.UNICODE)
_STRONG = re.compile(
    r"universi|univ\b|institut[eo]?\b|\bcollege\b|polytech|politecnico|hochschule|\bacadem|"
    r"école|ecole\b|school of mines|\binc\b|\bcorp|\bltd|gmbh|\bllc|hospital|\btech\b|\bcnrs\b|"
    r"foundation|company|observatory|大学|大學|학교|研究",
    re.IGNORECASE,
)
_WHOLE = re.compile(
    r"universi|polytech|politecnico|hochschule|institute of technology|大学|大學", re.I
)
_PART = re.compile(
    r"^(?:the\s+)?(?:dept|department|school|faculty|college of|division|lab\b|labs\b|laborator|"
    r"state key|national key|key lab|cent(?:er|re)\b|chair|graduate school|group|section|program|"
    r"institute (?:of|for) (?:computer|comput|automation|information|software|data|mathematic|"
    r"artificial|ai\b|statistic|neuro|electr|mechan)|research|robotics institute|unit\b)|"
    r"\b(?:department|lab|laboratory|group|team|faculty)$",
    re.IGNORECASE,
)
_NOTHING = frozenset(
    {
        "", "none", "null", "na", "n a", "nan", "tbd", "unknown", "unaffiliated", "self", "x",
        "unknown institution", "no affiliation", "no affiliations", "not applicable",
        "not specified", "university affiliation not specified", "affiliation not available",
    }
)  # fmt: skip
_MAIL = re.compile(r"\S*@\S+|\(?\b[\w-]+@\)?")
_DOMAIN = re.compile(
    r"(?:[a-z0-9-]+\.)*?([a-z0-9-]+)(?:\.(?:ac|edu|co|com))?\.(?:com|edu|org|net|gov|ai|io|[a-z]{2})"
)
_EDGE = re.compile(r"^[\s,;:.\-–—*†‡§¶♠♣♢♡♭∗\d]+(?=\D)|[\s,;:*†‡§¶♠♣♢♡♭∗\-–—]+$")
_LOOSE_MARKS = {"´": "\u0301", "¨": "\u0308", "ˆ": "\u0302", "˜": "\u0303"}
_LOOSE_ACCENT = re.compile(r" ?([´¨ˆ˜]) ?([A-Za-z])")
_LEGAL_FORM = re.compile(r"(?:inc|ltd|llc|corp|co|gmbh|limited)\.?(?: ltd\.?)?", re.IGNORECASE)
_OWNER = re.compile(r"(?:\bat|\bof)\s+(?:the\s+)?([A-Z].+?)\)?$|\(([A-Z][^()]{5,})\)$")
_DEPARTMENT = re.compile(r"(?:dept|department|school|faculty|division)\b", re.IGNORECASE)
_ABBREVIATION = re.compile(r"\s*\((?=[^()]*[A-Z])[A-Za-z/&.-]{2,9}\)$")
_THE = re.compile(r"^the\s+(?=(?:\w+\s+)*(?:university|institute)\b)", re.IGNORECASE)
_NUMBERED = re.compile(r"(?<=[a-z])\d{1,2}$")
_OF_PLACE = re.compile(
    r"((?:college of engineering|(?:indian |national )?institute of technology)"
    r", (?!.*(?:universi|institut|college))[^\W\d_][\w -]{2,30})(?:, .*)?",
    re.IGNORECASE,
)
"""A name that many share, told apart by the place behind it."""
_MAX_LENGTH = 300


def _fold(text: str) -> str:
    plain = unicodedata.normalize(
        "NFKD", text.replace("&", " and ").replace("'", "").replace("’", "")
    )
    folded = "".join(char for char in plain if not unicodedata.combining(char)).casefold()
    return _FOLD.sub(" ", folded).strip().removeprefix("the ")


def _read_names() -> tuple[dict[str, str], tuple[tuple[str, str], ...]]:
    """Exact names, and beginnings (longest first), each folded, to the name that is shown."""
    exact: dict[str, str] = {}
    beginnings: dict[str, str] = {}
    text = (files("goodpapers.importers") / "institution_names.txt").read_text(encoding="utf-8")
    for line in text.splitlines():
        if not line or line.startswith("#"):
            continue
        shown, *others = (part.strip() for part in line.split("|"))
        exact[_fold(shown)] = shown
        for other in others:
            folded = _fold(other)
            exact.setdefault(folded, shown)
            if other.endswith("*"):
                beginnings[folded] = shown
    return exact, tuple(sorted(beginnings.items(), key=lambda pair: -len(pair[0])))


_EXACT, _BEGINNINGS = _read_names()


def known_institution(text: str) -> str | None:
    """The name under which a known institution is shown; None for one that we do not know."""
    folded = _fold(text)
    if folded in _EXACT:
        return _EXACT[folded]
    for beginning, shown in _BEGINNINGS:
        if folded.startswith(beginning) and folded[len(beginning) : len(beginning) + 1] in (
            " ",
            "",
        ):
            return shown
    return None


def is_of_place(text: str) -> bool:
    """Whether `text` is a shared name and the place that tells which institution is meant."""
    return bool(_OF_PLACE.fullmatch(text))


@lru_cache(maxsize=65536)
def clean_institution(raw: str) -> tuple[str, ...]:
    """The institutions that `raw` names, each once; more than one only where that is plain."""
    text = clean_text(raw[:_MAX_LENGTH].replace("''", "'"))
    text = _LOOSE_ACCENT.sub(_join_accent, text) if _LOOSE_ACCENT.search(text) else text
    if "@" in text:
        text = _MAIL.sub(" ", text)
    text = _EDGE.sub("", text).strip()
    if _is_nothing(text):
        return ()
    if known := known_institution(text):
        return (known,)
    if campus := _OF_PLACE.fullmatch(text):
        return (known_institution(campus.group(1)) or campus.group(1),)
    if domain := _DOMAIN.fullmatch(text.casefold()):
        known = known_institution(domain.group(1))
        return (known,) if known else ()
    return tuple(dict.fromkeys(_parts(_NUMBERED.sub("", text))))


def _join_accent(found: re.Match[str]) -> str:
    """``Universit ´e``, as PDF files give it, as ``Université``."""
    return unicodedata.normalize("NFC", found.group(2) + _LOOSE_MARKS[found.group(1)])


def _is_nothing(text: str) -> bool:
    folded = _fold(text)
    return folded in _NOTHING or not any(map(str.isalpha, folded))


def _parts(text: str) -> list[str]:
    """Several institutions where each side is one; else the one part that names an institution."""
    separate = _split_plainly(text)
    if len(separate) == 1:
        main = _main_part(text)
        if main is None:
            return []
        separate = _split_plainly(main)
        if len(separate) == 1:
            polished = _polished(main)
            # What was left over may be cut, marked or numbered itself.
            return [polished] if polished == text else [*clean_institution(polished)] or [polished]
    return [name for part in separate for name in clean_institution(part)]


def _split_plainly(text: str) -> list[str]:
    for separator in (r"\s*;\s*", r"\s*[/|+]\s*", r"\s+&\s+", r"\s+and\s+"):
        sides = [side for side in re.split(separator, text) if side]
        if len(sides) > 1 and all(known_institution(side) or _WHOLE.search(side) for side in sides):
            return sides
    sides = [side for side in text.split(", ") if side]
    if len(sides) > 1 and all(known_institution(side) and not is_place(side) for side in sides):
        return sides
    return [text]


def _main_part(text: str) -> str | None:
    """The part that names an institution; None where only a department without one is named."""
    parts = [part.strip() for part in text.split(",") if part.strip()]
    parts = [part for part in parts if not _LEGAL_FORM.fullmatch(part)] or parts
    for size in (2, 1):  # "University of California, Berkeley" before "University of California"
        for at in range(len(parts) - size + 1):
            joined = ", ".join(parts[at : at + size])
            if not is_place(joined) and (known := known_institution(joined)):
                return known
    for part in parts:
        if (owner := _OWNER.search(part)) and (
            known := known_institution(owner.group(1) or owner.group(2))
        ):
            return known
    named = [part for part in parts if not is_place(part) and not _PART.search(part)]
    for pattern in (_WHOLE, _STRONG):
        fitting = [part for part in parts if pattern.search(part) and part in named]
        if fitting:
            return fitting[-1] if pattern is _WHOLE else fitting[0]
    if named:
        return named[0]
    return None if len(parts) == 1 and _DEPARTMENT.match(parts[0]) else parts[0]


def _polished(text: str) -> str:
    """Without ``(ABBR)`` at the end and without "The" before a university's name."""
    text = _ABBREVIATION.sub("", text)
    known = known_institution(text)
    return known or _THE.sub("", text)
