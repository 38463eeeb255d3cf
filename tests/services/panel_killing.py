"""Runs that are killed: a nursery that has all modules loaded, and forks one run an order.

Started as a program it reads orders, one JSON a line, and prints the number of the process that
carries each out. So forty runs cost forty forks, not forty starts of Python.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.store.cast import NOW

from goodpapers.panel.endpoint import EndpointSource
from goodpapers.panel.personas import read_personas
from goodpapers.panel.terms import Endpoint
from goodpapers.services import panel_work
from goodpapers.services.ask_panel import run_panel
from goodpapers.store.database import open_database

ROOT = Path(__file__).parents[2]
IN_FLIGHT = 4
SMALL_BATCH = 4


class Nursery:
    """Starts runs and kills them."""

    def __init__(self, started: subprocess.Popen[str]) -> None:
        self._started = started

    def start(self, **order: Any) -> int:
        """Begin a run; its process number."""
        assert self._started.stdin is not None
        assert self._started.stdout is not None
        self._started.stdin.write(json.dumps(order) + "\n")
        self._started.stdin.flush()
        return int(self._started.stdout.readline())

    def killed(self, after_s: float, begun: Callable[[], bool] | None, **order: Any) -> None:
        """Begin a run and kill it, as `kill -9` does, so much after it has `begun`."""
        process, end = self.start(**order), time.monotonic() + 5
        while begun is not None and not begun() and time.monotonic() < end:
            time.sleep(0.005)
        time.sleep(after_s)
        try:
            os.kill(process, signal.SIGKILL)
        except ProcessLookupError:
            return  # it was done before
        while (Path("/proc") / str(process)).exists():
            time.sleep(0.005)


@contextmanager
def nursery() -> Iterator[Nursery]:
    """A nursery while the block runs."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "OMP_NUM_THREADS": "1"}
    started = subprocess.Popen(
        [sys.executable, "-m", "tests.services.panel_killing"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd=ROOT,
        env=environment,
    )
    assert started.stdin is not None
    try:
        yield Nursery(started)
    finally:
        started.stdin.close()
        started.wait(20)


def carry_out(order: dict[str, Any]) -> None:
    """Run a panel as ordered: an `endpoint` by its address, else the embedded one."""
    database = open_database(order["database"])
    if "endpoint" in order:
        endpoint = Endpoint(order["endpoint"], "strong", in_flight=IN_FLIGHT)
        run_panel(database, EndpointSource(endpoint, read_personas()), now=NOW)
        return
    from goodpapers.wiring import embedded_source

    panel_work.BATCH = SMALL_BATCH
    run_panel(database, embedded_source(1), now=NOW)


def main() -> None:
    """Fork a run for each order, until standard input closes."""
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # ended runs leave nothing behind
    for line in sys.stdin:
        child = os.fork()
        if child == 0:
            carry_out(json.loads(line))
            os._exit(0)
        print(child, flush=True)  # noqa: T201


if __name__ == "__main__":
    main()
