"""Decide what of a paper is judged, and flag text that was written for the reviewer.

Left out: sentences with addresses or "code is available" (they tell who is behind a paper, and
accepted versions carry more of them), sentences that speak to the reviewer, repeated sentences,
and pure praise of oneself. A sentence is left out whole; what is judged is the paper's own words.
The patterns are in `screen.toml`.
"""

from __future__ import annotations

import base64
import binascii
import codecs
import re
import tomllib
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from goodpapers.panel.sentences import Sentence, plain_text, split_sentences

HIDDEN_TEXT = "hidden characters"
SPEAKS = "speaks to the reviewer"
REPEATS = "repeats itself"

_LOOKALIKE = str.maketrans("аеорсухіѕјһԁɡոνοαιτκρ0134@$", "aeopcyxisjhdgnvoaitkpoieaas")
_SPACED = re.compile(r"(?:\b\w[ ._*-]){5,}\w\b")
_TURNED = re.compile(r"instruct|review|paper|score|accept|rating|prompt")
"""One of these makes it worth while to read a sentence backwards or in rot13."""
_BASE64 = re.compile(r"[A-Za-z0-9+/]{24,}={0,2}")
_HIDING = re.compile(
    "[\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]|[\U000e0000-\U000e007f]"
)


@dataclass(frozen=True, slots=True)
class _Rules:
    """`screen.toml`, compiled."""

    address: re.Pattern[str]
    praise: re.Pattern[str]
    own: re.Pattern[str]
    trigger: re.Pattern[str]
    order: re.Pattern[str]


@cache
def _rules() -> _Rules:
    text = (files("goodpapers.panel") / "screen.toml").read_text(encoding="utf-8")
    found = tomllib.loads(text)

    def rule(pattern: str, flags: int = 0) -> re.Pattern[str]:
        whole = pattern.replace("{WHO}", found["who"]).replace("{PAPER}", found["paper"])
        return re.compile(whole, flags)

    return _Rules(
        address=rule(found["address"], re.IGNORECASE),
        praise=rule(found["praise"], re.IGNORECASE),
        own=rule(found["own"], re.IGNORECASE),
        trigger=rule(found["trigger"]),
        order=rule("|".join(f"(?:{order})" for order in found["orders"])),
    )


@dataclass(frozen=True, slots=True)
class Reading:
    """What is judged of a paper: its plain title, the sentences that count, and what was found."""

    title: str
    sentences: tuple[Sentence, ...]
    flags: tuple[str, ...]


def read_paper(title: str, abstract: str) -> Reading:
    """Leave out what must not be judged. ``flags`` holds each finding once, for the keeper."""
    flags: dict[str, None] = {}
    if len(_HIDING.findall(title + abstract)) >= 3:
        flags[HIDDEN_TEXT] = None
    plain_title = plain_text(title)
    if speaks_to_reviewer(plain_title):
        flags[SPEAKS] = None
    kept, seen = [], set[str]()
    for sentence in split_sentences(abstract):
        reason = _reason(sentence.plain, seen)
        if reason in (SPEAKS, REPEATS):
            flags[reason] = None
        if not reason:
            kept.append(sentence)
    return Reading(plain_title, tuple(kept), tuple(flags))


def speaks_to_reviewer(plain: str) -> bool:
    """Whether a sentence gives orders to whoever judges it, in any of the ways we know."""
    rules = _rules()
    return any(rules.trigger.search(text) and rules.order.search(text) for text in _readings(plain))


def _reason(plain: str, seen: set[str]) -> str:
    """Why a sentence is left out; empty if it stays."""
    if speaks_to_reviewer(plain):
        return SPEAKS
    mark = "".join(filter(str.isalnum, plain.casefold()))
    repeated = mark in seen and len(mark) > 20
    seen.add(mark)
    if repeated:
        return REPEATS
    if _rules().address.search(plain):
        return "address"
    return "praise" if _pure_praise(plain) else ""


def _pure_praise(plain: str) -> bool:
    """Praise of the paper itself, without a number in support of it."""
    praises = len(_rules().praise.findall(plain))
    short = len(plain.split()) <= 25 and not re.search(r"\d", plain)
    return praises >= 1 and short and bool(_rules().own.search(plain))


def _readings(plain: str) -> Iterator[str]:
    """The sentence as it could be meant: lookalikes, spaced, reversed, rot13 and base64 undone."""
    folded = _fold(plain)
    yield folded
    looks = folded.translate(_LOOKALIKE)
    if looks != folded:
        yield looks
    if _SPACED.search(folded):
        yield _SPACED.sub(lambda run: re.sub(r"[ ._*-]", "", run.group()), folded)
    for turned in (codecs.encode(looks, "rot13"), looks[::-1]):
        if _TURNED.search(turned):
            yield turned
    for block in _BASE64.findall(plain):
        yield _fold(_decoded(block))


def _fold(text: str) -> str:
    """Lower case, accents of Latin letters gone, blanks single."""
    spread = unicodedata.normalize("NFKD", text.casefold())
    return unicodedata.normalize("NFC", "".join(c for c in spread if not "\u0300" <= c <= "\u036f"))


def _decoded(block: str) -> str:
    try:
        return base64.b64decode(block + "=" * (-len(block) % 4)).decode("utf-8")
    except (binascii.Error, UnicodeDecodeError, ValueError):
        return ""
