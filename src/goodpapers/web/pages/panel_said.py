"""What the panel said of one text: its answers, and the abstract with what was quoted marked.

A paper's page and the page that judges any text show it alike. Every sentence that a reviewer
quoted carries that reviewer's name as a class, so that the style sheet alone can show whose it is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from goodpapers.domain.verdict import PanelResult, Persona, Strictness, Verdict
from goodpapers.services import browse
from goodpapers.web.drawings import ANSWERS

MARKED_ON_A_SIDE = 2
"""So many sentences are marked as quoted for the paper, and so many against it."""
_OPENING_WORDS = 7
MOST_QUOTES = 4
"""So many quotes that do not stand in the abstract are shown."""


@dataclass(frozen=True, slots=True)
class Pointer:
    """Where a reviewer's sentence stands in the abstract, and its first words."""

    number: int
    words: str


@dataclass(frozen=True, slots=True)
class Opinion:
    """One reviewer's verdict as the page lists it."""

    persona: Persona
    mark: str
    says: str
    """``yes, 49 %: bar 45 %``"""
    reason: str | None
    points_to: tuple[Pointer, ...] = ()


@dataclass(frozen=True, slots=True)
class Quote:
    """One sentence that reviewers quoted, and how many did for a yes and for a no."""

    text: str
    n_for: int
    n_against: int
    number: int = 0
    """Its place among all quotes of the text, from 1; the anchor that leads to it."""
    who: tuple[str, ...] = field(default=(), compare=False)
    """The keys of those who quoted it."""
    is_strong: bool = False
    """Whether it is marked for everyone, not only with one of its reviewers."""

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
    """A piece of the abstract; `quote` where somebody quoted it."""

    text: str
    quote: Quote | None = None


@dataclass(frozen=True, slots=True)
class Group:
    """The reviewers of one strictness, and how many of those who answered say yes."""

    strictness: Strictness
    members: tuple[Opinion, ...]

    @property
    def says(self) -> str:
        """``4 of 5``"""
        answered = [one.mark for one in self.members if one.mark != "missing"]
        return f"{answered.count('yes')} of {len(answered)}"


@dataclass(frozen=True, slots=True)
class Said:
    """All that a page shows of the panel; `groups` is empty where there is no result."""

    paragraphs: tuple[tuple[Piece, ...], ...]
    """The abstract."""
    groups: tuple[Group, ...] = ()
    elsewhere: tuple[Quote, ...] = ()
    """Quotes that do not stand in the abstract as it is now."""
    has_bars: bool = False
    source: PanelResult | None = None

    @property
    def has_marks(self) -> bool:
        """Whether anything of the abstract is marked for everyone."""
        return any(each.quote and each.quote.is_strong for part in self.paragraphs for each in part)


def said_of(
    abstract: str, result: PanelResult | None = None, bars: Mapping[str, float] | None = None
) -> Said:
    """What the panel said of that abstract; without a result, the abstract alone."""
    if result is None:
        return Said(tuple(map(tuple, marked(abstract, []))))
    quotes = numbered(abstract, quotes_of(result.verdicts))
    return Said(
        paragraphs=tuple(map(tuple, marked(abstract, quotes))),
        groups=opinions(result, bars or {}, quotes),
        elsewhere=tuple(elsewhere(abstract, quotes)),
        has_bars=bool(bars),
        source=result,
    )


def opinions(
    result: PanelResult, bars: Mapping[str, float], quotes: Sequence[Quote] = ()
) -> tuple[Group, ...]:
    """The twenty verdicts in groups of one strictness; `bars` by reviewer, where they are known."""
    given = {verdict.persona: verdict for verdict in result.verdicts}
    every = [
        _opinion(one, given.get(one.key), bars.get(one.key), quotes) for one in browse.personas()
    ]
    return tuple(
        Group(each, tuple(one for one in every if one.persona.strictness is each))
        for each in Strictness
    )


def _opinion(
    persona: Persona, verdict: Verdict | None, bar: float | None, quotes: Sequence[Quote]
) -> Opinion:
    mark, says = ANSWERS[verdict.recommends if verdict else None]
    if verdict is not None and verdict.probability is not None:
        says = f"{says}, {in_percent(verdict.probability, bar)}"
    theirs = [quote for quote in quotes if quote.number and persona.key in quote.who]
    pointers = tuple(Pointer(quote.number, opening_words(quote.text)) for quote in theirs)
    return Opinion(persona, mark, says, verdict.reason if verdict else None, pointers)


