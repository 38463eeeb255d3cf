"""The two tables of `goodpapers score --papers --votes`: read, checked, as arrays."""

from __future__ import annotations

import csv
import gzip
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final, TextIO

import numpy as np

from goodpapers.domain.errors import BadInput
from goodpapers.domain.programme import Problem, Track
from goodpapers.scoring.evidence import BoolArray, Evidence, IntArray, Papers, Readers, Votes
from goodpapers.scoring.nodes import FloatArray
from goodpapers.scoring.synthetic import standard_merit

VOTES: Final = {"worth_reading": 1.0, "not_for_me": 0.0, "no_verdict": np.nan}
PAPER_COLUMNS = ("merit", "area", "track", "edition")
VOTE_COLUMNS = ("at", "blind", "assigned", "conflict", "identity", "institution")
LONGEST_SHOWN = 40


@dataclass(frozen=True, slots=True)
class PaperTable:
    """papers.csv, rows sorted by key; all but the last three are one entry a paper."""

    keys: tuple[str, ...]
    order: tuple[int, ...]
    """Row of the first, second, … paper of the file."""
    merit: FloatArray
    """Standardized, NaN where there is none."""
    tracks: tuple[str, ...]
    editions: tuple[str, ...]
    recommend: IntArray
    """Reviewers with a probability of one half or more."""
    asked: IntArray
    left_alone: tuple[str, ...]
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class VoteTable:
    """votes.csv: the row that counts of each paper and reader, by paper and then reader."""

    rows: list[dict[str, Any]]
    columns: frozenset[str]
    replaced: int
    left_alone: tuple[str, ...]


NO_VOTES = VoteTable([], frozenset(), 0, ())


def read_papers(path: Path) -> PaperTable:
    """The papers of the file.

    Raises
    ------
    BadInput
        The file cannot be read or holds no paper, or a column or value is wrong.
    """
    with _Table(path, ("paper",)) as table:
        reviewers = [name for name in table.columns if name.startswith("reviewer_")]
        rows: dict[str, dict[str, Any]] = {}
        for row in table:
            key = row.text("paper")
            if key in rows:
                raise row.wrong("paper", "a paper that stands only once")
            rows[key] = {
                "reviewers": [row.number(name, 0, 1) for name in reviewers],
                "merit": row.number("merit"),
                "track": row.get("track").lower(),
                "edition": row.get("edition"),
            }
        left_alone = table.left_alone((*PAPER_COLUMNS, *reviewers))
    if not rows:
        raise BadInput(f"{path.name}: holds no paper; expected a row a paper below the header")
    keys = tuple(sorted(rows))
    place = {key: i for i, key in enumerate(keys)}
    chances = np.array([rows[key]["reviewers"] for key in keys], float)  # (n_papers, n_reviewers)
    merit = np.array([rows[key]["merit"] for key in keys], float)
    tracks = tuple(rows[key]["track"] for key in keys)
    return PaperTable(
        keys=keys,
        order=tuple(place[key] for key in rows),
        merit=standard_merit(chances) if np.isnan(merit).all() else merit,
        tracks=tracks,
        editions=tuple(rows[key]["edition"] for key in keys),
        recommend=(np.nan_to_num(chances) >= 0.5).sum(axis=1),
        asked=(~np.isnan(chances)).sum(axis=1),
        left_alone=left_alone,
        notes=_about_tracks(tracks),
    )


def read_votes(path: Path, papers: PaperTable) -> VoteTable:
    """The votes of the file, one a reader and paper: the later by `at`, else by row.

    Raises
    ------
    BadInput
        The file cannot be read, a column or value is wrong, or a paper is not among `papers`.
    """
    place = {key: i for i, key in enumerate(papers.keys)}
    found: dict[tuple[int, str], dict[str, Any]] = {}
    replaced = 0
    with _Table(path, ("reader", "paper", "vote")) as table:
        for row in table:
            vote = _vote(row, place)
            pair = (vote["paper"], vote["reader"])
            if pair in found:
                replaced += 1
                if vote["at"] < found[pair]["at"]:
                    continue
            found[pair] = vote
        columns, left_alone = frozenset(table.columns), table.left_alone(VOTE_COLUMNS)
    return VoteTable([found[pair] for pair in sorted(found)], columns, replaced, left_alone)


def evidence_of(papers: PaperTable, votes: VoteTable) -> Evidence:
    """The tables as the model reads them; caps whose columns are missing are off."""
    rows = votes.rows
    readers = {key: i for i, key in enumerate(sorted({row["reader"] for row in rows}))}
    known = np.zeros(len(readers), bool)
    for row in rows:
        known[readers[row["reader"]]] |= row["known"]

    def flags(name: str) -> BoolArray:
        return np.array([row[name] for row in rows], bool)

    assigned = flags("assigned")
    return Evidence(
        Papers(papers.merit, _track(papers, Track.SPOTLIGHT), _track(papers, Track.ORAL)),
        Readers(known),
        Votes(
            paper=np.array([row["paper"] for row in rows], np.int64),
            reader=np.array([readers[row["reader"]] for row in rows], np.int64),
            yes=np.array([row["vote"] for row in rows], float),
            chosen=(~assigned).astype(float),
            assigned=assigned,
            peeked=flags("peeked"),
            conflict=flags("conflict"),
            own=np.zeros(len(rows), bool),
            institution=_institutions([row["institution"] for row in rows]),
        ),
        caps_by_standing="identity" in votes.columns,
        caps_by_institution="institution" in votes.columns,
    )


