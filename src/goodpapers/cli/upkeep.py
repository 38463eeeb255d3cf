"""The site's upkeep in a process of its own, beside the pages: see services/upkeep.py."""

from __future__ import annotations

import logging
import multiprocessing
import os
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from goodpapers import wiring
from goodpapers.cli.background import END_WAIT_S, NICENESS, end_with
from goodpapers.cli.errors import guarded
from goodpapers.cli.interrupts import interrupts_held
from goodpapers.domain.errors import GoodPapersError
from goodpapers.services.upkeep import do_what_is_due
from goodpapers.wiring_outside import upkeep_tasks

PAUSE_S = 5.0

log = logging.getLogger("goodpapers.upkeep")


@contextmanager
def kept_up(folder: Path) -> Iterator[None]:
    """Within the block, another process keeps the site of `folder` up; it ends with the block."""
    keeping = multiprocessing.get_context("spawn").Process(
        target=_work, args=(folder, os.getpid()), daemon=True
    )
    with interrupts_held():
        keeping.start()
    try:
        yield
    finally:
        keeping.terminate()
        keeping.join(END_WAIT_S)


def _work(folder: Path, parent: int) -> None:
    threading.Thread(target=end_with, args=(parent,), daemon=True).start()
    os.nice(NICENESS)
    sys.exit(guarded(lambda: _keep_up(folder)))


def _keep_up(folder: Path) -> None:
    with wiring.opened(folder) as site:
        tasks = upkeep_tasks(site.settings)
        while True:
            try:
                do_what_is_due(site.database, tasks, site.now)
            except GoodPapersError as error:
                # It is tried again; the pages go on meanwhile.
                log.error("%s", error)
            time.sleep(PAUSE_S)
