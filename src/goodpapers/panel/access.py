"""Where an endpoint is and how we may enter: its address, and a key that never shows itself.

The key has no way into a log, an error or a debugger's picture of a value: only `Key.header` gives
it out, and what a server says back is scrubbed of it before anyone reads it.
"""

from __future__ import annotations

import ipaddress
import re
import stat
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import SplitResult, urlsplit

from goodpapers.domain.errors import BadSettings

_TRACE = 6
"""This many characters of a key in a row give it away."""


class Key:
    """A secret. Printing, comparing by text or copying it into an error shows only "[key]".

    Raises
    ------
    BadSettings
        The text cannot be a key: empty, or with blanks or characters outside ASCII. The message
        does not hold it.
    """

    __slots__ = ("_text",)

    def __init__(self, text: str) -> None:
        text = text.strip()
        if not text or not text.isascii() or not text.isprintable() or " " in text:
            raise BadSettings(
                "the endpoint's key is empty or holds blanks or unusual characters; "
                "expected one word of plain ASCII"
            )
        self._text = text

    def header(self) -> str:
        """The value of the `Authorization` header; the only way out."""
        return f"Bearer {self._text}"

    def scrub(self, text: str) -> str:
        """The text with every word that shares six characters in a row with the key replaced.

        Servers quote a wrong key back, whole or shortened ("sk-abc…xyz").
        """
        runs = {self._text[at : at + _TRACE] for at in range(len(self._text) - _TRACE + 1)}
        runs = runs or {self._text}

        def hide(word: re.Match[str]) -> str:
            return "[key]" if any(run in word.group() for run in runs) else word.group()

        return re.sub(r"\S+", hide, text)

    def __repr__(self) -> str:
        return "[key]"

    def __reduce__(self) -> str:
        raise TypeError("a key is not copied or stored")


def read_key_file(path: Path) -> Key:
    """The key in a file of one line that nobody else can read.

    Raises
    ------
    BadSettings
        The file is missing, others may read it (its mode is not 600), or it holds no key.
    """
    try:
        mode = stat.S_IMODE(path.stat().st_mode)
        text = path.read_text(encoding="ascii")
    except (OSError, UnicodeDecodeError) as error:
        raise BadSettings(f"{path}: cannot be read as a file that holds one key") from error
    if mode & 0o077:
        raise BadSettings(
            f"{path}: holds the endpoint's key and others may read it; "
            f"expected mode 600 (chmod 600 {path})"
        )
    return Key(text)


@dataclass(frozen=True, slots=True)
class Address:
    """Where calls go. Made by `read_address`."""

    url: str
    """The full address of chat completions."""
    on_this_machine: bool


def read_address(text: str, *, with_key: bool) -> Address:
    """The address of chat completions under the base address that a keeper gave.

    ``https://host/v1``, ``http://localhost:11434`` (then ``/v1`` is added) and the full address
    ending in ``/chat/completions`` all fit.

    Raises
    ------
    BadSettings
        It is no http or https address, carries a password or a query, or a key would travel over
        plain http to a machine outside the own network.
    """
    parts = _split(text)
    path = parts.path.rstrip("/").removesuffix("/chat/completions") or "/v1"
    host = (parts.hostname or "").lower()
    if with_key and parts.scheme == "http" and not _is_near(host):
        raise BadSettings(
            f'the endpoint\'s address "{parts.scheme}://{host}" would send the key unencrypted; '
            "expected https"
        )
    url = f"{parts.scheme}://{parts.netloc}{path}/chat/completions"
    return Address(url, host == "localhost" or _is_loopback(host))


def _split(text: str) -> SplitResult:
    expected = "expected one like https://host/v1 or http://localhost:11434/v1"
    try:
        parts = urlsplit(text.strip())
        port_fits = parts.port is None or parts.port > 0
    except ValueError as error:
        raise BadSettings(f"the endpoint's address cannot be read; {expected}") from error
    if parts.username is not None or parts.password is not None:
        raise BadSettings(f"the endpoint's address holds a name or password; {expected}")
    if parts.scheme not in ("http", "https") or not parts.hostname or not port_fits:
        # What stands beyond an @ or a ? may be a secret in the wrong place.
        shown = re.split("[@?]", text.strip()[:200])[0] if "@" not in text else "…"
        raise BadSettings(f'the endpoint\'s address is "{shown}"; {expected}')
    if parts.query or parts.fragment:
        raise BadSettings(f"the endpoint's address holds a query; {expected}")
    return parts


def _is_near(host: str) -> bool:
    """This machine, a private network's number, or a name that only a private network knows."""
    if "." not in host and ":" not in host:
        return True
    if host.endswith((".local", ".lan", ".internal", ".localhost", ".home.arpa")):
        return True
    try:
        return ipaddress.ip_address(host).is_private
    except ValueError:
        return False


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
