"""Where one page of a list stands in the whole, and the addresses of the pages beside it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from goodpapers.domain.listing import Listing
from goodpapers.web.visit import Visit

_LONGEST_NUMBER = 9


@dataclass(frozen=True, slots=True)
class Paging:
    """The foot of a list. `position` is None where there is one page, or where it is not known."""

    start: str
    next: str | None
    first_page: bool
    position: str | None


def paging(visit: Visit, listing: Listing, href: Callable[..., str]) -> Paging:
    """The paging of the page at hand; `href` takes ``after`` and ``from`` and gives an address.

    A cursor does not count, so ``from`` carries the place in the address. It decides nothing but
    the words of the position, and only where it fits what is shown.
    """
    shown, total, more = len(listing.cards), listing.total, listing.next is not None
    first_page = visit.value("after") is None
    first = 1 if first_page else _number(visit.value("from"))
    last = first + shown - 1
    fits = first > 0 and shown > 0 and (last < total if more else last == total)
    going_on = {"from": str(last + 1)} if fits else {}
    return Paging(
        start=href(),
        next=href(after=listing.next, **going_on) if more else None,
        first_page=first_page,
        position=f"{first:,} to {last:,} of {total:,}" if fits and shown < total else None,
    )


def _number(typed: str | None) -> int:
    """The number that was typed, 0 for anything else."""
    fine = typed and typed.isascii() and typed.isdigit() and len(typed) <= _LONGEST_NUMBER
    return int(typed) if typed and fine else 0
