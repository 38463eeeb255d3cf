"""Addresses of a paper: each once, and the identifiers of the work that stand in them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from goodpapers.domain.programme import Link

_IDENTIFIERS = (
    (
        "openreview",
        "openreview.net/",
        re.compile(r"openreview\.net/(?:forum|pdf|attachment)\?(?:.*&)?id=([\w-]{6,20})"),
    ),
    (
        "arxiv",
        "arxiv.org/",
        re.compile(r"arxiv\.org/(?:abs|pdf|html)/(\d{4}\.\d{4,5}|[a-z-]+/\d{7})"),
    ),
    ("doi", "doi.org/", re.compile(r"doi\.org/(10\.\d{4,9}/[^\s?#]+)")),
    (
        "acl",
        "aclanthology.org/",
        re.compile(r"aclanthology\.org/([A-Z]\d\d-\d{4,5}|\d{4}\.[a-z0-9-]+\.\d+)"),
    ),
)
_KINDS = (
    ("video", re.compile(r"slideslive\.com|youtube\.com|youtu\.be|vimeo\.com")),
    ("code", re.compile(r"github\.com/[^/]+/.|gitlab\.com/[^/]+/.|bitbucket\.org/")),
    ("pdf", re.compile(r"\.pdf(?:$|[?#])|/pdf[/?]")),
)


def unique_links(pairs: Iterable[tuple[str, str | None]]) -> tuple[Link, ...]:
    """Links from (kind, address or None), each address once. A plain page that is plainly a video,
    code or PDF gets that kind."""
    found: dict[str, Link] = {}
    for kind, url in pairs:
        if url and url not in found:
            found[url] = Link(_told_by(url) if kind == "page" else kind, url)
    return tuple(found.values())


def _told_by(url: str) -> str:
    return next((kind for kind, pattern in _KINDS if pattern.search(url)), "page")


def identify(urls: Iterable[str]) -> Iterator[tuple[str, str]]:
    """(scheme, value) of every identifier of a work that stands in an address."""
    for url in urls:
        for scheme, site, pattern in _IDENTIFIERS:
            if site in url and (found := pattern.search(url)):
                value = found.group(1)
                yield scheme, value if scheme in ("openreview", "acl") else value.lower()


def name_own(value: str) -> tuple[str, str]:
    """(scheme, value) of a file's own name for a paper: a short number says little outside it."""
    return ("number" if len(value) < 12 and value.isdigit() else "uid"), value
