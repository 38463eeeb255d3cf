"""The home page: shelves of one edition."""

from __future__ import annotations

from goodpapers.services import browse
from goodpapers.web.pages.frame import frame, maker_for
from goodpapers.web.visit import Page, Visit


def page(visit: Visit) -> Page:
    """The shelves of the edition that is open, or how to begin on a site without papers."""
    found = browse.home(visit.site.database, visit.viewer, visit.value("edition"), visit.day)
    edition = found.around.edition
    if edition is None:
        return Page("pages/empty_site.html", "Welcome", {})
    maker = maker_for(found.around)
    shelves = [
        (shelf, [maker.card(card) for card in shelf.listing.cards]) for shelf in found.shelves
    ]
    return frame(
        "pages/home.html",
        edition.edition.name,
        found.around,
        shelves=shelves,
        of_the_day=maker.card(found.of_the_day) if found.of_the_day else None,
        areas=found.around.facets.areas,
        tiers_are_off=visit.site.settings.tiers == "off",
    )
