"""`goodpapers serve`: the pages, until Ctrl-C."""

from __future__ import annotations

import os
import signal
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Annotated

import typer

from goodpapers.cli.interrupts import interrupts_held
from goodpapers.cli.options import SiteOption, folder_of, opened
from goodpapers.cli.output import say
from goodpapers.cli.reader import link
from goodpapers.cli.upkeep import kept_up
from goodpapers.domain.errors import Failure
from goodpapers.services.sign_in_link import first_keeper_link
from goodpapers.wiring import SITE_VARIABLE, Settings, Site
from goodpapers.wiring_outside import has_sign_in

if TYPE_CHECKING:
    import uvicorn

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
        with stopping() as stop:
            say(f"Serving on {address_of(listener)} (Ctrl-C ends it)", at_once=True)
            _say_way_in(found, address_of(listener))
            found.close()  # the pages open their own connections
            with kept_up(folder_of(site)):
                serve_pages(folder_of(site), listener, stop, settings)


def _say_way_in(site: Site, address: str) -> None:
    """Say how the first keeper comes in; and how readers do, where only links are set up."""
    by_links_alone = not has_sign_in(site.settings)
    if site.settings.keepers and not by_links_alone:
        return  # those become keepers when they sign in
    token = first_keeper_link(site.database, site.now())
    if token is None:
        if by_links_alone:
            say("No sign-in is set up but links: goodpapers reader add NAME, or reader link NAME.")
        return
    say("There is no keeper yet. Who opens this link becomes one; it works once, for a day:")
    say(link(site, token, address), at_once=True)


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


class Stop:
    """Whether Ctrl-C or SIGTERM has come; tells the server as soon as there is one.

    From `stopping` on no such signal is lost, whether it comes before, while or after the server
    has handlers of its own (it raises the signal once more after its end, and meets this one).
    """

    def __init__(self) -> None:
        self.asked = False
        self.server: uvicorn.Server | None = None

    def __call__(self, _number: int, _frame: FrameType | None) -> None:
        """The signal handler."""
        self.asked = True
        if self.server is not None:
            self.server.should_exit = True


@contextmanager
def stopping() -> Iterator[Stop]:
    """Within the block Ctrl-C and SIGTERM end the server in order, and are no error."""
    stop = Stop()
    before = {each: signal.signal(each, stop) for each in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield stop
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)


def serve_pages(folder: Path, listener: socket.socket, stop: Stop, settings: Settings) -> None:
    """Serve the site in `folder` until `stop` is asked; then finish open answers."""
    import uvicorn
    from uvicorn.supervisors import Multiprocess

    os.environ[SITE_VARIABLE] = str(folder)
    config = uvicorn.Config(
        APPLICATION,
        factory=True,
        workers=settings.workers,
        # What others say of whom they ask for is believed from the site's own proxies alone.
        proxy_headers=bool(settings.proxies),
        forwarded_allow_ips=list(settings.proxies),
        log_level="warning",
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=GRACE_S,
    )
    if settings.workers == 1:
        stop.server = uvicorn.Server(config)
        if not stop.asked:
            stop.server.run(sockets=[listener])
        return

    class Workers(Multiprocess):
        def init_processes(self) -> None:
            with interrupts_held():
                super().init_processes()

    supervisor = Workers(config, sockets=[listener])  # from here on it hears the signals itself
    if not stop.asked:
        supervisor.run()
