"""Who somebody is, said by someone outside: a provider of sign-in, or a mail that arrived."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

EMAIL, GITHUB, ORCID, INVITATION = "email", "github", "orcid", "invitation"
"""Names of ways to be known; others are OpenID Connect providers by their issuer's address."""


@dataclass(frozen=True, slots=True)
class Identity:
    """One identity, as it was proved just now. `provider` and `subject` together are unique."""

    provider: str
    subject: str
    """What never changes of it there: a number, an ORCID iD, an address."""
    name: str | None = None
    login: str | None = None
    """The name that people know it by there, which may change: a GitHub login."""
    email: str | None = None
    """An address that is confirmed: by our code, or by the provider's word that it is verified."""
    since: datetime | None = None
    """When the outside identity was made, where the provider tells; of an ORCID without a work
    None, since anyone has one of those in a minute."""
    groups: tuple[str, ...] = ()
    """Organisations there that it is known to belong to, lower case."""


def email_domain(address: str) -> str:
    """``example.edu`` of ``ada@example.edu``, lower case."""
    return address.rpartition("@")[2].lower()
