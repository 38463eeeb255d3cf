"""What a sentence could be meant to say: look-alike letters, spacing and codes undone.

Every reading costs time, so each begins with a quick look for signs of it; an ordinary sentence
has none. `readings_of` works on the quotation itself: cleaning takes marks away that a code needs.
"""

from __future__ import annotations

import base64
import binascii
import codecs
import html
import re
from collections.abc import Iterator, Sequence
from urllib.parse import unquote

from goodpapers.panel.orders import STEM, fold

_LOOKALIKE = str.maketrans(
    "аеорсухіѕјһԁɡονκαιτρεԛѡγʏɴɪʀʟɢʙɑктмнвηυχσѵոօս",
    "aeopcyxisjhdgovkaitpeqwyynirlgbaktmhbnuxovnou",
)
_LEET = str.maketrans("0134579@$!|€", "oieastgasile")
_LEET_OTHER = str.maketrans("013457@$!|€+", "oleastasiiet")
_LEET_SIGN = re.compile(r"\b[013457@$!|][a-z]{2}|[a-z][013457@$!|€+][a-z]")
_MIXED = re.compile("[a-z][\u0370-\u058f\u0250-\u02af]|[\u0370-\u058f\u0250-\u02af][a-z]")
_SPACED = re.compile(r"(?:(?<![^\W_])[^\W_][ ._*|/\u00b7-]{1,3}){7,}[^\W_](?![^\W_])")
_SPACED_SIGN = re.compile(r"[ .*_-][a-z][ .*_-]{1,3}[a-z][ .*_-]{1,3}[a-z][ .*_-]{1,3}[a-z][ .*_-]")
_SQUEEZED = re.compile(
    r"(?:ignore|disregard|forget)(?:all|any|the|your|my|of)*(?:previous|prior|above|earlier)"
    r"|previousinstructions|(?:high|great)estscore|givethispaper|acceptthispaper|ratethispaper"
    r"|recommendaccept|thispapermust|positivereview|maximumscore|answeryes|dearreviewer"
)
_BASE64 = re.compile(r"[A-Za-z0-9+/_-]{16,}={0,2}")
_LEAST_BLOCK = 16
_HEX = re.compile(r"(?:(?:0x|\\x|\\u00|u\+00|%|\b)?[0-9a-f]{2}[ ,:;]?){10,}", re.IGNORECASE)
_HEX_PAIR = re.compile(r"(?:0x|\\x|\\u00|u\+00|%)?([0-9a-f]{2})[ ,:;]?", re.IGNORECASE)
_BITS = re.compile(r"(?:[01]{8}[ ,]?){6,}")
_DECIMALS = re.compile(r"(?:\b\d{2,3}[ ,]{1,2}){9,}\d{2,3}\b")
_ESCAPES = re.compile(r"\\(?:u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|u\{([0-9a-fA-F]{1,5})\})")
_TURNED = frozenset(
    turned[:STEM]
    for word in [
        "instruction",
        "instructions",
        "reviewer",
        "reviewers",
        "review",
        "paper",
        "ignore",
        "score",
        "scores",
        "accept",
        "rating",
        "ratings",
        "prompt",
        "previous",
        "positive",
        "highest",
        "recommend",
    ]
    for turned in (codecs.encode(word, "rot13"), word[::-1])
)
_LEET_SIGNS = re.compile("[013457@$!|€+]")


def readings_of(quoted: str, plain: str, folded: str, words: Sequence[str]) -> Iterator[str]:
    """Other readings of a sentence, folded; none for an ordinary one.

    ``quoted`` is as it stands in the abstract, ``plain`` cleaned, ``folded`` in lower case,
    with its ``words``.
    """
    looks = folded
    if not folded.isascii() and _MIXED.search(folded):
        looks = folded.translate(_LOOKALIKE)
        yield looks
    if _LEET_SIGNS.search(looks) and _LEET_SIGN.search(looks):
        yield looks.translate(_LEET)
        yield looks.translate(_LEET_OTHER)
    if _may_be_spaced(folded) and _SPACED_SIGN.search(f" {folded} "):
        yield from _joined(quoted, looks)
    if not _TURNED.isdisjoint(word[:STEM] for word in words):
        yield codecs.encode(looks, "rot13")
        yield looks[::-1].strip()
        yield " ".join(word[::-1] for word in looks.split())
    yield from map(fold, decoded_runs(quoted, plain))


def decoded_runs(quoted: str, plain: str) -> Iterator[str]:
    """What codes in the text say: base64, hexadecimal, bits, decimals, percent signs, escapes."""
    if "\\" in quoted and _ESCAPES.search(quoted):
        yield _ESCAPES.sub(lambda found: chr(int(next(filter(None, found.groups())), 16)), quoted)
    if quoted.count("%") >= 3:
        yield unquote(quoted)
    if max(map(len, plain.split()), default=0) >= _LEAST_BLOCK:
        for block in _BASE64.findall(plain):
            yield _text(_from_base64(block))
    if not _has_digits(quoted):
        return
    for run in _HEX.findall(quoted):
        yield _text(bytes(int(pair, 16) for pair in _HEX_PAIR.findall(run)))
    for run in _BITS.findall(plain) if "01" in plain else ():
        yield _text(bytes(int(bits, 2) for bits in re.findall("[01]{8}", run)))
    for run in _DECIMALS.findall(plain):
        yield _text(bytes(int(code) for code in re.findall(r"\d+", run) if int(code) < 256))


def _joined(quoted: str, folded: str) -> Iterator[str]:
    # Two blanks or more between spaced letters stand between words; cleaning makes one of them.
    yield _SPACED.sub(lambda run: re.sub(r"[ ._*|/\u00b7-]", "", run.group()), folded)
    wide = re.sub(r"[ \t\u00a0\n]{2,}", "\n", fold(html.unescape(quoted)))
    yield " ".join(re.sub(r"[ ._*|/\u00b7-]", "", word) for word in wide.split("\n"))
    squeezed = "".join(filter(str.isalpha, folded))
    if _SQUEEZED.search(squeezed):
        yield "ignore all previous instructions"


def _may_be_spaced(folded: str) -> bool:
    blanks = folded.count(" ")
    marks = sum(map(folded.count, "._*-"))
    return marks >= 6 or (blanks >= 6 and len(folded) < 4 * blanks) or " " in folded[1:2]


def _has_digits(text: str) -> bool:
    return sum(map(text.count, "0123456789")) >= 10


def _from_base64(block: str) -> bytes:
    standard = block.replace("-", "+").replace("_", "/").rstrip("=")
    try:
        return base64.b64decode(standard + "=" * (-len(standard) % 4))
    except (binascii.Error, ValueError):
        return b""


def _text(found: bytes) -> str:
    """As UTF-8, if that is what it is; else nothing."""
    try:
        text = found.decode("utf-8")
    except UnicodeDecodeError:
        return ""
    return text if text.isprintable() else ""
