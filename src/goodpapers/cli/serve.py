"""`goodpapers serve`: the pages, until Ctrl-C."""

from __future__ import annotations

import os
import signal
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Annotated

import typer

from goodpapers.cli.options import SiteOption, folder_of, opened
from goodpapers.cli.output import say
from goodpapers.domain.errors import Failure
from goodpapers.wiring import SITE_VARIABLE

APPLICATION = "goodpapers.web.app:site_app"
"""Named, not imported: doors do not know each other, and every worker process loads it anew."""
GRACE_S = 5
BACKLOG = 512

HostOption = Annotated[
    str | None,
    typer.Option("--host", metavar="H", help="Listen on this address; else the setting host."),
]
PortOption = Annotated[
    int | None,
    typer.Option("--port", metavar="P", help="Listen on this port; else the setting port."),
]
WorkersOption = Annotated[
    int | None,
    typer.Option("--workers", metavar="N", help="Processes; else the setting workers."),
]


def serve(
    *,
    site: SiteOption = None,
    host: HostOption = None,
    port: PortOption = None,
    workers: WorkersOption = None,
) -> None:
    """Serve the pages of the site until Ctrl-C.

    \b
    Example:
      goodpapers serve --site my-conference --port 8080
    """
    with opened(site, {"host": host, "port": port, "workers": workers}) as found:
        settings = found.settings
    listener = listen(settings.host, settings.port)
    say(f"Serving on {address_of(listener)} (Ctrl-C ends it)")
    serve_pages(folder_of(site), listener, settings.workers)


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens on the address.

    Raises
    ------
    Failure
        The port is taken, or the address is not this machine's.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
    except OSError as error:
        listener.close()
        reason = (error.strerror or str(error)).lower()
        raise Failure(
            f"cannot serve on {host}, port {port}: {reason}; choose another with --port"
        ) from error
    listener.listen(BACKLOG)  # now, so that a browser that comes early waits instead of failing
    listener.set_inheritable(True)
    return listener


def address_of(listener: socket.socket) -> str:
    """What to type into a browser: `http://127.0.0.1:8000`."""
    host, port = listener.getsockname()[:2]
    shown = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host)  # noqa: S104 (compared, not bound)
    return f"http://{shown or (f'[{host}]' if ':' in host else host)}:{port}"


def serve_pages(folder: Path, listener: socket.socket, workers: int = 1) -> None:
    """Serve the site in `folder` until the process is told to end; then finish open answers."""
    import uvicorn
    from uvicorn.supervisors import Multiprocess

    os.environ[SITE_VARIABLE] = str(folder)
    config = uvicorn.Config(
        APPLICATION,
        factory=True,
        workers=workers,
        log_level="warning",
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=GRACE_S,
    )
    with quiet_end():
        if workers > 1:
            Multiprocess(config, sockets=[listener]).run()
        else:
            uvicorn.Server(config).run(sockets=[listener])


@contextmanager
def quiet_end() -> Iterator[None]:
    """Within the block Ctrl-C and SIGTERM end the server, not the process with an error.

    The server raises the signal once more after its own clean end; there it meets this handler.
    """

    def ignore(number: int, frame: FrameType | None) -> None:
        return None

    before = {each: signal.signal(each, ignore) for each in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)
