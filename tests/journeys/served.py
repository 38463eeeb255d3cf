"""A site served by the real command, for the length of a block."""

from __future__ import annotations

import os
import re
import select
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.journeys.command import environment

START_S = 60


@dataclass(frozen=True)
class Served:
    """A running server: its address, and the lines it printed before it served."""

    address: str
    lines: list[str]
    process: subprocess.Popen[str]

    def page(self, path: str) -> str:
        """The page's text; it must be found."""
        with urllib.request.urlopen(self.address + path, timeout=30) as answer:
            assert answer.status == 200
            return str(answer.read().decode("utf-8"))

    def status(self, path: str) -> int:
        """The status of the answer, an error's too."""
        try:
            with urllib.request.urlopen(self.address + path, timeout=30) as answer:
                return int(answer.status)
        except urllib.error.HTTPError as error:
            return error.code

    def end(self, number: int = signal.SIGINT) -> int:
        """Tell the server to end; its exit code."""
        self.process.send_signal(number)
        return self.process.wait(20)


@contextmanager
def served(*arguments: str | Path, cwd: Path | None = None, **variables: str) -> Iterator[Served]:
    """Run `goodpapers ARGUMENTS` until it prints an address; end it after the block."""
    process = subprocess.Popen(
        [sys.executable, "-m", "goodpapers", *map(str, arguments)],
        env=environment(PYTHONUNBUFFERED="1", **variables),
        cwd=cwd,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    try:
        lines = list(_until_address(process))
        found = re.search(r"http://[^/\s]+", lines[-1])
        assert found is not None, lines
        yield Served(found[0], lines, process)
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait(10)


def _until_address(process: subprocess.Popen[str]) -> Iterator[str]:
    assert process.stdout is not None
    ends_at = time.monotonic() + START_S
    while time.monotonic() < ends_at:
        if not select.select([process.stdout], [], [], 1)[0]:
            continue
        line = process.stdout.readline()
        if not line:
            _, error = process.communicate(timeout=10)
            raise AssertionError(f"the server ended before it served: {error}")
        yield line.rstrip("\n")
        if "http://" in line:
            return
    raise AssertionError("the server did not say its address in time")
