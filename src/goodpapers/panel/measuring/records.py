"""Read what a panel is measured against: peer reviews, and a careful reader's answers.

Both are JSON lines, plain or gzipped (told by content, not by name), in the schemas of
`docs/measuring.md`. The first row that cannot be read ends the reading with one line that names
file, line and field: a figure over half a file would be a wrong figure.
"""

from __future__ import annotations

import gzip
import json
import math
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TypeGuard

from goodpapers.domain.errors import BadInput
from goodpapers.domain.programme import Problem


@dataclass(frozen=True, slots=True)
class PeerReviewed:
    """One submission and what its conference made of it."""

    venue: str | None
    year: int | None
    title: str
    abstract: str | None
    decision: str | None
    rating: float | None
    """Mean of the reviewers' ratings on the conference's own scale; None without ratings."""


@dataclass(frozen=True, slots=True)
class Answered:
    """One abstract and a careful reader's chance of yes, 0 to 1, for each persona by name."""

    title: str
    abstract: str
    answers: Mapping[str, float | None]


def read_peer_reviews(path: Path) -> list[PeerReviewed]:
    """Every row of one file in the schema of peer reviews. Raises `BadInput`."""
    return [_peer_reviewed(row) for row in _rows(path)]


def read_answers(path: Path) -> list[Answered]:
    """Every row of one file of reference answers. Raises `BadInput`."""
    return [_answered(row) for row in _rows(path)]


class _Row:
    """One line of a file; fields are taken with their check."""

    def __init__(self, where: str, fields: dict[str, object]) -> None:
        self.where, self.fields = where, fields

    def text(self, field: str, *, empty: bool) -> str | None:
        """The text of a field; with ``empty``, None for null or blanks."""
        expected = "text, or null" if empty else "text"
        value = self._present(field, expected)
        if value is not None and not isinstance(value, str):
            raise self.problem(field, _shown(value), expected)
        if value is None or not value.strip():
            if not empty:
                raise self.problem(field, _shown(value), expected)
            return None
        return value

    def year(self) -> int | None:
        expected = "a year such as 2024, or null"
        value = self._present("year", expected)
        if value is not None and (isinstance(value, bool) or not isinstance(value, int)):
            raise self.problem("year", _shown(value), expected)
        return value

    def rating(self) -> float | None:
        """Mean of the ratings; the field may be left out."""
        value = self.fields.get("ratings")
        expected = "a list of numbers, [] or null"
        if value is None:
            return None
        if not isinstance(value, list) or not all(map(_is_number, value)):
            raise self.problem("ratings", _shown(value), expected)
        return math.fsum(value) / len(value) if value else None

    def answers(self) -> dict[str, float | None]:
        expected = "an object of persona and chance in percent, 0 to 100"
        value = self._present("answers", expected)
        if not isinstance(value, dict) or not value:
            raise self.problem("answers", _shown(value), expected)
        return {name: self._chance(name, percent) for name, percent in value.items()}

    def _chance(self, name: str, percent: object) -> float | None:
        if percent is None:
            return None
        if not _is_number(percent) or not 0 <= percent <= 100:
            expected = "a number from 0 to 100, or null"
            raise self.problem(f"answers.{name}", _shown(percent), expected)
        return percent / 100

    def _present(self, field: str, expected: str) -> object:
        if field not in self.fields:
            raise self.problem(field, "missing", expected)
        return self.fields[field]

    def problem(self, field: str | None, found: str, expected: str) -> BadInput:
        return BadInput(Problem(self.where, field, found, expected))


def _peer_reviewed(row: _Row) -> PeerReviewed:
    title = row.text("title", empty=False)
    decision = row.text("decision", empty=True)
    return PeerReviewed(
        venue=row.text("venue", empty=True),
        year=row.year(),
        title=title or "",
        abstract=row.text("abstract", empty=True),
        decision=decision and decision.strip().casefold(),
        rating=row.rating(),
    )


def _answered(row: _Row) -> Answered:
    title, abstract = row.text("title", empty=False), row.text("abstract", empty=False)
    return Answered(title or "", abstract or "", row.answers())


def _rows(path: Path) -> Iterator[_Row]:
    seen = False
    for number, line in enumerate(_text(path).splitlines(), start=1):
        if line.strip():
            seen = True
            yield _row(f"{path.name}, line {number}", line)
    if not seen:
        raise BadInput(Problem(path.name, None, "holds no line", "one JSON object a line"))


def _row(where: str, line: bytes) -> _Row:
    expected = "one JSON object in UTF-8 a line"
    try:
        fields = json.loads(line.decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise BadInput(Problem(where, None, "is not UTF-8", expected)) from None
    except (ValueError, RecursionError) as error:
        reason = getattr(error, "msg", "nested too deeply, or a number too long")
        found = f"cannot be read ({reason})"
        raise BadInput(Problem(where, None, found, expected)) from None
    if not isinstance(fields, dict):
        raise BadInput(Problem(where, None, f"is {_shown(fields)}", expected))
    return _Row(where, fields)


def _text(path: Path) -> bytes:
    """The whole file, unpacked: review files are some tens of megabytes."""
    try:
        raw = path.read_bytes()
        return gzip.decompress(raw) if raw.startswith(b"\x1f\x8b") else raw
    except (gzip.BadGzipFile, EOFError, zlib.error):
        problem = Problem(path.name, None, "breaks off or is damaged", "a whole gzip file")
        raise BadInput(problem) from None
    except OSError as error:
        reason = (error.strerror or "cannot be read").lower()
        raise BadInput(f"{path}: {reason}; expected a file of JSON lines") from None


def _is_number(value: object) -> TypeGuard[float]:
    """Neither a truth value, nor NaN, nor infinite, nor absurd."""
    return isinstance(value, int | float) and not isinstance(value, bool) and -1e9 < value < 1e9


def _shown(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 40 else f"{text[:37]}…"
