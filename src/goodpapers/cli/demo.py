"""`goodpapers demo`: a sample or your own programme, judged and served, in one command.

The pages are served at once. Judging runs beside them in a process of its own, at low priority, so
that a large programme does not slow the pages; what it has done stays if the demo is ended.
"""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from contextlib import AbstractContextManager
from importlib.resources import as_file, files
from pathlib import Path
from typing import Annotated

import typer

from goodpapers import wiring
from goodpapers.cli.background import working_beside
from goodpapers.cli.old_demo import renew_old_settings
from goodpapers.cli.options import folder_of
from goodpapers.cli.output import count, progress_bar, say
from goodpapers.cli.programme import shown_in_words
from goodpapers.cli.serve import address_of, listen, serve_pages, stopping
from goodpapers.cli.site import make_site
from goodpapers.cli.upkeep import kept_up
from goodpapers.domain.errors import Failure
from goodpapers.domain.programme import ImportReport
from goodpapers.services.demo import ImportedFiles, import_once
from goodpapers.services.fetch_programme import fetched, is_address
from goodpapers.services.invented import add_invented

FOLDER = Path("demo-site")
SAMPLE = "neurips-2026-deep-learning-theory.json"
PORTS_TRIED = 20
NEW_SETTINGS: dict[str, object] = {"demo": True}

FileArgument = Annotated[
    str | None,
    typer.Argument(
        metavar="FILE_OR_ADDRESS", show_default=False, help="A programme; else the bundled sample."
    ),
]
DemoSiteOption = Annotated[
    Path,
    typer.Option("--site", metavar="DIR", help="The site's folder; made if it is not there."),
]
DemoPortOption = Annotated[
    int | None,
    typer.Option("--port", metavar="P", help="Listen on this port; else 8000 or the next free."),
]
BrowserOption = Annotated[
    bool, typer.Option("--browser/--no-browser", help="Open a browser where there is one.")
]


def demo(
    file: FileArgument = None,
    *,
    site: DemoSiteOption = FOLDER,
    port: DemoPortOption = None,
    browser: BrowserOption = True,
) -> None:
    """See it work: a sample, or a programme of yours.

    Imports it, lets the panel judge it, and serves the pages. The site stays in ./demo-site;
    started again, the demo goes on where it was. What readers and the panel said shows after a
    vote; on this machine the demo lets you sign in as its reader with one button.

    \b
    Examples:
      goodpapers demo
      goodpapers demo my-programme.json
    """
    folder = folder_of(site)
    renew_old_settings(folder / wiring.FILE_NAME, NEW_SETTINGS)
    make_site(folder, NEW_SETTINGS)
    edition = _import(folder, file)
    listener = _listen(folder, port)
    address = f"{address_of(listener)}/?edition={edition}"
    with stopping() as stop:
        say(f"Serving on {address} (Ctrl-C ends it)", at_once=True)
        say("Scores show after your vote: Sign in, Sign in as a demo reader, and vote.")
        with working_beside(folder), kept_up(folder):
            if browser:
                _open_browser(address)
            serve_pages(folder, listener, stop, wiring.read_settings(folder, os.environ))
    say("Ended. Everything is kept; start it again to go on.")


def _import(folder: Path, file: str | None) -> str:
    """Import the programme if it is not there yet; the key of its edition."""
    address = file if file and is_address(file) else None
    seen = ImportedFiles(folder / "imported.json")
    with wiring.opened(folder) as site:
        known = seen.edition_of(address, site.database) if address else None
        if known:
            say(f"Read before; to fetch it anew: goodpapers import --site {folder} {address}")
            return known
        with _programme(file) as path, progress_bar() as progress:
            done = import_once(
                site.database, path, seen, address=address, now=site.now(), progress=progress
            )
        if file is None:
            with as_file(files("goodpapers.sample")) as bundled:
                add_invented(site.database, bundled, seen, now=site.now())
    if done.report:
        _say_imported(done.report)
        if file is None:
            say("Beside it, under Edition: invented papers with the votes of invented readers.")
    return done.edition_key


def _say_imported(report: ImportReport) -> None:
    say(f"Imported {count(report.papers, 'paper')} of {report.edition.name}.")
    for line in shown_in_words(report):
        say(f"  {line}")
    refused = [each for each in report.problems if each.refused]
    if refused:
        say(f"{count(report.refused, 'entry', 'entries')} refused; the first: {refused[0]}")


def _programme(file: str | None) -> AbstractContextManager[Path]:
    if file is not None:
        return fetched(file)
    return as_file(files("goodpapers.sample") / SAMPLE)


def _listen(folder: Path, port: int | None) -> socket.socket:
    settings = wiring.read_settings(folder, os.environ, {"port": port})
    if port is not None:
        return listen(settings.host, port)
    for tried in range(settings.port, settings.port + PORTS_TRIED):
        try:
            return listen(settings.host, tried)
        except Failure as error:
            last = error
    raise last


def _open_browser(address: str) -> None:
    has_display = sys.platform == "darwin" or any(
        os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY")
    )
    if has_display:
        # Its own process: a browser may block, and may print.
        subprocess.Popen(  # noqa: S603 (no shell, and the address is our own)
            [sys.executable, "-m", "webbrowser", address],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
