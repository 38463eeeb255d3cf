"""Cut an abstract into sentences that can be quoted, each with the plain text that is judged.

A sentence remembers its place in the abstract, so evidence is quoted letter by letter. What the
model reads is `plain_text` of it: no markup, no characters that a person cannot see.
"""

from __future__ import annotations

import html
import re
import unicodedata
from dataclasses import dataclass

# Not seen by a person, so not by the panel: format and control characters, tags, fillers.
_UNSEEN_CLASSES = frozenset({"Cc", "Cf", "Co", "Cn", "Cs"})
_UNSEEN = "\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180e\u2800\u3164\ufe00-\ufe0f\uffa0"
_UNSEEN_EXTRA = re.compile(f"[{_UNSEEN}]")
_GAP = r"[\s\u200b-\u200f\u2060\ufeff]+"
_END = re.compile(
    rf"(?:[.!?]['\")\]}}’”]*|[。！？]){_GAP}(?=[\"'(\[“‘$\\*]*[A-Z0-9\u0370-\uffff])|[。！？](?=\S)|\n\s*\n"
)
_NOT_AN_END = re.compile(
    r"(?:\b(?:e\.g|i\.e|et al|cf|vs|viz|resp|approx|etc|fig|figs|eq|eqs|sec|ref|refs|no|dr|prof"
    r"|mr|ms|st|w\.r\.t|i\.i\.d|a\.k\.a|ph\.d|u\.s)|(?:^|[\s(])[A-Za-z]|^\(?\d{1,2})\.$",
    re.IGNORECASE,
)
_COMMAND = re.compile(r"\\(?:[a-zA-Z]+\*?|[^a-zA-Z])")
_BRACES = re.compile(r"[{}$]|\*\*|``|''|</?[a-zA-Z][^<>]{0,40}>")
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

    Mathematical letters become plain ones, blanks one space each. Never fails; may be empty.
    """
    text = unicodedata.normalize("NFKC", html.unescape(text))
    if not text.isascii():
        text = _UNSEEN_EXTRA.sub("", text)
    if not text.isprintable():  # seldom: looking at each letter is slow
        text = "".join(map(_visible, text))
    if "\\" in text:
        text = _COMMAND.sub(" ", _KEPT_COMMAND.sub(r"\1", text))
    return _BLANKS.sub(" ", _BRACES.sub("", text)).strip()


def _visible(character: str) -> str:
    if character.isascii():
        return character if character.isprintable() else " " if character.isspace() else ""
    return "" if unicodedata.category(character) in _UNSEEN_CLASSES else character


def split_sentences(abstract: str) -> list[Sentence]:
    """Every sentence in order; together they cover all visible text of the abstract."""
    cuts, start = [], 0
    for end in _END.finditer(abstract):
        mark = end.group().rstrip()
        if _NOT_AN_END.search(abstract[max(start, end.start() - 12) : end.start()] + mark[:1]):
            continue
        cuts.append((start, end.start() + len(mark)))
        start = end.end()
    cuts.append((start, len(abstract)))
    sentences = (_sentence(abstract, *cut) for cut in cuts)
    return [sentence for sentence in sentences if sentence.plain]


def _sentence(abstract: str, start: int, end: int) -> Sentence:
    quoted = abstract[start:end]
    start += len(quoted) - len(quoted.lstrip())
    return Sentence(start, start + len(quoted.strip()), plain_text(quoted))
