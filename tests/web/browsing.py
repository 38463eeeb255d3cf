"""A real browser, and a real server for it, for the length of a block."""

from __future__ import annotations

import shutil
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import uvicorn
from playwright.sync_api import Browser, Error, Playwright, sync_playwright
from starlette.applications import Starlette

NAMES = ("chromium", "chromium-browser", "google-chrome")
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]


class NoBrowserError(Exception):
    """No Chromium is installed; the text says what was looked for."""


@contextmanager
def open_browser() -> Iterator[Browser]:
    """A headless Chromium: the system's, else Playwright's own; NoBrowserError without either."""
    with sync_playwright() as playwright:
        browser = _launch(playwright)
        try:
            yield browser
        finally:
            browser.close()


def _launch(playwright: Playwright) -> Browser:
    installed = next(filter(None, map(shutil.which, NAMES)), None)
    if installed is None and not Path(playwright.chromium.executable_path).exists():
        raise NoBrowserError(f"none of {', '.join(NAMES)}, and Playwright has none of its own")
    try:
        return playwright.chromium.launch(executable_path=installed, args=FLAGS)
    except Error as error:
        raise NoBrowserError(str(error).splitlines()[0]) from error


@contextmanager
def serving(app: Starlette) -> Iterator[str]:
    """Serve `app` on a free port; its address without a slash at the end."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        port = listener.getsockname()[1]
        server = uvicorn.Server(uvicorn.Config(app, log_level="warning"))
        thread = threading.Thread(target=server.run, args=([listener],), daemon=True)
        thread.start()
        while not server.started and thread.is_alive():
            time.sleep(0.02)
        try:
            yield f"http://127.0.0.1:{port}"
        finally:
            server.should_exit = True
            thread.join(10)
