"""Readers: who they are to the site, and what each may do."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import NewType

ReaderKey = NewType("ReaderKey", str)
"""Ten characters of ``a-z2-7``, drawn by chance; tells nothing of its reader."""


class Role(StrEnum):
    """What a reader may do beyond their own things."""

    READER = "reader"
    KEEPER = "keeper"


class Kind(StrEnum):
    """What a reader is: a person, the demo's reader, invented for a sample, or gone."""

    PERSON = "person"
    DEMO = "demo"
    INVENTED = "invented"
    LEFT = "left"
    """Deleted their account and left their votes; nothing else of them is kept."""


@dataclass(frozen=True, slots=True)
class Reader:
    """One reader, as the site knows them. Lists are sorted."""

    id: int
    """Row number; never leaves the server."""
    key: ReaderKey
    name: str
    role: Role
    kind: Kind
    made_at: datetime
    suspended_at: datetime | None = None
    known_by: str | None = None
    """``identity``, ``email`` or ``keeper``; None while the reader is not known (design 12)."""
    names: tuple[str, ...] = ()
    """Names that the reader publishes under, as they confirmed them."""
    affiliations: tuple[str, ...] = ()
    """Names of institutions that the reader confirmed."""
    orcid: str | None = None
    email_domains: tuple[str, ...] = ()
    not_mine: tuple[str, ...] = ()
    """What the reader said is wrong, such as ``author:KEY`` or ``institution:NAME``."""
    topics: tuple[str, ...] = ()
    conferences: tuple[str, ...] = ()
    keeps_history: bool = False

    @property
    def is_keeper(self) -> bool:
        return self.role is Role.KEEPER
