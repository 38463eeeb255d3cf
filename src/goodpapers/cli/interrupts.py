"""Ctrl-C reaches every process of a terminal's group; only the first one is to answer it."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing import resource_tracker


@contextmanager
def interrupts_held() -> Iterator[None]:
    """Within the block Ctrl-C waits; a process that is started there never gets it.

    Ctrl-C reaches every process of a terminal's group. Only the first one is to answer it: it ends
    the others in order.
    """
    # Started by the first process of its kind, it would let the signal through again.
    resource_tracker.ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
