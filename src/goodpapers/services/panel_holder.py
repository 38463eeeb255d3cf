"""Who a run is, and whether another run on this machine is still there.

A claim ends by itself within minutes. On the same machine one can know at once that its process is
gone, so that a run which was killed is taken over without a wait.
"""

from __future__ import annotations

import os
import secrets
from functools import cache
from pathlib import Path

_UNKNOWN = "elsewhere"


def new_holder() -> str:
    """A name for this run: machine, process, and what no other run has."""
    return f"{_machine()}/{os.getpid()}/{secrets.token_hex(4)}"


def is_alive_here(holder: str) -> bool | None:
    """Whether the process of a holder is there; None where that cannot be known from here."""
    machine, process, _ = (*holder.split("/"), "", "")[:3]
    if machine != _machine() or machine == _UNKNOWN or not process.isdecimal():
        return None
    try:
        os.kill(int(process), 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True  # there, and another user's
    return not _has_ended(int(process))


def _has_ended(process: int) -> bool:
    """Whether it was killed and only its number is still there, which nobody has collected."""
    try:
        said = Path(f"/proc/{process}/stat").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return False
    return said.rpartition(")")[2].split()[:1] in (["Z"], ["X"])


@cache
def _machine() -> str:
    """This start of this machine and this room of process numbers (containers have their own)."""
    try:
        boot = Path("/proc/sys/kernel/random/boot_id").read_text(encoding="ascii").strip()
        room = Path("/proc/self/ns/pid").readlink().name
    except OSError:
        return _UNKNOWN
    return f"{boot[:13]}-{''.join(filter(str.isdigit, room))}"
