"""Every answer leaves through here, so that none lacks its headers.

The ETag is a hash of the body and of nothing else: it changes when, and only when, what the visitor
may see has changed.
"""

from __future__ import annotations

import re
from functools import lru_cache
from hashlib import blake2b

from starlette.datastructures import Headers
from starlette.responses import Response

from goodpapers.web.page_cache import Kept
from goodpapers.web.static import StaticFile

CONTENT_POLICY = (
    "default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self'; "
    "script-src 'self'; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
SECURITY = (
    (b"content-security-policy", CONTENT_POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=()"),
    (b"cross-origin-opener-policy", b"same-origin"),
)
PAGE_CACHING = b"private, no-cache"
OWN_CACHING = b"private, no-store"
"""Of pages made for one browser alone: they hold what its forms bring back."""
_LONGEST_HEADER = 1_000
_ZERO = re.compile(r"q=0(?:\.0*)?")
FOR_GOOD = b"public, max-age=31536000, immutable"


class Sent(Response):
    """An answer with exactly the headers that it is given, and the security headers."""

    def __init__(self, body: bytes, status: int, headers: list[tuple[bytes, bytes]]) -> None:
        self.status_code = status
        self.body = body
        self.background = None
        self.raw_headers = [*SECURITY, *headers]
        if status != 304:
            self.raw_headers.append((b"content-length", b"%d" % len(body)))


def page_answer(page: Kept, headers: Headers, *more: tuple[bytes, bytes]) -> Sent:
    """A page, or the news that the visitor's copy is still right; `more` headers go with it."""
    zipped = page.zipped if accepts_gzip(headers.get("accept-encoding", "")) else None
    # Two encodings of one page are two things to a cache, so each has its own name.
    etag = page.etag if zipped is None else page.etag[:-1] + b'-gz"'
    sent = [
        (b"etag", etag),
        (b"cache-control", OWN_CACHING if page.is_own else PAGE_CACHING),
        (b"vary", b"Accept-Encoding, Cookie"),
        *page.more,
        *more,
    ]
    known = headers.get("if-none-match")
    if (
        page.status == 200
        and not page.is_own
        and known is not None
        and (known == "*" or etag.decode() in known)
    ):
        return Sent(b"", 304, sent)
    sent.append((b"content-type", b"text/html; charset=utf-8"))
    if zipped is not None:
        return Sent(zipped, page.status, [*sent, (b"content-encoding", b"gzip")])
    return Sent(page.body, page.status, sent)


@lru_cache(maxsize=256)
def accepts_gzip(header: str) -> bool:
    """Whether an `Accept-Encoding` takes gzip: named, or by ``*``, and not with a quality of 0."""
    taken = {}
    for choice in header[:_LONGEST_HEADER].lower().split(","):
        name, *details = (part.strip() for part in choice.split(";"))
        taken[name] = not any(_ZERO.fullmatch(detail) for detail in details)
    return taken.get("gzip", taken.get("*", False))


def etag_of(body: bytes) -> bytes:
    """The name of these bytes."""
    return b'"%s"' % blake2b(body, digest_size=12).hexdigest().encode()


def static_answer(file: StaticFile, version: str | None, *, zipped: bool) -> Sent:
    """A static file: for good under the address with its mark, else to be asked for again."""
    caching = FOR_GOOD if version == file.mark else b"no-cache"
    headers = [
        (b"content-type", file.kind.encode()),
        (b"cache-control", caching),
        (b"vary", b"Accept-Encoding"),
    ]
    if file.zipped is not None and zipped:
        return Sent(file.zipped, 200, [*headers, (b"content-encoding", b"gzip")])
    return Sent(file.body, 200, headers)


def led_to(address: str, *cookies: str) -> Kept:
    """The same as `see_other`, as a page is kept; only that nobody keeps it."""
    sent = see_other(address, *cookies)
    names = (b"location", b"set-cookie")
    more = tuple(each for each in sent.raw_headers if each[0] in names)
    return Kept(b"", etag_of(b""), 303, None, more, is_own=True)


def see_other(address: str, *cookies: str) -> Sent:
    """Go there by GET, with cookies set on the way."""
    headers = [(b"location", address.encode("latin-1")), (b"cache-control", b"no-store")]
    headers += [(b"set-cookie", cookie.encode("latin-1")) for cookie in cookies]
    return Sent(b"", 303, headers)