def opening_words(text: str) -> str:
    """The first words of a sentence, up to a formula: ``We prove that the new …``."""
    words = text.split()
    first = words[:_OPENING_WORDS]
    plain = next((at for at, word in enumerate(first) if set(word) & set("$\\{}")), len(first))
    if plain < 2:
        return "this sentence"
    return " ".join(first[:plain]) + (" …" if plain < len(words) else "")


def in_percent(chance: float, bar: float | None) -> str:
    """``49 %: bar 45 %``; with a decimal where whole numbers would not tell them apart."""
    if bar is None:
        return f"{chance:.0%}".replace("%", " %")
    digits = 1 if f"{chance:.0%}" == f"{bar:.0%}" else 0
    return f"{chance:.{digits}%}: bar {bar:.{digits}%}".replace("%", " %")


def quotes_of(verdicts: Sequence[Verdict]) -> list[Quote]:
    """Every sentence that was quoted, once, the most quoted first."""
    counted: dict[str, list[int]] = {}
    who: dict[str, list[str]] = {}
    for verdict in verdicts:
        if verdict.recommends is None:
            continue
        for text in dict.fromkeys(verdict.evidence):
            counted.setdefault(text, [0, 0])[0 if verdict.recommends else 1] += 1
            who.setdefault(text, []).append(verdict.persona)
    found = [Quote(text, n[0], n[1], who=tuple(who[text])) for text, n in counted.items()]
    return sorted(found, key=lambda quote: -(quote.n_for + quote.n_against))


def numbered(abstract: str, quotes: Sequence[Quote]) -> list[Quote]:
    """The quotes with their numbers by place in the abstract, the strongest ones known as such."""
    inside = [quote for quote in quotes if quote.text in abstract]
    strong = {id(one) for side in ("for", "against") for one in _strongest(inside, side)}
    places = sorted(inside, key=lambda quote: abstract.find(quote.text))
    numbers = {id(quote): number for number, quote in enumerate(places, 1)}
    return [
        replace(quote, number=numbers.get(id(quote), 0), is_strong=id(quote) in strong)
        for quote in quotes
    ]


def marked(abstract: str, quotes: Sequence[Quote]) -> list[list[Piece]]:
    """The abstract's paragraphs in pieces, each quoted sentence a piece of its own."""
    left = [quote for quote in quotes if quote.text in abstract]
    paragraphs = []
    for paragraph in abstract.split("\n\n"):
        paragraphs.append(_pieces(paragraph, left))
        left = [quote for quote in left if quote.text not in paragraph]  # each is marked once
    return paragraphs


def elsewhere(abstract: str, quotes: Sequence[Quote]) -> list[Quote]:
    """The quotes that do not stand in the abstract as it is now, the most quoted first."""
    return [quote for quote in quotes if quote.text not in abstract][:MOST_QUOTES]


def _strongest(quotes: Sequence[Quote], side: str) -> list[Quote]:
    theirs = [quote for quote in quotes if quote.side == side]
    return sorted(theirs, key=lambda quote: -max(quote.n_for, quote.n_against))[:MARKED_ON_A_SIDE]


def _pieces(paragraph: str, quotes: Sequence[Quote]) -> list[Piece]:
    pieces: list[Piece] = []
    end = 0
    for quote in sorted(quotes, key=lambda quote: (paragraph.find(quote.text), -len(quote.text))):
        start = paragraph.find(quote.text)
        if start < 0:  # in another paragraph
            continue
        if start < end:  # it overlaps the one before, which then speaks for both
            pieces[-1] = _joined(pieces[-1], quote)
            continue
        pieces += [Piece(paragraph[end:start]), Piece(quote.text, quote)]
        end = start + len(quote.text)
    pieces.append(Piece(paragraph[end:]))
    return [piece for piece in pieces if piece.text]


def _joined(piece: Piece, other: Quote) -> Piece:
    if piece.quote is None:
        return piece
    who = dict.fromkeys((*piece.quote.who, *other.who))
    both = replace(piece.quote, who=tuple(who), is_strong=piece.quote.is_strong or other.is_strong)
    return replace(piece, quote=both)
