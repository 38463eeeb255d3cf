"""What the pages about papers share: their edition's head, and the maker of their cards."""

from __future__ import annotations

from functools import lru_cache

from goodpapers.domain.listing import EditionSummary
from goodpapers.services.browse import Around
from goodpapers.web.cards import CardMaker
from goodpapers.web.visit import Page, Visit


@lru_cache(maxsize=8)
def maker_for(around: Around) -> CardMaker:
    """The maker of cards for one edition's papers, kept as long as what stands around is."""
    key = around.edition.edition.key if around.edition else ""
    return CardMaker(key, around.facets)


def frame(template: str, title: str, around: Around, **needs: object) -> Page:
    """A page about papers of the edition that is open in `around`."""
    key = around.edition.edition.key if around.edition else None
    every = {"edition": around.edition, "editions": around.editions, **needs}
    return Page(template, title, every, edition=key)


def has_tiers(visit: Visit, edition: EditionSummary) -> bool:
    """Whether any paper of the edition has a tier, as far as the site gives tiers at all."""
    return edition.n_scored > 0 and visit.site.settings.tiers != "off"
