"""Defaults, then `goodpapers.toml`, then `GOODPAPERS_*` variables, then flags: one frozen `Settings`.

Every field's docstring here is its entry on the page docs/settings.md, which a test keeps complete.
"""

from __future__ import annotations
