"""What every provider of sign-in can do.

A provider gets `Secrets` made for one sign-in in one browser: the state that comes back, the PKCE
verifier that proves that the same site asks again, and the nonce that ties the signed statement to
this very sign-in.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from goodpapers.domain.identity import Identity


@dataclass(frozen=True, slots=True)
class Secrets:
    """What ties one sign-in to one browser; each is unguessable and used once."""

    state: str
    verifier: str
    nonce: str


class Provider(Protocol):
    """An outside site that says who a reader is. Safe to share between threads."""

    @property
    def key(self) -> str:
        """Its short name in addresses: ``github``."""

    @property
    def name(self) -> str:
        """As the button says it: ``GitHub``."""

    def way_out(self, secrets: Secrets, back: str) -> str:
        """The address there to send the browser to; it comes back to `back` with a code.

        Raises
        ------
        Failure
            The provider does not answer, or not as its protocol says.
        """

    def identity(self, code: str, secrets: Secrets, back: str) -> Identity:
        """Who signed in there, for the code that the browser brought.

        Raises
        ------
        BadInput
            The code, or what it leads to, proves nothing: forged, used, too old, for another site.
        Failure
            The provider does not answer, or not as its protocol says.
        """
