"""Set the bars of a source on this site anew, and say what that changes.

A named act: nothing else ever moves the verdict of a paper whose text and recipe are the same. The
probabilities stay as they are, so an endpoint is neither asked nor paid.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from goodpapers.domain.errors import BadUsage
from goodpapers.domain.verdict import Persona
from goodpapers.panel.personas import TARGET_RATE, read_personas
from goodpapers.panel.set_bars import LEAST_IN_GROUP, bars_of_group
from goodpapers.panel.source import PanelSource
from goodpapers.panel.yardstick import (
    FEWEST_PAPERS,
    Yardstick,
    measure_yardstick,
    merit,
    shipped_yardstick,
)
from goodpapers.services.panel_bars import Bars, bars_in, shipped_weights
from goodpapers.services.reference_bars import KnowsBars, Whole, reference_bars, shipped_bars
from goodpapers.store.answers import (
    NewVerdicts,
    StoredAnswers,
    answer_marks,
    change_verdicts,
    stored_answers,
)
from goodpapers.store.bars import WHOLE, StoredBar, hold_bars, write_bars, write_yardstick
from goodpapers.store.database import Database

Progress = Callable[[str, int, int | None], object]


@dataclass(frozen=True, slots=True)
class PersonaMoved:
    """What new bars change for one reviewer."""

    persona: str
    name: str
    strictness: str
    target_rate: float
    old_bar: float | None
    """Of the whole; None where the reviewer had none."""
    new_bar: float
    old_rate: float | None
    """Share of this site's judged papers that it recommends; None without any."""
    new_rate: float | None
    turned_yes: int
    turned_no: int


@dataclass(frozen=True, slots=True)
class GroupBars:
    """An area group that has bars of its own."""

    area_group: str
    n: int
    rates: Mapping[str, float]
    """Share of yes under the new bars, by strictness."""


@dataclass(frozen=True, slots=True)
class CalibrationReport:
    """What a calibration changed, or would change."""

    source: str
    model: str
    rests_on: str
    """What the bars of the whole were set on, in words."""
    papers: int
    """Judged papers of this site whose verdicts were looked at."""
    papers_moved: int
    """Of which the count of yes is another now."""
    personas: tuple[PersonaMoved, ...]
    groups: tuple[GroupBars, ...]
    written: bool


def calibrate(
    database: Database,
    source: PanelSource,
    *,
    reference: Sequence[Path] = (),
    dry_run: bool = False,
    now: datetime,
    progress: Progress | None = None,
) -> CalibrationReport:
    """Set each persona's bar for the whole, and for each area group of 200 judged papers or more.

    The whole rests on `reference` (files of peer reviews, judged now; papers that the source has
    learned by its stored answers out of fold), else on what the source ships with, else, for an
    endpoint, on this site's own answers. All verdicts of the source under its present recipe
    change in one transaction; with `dry_run` nothing is written.

    Raises
    ------
    BadInput
        A reference file cannot be read.
    BadUsage
        An endpoint was given a reference, or has judged fewer than 100 papers.
    ModelFailure
        The source cannot judge the reference.
    """
    if isinstance(source, KnowsBars):
        whole = reference_bars(source, reference, progress) if reference else shipped_bars(source)
    elif reference:
        raise BadUsage(
            f"the bars of {source.name} are set on the papers that it has judged here, so that "
            "nothing is asked or paid again; leave --reference out"
        )
    else:
        whole = None
    with database.read() if dry_run else database.write() as db:
        if not dry_run:
            hold_bars(db, to_change=True)
        before = bars_in(db, source.name, source.recipe)
        papers = list(stored_answers(db, source.name, source.recipe))
        own = _measured(papers, source) if whole is None else whole
        settled = _settle(papers, own)
        change = _changed(papers, settled)
        if not dry_run:
            bars = _rows(own, settled, papers)
            write_bars(db, source.name, source.recipe, bars, now)
            if own.yardstick is not None:
                text = own.yardstick.as_json()
                write_yardstick(db, source.name, source.model, source.recipe, text)
            change_verdicts(db, source.name, change)
    return _report(source, own, before, papers, change, settled=settled, written=not dry_run)


def _measured(papers: Sequence[StoredAnswers], source: PanelSource) -> Whole:
    """The whole of an endpoint: what it answered on this site."""
    if len(papers) < FEWEST_PAPERS:
        raise BadUsage(
            f"{source.name} has judged {len(papers)} papers here with its present recipe; bars "
            f"need {FEWEST_PAPERS} or more (until then the shipped ones hold)"
        )
    answers = [dict(zip(each.personas, each.probabilities, strict=True)) for each in papers]
    said = f"{len(papers):,} papers that {source.name} judged on this site"
    yardstick = measure_yardstick(answers, read_personas(), made_from=said)
    bars = {key: mark.bar for key, mark in yardstick.marks.items()}
    shipped = {key: mark.bar for key, mark in shipped_yardstick().marks.items()}
    return Whole(bars, len(papers), said, yardstick, before=shipped)


