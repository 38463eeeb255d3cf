"""One session of a programme: when, where, and its papers by board or time."""

from __future__ import annotations

from functools import partial

from goodpapers.services import browse
from goodpapers.web import words
from goodpapers.web.links import session_href
from goodpapers.web.pages.frame import frame, maker_for
from goodpapers.web.paging import paging
from goodpapers.web.visit import Page, Visit


def page(visit: Visit) -> Page:
    """The page of the session that the address names."""
    edition_key, key = visit.keys["edition"], visit.keys["key"]
    after = visit.value("after")
    found = browse.session(
        visit.site.database, visit.viewer, edition_key, key, after=after, day=visit.day
    )
    held = found.session.session
    maker = maker_for(found.around)
    return frame(
        "pages/session.html",
        held.name,
        found.around,
        session=held,
        times=words.session_times(held),
        zone=words.zone_words(held),
        total=words.count(found.session.n, "paper"),
        cards=[maker.card(card) for card in found.listing.cards],
        paging=paging(visit, found.listing, partial(session_href, edition_key, key)),
    )
