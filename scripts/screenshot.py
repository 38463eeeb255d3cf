"""Take docs/screenshot.png from the running site: the sample's list of papers, judged and scored.

Starts the demo on a free port in a folder of its own, waits until every paper is judged, and lets a
Chromium look at it. Needs what `make test` sets up.
"""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

from playwright.sync_api import sync_playwright

PICTURE = Path(__file__).parents[1] / "docs" / "screenshot.png"
COMMAND = Path(sys.executable).parent / "goodpapers"
WAIT_S = 120


def start(folder: Path) -> tuple[subprocess.Popen[str], str]:
    """The demo's process, and the address that it prints."""
    demo = subprocess.Popen(  # noqa: S603 (our own command)
        [str(COMMAND), "demo", "--site", str(folder), "--no-browser"],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    )
    assert demo.stdout is not None  # noqa: S101 (asked for above)
    for line in demo.stdout:
        found = re.search(r"(http://\S+?)/(\?\S*)?\s", line)
        if found:
            return demo, found[1]
    raise SystemExit("the demo ended without an address")


def wait_until_scored(address: str) -> None:
    """Until no paper waits for the panel any more, and the first ones have their score."""
    for _ in range(WAIT_S):
        with urllib.request.urlopen(f"{address}/papers") as answer:  # noqa: S310 (our own server)
            page = answer.read()
        if b"Being judged" not in page and b"reviewers recommend" in page:
            return
        time.sleep(1)
    raise SystemExit("no paper got its tier in time")


def take(address: str) -> None:
    """One picture, as a reader with a laptop sees it."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"))
        page = browser.new_page(viewport={"width": 1120, "height": 1000}, color_scheme="light")
        page.goto(f"{address}/papers?order=score")
        page.screenshot(path=PICTURE)
        browser.close()


def main() -> None:
    """Start, wait, look, end."""
    with tempfile.TemporaryDirectory() as folder:
        demo, address = start(Path(folder))
        try:
            wait_until_scored(address)
            take(address)
        finally:
            demo.send_signal(signal.SIGINT)
            demo.wait(10)


if __name__ == "__main__":
    main()