def _settle(papers: Sequence[StoredAnswers], whole: Whole) -> Bars:
    """The bars of the whole and of each area group that is large enough."""
    members: dict[str, list[StoredAnswers]] = defaultdict(list)
    for each in papers:
        if each.area_group:
            members[each.area_group].append(each)
    groups: dict[str, Mapping[str, float]] = {WHOLE: whole.bars}
    for name, own in sorted(members.items()):
        if len(own) >= LEAST_IN_GROUP:
            bars = bars_of_group(_by_persona(own), whole.bars, read_personas())
            if bars:
                groups[name] = bars
    return Bars(groups, whole.yardstick)


def _by_persona(papers: Iterable[StoredAnswers]) -> dict[str, list[float]]:
    answers: dict[str, list[float]] = defaultdict(list)
    for each in papers:
        for persona, chance in zip(each.personas, each.probabilities, strict=True):
            if chance is not None:
                answers[persona].append(chance)
    return answers


def _changed(papers: Sequence[StoredAnswers], settled: Bars) -> list[NewVerdicts]:
    """Every paper under the new bars, in their order."""
    bars = {name: settled.of(name) for name in {each.area_group for each in papers}}
    return [_new(each, bars[each.area_group], settled.yardstick) for each in papers]


def _new(
    paper: StoredAnswers, bars: Mapping[str, float], yardstick: Yardstick | None
) -> NewVerdicts:
    said = list(zip(paper.personas, paper.probabilities, strict=True))
    recommends = answer_marks(
        [None if chance is None else chance >= bars[persona] for persona, chance in said]
    )
    joint = None if yardstick is None else merit(dict(said), yardstick, shipped_weights())
    return NewVerdicts(paper.paper_id, recommends, paper.merit if joint is None else joint)


def _rows(whole: Whole, settled: Bars, papers: Sequence[StoredAnswers]) -> list[StoredBar]:
    sizes = Counter(each.area_group for each in papers)
    return [
        StoredBar(group, persona, bar, whole.n if group == WHOLE else sizes[group])
        for group, bars in settled.by_group.items()
        for persona, bar in bars.items()
    ]


@dataclass(frozen=True, slots=True)
class _Turned:
    """The verdicts of this site's papers, before and after."""

    old: list[str]
    new: list[str]

    def of(self, place: int) -> Counter[tuple[str, str]]:
        """How often one reviewer went from which answer to which."""
        return Counter((a[place], b[place]) for a, b in zip(self.old, self.new, strict=True))


def _report(
    source: PanelSource,
    whole: Whole,
    before: Bars,
    papers: Sequence[StoredAnswers],
    change: Sequence[NewVerdicts],
    *,
    settled: Bars,
    written: bool,
) -> CalibrationReport:
    turned = _Turned([each.recommends for each in papers], [each.recommends for each in change])
    old_bars = before.of(None) or whole.before
    together = list(zip(turned.new, papers, strict=True))
    return CalibrationReport(
        source=source.name,
        model=source.model,
        rests_on=whole.rests_on,
        papers=len(papers),
        papers_moved=sum(
            a.count("1") != b.count("1") for a, b in zip(turned.old, turned.new, strict=True)
        ),
        personas=tuple(
            _moved(persona, place, turned, old_bars.get(persona.key), whole.bars[persona.key])
            for place, persona in enumerate(read_personas())
        ),
        groups=tuple(
            _group(name, [marks for marks, paper in together if paper.area_group == name])
            for name in settled.by_group
            if name != WHOLE
        ),
        written=written,
    )


def _moved(
    persona: Persona, place: int, turned: _Turned, old_bar: float | None, new_bar: float
) -> PersonaMoved:
    turns = turned.of(place)
    return PersonaMoved(
        persona=persona.key,
        name=persona.name,
        strictness=persona.strictness.value,
        target_rate=TARGET_RATE[persona.strictness],
        old_bar=None if old_bar is None else round(old_bar, 4),
        new_bar=round(new_bar, 4),
        old_rate=_rate([each[place] for each in turned.old]),
        new_rate=_rate([each[place] for each in turned.new]),
        turned_yes=turns["0", "1"],
        turned_no=turns["1", "0"],
    )


def _group(name: str, recommends: Sequence[str]) -> GroupBars:
    marks: dict[str, list[str]] = defaultdict(list)
    for each in recommends:
        for persona, mark in zip(read_personas(), each, strict=True):
            marks[persona.strictness.value].append(mark)
    rates = {strictness: _rate(each) or 0.0 for strictness, each in marks.items()}
    return GroupBars(name, len(recommends), rates)


def _rate(marks: Sequence[str]) -> float | None:
    asked = len(marks) - marks.count("-")
    return round(marks.count("1") / asked, 4) if asked else None
