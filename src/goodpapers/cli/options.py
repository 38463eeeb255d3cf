"""Options that several commands share, and how a command opens its site."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from goodpapers import wiring
from goodpapers.wiring import Site

SiteOption = Annotated[
    Path | None,
    typer.Option(
        "--site",
        metavar="DIR",
        help="The site's folder; else GOODPAPERS_SITE, else the current folder.",
    ),
]
JsonOption = Annotated[bool, typer.Option("--json", help="Answer in JSON, for a program.")]
EditionOption = Annotated[
    str | None,
    typer.Option("--edition", metavar="E", help='The edition: "NeurIPS 2026" or neurips-2026.'),
]


def folder_of(site: Path | None) -> Path:
    """The folder of the site that the command means."""
    return wiring.find_folder(site, os.environ)


@contextmanager
def opened(site: Path | None, flags: Mapping[str, object] | None = None) -> Iterator[Site]:
    """The site that the command means, for the length of a block."""
    with wiring.opened(folder_of(site), flags) as found:
        yield found
