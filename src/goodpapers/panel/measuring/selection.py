"""Which rows of which files a panel is measured on.

Accepted papers are positive, rejected ones negative (the ICLR workshop track is a kind rejection).
Withdrawn papers, papers without a known decision or without an abstract, repeated ones, and those
that the source was trained on stay out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from goodpapers.panel.measuring.folds import fold_numbers
from goodpapers.panel.measuring.groups import Papers
from goodpapers.panel.measuring.metrics import Floats
from goodpapers.panel.measuring.records import PeerReviewed
from goodpapers.panel.measuring.titles import title_mark

POSITIVE = frozenset({"oral", "spotlight", "poster", "accept"})
NEGATIVE = frozenset({"reject", "workshop"})
_HIGHLIGHTED = {"oral": 1.0, "spotlight": 1.0, "poster": 0.0}

VenueYear = tuple[str | None, int | None]


@dataclass(frozen=True, slots=True)
class Chosen:
    """One paper to be measured on: its row, its rating on its file's scale, its title's mark."""

    row: PeerReviewed
    rating: float
    """In standard deviations of its file's mean ratings; NaN without ratings."""
    mark: str


@dataclass(frozen=True, slots=True)
class Selection:
    """The papers of each venue and year, and how many were left out for which reason."""

    groups: dict[VenueYear, list[Chosen]]
    """In order of venue and year; a venue and year of which nothing is left has an empty list."""
    left_out: Counter[str]
    """``trained_on``, ``no_decision``, ``no_abstract``, ``repeated``."""


def select(files: Iterable[Sequence[PeerReviewed]], trained_on: Container[str]) -> Selection:
    """Sort the rows of all files into groups; ``trained_on`` holds marks of titles."""
    groups: dict[VenueYear, dict[str, Chosen]] = {}
    left_out: Counter[str] = Counter()
    for rows in files:
        for row, rating in zip(rows, standardized(rows), strict=True):
            group = groups.setdefault((row.venue, row.year), {})
            mark = title_mark(row.title)
            reason = _reason(row, mark, group, trained_on)
            if reason:
                left_out[reason] += 1
            else:
                group[mark] = Chosen(row, float(rating), mark)
    ordered = sorted(groups, key=lambda key: (key[0] or "", key[1] or 0))
    return Selection({key: list(groups[key].values()) for key in ordered}, left_out)


def standardized(rows: Sequence[PeerReviewed]) -> Floats:
    """Mean ratings of one file less their mean, over their standard deviation: (n_rows,).

    NaN where a row has none; 0 for all where they do not differ.
    """
    raw = np.array([np.nan if row.rating is None else row.rating for row in rows], dtype=np.float64)
    rated = raw[~np.isnan(raw)]
    if not len(rated):
        return raw
    spread = float(rated.std())
    return (raw - float(rated.mean())) / (spread if spread > 1e-9 else 1.0)


def papers_of(chosen: Sequence[Chosen], texts: Sequence[str]) -> Papers:
    """The chosen papers as arrays, with the texts that were judged."""
    decisions = [paper.row.decision or "" for paper in chosen]
    return Papers(
        accepted=np.array([decision in POSITIVE for decision in decisions], dtype=bool),
        highlighted=np.array([_HIGHLIGHTED.get(decision, np.nan) for decision in decisions]),
        rating=np.array([paper.rating for paper in chosen]),
        texts=texts,
        fold=fold_numbers([paper.mark for paper in chosen]),
    )


def _reason(
    row: PeerReviewed, mark: str, group: Container[str], trained_on: Container[str]
) -> str | None:
    """Why a row stays out, or None. Training last: it counts only what would be measured."""
    if row.decision not in POSITIVE | NEGATIVE:
        return "no_decision"
    if row.abstract is None:
        return "no_abstract"
    if mark in group:
        return "repeated"
    return "trained_on" if mark in trained_on else None
