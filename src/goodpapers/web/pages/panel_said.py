"""What the panel said of one paper: its answers, and the abstract with what was quoted marked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from goodpapers.domain.verdict import PanelResult, Persona, Strictness, Verdict
from goodpapers.services import browse
from goodpapers.web.drawings import ANSWERS

MARKED_ON_A_SIDE = 2
"""So many sentences are marked as quoted for the paper, and so many against it."""
MOST_QUOTES = 4
"""So many quotes that do not stand in the abstract are shown."""


@dataclass(frozen=True, slots=True)
class Opinion:
    """One reviewer's verdict as the page lists it."""

    persona: Persona
    mark: str
    says: str
    """``yes, 49 %: bar 45 %``"""
    reason: str | None


@dataclass(frozen=True, slots=True)
class Quote:
    """One sentence that reviewers quoted, and how many did for a yes and for a no."""

    text: str
    n_for: int
    n_against: int

    @property
    def side(self) -> str:
        """``for`` or ``against``: where most of its quotes stand."""
        return "for" if self.n_for >= self.n_against else "against"

    @property
    def says(self) -> str:
        """``8 for, 3 against``"""
        counted = ((self.n_for, "for"), (self.n_against, "against"))
        return ", ".join(f"{n} {word}" for n, word in counted if n)


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of the abstract; `quote` where it is marked."""

    text: str
    quote: Quote | None = None


def opinions(
    result: PanelResult, bars: Mapping[str, float]
) -> list[tuple[Strictness, list[Opinion]]]:
    """The twenty verdicts in groups of one strictness; `bars` by reviewer, where they are known."""
    given = {verdict.persona: verdict for verdict in result.verdicts}
    return [
        (
            strictness,
            [
                _opinion(one, given.get(one.key), bars.get(one.key))
                for one in browse.personas()
                if one.strictness is strictness
            ],
        )
        for strictness in Strictness
    ]


def _opinion(persona: Persona, verdict: Verdict | None, bar: float | None) -> Opinion:
    mark, says = ANSWERS[verdict.recommends if verdict else None]
    if verdict is not None and verdict.probability is not None:
        says = f"{says}, {in_percent(verdict.probability, bar)}"
    return Opinion(persona, mark, says, verdict.reason if verdict else None)


def in_percent(chance: float, bar: float | None) -> str:
    """``49 %: bar 45 %``; with a decimal where whole numbers would not tell them apart."""
    if bar is None:
        return f"{chance:.0%}".replace("%", " %")
    digits = 1 if f"{chance:.0%}" == f"{bar:.0%}" else 0
    return f"{chance:.{digits}%}: bar {bar:.{digits}%}".replace("%", " %")


def quotes_of(verdicts: Sequence[Verdict]) -> list[Quote]:
    """Every sentence that was quoted, once, the most quoted first."""
    counted: dict[str, list[int]] = {}
    for verdict in verdicts:
        if verdict.recommends is None:
            continue
        for text in dict.fromkeys(verdict.evidence):
            counted.setdefault(text, [0, 0])[0 if verdict.recommends else 1] += 1
    found = [Quote(text, *counts) for text, counts in counted.items()]
    return sorted(found, key=lambda quote: -(quote.n_for + quote.n_against))


def marked(abstract: str, quotes: Sequence[Quote]) -> list[list[Piece]]:
    """The abstract's paragraphs in pieces, the sentences most quoted for and against marked."""
    chosen = [
        quote
        for side in ("for", "against")
        for quote in _strongest([one for one in quotes if one.text in abstract], side)
    ]
    return [_pieces(paragraph, chosen) for paragraph in abstract.split("\n\n")]


def elsewhere(abstract: str, quotes: Sequence[Quote]) -> list[Quote]:
    """The quotes that do not stand in the abstract as it is now, the most quoted first."""
    return [quote for quote in quotes if quote.text not in abstract][:MOST_QUOTES]


def _strongest(quotes: Sequence[Quote], side: str) -> list[Quote]:
    theirs = [quote for quote in quotes if quote.side == side]
    return sorted(theirs, key=lambda quote: -max(quote.n_for, quote.n_against))[:MARKED_ON_A_SIDE]


def _pieces(paragraph: str, quotes: Sequence[Quote]) -> list[Piece]:
    pieces, end = [], 0
    for quote in sorted(quotes, key=lambda quote: paragraph.find(quote.text)):
        start = paragraph.find(quote.text)
        if start < end:  # not in this paragraph, or inside another
            continue
        pieces += [Piece(paragraph[end:start]), Piece(quote.text, quote)]
        end = start + len(quote.text)
    pieces.append(Piece(paragraph[end:]))
    return [piece for piece in pieces if piece.text]
