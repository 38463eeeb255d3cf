"""Where a paper's score comes from, in words: the model itself, asked with parts left out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

import numpy as np

from goodpapers.domain.errors import Unknown
from goodpapers.domain.paper import PaperKey
from goodpapers.scoring.evidence import Evidence, no_votes
from goodpapers.scoring.model import Fit, scores_of
from goodpapers.services.score_damping import SHORT, Weighed, weigh
from goodpapers.services.score_evidence import scope_of
from goodpapers.services.score_fit import current_fit
from goodpapers.services.score_update import count, evidence_of_now
from goodpapers.store import score_evidence as stored
from goodpapers.store.database import Database

Parts = Callable[[PaperKey], Sequence[tuple[str, float]]]
"""What each reviewer's answer adds to a paper's merit: (name, amount)."""
NAMED = 3
_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


@dataclass(frozen=True, slots=True)
class Share:
    """What the model says with some parts left out, 0 to 100."""

    score: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.score:.0f} ({self.low:.0f} to {self.high:.0f})"


@dataclass(frozen=True, slots=True)
class Explanation:
    """Where one paper's score comes from. Hidden like the score."""

    key: PaperKey
    sentences: tuple[str, ...]
    now: Share
    """With everything."""
    panel: Share | None
    """Without the votes; None where the panel did not judge."""
    start: Share
    """Without votes, panel and track: what a paper of this site is likely to be."""
    full_weight: Share | None
    """With every vote at full weight; None where all count whole."""
    panel_weight: float
    """What rests on the start, in votes of a typical reader."""
    readers_weight: float
    """What rests on readers, in the same unit."""
    n_votes: int
    n_yes: int
    fit: str
    fitted_at: datetime
    calibrated: bool
    """Whether assigned votes could tell how much people's choices flatter."""


def explain(
    database: Database, key: str, parts: Parts | None = None, *, reasons_from: int = 0
) -> Explanation:
    """Where the paper's score comes from; `parts` names what the panel's merit is made of.

    Why some readers count less is told from `reasons_from` readers on: of fewer, a reader could
    tell who is meant.

    Hidden values: the caller asks only for a reader who may see them.

    Raises
    ------
    Unknown
        There is no such paper, or it has no score.
    """
    with database.read() as db:
        paper = stored.paper_to_score(db, key)
        kept = None if paper is None else current_fit(db, scope_of(paper.edition))
        if paper is None or paper.waits or kept is None:
            raise Unknown(f'"{key}" is no paper with a score; scores come with: goodpapers score')
        fit, evidence, _ = evidence_of_now(db, kept, paper)
    counted = count(fit, evidence)
    if not counted.has_score[0]:
        raise Unknown(f'the paper "{key}" has no score: neither panel nor readers judged it')
    weighed = weigh(fit, evidence)
    judged = not np.isnan(evidence.papers.merit[0])
    found = Explanation(
        key=paper.key,
        sentences=(),
        now=_share(fit, evidence),
        panel=_share(fit, replace(evidence, votes=no_votes())) if judged else None,
        start=_share(fit, _bare(evidence)),
        full_weight=_full(fit, evidence) if (weighed.weight < 1).any() else None,
        panel_weight=float(counted.panel_weight[0]),
        readers_weight=float(counted.readers_weight[0]),
        n_votes=int(counted.n_votes[0]),
        n_yes=int(counted.n_yes[0]),
        fit=kept.key,
        fitted_at=kept.made_at,
        calibrated=fit.calibrated,
    )
    named = list(parts(paper.key)) if parts is not None and judged else []
    if found.n_votes < reasons_from:
        weighed = replace(weighed, reasons=[()] * len(weighed.reasons))
    return replace(found, sentences=_sentences(found, weighed, named))


def _share(fit: Fit, evidence: Evidence) -> Share:
    scores = scores_of(fit, evidence)
    return Share(float(scores.score[0]), float(scores.low[0]), float(scores.high[0]))


def _bare(evidence: Evidence) -> Evidence:
    nothing = np.zeros(1, bool)
    papers = replace(evidence.papers, merit=np.full(1, np.nan), spotlight=nothing, oral=nothing)
    return replace(evidence, papers=papers, votes=no_votes())


def _full(fit: Fit, evidence: Evidence) -> Share:
    nobody = np.zeros(evidence.votes.paper.size, bool)
    votes = replace(evidence.votes, peeked=nobody, conflict=nobody, own=nobody)
    free = replace(evidence, votes=votes, caps_by_standing=False, caps_by_institution=False)
    return _share(fit, free)


def _sentences(
    found: Explanation, weighed: Weighed, parts: Sequence[tuple[str, float]]
) -> tuple[str, ...]:
    told = []
    if found.panel is None:
        told.append(f"The panel has not judged it. A paper of this site starts at {found.start}.")
    else:
        told.append(f"Panel alone: {found.panel}{_mostly(found, parts)}.")
    if found.n_votes:
        told.append(f"{_readers(found, weighed)}: {found.now}.")
        told.append(
            f"Readers weigh as much as {found.readers_weight:.1f} typical readers, "
            f"the start as much as {found.panel_weight:.1f}."
        )
    if not found.calibrated:
        told.append("Not yet calibrated: how much people's choices flatter is assumed.")
    return tuple(told)


def _mostly(found: Explanation, parts: Sequence[tuple[str, float]]) -> str:
    """Which answers count most in the direction in which the panel moved the paper."""
    assert found.panel is not None  # noqa: S101 - asked only where the panel judged
    raised = found.panel.score >= found.start.score
    ranked = sorted(parts, key=lambda part: (-part[1] if raised else part[1], part[0]))
    names = [name for name, amount in ranked[:NAMED] if amount and (amount > 0) == raised]
    return f", mostly {'for' if raised else 'against by'} {_joined(names)}" if names else ""


def _readers(found: Explanation, weighed: Weighed) -> str:
    many = "reader" if found.n_votes == 1 else "readers"
    in_favour = _number(found.n_yes) if found.n_yes else "none"
    head = f"{_number(found.n_votes).capitalize()} {many}, {in_favour} for it"
    groups = Counter(reasons for reasons in weighed.reasons if reasons)
    told = []
    for reasons, n in sorted(groups.items(), key=lambda group: (-group[1], group[0])):
        rows = [i for i, each in enumerate(weighed.reasons) if each == reasons]
        total = float(weighed.weight[rows].sum())
        why = " and ".join(SHORT[name] for name in reasons)
        who = "all" if n == found.n_votes > 1 else _number(n)
        told.append(f"{who} of them counted {_amount(total, n)} because they {why}")
    return ", ".join([head, *told])


def _amount(total: float, n: int) -> str:
    if n > 1:
        whole = abs(total - round(total)) < 0.005
        return f"as {_number(round(total)) if whole else f'{total:.2f}'} together"
    words = {0.0: "not at all", 0.25: "at a quarter", 0.5: "at half", 1.0: "whole, yet less sure"}
    return words.get(round(total, 2), f"at {100 * total:.0f} %")


def _number(n: int) -> str:
    return _NUMBERS[n] if n < len(_NUMBERS) else f"{n:,}"


def _joined(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
