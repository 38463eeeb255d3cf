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
    loop = _Loop(opened)
    drawn = iter(items)
    done: queue.SimpleQueue[tuple[Item, Future[Result]]] = queue.SimpleQueue()
    n_open, interrupted = 0, False
    broken: BaseException | None = None
    try:
        while True:
            while n_open < in_flight and not halt.is_set():
                one = list(islice(drawn, 1))
                if not one:
                    break
                _send(loop, one[0], done)
                n_open += 1
            if n_open == 0:
                break
            try:
                item, future = done.get()
            except KeyboardInterrupt:
                if interrupted:
                    raise
                interrupted = True
                halt.set()
                continue
            n_open -= 1
            if future.exception() is None:
                yield item, future.result()
                continue
            # A fault of ours in one call must not lose the answers of the others.
            broken = broken or future.exception()
            halt.set()
    finally:
        loop.close()
    if broken is not None:
        raise broken
    if interrupted:
        raise KeyboardInterrupt


def _send(
    loop: _Loop[Item, Result],
    item: Item,
    done: queue.SimpleQueue[tuple[Item, Future[Result]]],
) -> None:
    loop.send(item).add_done_callback(lambda ended: done.put((item, ended)))


class _Loop(Generic[Item, Result]):
    """An event loop in its own thread, with the calls' function open in it."""

    def __init__(
        self,
        opened: Callable[[], AbstractAsyncContextManager[Callable[[Item], Awaitable[Result]]]],
    ) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(
            target=self._loop.run_forever, name="endpoint calls", daemon=True
        )
        self._thread.start()
        self._context = opened()
        self._call = self._wait(self._open())

    def send(self, item: Item) -> Future[Result]:
        return asyncio.run_coroutine_threadsafe(self._called(item), self._loop)

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
