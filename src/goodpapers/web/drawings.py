"""What a card shows of score and panel, drawn once for each distinct value.

The drawings depend on nothing but their figures, so the same figures are never drawn twice.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache

from markupsafe import Markup

from goodpapers.domain.score import Score
from goodpapers.domain.verdict import PanelCount, Strictness
from goodpapers.services.browse import personas
from goodpapers.web import words
from goodpapers.web.environment import part

ANSWERS = {True: ("yes", "yes"), False: ("no", "no"), None: ("missing", "no answer")}
"""The mark of an answer, and what it says."""

_DRAWINGS = 4096


@dataclass(frozen=True, slots=True)
class Ruler:
    """The score on a line from 0 to 100, in whole points."""

    score: int
    low: int
    high: int
    panel: int | None
    readers: int | None
    says: str
    """What the figure means, going on after it; also all that the drawing shows, in words."""


def score_drawn(score: Score) -> Markup:
    """The score: its figure, what it means, and the ruler; without decimals."""
    panel = None if score.panel is None else round(score.panel)
    readers = None if score.readers is None else round(score.readers)
    figures = (round(score.score), round(score.low), round(score.high))
    return _score_drawn(figures, (panel, readers), score.n_votes)


@lru_cache(maxsize=_DRAWINGS)
def _score_drawn(
    figures: tuple[int, int, int], parts: tuple[int | None, int | None], n_votes: int
) -> Markup:
    score, low, high = figures
    panel, readers = parts
    assumed = "" if n_votes else "; assumed until readers vote"
    says = (
        "of 100 typical readers would call it worth reading "
        f"(likely {low} to {high}{assumed}). {basis(n_votes, panel, readers)}"
    )
    return part("parts/ruler.html", "score")(Ruler(score, low, high, panel, readers, says))


def basis(n_votes: int, panel: int | None, readers: int | None) -> str:
    """What a score rests on: ``Panel only.``, ``From the panel (58) and 10 readers (80).``"""
    if not n_votes:
        return "Panel only."
    said = words.count(n_votes, "reader")
    if panel is None or readers is None:
        return f"From {said}."
    return f"From the panel ({panel}) and {said} ({readers})."


@lru_cache(maxsize=_DRAWINGS)
def panel_drawn(recommends: tuple[bool | None, ...], count: PanelCount | None) -> Markup:
    """The twenty dots in their three groups, and how many recommend the paper."""
    dots = _dots()
    groups = (
        [(str(each), [dots[i][recommends[i]] for i in places]) for each, places in _groups()]
        if recommends
        else []
    )
    return part("parts/dots.html", "panel")(groups, count and count_words(count))


def count_words(count: PanelCount) -> str:
    """``13 of 20 reviewers recommend it; lenient 4 of 5, medium 6 of 10, strict 3 of 5.``"""
    return (
        f"{count.yes} of {count.out_of} reviewers recommend it; "
        f"{words.held(f'lenient {count.lenient_yes} of {count.lenient_of}')}, "
        f"{words.held(f'medium {count.medium_yes} of {count.medium_of}')}, "
        f"{words.held(f'strict {count.strict_yes} of {count.strict_of}')}."
    )


@cache
def _groups() -> list[tuple[Strictness, list[int]]]:
    """For each strictness the places of its reviewers in the panel."""
    return [
        (each, [i for i, one in enumerate(personas()) if one.strictness is each])
        for each in Strictness
    ]


@cache
def _dots() -> list[dict[bool | None, Markup]]:
    """Each reviewer's dot for each answer: a list shows six hundred of them."""
    draw = part("parts/dots.html", "dot")
    return [
        {answer: draw(one.name, mark, says) for answer, (mark, says) in ANSWERS.items()}
        for one in personas()
    ]
