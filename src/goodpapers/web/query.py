"""The filters of an address become a query, and back into addresses."""

from __future__ import annotations

from enum import StrEnum
from typing import TypeVar

from goodpapers.domain.errors import BadUsage
from goodpapers.domain.listing import Facet, Facets, Order, Query
from goodpapers.domain.programme import Track
from goodpapers.domain.score import Tier
from goodpapers.services import browse
from goodpapers.web.visit import Visit

FILTERS = ("words", "area", "tier", "track", "affiliation", "session", "city")
SHOW_ALL = "1"
"""The value of `all` that lists also what the conference did not accept."""

Choice = TypeVar("Choice", bound=StrEnum)


def query_of(visit: Visit, facets: Facets) -> Query:
    """The query that the address asks for. `facets` tell an affiliation's key from its name.

    Raises
    ------
    BadUsage
        A tier, track or order that does not exist.
    """
    words = visit.value("words")
    order = _choice(Order, "order", visit.value("order"))
    after = visit.value("after")
    if order is Order.SCORE and not browse.sees_everything(visit.viewer):
        order = after = None  # an address from before the view was switched: the list begins anew
    return Query(
        edition=visit.value("edition"),
        area=visit.value("area"),
        tier=_choice(Tier, "tier", visit.value("tier")),
        track=_choice(Track, "track", visit.value("track")),
        institution=affiliation_key(visit.value("affiliation"), facets.institutions),
        session=visit.value("session"),
        city=visit.value("city"),
        words=words,
        with_unaccepted=visit.value("all") == SHOW_ALL,
        order=order or (Order.RELEVANCE if words else browse.default_order(visit.viewer)),
        day=visit.day,
        after=after,
    )


def affiliation_key(typed: str | None, known: tuple[Facet, ...]) -> str | None:
    """The key of the affiliation that was typed as its key or its name; else what was typed.

    What nobody is affiliated with finds no paper, and the page says so.
    """
    if typed is None:
        return None
    wanted = typed.casefold()
    named = (facet.key for facet in known if wanted in (facet.key, facet.name.casefold()))
    return next(named, typed)


def _choice(kind: type[Choice], name: str, typed: str | None) -> Choice | None:
    if typed is None:
        return None
    try:
        return kind(typed)
    except ValueError:
        known = ", ".join(kind)
        raise BadUsage(f"there is no {name} “{typed}”: choose one of {known}") from None
