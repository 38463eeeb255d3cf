"""Mail: one plain-text letter to one address, by SMTP."""

from __future__ import annotations

import re
import smtplib
import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import formatdate, make_msgid

from goodpapers.domain.errors import BadInput, Failure

_TIMEOUT_S = 20.0
_LOCAL = re.compile(r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~.-]{1,64}")
_LABEL = re.compile(r"(?!-)[a-z0-9-]{1,63}(?<!-)")
LONGEST_ADDRESS = 254


def checked_address(typed: str) -> str:
    """The e-mail address as it is kept: blanks cut, the domain in lower case and ASCII.

    Only plain addresses: no quotes, no comments, no line ends, nothing that could become a second
    header or a second recipient (RFC 5321, 4.1.2, without quoted strings and address literals).

    Raises
    ------
    BadInput
        It is no such address.
    """
    wrong = BadInput("that is no e-mail address that mail can be sent to; it looks like a@b.org")
    local, at, domain = typed.strip().rpartition("@")
    try:
        domain = domain.encode("idna").decode("ascii").lower()
    except UnicodeError as error:
        raise wrong from error
    labels = domain.split(".")
    fits = (
        at
        and _LOCAL.fullmatch(local)
        and not (local.startswith(".") or local.endswith(".") or ".." in local)
        and len(labels) > 1
        and all(_LABEL.fullmatch(label) for label in labels)
    )
    if not fits or len(local) + len(domain) + 1 > LONGEST_ADDRESS:
        raise wrong
    return f"{local}@{domain}"


@dataclass(frozen=True, slots=True)
class Mail:
    """A mail server, and from whom letters come. Safe to share between threads."""

    host: str
    port: int
    sender: str
    security: str = "starttls"
    """``starttls``, ``tls``, ``none``."""
    user: str = ""
    password: str = field(default="", repr=False)
    sender_name: str = "Good Papers"

    def send(self, to: str, subject: str, text: str) -> None:
        """Send one letter; returns when the server has taken it.

        Raises
        ------
        BadInput
            `to` is no plain address.
        Failure
            The server cannot be reached, or refuses the letter.
        """
        letter = self._letter(checked_address(to), subject, text)
        try:
            with self._connected() as server:
                server.send_message(letter)
        except (OSError, smtplib.SMTPException, ssl.SSLError) as error:
            raise Failure(
                f"{self.host}:{self.port}: the mail was not sent ({_reason(error)}); see the "
                "settings mail_host, mail_port, mail_security, mail_user",
                again=True,
            ) from error

    def _letter(self, to: str, subject: str, text: str) -> EmailMessage:
        letter = EmailMessage(policy=SMTP)
        local, _, domain = to.rpartition("@")
        sender_local, _, sender_domain = self.sender.rpartition("@")
        letter["From"] = Address(self.sender_name, sender_local, sender_domain)
        letter["To"] = Address("", local, domain)
        letter["Subject"] = " ".join(subject.split())
        letter["Date"] = formatdate()
        letter["Message-ID"] = make_msgid(domain=sender_domain)
        letter["Auto-Submitted"] = "auto-generated"
        letter.set_content(text)
        return letter

    @contextmanager
    def _connected(self) -> Iterator[smtplib.SMTP]:
        trusted = ssl.create_default_context()
        if self.security == "tls":
            server: smtplib.SMTP = smtplib.SMTP_SSL(
                self.host, self.port, timeout=_TIMEOUT_S, context=trusted
            )
        else:
            server = smtplib.SMTP(self.host, self.port, timeout=_TIMEOUT_S)
        with server:
            if self.security == "starttls":
                server.starttls(context=trusted)
            if self.user:
                server.login(self.user, self.password)
            yield server


def _reason(error: Exception) -> str:
    if isinstance(error, smtplib.SMTPResponseException):
        said = error.smtp_error
        words = said.decode("utf-8", "replace") if isinstance(said, bytes) else str(said)
        return f"{error.smtp_code} {words}"
    return str(error) or type(error).__name__