def _institutions(cells: list[str]) -> IntArray:
    """Numbers of the institutions of each vote's reader, (n_votes, n_most); -1 fills up."""
    several = [sorted({name.strip() for name in cell.split(";")} - {""}) for cell in cells]
    number = {name: i for i, name in enumerate(sorted(set().union(*several)))}
    table = np.full((len(cells), max([1, *map(len, several)])), -1)
    for row, names in enumerate(several):
        table[row, : len(names)] = [number[name] for name in names]
    return table


def _vote(row: _Row, place: dict[str, int]) -> dict[str, Any]:
    paper = row.text("paper")
    if paper not in place:
        raise row.wrong("paper", "a paper of the papers table")
    return {
        "reader": row.text("reader"),
        "paper": place[paper],
        "vote": row.choice("vote", VOTES),
        "at": row.moment("at"),
        "peeked": not row.choice("blind", {"": True, "0": False, "1": True}),
        "assigned": row.choice("assigned", {"": False, "0": False, "1": True}),
        "conflict": row.choice("conflict", {"": False, "0": False, "1": True}),
        "known": row.choice("identity", {"": False, "bare": False, "known": True}),
        "institution": row.get("institution"),
    }


def _track(papers: PaperTable, track: Track) -> BoolArray:
    return np.array([name == track for name in papers.tracks], bool)


def _about_tracks(tracks: tuple[str, ...]) -> tuple[str, ...]:
    others = sorted(set(tracks) - {""} - {str(track) for track in Track})
    return tuple(f'track "{_short(name)}" is scored like a poster' for name in others)


def _short(text: str) -> str:
    return text if len(text) <= LONGEST_SHOWN else text[:LONGEST_SHOWN] + "…"


class _Row:
    """One row of a table, that knows where it stands."""

    def __init__(self, table: _Table, cells: list[str]) -> None:
        self._table, self._cells = table, cells

    def get(self, name: str) -> str:
        """The cell without surrounding blanks; empty where the column or the cell is missing."""
        column = self._table.columns.get(name)
        return "" if column is None else self._cells[column].strip()

    def text(self, name: str) -> str:
        """The cell, which must not be empty."""
        return self.get(name) or self._refuse(name, "a key")

    def number(self, name: str, low: float = -np.inf, high: float = np.inf) -> float:
        """The cell as a number in [low, high]; NaN where it is empty."""
        cell = self.get(name)
        wanted = "a number" if low == -np.inf else f"a number from {low} to {high}, or nothing"
        try:
            value = float(cell or "nan")
        except ValueError:
            value = np.inf
        if (cell and not np.isfinite(value)) or not (np.isnan(value) or low <= value <= high):
            raise self.wrong(name, wanted)
        return value

    def choice(self, name: str, meanings: Mapping[str, float]) -> float:
        """What the cell means."""
        cell = self.get(name)
        if cell not in meanings:
            raise self.wrong(name, " or ".join(key for key in meanings if key))
        return meanings[cell]

    def moment(self, name: str) -> float:
        """The cell as seconds since 1970, UTC where it names no zone; 0 where it is empty."""
        cell = self.get(name)
        try:
            at = datetime.fromisoformat(cell or "1970-01-01")
        except ValueError:
            raise self.wrong(name, "a time such as 2026-12-01T10:00:00Z") from None
        return (at if at.tzinfo else at.replace(tzinfo=UTC)).timestamp()

    def wrong(self, name: str, wanted: str) -> BadInput:
        """The error that says what is wrong with the cell."""
        where = f"{self._table.path.name}, row {self._table.number}"
        return BadInput(Problem(where, name, f'"{_short(self.get(name))}"', wanted))

    def _refuse(self, name: str, wanted: str) -> str:
        raise self.wrong(name, wanted)


class _Table:
    """A CSV file with a header, plain or gzipped, read row by row."""

    def __init__(self, path: Path, needed: tuple[str, ...]) -> None:
        self.path, self.number, self.needed = path, 1, needed
        self.columns: dict[str, int] = {}
        self._file: TextIO | None = None

    def __enter__(self) -> _Table:
        opening: Callable[..., TextIO] = gzip.open if self.path.suffix == ".gz" else open
        try:
            self._file = opening(self.path, "rt", encoding="utf-8-sig", newline="")
            self._rows = csv.reader(self._file, strict=True)
            header = [name.strip() for name in next(self._rows, [])]
        except (OSError, UnicodeDecodeError, csv.Error) as error:
            raise self._unreadable(error) from error
        self.columns = {name: i for i, name in enumerate(header)}
        if len(self.columns) < len(header):
            raise BadInput(f"{self.path.name}: two columns have the same name")
        for name in self.needed:
            if name not in self.columns:
                wanted = ", ".join(self.needed)
                raise BadInput(f'{self.path.name}: has no column "{name}"; expected {wanted}')
        return self

    def __exit__(self, *_error: object) -> None:
        if self._file:
            self._file.close()

    def __iter__(self) -> Iterator[_Row]:
        try:
            for number, cells in enumerate(self._rows, start=2):
                self.number = number
                if not cells:
                    continue
                if len(cells) != len(self.columns):
                    raise BadInput(
                        f"{self.path.name}, row {self.number}: has {len(cells)} values; "
                        f"expected {len(self.columns)}, one a column"
                    )
                yield _Row(self, cells)
        except (OSError, EOFError, UnicodeDecodeError, csv.Error) as error:
            raise self._unreadable(error) from error

    def left_alone(self, read: tuple[str, ...]) -> tuple[str, ...]:
        """The columns that nobody reads, with the file's name."""
        known = {*self.needed, *read}
        return tuple(f"{self.path.name}: {name}" for name in self.columns if name not in known)

    def _unreadable(self, error: Exception) -> BadInput:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        if isinstance(error, UnicodeDecodeError):
            reason = "it is not UTF-8"
        return BadInput(f"{self.path}: cannot be read ({reason}); expected a CSV file")
