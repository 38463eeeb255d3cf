"""One call over HTTP: a JSON body out, bytes or a trouble back. The panel's only network.

Every call has one deadline over everything, from the connection to the last byte, so that a server
that drips bytes cannot hold it. A redirect is refused: it would carry the key to another place.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from typing import Any

import httpx2

from goodpapers.panel.access import Address, Key
from goodpapers.panel.asking import Body, Ends, Trouble, Wire
from goodpapers.panel.pace import retry_after_s

MOST_BYTES = 4 * 2**20
"""A reply beyond this is broken or hostile; twenty answers with token probabilities are 0.5 MB."""
_TRY_AGAIN = frozenset({408, 409, 425, 429, 500, 502, 503, 504, 520, 521, 522, 523, 524, 529})
_ENDS_RUN = {
    401: "the server does not accept the key",
    402: "the account at the server has no money left",
    403: "the server does not let this key use the model",
    404: "the server has no such model or address",
}
_NO_MONEY = ("insufficient_quota", "billing_hard_limit", "credit balance")


@asynccontextmanager
async def open_wire(
    address: Address, key: Key | None, *, timeout_s: float, in_flight: int
) -> AsyncIterator[Wire]:
    """A function that sends one call. Connections close when the block ends."""
    headers = {"Accept": "application/json", "Accept-Encoding": "identity"}
    if key is not None:
        headers["Authorization"] = key.header()
    client = httpx2.AsyncClient(
        headers=headers,
        follow_redirects=False,
        # A proxy for the world must not catch calls to this machine.
        trust_env=not address.on_this_machine,
        timeout=httpx2.Timeout(timeout_s, connect=min(15.0, timeout_s)),
        limits=httpx2.Limits(max_connections=in_flight, max_keepalive_connections=in_flight),
    )
    async with client:

        async def send(body: Body) -> bytes | Trouble:
            found = await _send(client, address, body, timeout_s)
            if isinstance(found, Trouble) and key is not None:
                return Trouble(
                    found.ends, key.scrub(found.says), found.wait_s, found.billed, found.again
                )
            return found

        yield send


async def _send(
    client: httpx2.AsyncClient, address: Address, body: Body, timeout_s: float
) -> bytes | Trouble:
    try:
        async with asyncio.timeout(timeout_s):
            async with client.stream("POST", address.url, json=dict(body)) as response:
                raw = await _read(response)
    except (TimeoutError, httpx2.TimeoutException):
        return Trouble(Ends.TRY, f"no whole answer within {timeout_s:g} s", billed=True, again=True)
    except httpx2.ConnectError:
        return Trouble(Ends.TRY, "the server cannot be reached", again=True)
    except (httpx2.HTTPError, httpx2.StreamError) as error:
        # The class alone: the text of such an error may quote what was sent.
        says = f"the connection broke ({type(error).__name__})"
        return Trouble(Ends.TRY, says, billed=True, again=True)
    if raw is None:
        return Trouble(Ends.PAPER, f"a reply of over {MOST_BYTES} bytes was refused", billed=True)
    return raw if response.status_code == 200 else _trouble(response, raw)


async def _read(response: httpx2.Response) -> bytes | None:
    """The whole reply; None when it is too large."""
    parts, size = [], 0
    async for part in response.aiter_bytes():
        size += len(part)
        if size > MOST_BYTES:
            return None
        parts.append(part)
    return b"".join(parts)


def _trouble(response: httpx2.Response, raw: bytes) -> Trouble:
    status, said = response.status_code, _said(raw)
    line = f"status {status}" + (f": {said}" if said else "")
    if 300 <= status < 400:
        return Trouble(Ends.RUN, f"{line}; the server sends calls elsewhere, which is refused")
    if any(word in said.lower() for word in _NO_MONEY):
        return Trouble(Ends.RUN, f"{_ENDS_RUN[402]} ({line})")
    if status in _ENDS_RUN:
        return Trouble(Ends.RUN, f"{_ENDS_RUN[status]} ({line})")
    if status in _TRY_AGAIN or status >= 500:
        wait_s = retry_after_s(response.headers.get("retry-after"), datetime.now(UTC))
        return Trouble(Ends.TRY, line, wait_s, again=True)
    return Trouble(Ends.PAPER, line)


def _said(raw: bytes) -> str:
    """What an error's body says, on one line of at most 200 characters."""
    text = raw[:4000].decode("utf-8", "replace")
    try:
        found: Any = json.loads(raw)
        inner = found.get("error", found)
        text = inner if isinstance(inner, str) else inner["message"]
        code = inner.get("code") if isinstance(inner, dict) else None
        text = f"{text} ({code})" if isinstance(code, str) else str(text)
    except (ValueError, AttributeError, KeyError, TypeError, RecursionError):
        text = re.sub(r"<[^>]{0,500}>", " ", text)
    printable = "".join(each if each.isprintable() else " " for each in text)
    return " ".join(printable.split())[:200]
