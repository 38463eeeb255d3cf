"""The bars of the whole: those a source ships with, or anew on files of peer reviews."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol, runtime_checkable

from goodpapers.domain.errors import BadInput
from goodpapers.panel.measuring.judged import BATCH
from goodpapers.panel.measuring.memory import stored_answers
from goodpapers.panel.measuring.records import read_peer_reviews
from goodpapers.panel.measuring.titles import title_mark
from goodpapers.panel.personas import KEYS, read_personas
from goodpapers.panel.set_bars import bars_of_whole
from goodpapers.panel.source import PanelSource, PaperText
from goodpapers.panel.yardstick import FEWEST_PAPERS, Yardstick

Progress = Callable[[str, int, int | None], object]


@runtime_checkable
class KnowsBars(PanelSource, Protocol):
    """A source that ships with bars, and says what they rest on."""

    @property
    def bars(self) -> Mapping[str, float]:
        """By persona key."""
        ...

    @property
    def facts(self) -> Mapping[str, object]:
        """What its weights rest on."""
        ...


@dataclass(frozen=True, slots=True)
class Whole:
    """The bars of every paper outside an area group of its own, and what they rest on."""

    bars: Mapping[str, float]
    n: int
    rests_on: str
    yardstick: Yardstick | None = None
    """The scale of merit, for a source that measures its own."""
    before: Mapping[str, float] = field(default_factory=dict)
    """What held where this site had set none."""


def shipped_bars(source: KnowsBars) -> Whole:
    """The bars that the source ships with: quantiles over its reference set, out of fold."""
    trained = source.facts.get("trained_on")
    n = trained.get("n_reference") if isinstance(trained, Mapping) else None
    papers = n if isinstance(n, int) else 0
    said = f"the {papers:,} reference abstracts that {source.model} was set on"
    return Whole(source.bars, papers, said, before=source.bars)


def reference_bars(
    source: KnowsBars, files: Sequence[Path], progress: Progress | None = None
) -> Whole:
    """Bars over the abstracts of files of peer reviews, each title once.

    What the source has learned is taken from its answers out of fold; the rest is judged now.

    Raises
    ------
    BadInput
        A file cannot be read, or all hold fewer than 100 abstracts.
    ModelFailure
        The source cannot judge.
    """
    texts = _abstracts(files)
    if len(texts) < FEWEST_PAPERS:
        raise BadInput(
            f"the reference holds {len(texts)} abstracts; bars need {FEWEST_PAPERS} or more"
        )
    known = stored_answers(source)
    fresh = [text for mark, text in texts.items() if mark not in known]
    answers: dict[str, list[float]] = {key: [] for key in KEYS}
    for mark in texts.keys() & known.keys():
        for key, chance in zip(KEYS, known[mark], strict=True):
            answers[key].append(float(chance))
    for start in range(0, len(fresh), BATCH):
        for result in source.judge(fresh[start : start + BATCH]):
            for each in result.verdicts:
                if each.probability is not None:
                    answers[each.persona].append(each.probability)
        if progress:
            progress("Judging the reference", min(start + BATCH, len(fresh)), len(fresh))
    named = ", ".join(path.name for path in files[:3]) + (", …" if len(files) > 3 else "")
    said = f"{len(texts):,} abstracts of {named}"
    return Whole(bars_of_whole(answers, read_personas()), len(texts), said, before=source.bars)


def _abstracts(files: Sequence[Path]) -> dict[str, PaperText]:
    """Every abstract once, by the mark of its title."""
    found: dict[str, PaperText] = {}
    for path in files:
        for row in read_peer_reviews(path):
            if row.abstract:
                found.setdefault(title_mark(row.title), PaperText(row.title, row.abstract))
    return found
