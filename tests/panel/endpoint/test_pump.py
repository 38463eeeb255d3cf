"""N calls in flight, each result handed over at once, and nothing lost at an early end."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import pytest

from goodpapers.panel.pump import pump

Call = Callable[[int], Awaitable[int]]


class Calls:
    """A call that sleeps a hundredth of its number in seconds and gives its square."""

    def __init__(self, faulty: int | None = None) -> None:
        self.open = self.most_open = 0
        self.faulty, self.closed = faulty, False
        self.ended: list[int] = []

    async def square(self, number: int) -> int:
        self.open += 1
        self.most_open = max(self.most_open, self.open)
        await asyncio.sleep(number / 100)
        self.open -= 1
        self.ended.append(number)
        if number == self.faulty:
            raise RuntimeError("a fault")
        return number**2

    @asynccontextmanager
    async def opened(self) -> AsyncIterator[Call]:
        yield self.square
        self.closed = True


def test_each_result_comes_with_its_own_item() -> None:
    calls = Calls()
    pairs = list(pump(range(20), calls.opened, in_flight=4, halt=threading.Event()))
    assert sorted(pairs) == [(number, number**2) for number in range(20)]
    assert calls.most_open == 4
    assert calls.closed


def test_the_first_to_end_is_the_first_handed_over() -> None:
    pairs = pump([30, 1, 10], Calls().opened, in_flight=3, halt=threading.Event())
    assert [item for item, _ in pairs] == [1, 10, 30]


def test_nothing_is_drawn_before_there_is_room_for_it() -> None:
    drawn: list[int] = []

    def draw() -> object:
        for number in range(10):
            drawn.append(number)
            yield number

    pairs = pump(draw(), Calls().opened, in_flight=2, halt=threading.Event())  # type: ignore[arg-type]
    next(pairs)
    assert drawn == [0, 1]
    pairs.close()  # type: ignore[attr-defined]


def test_a_slow_receiver_does_not_hold_the_calls() -> None:
    calls = Calls()
    pairs = pump([1, 2, 3, 4], calls.opened, in_flight=4, halt=threading.Event())
    next(pairs)
    time.sleep(0.3)
    assert sorted(calls.ended) == [1, 2, 3, 4]
    assert len(list(pairs)) == 3


def test_a_halt_draws_no_more_and_loses_nothing_in_flight() -> None:
    halt, calls = threading.Event(), Calls()
    pairs = pump(iter([1, 20, 20, 1, 1, 1]), calls.opened, in_flight=3, halt=halt)
    first = next(pairs)
    halt.set()
    assert [first, *pairs] == [(1, 1), (20, 400), (20, 400)]


def test_a_fault_in_one_call_is_raised_after_the_others_are_handed_over() -> None:
    pairs = pump([1, 20, 30], Calls(faulty=1).opened, in_flight=3, halt=threading.Event())
    assert [next(pairs), next(pairs)] == [(20, 400), (30, 900)]
    with pytest.raises(RuntimeError, match="a fault"):
        next(pairs)


def test_nothing_to_do_ends_at_once() -> None:
    assert list(pump([], Calls().opened, in_flight=3, halt=threading.Event())) == []


def test_a_receiver_that_leaves_ends_the_thread() -> None:
    before = threading.active_count()
    pairs = pump([1, 500, 500], Calls().opened, in_flight=3, halt=threading.Event())
    next(pairs)
    pairs.close()  # type: ignore[attr-defined]
    assert threading.active_count() == before
