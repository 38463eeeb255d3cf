"""The demo of the first version showed every score at once; its settings are made new."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from goodpapers import wiring

_OLD = ['reveal = "always"']


def renew_old_settings(path: Path, values: Mapping[str, object]) -> bool:
    """Write the file anew with `values`, if it is as the first version's demo made it.

    A file in which anybody changed a line stays as it is. Whether it was written.
    """
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError):
        return False  # what is wrong with it is said when it is read
    said = [line.strip() for line in lines if line.strip() and not line.strip().startswith("#")]
    if said != _OLD:
        return False
    path.write_text(wiring.new_settings_file(**values), encoding="utf-8")
    return True
