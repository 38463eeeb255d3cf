"""Keeps N calls in flight and hands each result over the moment it is there.

The calls live in a thread of their own with an event loop, so that a slow receiver (a database
write) never lets a call time out. Papers are drawn, and results handed over, in the receiver's own
thread. Ended early, by Ctrl-C or by `halt`, it draws no more and hands over what is in flight.
"""

from __future__ import annotations

import asyncio
import queue
import threading
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Iterator
from concurrent.futures import Future
from contextlib import AbstractAsyncContextManager
from itertools import islice
from typing import Any, Generic, TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result")
Other = TypeVar("Other")


def pump(
    items: Iterable[Item],
    opened: Callable[[], AbstractAsyncContextManager[Callable[[Item], Awaitable[Result]]]],
    *,
    in_flight: int,
    halt: threading.Event,
) -> Iterator[tuple[Item, Result]]:
    """Yield (item, result) in the order in which calls end.

    Parameters
    ----------
    opened : gives the function to call, open for as long as the pump runs.
    in_flight : how many calls run at once, 1 or more.
    halt : once set, no further item is drawn; what is in flight is still handed over.

    Raises
    ------
    KeyboardInterrupt
        After Ctrl-C, once all calls in flight are handed over. A second Ctrl-C drops them.
    Exception
        What a call raised, once all others in flight are handed over.
    """
    loop, drawn, n_open = _Loop(opened), iter(items), 0
    ended_by: BaseException | None = None
    try:
        while True:
            n_open += _fill(loop, drawn, in_flight - n_open, halt)
            if n_open == 0:
                break
            try:
                item, future = loop.ended.get()
            except KeyboardInterrupt as interrupt:
                if halt.is_set():  # asked to end before: this is the second time
                    raise
                ended_by = interrupt
                halt.set()
                continue
            n_open -= 1
            fault = future.exception()
            if fault is None:
                yield item, future.result()
                continue
            # A fault of ours in one call must not lose the answers of the others.
            ended_by = ended_by or fault
            halt.set()
    finally:
        loop.close()
    if ended_by is not None:
        raise ended_by


def _fill(
    loop: _Loop[Item, Result], drawn: Iterator[Item], room: int, halt: threading.Event
) -> int:
    """Send items until there is no room, no item, or a halt; returns how many were sent."""
    for sent in range(room):
        one = [] if halt.is_set() else list(islice(drawn, 1))
        if not one:
            return sent
        loop.send(one[0])
    return room


class _Loop(Generic[Item, Result]):
    """An event loop in its own thread, with the calls' function open in it."""

    def __init__(
        self,
        opened: Callable[[], AbstractAsyncContextManager[Callable[[Item], Awaitable[Result]]]],
    ) -> None:
        self.ended: queue.SimpleQueue[tuple[Item, Future[Result]]] = queue.SimpleQueue()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(
            target=self._loop.run_forever, name="endpoint calls", daemon=True
        )
        self._thread.start()
        self._context = opened()
        self._call = self._wait(self._open())

    def send(self, item: Item) -> None:
        """Call with this item; the end of the call goes into `ended`."""
        future = asyncio.run_coroutine_threadsafe(self._called(item), self._loop)
        future.add_done_callback(lambda done: self.ended.put((item, done)))

    def close(self) -> None:
        """End the loop. Calls still in flight are dropped."""
        self._wait(self._end())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    async def _open(self) -> Callable[[Item], Awaitable[Result]]:
        return await self._context.__aenter__()

    async def _called(self, item: Item) -> Result:
        return await self._call(item)

    async def _end(self) -> None:
        tasks = asyncio.all_tasks() - {asyncio.current_task()}
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self._context.__aexit__(None, None, None)

    def _wait(self, work: Coroutine[Any, Any, Other]) -> Other:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result()
