"""Cut an abstract into sentences that can be quoted, each with the plain text that is judged.

A sentence remembers its place in the abstract, so evidence is quoted letter by letter. What the
model reads is `plain_text` of it: no markup, no characters that a person cannot see.
"""

from __future__ import annotations

import html
import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

# Not seen by a person, so not by the panel: format and control characters, tags, fillers.
_UNSEEN_CLASSES = frozenset({"Cc", "Cf", "Co", "Cn", "Cs"})
_UNSEEN = (
    "\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0"
    "\U000e0100-\U000e01ef"
)
_UNSEEN_EXTRA = re.compile(f"[{_UNSEEN}]")
_START = r"[\"'(\[“‘„«$\\*<&]*[A-Z0-9\u00c0-\u00de\u0100-\u024f\u0370-\uffff\U0001d400-\U0001d7ff]"
_END = re.compile(
    rf"(?:[.!?]['\")\]}}>’”»]*|[。！？．।؟]|&#0*46;)\s+(?={_START})|[。！？।](?=\S)|\n\s*\n"
)
_NOT_AN_END = re.compile(
    r"(?:\b(?:e\.g|i\.e|et al|cf|vs|viz|resp|approx|etc|fig|figs|eq|eqs|sec|ref|refs|no|dr|prof"
    r"|mr|ms|st|w\.r\.t|i\.i\.d|a\.k\.a|ph\.d|u\.s)|(?:^|[\s(])[A-Za-z]|^\(?\d{1,2})\.$",
    re.IGNORECASE,
)
_COMMAND = re.compile(r"\\(?:[a-zA-Z]+\*?|[^a-zA-Z])")
_BRACES = re.compile(r"[{}$]|\*\*|``|''|</?[a-zA-Z][^<>]{0,40}>")
_AND = re.compile(r"&(?:(?:amp|#38|#x26);?(?=#?\w))+", re.IGNORECASE)
_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1f\x7f]")
_MAY_CHANGE = re.compile(r"[&\\<{}$]|\*\*|``|''|\s\s|[^\x00-\x7f]")
_MOST_PASSES = 8
_BLANKS = re.compile(r"\s+")
_KEPT_COMMAND = re.compile(r"\\([%&_#])")


@dataclass(frozen=True, slots=True)
class Sentence:
    """abstract[start:end] is the quotation; ``plain`` is what is judged of it."""

    start: int
    end: int
    plain: str


def plain_text(text: str) -> str:
    """The words a person sees: NFKC, entities resolved, LaTeX commands, markup, hidden marks gone.

    Mathematical letters become plain ones, blanks one space each. Never fails; may be empty. Plain
    text stays as it is: what one pass lays bare (``&amp;lt;``) another takes away.
    """
    for _ in range(_MOST_PASSES):
        before, text = text, _plain_once(text)
        if text == before or not _MAY_CHANGE.search(text):
            return text
    # Nested on purpose: every letter that markup is made of goes.
    return _plain_once(re.sub(r"[&\\<{}$*`']", "", text))


def _plain_once(text: str) -> str:
    if "&" in text:
        text = html.unescape(_AND.sub("&", text))
    if not text.isascii():
        text = unicodedata.normalize("NFKC", text)
        text = _UNSEEN_EXTRA.sub("", text)
    if not text.isprintable():  # seldom: looking at each letter is slow
        text = "".join(map(_visible, text))
    if not text.isascii():  # again: an unseen mark may have kept a letter from its accent
        text = unicodedata.normalize("NFKC", text)
    if "\\" in text:
        text = _COMMAND.sub(" ", _KEPT_COMMAND.sub(r"\1", text))
    return _BLANKS.sub(" ", _BRACES.sub("", text)).strip()


def _visible(character: str) -> str:
    if character.isascii():
        return character if character.isprintable() else " " if character.isspace() else ""
    if character.isspace():
        return " "
    return "" if unicodedata.category(character) in _UNSEEN_CLASSES else character


def seen_text(text: str) -> tuple[str, Sequence[int]]:
    """The text without what no person sees, and where each letter left stands in it.

    Blanks and line ends stay. The places have one more than there are letters: the text's length.
    """
    if not _CONTROL.search(text) and (text.isascii() or _all_seen(text)):
        return text, range(len(text) + 1)
    kept = [place for place, letter in enumerate(text) if _is_seen(letter)]
    return "".join(text[place] for place in kept), [*kept, len(text)]


def _all_seen(text: str) -> bool:
    return "".join(text.split()).isprintable() and not _UNSEEN_EXTRA.search(text)


def _is_seen(letter: str) -> bool:
    if letter.isspace():
        return True
    if letter.isprintable():
        return letter.isascii() or not _UNSEEN_EXTRA.match(letter)
    return unicodedata.category(letter) not in _UNSEEN_CLASSES


def split_sentences(abstract: str) -> list[Sentence]:
    """Every sentence in order; together they cover all visible text of the abstract."""
    text, places = seen_text(abstract)
    cuts, start = [], 0
    for end in _END.finditer(text):
        mark = end.group().rstrip()
        if _NOT_AN_END.search(text[max(start, end.start() - 12) : end.start()] + mark[:1]):
            continue
        cuts.append((start, end.start() + len(mark)))
        start = end.end()
    cuts.append((start, len(text)))
    sentences = (_sentence(abstract, text, places, *cut) for cut in cuts)
    return [sentence for sentence in sentences if sentence.plain]


def _sentence(abstract: str, text: str, places: Sequence[int], start: int, end: int) -> Sentence:
    piece = text[start:end]
    start += len(piece) - len(piece.lstrip())
    end = start + len(piece.strip())
    if start == end:
        return Sentence(places[start], places[start], "")
    first, last = places[start], places[end - 1] + 1
    return Sentence(first, last, plain_text(abstract[first:last]))
