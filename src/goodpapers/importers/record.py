"""One record of a file, read field by field: a value of the wrong type is a problem, never a crash.

Each reading door gives the value or None. A wrong value is written down in `problems` with its
place and field; the entry goes on without that field.
"""

from __future__ import annotations

import re
from datetime import datetime
from functools import lru_cache
from typing import Any
from zoneinfo import ZoneInfo, available_timezones

from goodpapers.domain.programme import Problem
from goodpapers.importers.framing import Doubled

_UNSTORABLE = re.compile("[\x00\ud800-\udfff]")
"""NUL and lone surrogates: no database keeps them, and they mean nothing in a text."""
_URL = re.compile(r"https?://[^\s<>\"\\^`{|}]+", re.IGNORECASE)
_MAX_TEXT = 200_000
_MAX_URL = 2_000
_MAX_TITLE = 2_000
_MOST_PROBLEMS = 100
"""An entry may hold a million wrong values; so many of them are told."""
_KINDS = {dict: "an object", list: "a list", str: "text", bool: "true or false"}


def in_words(value: object) -> str:
    """What a JSON value is, for a problem: "a list", "the number 12", "text"."""
    if value is None:
        return "null"
    if isinstance(value, int | float) and not isinstance(value, bool):
        return f"the number {value!r:.40}"
    return next((words for kind, words in _KINDS.items() if isinstance(value, kind)), "odd")


def storable(text: str) -> str:
    """`text` without what no database keeps."""
    return text if text.isascii() and "\x00" not in text else _UNSTORABLE.sub("", text)


def place(file: str, number: int, title: object = None) -> str:
    """``iclr2026.json, paper 418 "Attention …"``"""
    if not isinstance(title, str) or not title.strip():
        return f"{file}, paper {number}"
    words = " ".join(storable(title[:400]).split())
    return f'{file}, paper {number} "{words if len(words) <= 60 else words[:59].rstrip() + "…"}"'


class Record:
    """A JSON object or table row with its place in the file."""

    __slots__ = ("_file", "_title_key", "number", "problems", "raw")

    def __init__(self, raw: dict[str, Any], file: str, number: int, title_key: str) -> None:
        self.raw = raw
        self.number = number
        self.problems: list[Problem] = []
        self._file = file
        self._title_key = title_key
        if raw.__class__ is Doubled:
            self._drop_doubled()

    def text(self, key: str) -> str | None:
        """The text under `key`; None where missing, null, blank, or no text (a problem)."""
        value = self.raw.get(key)
        if value is None or value == "":
            return None
        if not isinstance(value, str):
            self.wrong(key, in_words(value), "text")
            return None
        if value.isspace():
            return None
        if len(value) > _MAX_TEXT:
            self.wrong(key, f"{len(value):,} characters long", f"at most {_MAX_TEXT:,}")
            return None
        return storable(value)

    def label(self, key: str) -> str | None:
        """A short text, or a whole number as text (an id)."""
        value = self.raw.get(key)
        if isinstance(value, int) and not isinstance(value, bool) and abs(value) < 10**18:
            return str(value)
        text = self.text(key)
        return text.strip()[:500] if text else None

    def items(self, key: str) -> list[Any]:
        """The list under `key`; empty where missing, null or no list (a problem)."""
        value = self.raw.get(key)
        if isinstance(value, list):
            return value
        if value is not None:
            self.wrong(key, in_words(value), "a list")
        return []

    def texts(self, key: str) -> list[str]:
        """The texts of the list under `key`; what is no text is a problem, null is not."""
        found = []
        for value in self.items(key):
            if value.__class__ is str:
                found.append(storable(value[:_MAX_TEXT]))
            elif value is not None:
                self.wrong(key, f"a list with {in_words(value)} in it", "a list of texts")
        return found

    def whole(self, key: str, low: int, high: int) -> int | None:
        """The whole number under `key`, between `low` and `high`."""
        value = self.raw.get(key)
        if value is None or value == "":
            return None
        if isinstance(value, str) and value.strip().isascii() and value.strip().isdigit():
            value = int(value.strip()[:18])
        if isinstance(value, int) and not isinstance(value, bool) and low <= value <= high:
            return value
        self.wrong(key, in_words(value), f"a whole number from {low} to {high}")
        return None

    def time(self, key: str, zone: str | None) -> datetime | None:
        """The time under `key` with its offset; in `zone` where it has none and a zone is known."""
        text = self.text(key)
        if text is None:
            return None
        when = read_time(text, zone)
        if when is None:
            self.wrong(key, f'"{text[:40]}"', "a time such as 2026-12-09T10:00:00+11:00")
        return when

    def zone(self, key: str) -> str | None:
        """The IANA zone under `key`."""
        text = self.text(key)
        if text is None or is_zone(text.strip()):
            return text.strip() if text else None
        self.wrong(key, f'"{text[:40]}"', "a zone such as Australia/Sydney")
        return None

    def url(self, key: str, base: str | None = None) -> str | None:
        """The web address under `key`; one that begins with "/" is joined to `base`."""
        text = self.text(key)
        return address(text, base) if text else None

    def choice(self, key: str, allowed: tuple[str, ...], default: str) -> str:
        """The text under `key`, one of `allowed`; `default` where missing or wrong."""
        text = self.text(key)
        if text is None or text in allowed:
            return text or default
        self.wrong(key, f'"{text[:40]}"', " or ".join(allowed))
        return default

    def required(self, key: str, what: str) -> str | None:
        """The text under `key`, without which the entry is refused."""
        value = self.raw.get(key)
        if any(problem.refused for problem in self.problems):
            return None
        if isinstance(value, str) and value.strip() and len(value) <= _MAX_TITLE:
            return storable(value)
        long = f"{len(value):,} characters long" if isinstance(value, str) and value.strip() else ""
        found = long or (
            "missing" if value in (None, "") or isinstance(value, str) else in_words(value)
        )
        self.wrong(key, found, what, refused=True)
        return None

    def wrong(self, key: str | None, found: str, expected: str, *, refused: bool = False) -> None:
        """Write a problem down."""
        if len(self.problems) >= _MOST_PROBLEMS and not refused:
            return
        where = place(self._file, self.number, self.raw.get(self._title_key))
        self.problems.append(Problem(where, key, found, expected, refused))

    def _drop_doubled(self) -> None:
        raw = dict(self.raw)
        for key in sorted(getattr(self.raw, "twice", ())):
            refused = key == self._title_key
            self.wrong(key, "given twice with different values", "one value", refused=refused)
            del raw[key]
        self.raw = raw


def address(text: str, base: str | None = None) -> str | None:
    """`text` as a safe http or https address, else None. A path is joined to `base`."""
    text = text.strip()
    if text.startswith("/") and not text.startswith("//") and base:
        text = base + text
    return text if len(text) <= _MAX_URL and _URL.fullmatch(text) else None


@lru_cache(maxsize=4096)
def is_zone(name: str) -> bool:
    """Whether `name` is an IANA zone."""
    return name in available_timezones()


@lru_cache(maxsize=65536)
def read_time(text: str, zone: str | None) -> datetime | None:
    """An aware time from ISO 8601; None if it is none, or without offset and zone, or far off."""
    try:
        when = datetime.fromisoformat(text.strip())
        if when.tzinfo is None and zone is not None:
            when = when.replace(tzinfo=ZoneInfo(zone))
        if when.tzinfo is None or not 1950 <= when.year <= 2150:
            return None
        # A fixed offset: the same instant reads the same from every database.
        return datetime.fromisoformat(when.isoformat())
    except (ValueError, OverflowError, OSError):
        return None
