"""The elements of one long JSON array, one at a time, in bounded memory.

The standard decoder does the work at C speed on a sliding window of text. It grows only while one
element is longer than the window; an element over 16 MB, or one too deep or too long a number to
be decoded, is skipped by a scanner that holds nothing, and reported; what follows is still read.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from goodpapers.domain.errors import BadInput
from goodpapers.domain.programme import Problem

MAX_ENTRY_BYTES = 16_000_000
_MARGIN = 16
"""A literal, number or escape cut off by the end of the window fails this near to it, at most."""
_TOO_LONG = "the entry is over 16 MB long"
_SPACE = re.compile(r"[ \t\n\r]*")
_STRUCTURE = re.compile(r'["{}\[\],]')
_STRING_END = re.compile(r'["\\]')
_EARLY_TITLE = re.compile(r'"(?:name|title)"\s*:\s*("(?:[^"\\]|\\.){1,200}")')


class Doubled(dict[str, Any]):
    """An object of the file that gives some keys twice, with different values: `twice`."""

    twice: frozenset[str] = frozenset()


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) == len(pairs):
        return found
    doubled = Doubled(found)
    doubled.twice = frozenset(key for key, value in pairs if found[key] != value)
    return doubled if doubled.twice else found


def _missing(_: str) -> None:
    """NaN and Infinity are no JSON; programs write them for "no value"."""


_DECODER = json.JSONDecoder(object_pairs_hook=_object, parse_constant=_missing)


class ArrayReader:
    """Reads ``[…]`` or ``{…, "results": […], …}`` and yields the array's elements.

    `top` holds the other top-level values that come before the array.
    """

    def __init__(self, read: Callable[[], str], name: str, *, arrays: tuple[str, ...]) -> None:
        """`read` gives the next text, "" at the end. Raises BadInput if no array starts."""
        self._read = read
        self._name = name
        self._buffer = ""
        self._at = 0
        self._ended = False
        self.number = 0
        self.top: dict[str, Any] = {}
        self._arrays = arrays
        self._wrapped = self._open_array(arrays)

    def __iter__(self) -> Iterator[tuple[int, Any]]:
        """(number from 1, decoded element or Problem). Raises BadInput where the text breaks."""
        goes_on = True
        while goes_on:
            mark = self._next()
            if mark == "]":
                self._at += 1
            while mark != "]":
                self.number += 1
                yield self.number, self._element()
                mark = self._next()
                self._at += 1
                if mark not in ",]":
                    raise self._broken(f'the entry is followed by "{mark}"', 'a comma or "]"')
            goes_on = self._close()

    def _open_array(self, arrays: tuple[str, ...]) -> bool:
        mark = self._next()
        if mark == "[":
            self._at += 1
            return False
        if mark != "{":
            raise self._broken(f'it begins with "{mark}"', 'JSON that begins with "[" or "{"')
        self._at += 1
        while self._next() == '"':
            key = str(self._value())
            if self._next() != ":":
                raise self._broken(f'no ":" follows the key "{key}"', "valid JSON")
            self._at += 1
            if key in arrays and self._next() == "[":
                self._at += 1
                return True
            self.top[key] = self._value()
            if self._next() == ",":
                self._at += 1
        raise self._broken("it holds no list of papers", f'a list under "{arrays[0]}"')

    def _close(self) -> bool:
        """Whether the same list begins again. Checks what follows the array, so that a file cut off
        late is told from a whole one."""
        while self._wrapped:
            mark = self._next()
            self._at += 1
            if mark == "}":
                self._wrapped = False
            elif mark == ",":
                key = self._value()
                if self._next() != ":":
                    raise self._broken("the text after the list is damaged", "valid JSON")
                self._at += 1
                if key in self._arrays and self._next() == "[":
                    self._at += 1
                    return True
                self._value()
            else:
                raise self._broken("the text after the list is damaged", 'a final "}"')
        if self._skip_space():
            raise self._broken("more text follows the end of the list", "one JSON value")
        return False

    def _skip_space(self) -> bool:
        """Move to the next character that is not blank; False at the end of the text."""
        while True:
            match = _SPACE.match(self._buffer, self._at)
            self._at = match.end() if match else self._at
            if self._at < len(self._buffer):
                return True
            if not self._more():
                return False

    def _next(self) -> str:
        if not self._skip_space():
            raise self._cut_off()
        return self._buffer[self._at]

    def _more(self) -> bool:
        """Read on: as much again as is held, so that a long element costs linear time."""
        if self._ended:
            return False
        parts = [self._buffer[self._at :]]
        wanted = max(len(parts[0]), 1)
        while wanted > 0 and (text := self._read()):
            parts.append(text)
            wanted -= len(text)
        self._ended = wanted > 0
        self._buffer, self._at = "".join(parts), 0
        return len(parts) > 1

    def _value(self) -> object:
        value = self._element()
        if isinstance(value, Problem):
            raise BadInput(value)
        return value

    def _element(self) -> object:
        """The element that begins here, decoded; or the Problem why it was skipped."""
        self._next()
        while True:
            try:
                value, end = _DECODER.raw_decode(self._buffer, self._at)
                if self._ended or not self._may_go_on(value, end):
                    return self._taken(value, end)
            except json.JSONDecodeError as error:
                if self._ended or not self._may_be_cut(error):
                    raise self._syntax(error) from None
            except RecursionError:
                return self._skip("the entry is nested too deep")
            except ValueError:  # from int(): "Exceeds the limit for integer string conversion"
                return self._skip("the entry holds a number of thousands of digits")
            if len(self._buffer) - self._at > MAX_ENTRY_BYTES:
                return self._skip(_TOO_LONG)
            self._more()

    def _taken(self, value: object, end: int) -> object:
        start, self._at = self._at, end
        if (end - start) * 4 > MAX_ENTRY_BYTES:
            text = self._buffer[start:end]
            if len(text.encode(errors="replace")) > MAX_ENTRY_BYTES:
                return self._problem(text[:65536], _TOO_LONG)
        return value

    def _may_go_on(self, value: object, end: int) -> bool:
        """Only a bare number at the end of the window may continue in what was not read yet."""
        return isinstance(value, int | float) and end > len(self._buffer) - _MARGIN

    def _may_be_cut(self, error: json.JSONDecodeError) -> bool:
        return error.msg.startswith("Unterminated") or error.pos > len(self._buffer) - _MARGIN

    def _skip(self, reason: str) -> Problem:
        problem = self._problem(self._buffer[self._at : self._at + 65536], reason)
        depth = 0
        while True:
            match = _STRUCTURE.search(self._buffer, self._at)
            if match is None:
                self._at = len(self._buffer)
                if not self._more():
                    raise self._cut_off()
                continue
            mark = match.group()
            if depth == 0 and mark in ",]}":
                self._at = match.start()
                return problem
            self._at = match.end()
            if mark == '"':
                self._skip_string()
            elif mark != ",":
                depth += 1 if mark in "{[" else -1

    def _skip_string(self) -> None:
        while True:
            match = _STRING_END.search(self._buffer, self._at)
            self._at = match.end() if match else len(self._buffer)
            if match and match.group() == '"':
                return
            if (match is None or self._at == len(self._buffer)) and not self._more():
                raise self._cut_off()
            if match:
                self._at += 1

    def _problem(self, text: str, found: str) -> Problem:
        title = _EARLY_TITLE.search(text)
        name = f' "{json.loads(title.group(1), strict=False)[:60]}"' if title else ""
        return Problem(f"{self._name}, paper {self.number}{name}", None, found, "a paper")

    def _syntax(self, error: json.JSONDecodeError) -> BadInput:
        if self._ended and self._may_be_cut(error):
            return self._cut_off()
        near = self._buffer[error.pos : error.pos + 20].split("\n")[0]
        return self._broken(f'there is no valid JSON near "{near}" ({error.msg})', "valid JSON")

    def _cut_off(self) -> BadInput:
        if not self.number:
            return self._broken("the file breaks off before its first paper", "the rest of it")
        problem = self._problem(
            self._buffer[self._at : self._at + 65536], "the file breaks off here"
        )
        return BadInput(replace(problem, expected="the rest of it"))

    def _broken(self, found: str, expected: str) -> BadInput:
        where = f"{self._name}, paper {self.number}" if self.number else self._name
        return BadInput(Problem(where, None, found, expected))
