"""Who may do what (design section 13): asked here, once, by every service that changes something.

A visitor reads; a reader has their own things; a keeper runs the site. Ownership is never taken
from what a form says: a service gets the reader that signed in.
"""

from __future__ import annotations

from goodpapers.domain.errors import NotAllowed, SignInFirst
from goodpapers.domain.reader import Reader


def signed_in(reader: Reader | None) -> Reader:
    """The reader, who may vote and keep things. Raises `SignInFirst` for a visitor."""
    if reader is None:
        raise SignInFirst("sign in first; this is for readers")
    return reader


def keeper(reader: Reader | None) -> Reader:
    """The reader, who may run the site.

    Raises
    ------
    SignInFirst
        Nobody is signed in.
    NotAllowed
        The reader is no keeper.
    """
    found = signed_in(reader)
    if not found.is_keeper:
        raise NotAllowed("only a keeper of this site may do this")
    return found
