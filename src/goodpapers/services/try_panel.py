"""Let the panel read a text that is on no site: for authors, before anyone else reads it.

Nothing is stored. What cannot be judged is refused in one clear line, before any work is done.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from threading import Lock
from typing import Protocol

from goodpapers.domain.errors import BadInput
from goodpapers.domain.verdict import PanelCount, PanelResult, Strictness
from goodpapers.panel.english import is_english
from goodpapers.panel.flagged import Finding, find_flagged
from goodpapers.panel.personas import read_personas
from goodpapers.panel.source import PanelSource, PaperText

__all__ = [
    "Finding",
    "MeasuredSource",
    "Tried",
    "bars_of",
    "is_english",
    "not_judged",
    "refuse_text",
    "tidied",
    "try_panel",
    "without_controls",
]

LONGEST_TITLE = 500
LONGEST_ABSTRACT = 6_000
"""In characters; the longest of 28,606 abstracts of conferences has 4,927."""
FEWEST_WORDS = 10

_CONTROL = re.compile("[\x00-\x08\x0e-\x1f\x7f-\x9f]")
_ONE_AT_A_TIME = Lock()
"""The encoder loads once, and two texts at a time would only share its cores."""


class MeasuredSource(PanelSource, Protocol):
    """A source that can say from when on its reviewers recommend, and how far to trust them."""

    @property
    def bars(self) -> Mapping[str, float]:
        """The chance from which on each reviewer recommends, by key."""
        ...

    @property
    def facts(self) -> Mapping[str, object]:
        """What it rests on: data, date and figures."""
        ...


@dataclass(frozen=True, slots=True)
class Tried:
    """What the panel says of a text, and what of the text it did not read."""

    title: str
    abstract: str
    """As judged: the evidence is quoted from it."""
    result: PanelResult
    findings: tuple[Finding, ...]

    @property
    def recommends(self) -> tuple[bool | None, ...]:
        """The twenty answers in the order of the panel."""
        return tuple(verdict.recommends for verdict in self.result.verdicts)

    @property
    def count(self) -> PanelCount:
        """How many recommend it, of those who answered."""
        groups = []
        for strictness in Strictness:
            members = [
                yes
                for own, yes in zip(read_personas(), self.recommends, strict=True)
                if own.strictness is strictness and yes is not None
            ]
            groups += [sum(members), len(members)]
        return PanelCount(sum(groups[::2]), sum(groups[1::2]), *groups)


def try_panel(source: PanelSource, title: str, abstract: str) -> Tried:
    """The twenty verdicts on a text that a person typed.

    Raises
    ------
    BadInput
        The text is missing, too long, not English, or holds control characters: one clear line.
    ModelFailure
        The source cannot judge.
    """
    title, abstract = tidied(title), tidied(abstract)
    refuse_text(title, abstract)
    with _ONE_AT_A_TIME:
        result = source.judge([PaperText(title, abstract)])[0]
    return Tried(title, abstract, result, find_flagged(title, abstract))


def not_judged(title: str, abstract: str) -> tuple[Finding, ...]:
    """What the reviewers are not given of a text, in its order, each with the reason."""
    return find_flagged(title, abstract)


def bars_of(source: MeasuredSource, result: PanelResult) -> Mapping[str, float]:
    """The bars that the result was given by; empty where they are not those of this source."""
    return source.bars if source.recipe == result.recipe else {}


def refuse_text(title: str, abstract: str) -> None:
    """Raise `BadInput` for a text that cannot be judged; the line says what to do about it."""
    for name, text, most in (
        ("title", title, LONGEST_TITLE),
        ("abstract", abstract, LONGEST_ABSTRACT),
    ):
        if len(text) > most:
            raise BadInput(f"the {name} has {len(text):,} characters; at most {most:,} are read")
        if found := _CONTROL.search(text):
            code = f"U+{ord(found.group()):04X}"
            raise BadInput(
                f"the {name} holds control characters, the first of them {code}; they are left "
                "out below, look the text over and send it again"
            )
    _refuse_little(title, abstract)


def _refuse_little(title: str, abstract: str) -> None:
    if not title and not abstract:
        raise BadInput("nothing to read yet; paste a title and an abstract")
    if not title:
        raise BadInput("the title is missing; the reviewers read it with the abstract")
    if not abstract:
        raise BadInput("the abstract is missing; a title alone is too little to judge")
    if not is_english(abstract):
        raise BadInput("the abstract does not read as English, and the reviewers know no other")
    if len(abstract.split()) < FEWEST_WORDS:
        raise BadInput(
            f"the abstract is too short to judge; it takes {FEWEST_WORDS} words at least"
        )


def tidied(text: str) -> str:
    """The text with its lines joined; an empty line between paragraphs stays."""
    paragraphs = re.split(r"\n[^\S\n]*\n\s*", re.sub("\r\n?|[\v\f\x85\u2028\u2029]", "\n", text))
    joined = (" ".join(paragraph.split()) for paragraph in paragraphs)
    return "\n\n".join(filter(None, joined))


def without_controls(text: str) -> str:
    """The text as typed, but for control characters, so that it can be shown again."""
    return _CONTROL.sub("", text)
