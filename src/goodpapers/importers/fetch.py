"""A programme from the web, saved as a file: the only network of this room.

One polite request: it says who asks, follows a few redirects to https only, gives up on an answer
that is too long or too slow, and never sends cookies or credentials. The big conferences keep the
abstracts of some programmes in a second file; that one is fetched too, where there is one.
"""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import unquote, urlsplit

import httpx2

from goodpapers.domain.errors import BadInput, Failure
from goodpapers.domain.lines import is_text
from goodpapers.domain.programme import Problem
from goodpapers.importers.abstracts import abstracts_name

MAX_BYTES = 512 << 20
_TIMEOUT = httpx2.Timeout(60.0, connect=20.0)
_MAX_REDIRECTS = 5
_WHO_ASKS = "GoodPapers/0.1 (one-off import of a conference programme)"
_UNSAFE = re.compile(r"[^\w.-]+")
_USER = re.compile(r"(?<=//)[^/?#\s]*@")
_LOCAL = ("http://127.0.0.1:", "http://localhost:", "http://[::1]:")


def fetch(address: str, folder: Path, *, transport: httpx2.BaseTransport | None = None) -> Path:
    """Save what `address` (https; http only on this machine) gives in `folder`; the file's path.

    `transport` is for tests.

    Raises
    ------
    BadInput
        The address cannot be used, there is nothing at it, or its answer is over 512 MB.
    Failure
        Nobody answered, or the answer broke off; `again` says whether to retry.
    """
    _check(address)
    with httpx2.Client(
        headers={"User-Agent": _WHO_ASKS, "Accept": "application/json, text/csv, */*"},
        timeout=_TIMEOUT,
        follow_redirects=True,
        max_redirects=_MAX_REDIRECTS,
        transport=transport,
    ) as client:
        path = folder / _file_name(address)
        _save(client, address, path)
        _save_abstracts(client, address, path)
    return path


def _check(address: str) -> None:
    try:
        parts = urlsplit(address)
        usable = bool(parts.hostname) and parts.port != 0 and is_text(address)
    except ValueError:
        usable = False
    if not usable or not (address.startswith("https://") or address.startswith(_LOCAL)):
        raise _refuse(address, "this address cannot be used", "an https address")
    if "@" in parts.netloc:
        found = "the address holds a user name or password, and those are never sent"
        raise _refuse(address, found, "an address without")


def _refuse(address: str, found: str, expected: str) -> BadInput:
    return BadInput(Problem(_shown(address), None, found, expected))


def _shown(address: str) -> str:
    """The address as it may be printed: no user name, no password."""
    return _USER.sub("", address)


def _file_name(address: str) -> str:
    """The last part of the path, so that the edition can be guessed from it."""
    last = unquote(urlsplit(address).path).rstrip("/").rpartition("/")[2]
    return _UNSAFE.sub("-", last).strip(".-")[-100:] or "programme"


def _save(client: httpx2.Client, address: str, path: Path) -> None:
    try:
        with client.stream("GET", address) as answer:
            _check(str(answer.url))
            _check_status(address, answer.status_code)
            _write(answer, address, path)
    except httpx2.TooManyRedirects:
        raise _refuse(address, "it redirects too often", "a file") from None
    except (httpx2.InvalidURL, httpx2.UnsupportedProtocol):
        raise _refuse(address, "this address cannot be used", "an https address") from None
    except httpx2.HTTPError as error:
        words = _shown(str(error)) or type(error).__name__
        raise Failure(
            f"{_shown(address)}: no whole answer came ({words}); try again later", again=True
        ) from None


def _check_status(address: str, status: int) -> None:
    if status == 200:
        return
    if status in (408, 425, 429) or status >= 500:
        raise Failure(
            f"{_shown(address)} answered with status {status}; try again later", again=True
        )
    raise _refuse(address, f"its answer is status {status}", "status 200 and a file")


def _write(answer: httpx2.Response, address: str, path: Path) -> None:
    taken = 0
    with path.open("wb") as file:
        for piece in answer.iter_bytes():
            taken += len(piece)
            if taken > MAX_BYTES:
                raise _refuse(address, "the answer is over 512 MB", "a programme")
            file.write(piece)


def _save_abstracts(client: httpx2.Client, address: str, path: Path) -> None:
    """The abstracts beside a programme. Most programmes have none, so nothing here is an error."""
    name = abstracts_name(path.name)
    parts = urlsplit(address)
    if name is None or not parts.path.endswith(path.name):
        return
    beside = parts._replace(path=parts.path.removesuffix(path.name) + name, query="", fragment="")
    try:
        _save(client, beside.geturl(), path.with_name(name))
    except (BadInput, Failure):
        path.with_name(name).unlink(missing_ok=True)
