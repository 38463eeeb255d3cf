"""The embedded panel as pages use it: loaded once a process, the encoder with the first text."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from threading import Lock

from goodpapers.domain.errors import ModelFailure
from goodpapers.domain.verdict import PanelResult
from goodpapers.services import try_panel
from goodpapers.services.try_panel import MeasuredSource
from goodpapers.wiring import embedded_source

_LOADING = Lock()


def embedded(threads: int = 0) -> MeasuredSource:
    """The source that ships with the package. Raises `ModelFailure` where its weights are broken.

    `threads` is how many cores its encoder may use; 0 means all.
    """
    with _LOADING:  # a cache alone would load it twice for two visitors at once
        return _embedded(threads)


@cache
def _embedded(threads: int) -> MeasuredSource:
    return embedded_source(threads or None)


def facts() -> Mapping[str, object]:
    """What is known of the embedded panel; empty where its weights are broken."""
    try:
        return embedded().facts
    except ModelFailure:
        return {}


def bars_of(result: PanelResult) -> Mapping[str, float]:
    """From which chance on each reviewer of the result recommends; empty where it is not known."""
    try:
        return try_panel.bars_of(embedded(), result)
    except ModelFailure:
        return {}
