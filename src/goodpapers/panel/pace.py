"""When the next call may be sent, and how long to wait after one that failed.

One gate for all calls of a source: a server that asks for a pause is given one by all of them.
"""

from __future__ import annotations

import asyncio
import secrets
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

from goodpapers.domain.errors import BadSettings

_SLICE_S = 0.1
_random = secrets.SystemRandom()


@dataclass(frozen=True, slots=True)
class Patience:
    """How often and how long to try again before a paper, or the run, is given up."""

    attempts: int = 6
    """Calls for one paper, the first included."""
    first_wait_s: float = 1.0
    """Doubled after each failure."""
    longest_wait_s: float = 60.0
    """Longest wait of our own choice, and the longest `Retry-After` that a run waits for."""
    failures_in_a_row: int = 5
    """Papers given up one after the other, without one that was judged, that end the run."""


def wait_after(
    failures: int, patience: Patience, uniform: Callable[[float, float], float] = _random.uniform
) -> float:
    """Seconds to wait after this many failures: doubled each time, spread over the whole span.

    Full jitter, so that calls that failed together do not come back together. Source: M. Brooker,
    Exponential backoff and jitter, AWS Architecture Blog (2015).
    """
    span = min(patience.longest_wait_s, patience.first_wait_s * 2 ** min(failures - 1, 30))
    return uniform(0.0, span)


def retry_after_s(value: str | None, now: datetime) -> float | None:
    """Seconds that a `Retry-After` header asks for: a count or an HTTP date; None for neither.

    Source: RFC 9110, section 10.2.3.
    """
    text = (value or "").strip()
    if text.isascii() and text.isdecimal():
        return float(min(int(text[:9]), 10**8))
    try:
        at = parsedate_to_datetime(text)
    except (ValueError, IndexError, TypeError):
        return None
    aware = at if at.tzinfo else at.replace(tzinfo=UTC)
    return max(0.0, (aware - now).total_seconds())


class Gate:
    """Lets calls through one by one, at most `per_minute`, and none during a pause."""

    def __init__(
        self,
        halt: threading.Event,
        per_minute: float | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        if per_minute is not None and not per_minute > 0:
            raise BadSettings(f"calls per minute is {per_minute}; expected a number above 0")
        self._halt, self._clock = halt, clock
        self._gap_s = 60.0 / per_minute if per_minute else 0.0
        self._next_at = self._paused_until = 0.0

    def pause(self, seconds: float) -> None:
        """Let no call through for this long; never shortens a pause."""
        self._paused_until = max(self._paused_until, self._clock() + seconds)

    async def enter(self) -> bool:
        """Wait for a turn. False when the run is halted first: then nothing may be sent."""
        turn = max(self._next_at, self._clock())
        self._next_at = turn + self._gap_s
        while (left := max(turn, self._paused_until) - self._clock()) > 0:
            if not await self.rest(left):
                return False
        return not self._halt.is_set()

    async def rest(self, seconds: float) -> bool:
        """Wait this long; False as soon as the run is halted."""
        end = self._clock() + seconds
        while (left := end - self._clock()) > 0 and not self._halt.is_set():
            await asyncio.sleep(min(left, _SLICE_S))
        return not self._halt.is_set()
