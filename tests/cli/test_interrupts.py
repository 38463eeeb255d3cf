"""Ctrl-C reaches every process of a terminal; only the first one answers it."""

from __future__ import annotations

import multiprocessing
import os
import signal
import time
from pathlib import Path

from goodpapers.cli.serve import interrupts_held, stopping


def _stay(mark: str) -> None:
    Path(mark).write_text("here")
    time.sleep(60)


def test_a_process_started_while_interrupts_are_held_never_gets_one(tmp_path: Path) -> None:
    mark = tmp_path / "mark"
    child = multiprocessing.get_context("spawn").Process(target=_stay, args=(str(mark),))
    with interrupts_held():
        child.start()
    assert child.pid is not None
    for _ in range(600):
        os.kill(child.pid, signal.SIGINT)
        if mark.exists():
            break
        time.sleep(0.1)
    os.kill(child.pid, signal.SIGINT)
    time.sleep(0.5)
    assert child.is_alive()
    child.terminate()
    child.join(10)


def test_an_interrupt_that_comes_while_held_is_not_lost() -> None:
    with stopping() as stop:
        with interrupts_held():
            # To this thread: a test runner has others, which hold nothing back.
            signal.raise_signal(signal.SIGINT)
            assert not stop.asked
        assert stop.asked


def test_the_handlers_before_are_there_again_afterwards() -> None:
    before = signal.getsignal(signal.SIGINT), signal.getsignal(signal.SIGTERM)
    with stopping():
        assert signal.getsignal(signal.SIGINT) != before[0]
    assert (signal.getsignal(signal.SIGINT), signal.getsignal(signal.SIGTERM)) == before
