"""The panel at work in a process of its own, beside the pages."""

from __future__ import annotations

import multiprocessing
import os
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from goodpapers import wiring
from goodpapers.cli.errors import guarded
from goodpapers.cli.interrupts import interrupts_held
from goodpapers.cli.output import count, progress_bar, say
from goodpapers.services.demo import judge_and_score

NICENESS = 10
END_WAIT_S = 5


@contextmanager
def working_beside(folder: Path) -> Iterator[None]:
    """Within the block, another process judges and scores what waits in the site of `folder`.

    It ends with the block, and also when this process is killed; what it has written stays.
    """
    worker = multiprocessing.get_context("spawn").Process(
        target=_work, args=(folder, os.getpid()), daemon=True
    )
    with interrupts_held():
        worker.start()
    try:
        yield
    finally:
        worker.terminate()
        worker.join(END_WAIT_S)


def _work(folder: Path, parent: int) -> None:
    threading.Thread(target=end_with, args=(parent,), daemon=True).start()
    os.nice(NICENESS)
    sys.exit(guarded(lambda: _judge(folder)))


def _judge(folder: Path) -> None:
    # One core stays with the pages.
    spare_cores = max(1, (os.cpu_count() or 2) - 1)
    with wiring.opened(folder, {"panel_threads": spare_cores}) as site:
        with progress_bar() as progress:
            judged = judge_and_score(
                site.database,
                site.panel_source(),
                tiers=site.settings.tiers,
                clock=site.now,
                progress=progress,
            )
        if judged:
            say(f"The panel has judged {count(judged, 'paper')}; scores and tiers are ready.")


def end_with(parent: int) -> None:
    """End this process as soon as its parent is gone."""
    while os.getppid() == parent:
        time.sleep(1)
    os._exit(1)
