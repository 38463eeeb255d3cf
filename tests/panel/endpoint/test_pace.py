"""When a call may go: waits that spread out, `Retry-After` in both spellings, a rate, a pause."""

from __future__ import annotations

import asyncio
import threading
import time
from datetime import UTC, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from goodpapers.domain.errors import BadSettings
from goodpapers.panel.pace import Gate, Patience, retry_after_s, wait_after

NOW = datetime(2015, 10, 21, 7, 27, 30, tzinfo=UTC)


def test_the_span_of_the_wait_doubles_up_to_the_longest() -> None:
    patience = Patience(first_wait_s=1, longest_wait_s=10)
    spans = [wait_after(failures, patience, lambda low, high: high) for failures in range(1, 7)]
    assert spans == [1, 2, 4, 8, 10, 10]


@settings(deadline=None)
@given(st.integers(1, 10_000))
def test_a_wait_lies_within_its_span(failures: int) -> None:
    assert 0 <= wait_after(failures, Patience(first_wait_s=1, longest_wait_s=5)) <= 5


def test_two_waits_differ_so_that_calls_do_not_come_back_together() -> None:
    waits = {wait_after(5, Patience()) for _ in range(20)}
    assert len(waits) == 20


@pytest.mark.parametrize(
    ("value", "seconds"),
    [
        ("120", 120),
        (" 0 ", 0),
        ("Wed, 21 Oct 2015 07:28:00 GMT", 30),  # the example of RFC 9110, section 10.2.3
        ("Wed, 21 Oct 2015 07:00:00 GMT", 0),
        ("9" * 400, 1e8),
        ("soon", None),
        ("-5", None),
        ("", None),
        (None, None),
        ("١٢", None),
    ],
)
def test_retry_after_is_a_count_or_a_date(value: str | None, seconds: float | None) -> None:
    assert retry_after_s(value, NOW) == seconds


def entered(gate: Gate, n: int) -> list[float]:
    async def enter() -> list[float]:
        times = []
        for _ in range(n):
            if await gate.enter():
                times.append(time.monotonic())
        return times

    return asyncio.run(enter())


def test_the_gate_spaces_calls_evenly() -> None:
    times = entered(Gate(threading.Event(), per_minute=1_200), 5)
    assert times[-1] - times[0] == pytest.approx(0.2, abs=0.1)


def test_a_pause_holds_every_call_and_is_never_shortened() -> None:
    gate = Gate(threading.Event())
    gate.pause(0.3)
    gate.pause(0.1)
    start = time.monotonic()
    [first] = entered(gate, 1)
    assert first - start >= 0.3


def test_a_halted_run_lets_nothing_through_and_does_not_wait() -> None:
    halt = threading.Event()
    gate = Gate(halt)
    gate.pause(60)
    threading.Timer(0.1, halt.set).start()
    start = time.monotonic()
    assert entered(gate, 1) == []
    assert time.monotonic() - start < 2


@pytest.mark.parametrize("rate", [0, -1, float("nan")])
def test_a_rate_must_be_above_nothing(rate: float) -> None:
    with pytest.raises(BadSettings, match="calls per minute"):
        Gate(threading.Event(), per_minute=rate)
