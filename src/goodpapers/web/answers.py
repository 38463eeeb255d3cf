"""Every answer leaves through here, so that none lacks its headers.

The ETag is a hash of the body and of nothing else: it changes when, and only when, what the visitor
may see has changed.
"""

from __future__ import annotations

from hashlib import blake2b

from starlette.datastructures import Headers
from starlette.responses import Response

from goodpapers.web.page_cache import Kept
from goodpapers.web.static import StaticFile

CONTENT_POLICY = (
    "default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self'; "
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


def page_answer(page: Kept, headers: Headers) -> Sent:
    """A page, or the news that the visitor's copy is still right."""
    zipped = page.zipped if "gzip" in headers.get("accept-encoding", "") else None
    # Two encodings of one page are two things to a cache, so each has its own name.
    etag = page.etag if zipped is None else page.etag[:-1] + b'-gz"'
    sent = [
        (b"etag", etag),
        (b"cache-control", PAGE_CACHING),
        (b"vary", b"Accept-Encoding, Cookie"),
    ]
    known = headers.get("if-none-match")
    if page.status == 200 and known is not None and etag.decode() in known:
        return Sent(b"", 304, sent)
    sent.append((b"content-type", b"text/html; charset=utf-8"))
    if zipped is not None:
        return Sent(zipped, page.status, [*sent, (b"content-encoding", b"gzip")])
    return Sent(page.body, page.status, sent)


def etag_of(body: bytes) -> bytes:
    """The name of these bytes."""
    return b'"%s"' % blake2b(body, digest_size=12).hexdigest().encode()


def static_answer(file: StaticFile, version: str | None, *, accepts_gzip: bool) -> Sent:
    """A static file: for good under the address with its mark, else to be asked for again."""
    caching = FOR_GOOD if version == file.mark else b"no-cache"
    headers = [
        (b"content-type", file.kind.encode()),
        (b"cache-control", caching),
        (b"vary", b"Accept-Encoding"),
    ]
    if file.zipped is not None and accepts_gzip:
        return Sent(file.zipped, 200, [*headers, (b"content-encoding", b"gzip")])
    return Sent(file.body, 200, headers)


def see_other(address: str, cookie: str | None = None) -> Sent:
    """Go there by GET, with a cookie set on the way."""
    headers = [(b"location", address.encode("latin-1")), (b"cache-control", b"no-store")]
    if cookie:
        headers.append((b"set-cookie", cookie.encode("latin-1")))
    return Sent(b"", 303, headers)
