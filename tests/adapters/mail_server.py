"""A real mail server for tests: it keeps the letters that it takes."""

from __future__ import annotations

import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from typing import Any

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, AuthResult, Envelope, Session


class MailServer:
    """What came in: envelopes as they were sent, letters as a mail program reads them."""

    def __init__(self) -> None:
        self.envelopes: list[Envelope] = []
        self.host, self.port = "127.0.0.1", 0

    async def handle_DATA(self, _server: SMTP, _session: Session, envelope: Envelope) -> str:  # noqa: N802
        if any("refused" in address for address in envelope.rcpt_tos):
            return "554 no such mailbox here"
        self.envelopes.append(envelope)
        return "250 taken"

    def letter(self, number: int = -1, wait_s: float = 5.0) -> EmailMessage:
        """A letter, the last one by default; waits until it is there."""
        ends = time.monotonic() + wait_s
        need = number + 1 if number >= 0 else 1
        while len(self.envelopes) < need and time.monotonic() < ends:
            time.sleep(0.01)
        content = self.envelopes[number].content
        assert isinstance(content, bytes)
        letter = message_from_bytes(content, policy=default)
        assert isinstance(letter, EmailMessage)
        return letter


@contextmanager
def mail_server(password: str | None = None) -> Iterator[MailServer]:
    """A server on a free port; with `password` it takes letters only from `goodpapers`."""
    server = MailServer()

    def check(_server: SMTP, _session: Any, _envelope: Any, _way: str, given: Any) -> AuthResult:
        right = (given.login, given.password) == (b"goodpapers", (password or "").encode())
        return AuthResult(success=right, handled=False)

    options: dict[str, Any] = {}
    if password is not None:
        options = {"authenticator": check, "auth_required": True, "auth_require_tls": False}
    server.port = _free_port()
    controller = Controller(server, hostname=server.host, port=server.port, **options)
    controller.start()
    try:
        yield server
    finally:
        controller.stop()


def _free_port() -> int:
    with socket.socket() as tried:
        tried.bind(("127.0.0.1", 0))
        return int(tried.getsockname()[1])
