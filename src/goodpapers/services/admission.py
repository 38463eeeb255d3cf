"""Who comes in: an identity that was proved becomes a reader, new or known to the site.

The same rules hold for every way to sign in. Membership, the keeper's role by setting, and being a
known reader (design section 12) are decided here.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from goodpapers.domain.errors import NotAllowed
from goodpapers.domain.identity import EMAIL, GITHUB, ORCID, Identity, email_domain
from goodpapers.domain.reader import Reader, Role
from goodpapers.store.audit import note_act
from goodpapers.store.database import Db
from goodpapers.store.identities import (
    add_identity,
    identities_of,
    owner_of,
    renew_identity,
)
from goodpapers.store.reader_roles import reader_by_id, set_known, set_role
from goodpapers.store.readers import add_proven, add_reader

A_YEAR = timedelta(days=365)
_COUNTRY = 2
LONGEST_NAME = 80


@dataclass(frozen=True, slots=True)
class Policy:
    """Whom the site lets in and whom it knows, from its settings; everything lower case."""

    members_only: bool = False
    members: tuple[str, ...] = ()
    """Domains, and ``github:organisation``."""
    keepers: tuple[str, ...] = ()
    """``github:login``, ``orcid:iD``, ``email:address``."""
    institutions: tuple[str, ...] = ()


def may_join(policy: Policy, found: Identity) -> bool:
    """Whether whoever has this identity may become a reader without an invitation."""
    if not policy.members_only or is_keeper_by_setting(policy, found):
        return True
    groups = {f"{found.provider}:{group.lower()}" for group in found.groups}
    domain = email_domain(found.email) if found.email else None
    return domain in policy.members or bool(groups & set(policy.members))


def is_keeper_by_setting(policy: Policy, found: Identity) -> bool:
    """Whether the setting `keepers` names this identity."""
    name = {EMAIL: found.subject, GITHUB: found.login, ORCID: found.subject}.get(found.provider)
    return name is not None and f"{found.provider}:{name.lower()}" in policy.keepers


def is_institution(policy: Policy, domain: str) -> bool:
    """Whether an e-mail domain is an institution's: ``.edu``, ``.ac.xx``, or a listed one."""
    labels = domain.lower().split(".")
    if labels[-1] == "edu" or any(
        domain == each or domain.endswith(f".{each}") for each in policy.institutions
    ):
        return True
    return len(labels) > 2 and len(labels[-1]) == _COUNTRY and labels[-2] in ("edu", "ac")


def known_by(policy: Policy, found: Identity, now: datetime) -> str | None:
    """By what this identity makes its reader a known one: ``email``, ``identity``; None: not."""
    if found.provider == EMAIL:
        return "email" if is_institution(policy, email_domain(found.subject)) else None
    return "identity" if found.since is not None and found.since <= now - A_YEAR else None


def admit(
    db: Db, policy: Policy, found: Identity, now: datetime, *, adds_to: Reader | None = None
) -> Reader:
    """The reader of this identity: the one who has it, or a new one; or it is added to `adds_to`.

    Raises
    ------
    NotAllowed
        Only members may sign in and this is none, the reader is suspended, or the identity belongs
        to another reader.
    """
    owner = owner_of(db, found)
    if owner is not None and adds_to is not None and owner.id != adds_to.id:
        raise NotAllowed(
            "this identity belongs to another reader here; sign in with it and delete that "
            "account, or use another"
        )
    if owner is None and adds_to is None and not may_join(policy, found):
        raise NotAllowed("this site is for its members; ask its keeper for an invitation")
    reader = owner or adds_to or _new_reader(db, found, now)
    _refuse_suspended(reader)
    if owner is None:
        add_identity(db, reader.id, found, now)
        act = "add identity" if adds_to else "join"
        note_act(db, actor=reader.key, act=act, about=reader.key, detail=found.provider, now=now)
    else:
        _refuse_who_left(db, policy, owner, found)
        renew_identity(db, found)
    return _raised(db, policy, reader, found, now)


def _new_reader(db: Db, found: Identity, now: datetime) -> Reader:
    name = found.name or found.login or (found.email or "").partition("@")[0]
    return add_reader(db, clean_name(name), now=now)


def clean_name(name: str) -> str:
    """A name in one line of at most 80 characters; "A reader" for an empty one."""
    kept = "".join(c if c.isprintable() else " " for c in name)
    return " ".join(kept.split())[:LONGEST_NAME].strip() or "A reader"


def _refuse_suspended(reader: Reader) -> None:
    if reader.suspended_at is not None:
        raise NotAllowed("a keeper has suspended this reader; write to the keeper of the site")


def _refuse_who_left(db: Db, policy: Policy, reader: Reader, found: Identity) -> None:
    """A member by organisation or address must still be one; who was invited stays."""
    if may_join(policy, found) or reader.is_keeper:
        return
    if not any(each.is_invitation for each in identities_of(db, reader.id)):
        raise NotAllowed("this identity is no longer a member's; ask the keeper for an invitation")


def _raised(db: Db, policy: Policy, reader: Reader, found: Identity, now: datetime) -> Reader:
    """The reader with what the identity proves: the keeper's role, being known, domain, iD."""
    if not reader.is_keeper and is_keeper_by_setting(policy, found):
        set_role(db, reader.id, Role.KEEPER)
        detail = f"by the setting keepers: {found.provider}"
        note_act(db, actor="setting", act="make keeper", about=reader.key, detail=detail, now=now)
    by = known_by(policy, found, now)
    if by and reader.known_by is None:
        set_known(db, reader.id, by)
    add_proven(
        db,
        reader,
        orcid=found.subject if found.provider == ORCID else None,
        domain=email_domain(found.subject) if found.provider == EMAIL else None,
    )
    again = reader_by_id(db, reader.id)
    assert again is not None  # noqa: S101 - it was there a statement ago
    return again
