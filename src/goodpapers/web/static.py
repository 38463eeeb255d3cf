"""Style, font and picture: read once, sent with a name that changes with their content."""

from __future__ import annotations

import gzip
from dataclasses import dataclass
from functools import cache
from hashlib import blake2b
from importlib.resources import files
from importlib.resources.abc import Traversable

_KINDS = {
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".woff2": "font/woff2",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
}
SHEETS = ("base", "layout", "card", "vote", "pages", "panel", "mine", "entry", "plot")
"""The parts of site.css in their order; one file for the browser, several for people."""


@dataclass(frozen=True, slots=True)
class StaticFile:
    """One file as it is sent."""

    body: bytes
    kind: str
    mark: str
    """Changes with the content; as part of the address it lets browsers keep the file for good."""
    zipped: bytes | None
    """The same, gzipped; None where that saves nothing."""


@cache
def static_files() -> dict[str, StaticFile]:
    """Every static file by its name in addresses, such as ``site.css``."""
    folder = files("goodpapers.web") / "static"
    found = {name: body for name, body in _walk(folder, "") if not name.startswith("css/")}
    sheets = [(folder / "css" / f"{name}.css").read_bytes() for name in SHEETS]
    found["site.css"] = b"\n".join(sheets)
    made = {name: _made(name, body) for name, body in found.items() if not name.endswith(".css")}
    css = found["site.css"].decode()
    for name, file in made.items():
        css = css.replace(f'url("{name}")', f'url("/static/{name}?v={file.mark}")')
    return {**made, "site.css": _made("site.css", css.encode())}


@cache
def static_href(name: str) -> str:
    """The address of a static file, changing with its content. KeyError if there is none."""
    return f"/static/{name}?v={static_files()[name].mark}"


def _walk(folder: Traversable, prefix: str) -> list[tuple[str, bytes]]:
    found = []
    for each in folder.iterdir():
        if each.is_dir():
            found += _walk(each, f"{prefix}{each.name}/")
        elif any(each.name.endswith(ending) for ending in _KINDS):
            found.append((prefix + each.name, each.read_bytes()))
    return found


def _made(name: str, body: bytes) -> StaticFile:
    kind = next(kind for ending, kind in _KINDS.items() if name.endswith(ending))
    zipped = gzip.compress(body, mtime=0)
    return StaticFile(
        body,
        kind,
        blake2b(body, digest_size=6).hexdigest(),
        zipped if len(zipped) < 0.9 * len(body) else None,
    )
