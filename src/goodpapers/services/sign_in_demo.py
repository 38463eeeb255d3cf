"""The demo's reader: one, shared by whoever sits at the demo's machine; never a keeper."""

from __future__ import annotations

from datetime import datetime

from goodpapers.domain.errors import NotAllowed
from goodpapers.domain.reader import Kind, Reader, Role
from goodpapers.services.limits import LOCAL_CLIENTS
from goodpapers.store.database import Database
from goodpapers.store.reader_roles import first_of_kind
from goodpapers.store.readers import add_reader

NAME = "Demo reader"
_LOCAL_NAMES = ("127.0.0.1", "localhost", "[::1]")


def is_offered(*, is_demo: bool, client: str, host: str) -> bool:
    """Whether to offer it: on a demo, asked from this machine, by a name of this machine.

    The name keeps out a page elsewhere whose own name was made to lead to this machine.
    """
    name = host.rpartition(":")[0] if not host.endswith("]") and ":" in host else host
    return is_demo and client in LOCAL_CLIENTS and name in _LOCAL_NAMES


def demo_reader(
    database: Database, *, is_demo: bool, client: str, host: str, now: datetime
) -> Reader:
    """The demo's reader, made when first asked for.

    Raises
    ------
    NotAllowed
        This is no demo, or it is asked for from another machine.
    """
    if not is_offered(is_demo=is_demo, client=client, host=host):
        raise NotAllowed("a demo reader can only sign in to a demo, on the demo's own machine")
    with database.write() as db:
        found = first_of_kind(db, Kind.DEMO)
        return found or add_reader(db, NAME, role=Role.READER, kind=Kind.DEMO, now=now)
