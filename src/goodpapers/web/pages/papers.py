"""The list of papers: filters, and one page of cards."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache, partial

from markupsafe import Markup

from goodpapers.domain.listing import Order
from goodpapers.domain.score import Tier
from goodpapers.services import browse
from goodpapers.services.browse import Around
from goodpapers.web import words
from goodpapers.web.environment import part
from goodpapers.web.links import list_href
from goodpapers.web.pages.frame import frame, has_tiers, maker_for
from goodpapers.web.paging import paging
from goodpapers.web.query import FILTERS, SHOW_ALL, query_of
from goodpapers.web.visit import Page, Visit

SUGGESTED_AFFILIATIONS = 60


@dataclass(frozen=True, slots=True)
class Choice:
    """One filter with its options, as (key, words)."""

    name: str
    label: str
    any: str
    options: Markup
    """The ``<option>`` elements, the chosen one selected."""


def page(visit: Visit) -> Page:
    """One page of the list that the address asks for."""
    database, viewer = visit.site.database, visit.viewer
    around = browse.around(database, visit.value("edition"))
    found = browse.list_papers(database, viewer, query_of(visit, around.facets), around)
    if around.edition is None:
        return Page("pages/empty_site.html", "Welcome", {})
    edition = around.edition.edition
    chosen = {name: visit.value(name) for name in FILTERS}
    others = {"all": SHOW_ALL if found.query.with_unaccepted else None}
    order = visit.value("order")
    narrowed = any(chosen[name] for name in FILTERS if name != "words")
    href = partial(list_href, edition=edition.key, **chosen, order=order)
    maker = maker_for(around)
    return frame(
        "pages/papers.html",
        f"Papers · {edition.name}",
        around,
        all_open=found.all_open,
        cards=[maker.card(card) for card in found.listing.cards],
        total=words.count(found.listing.total, "paper"),
        words=chosen["words"] or "",
        choices=choices(around, chosen, tiers=has_tiers(visit, around.edition)),
        affiliation=chosen["affiliation"] or "",
        suggested=around.facets.institutions[:SUGGESTED_AFFILIATIONS],
        n_found=found.listing.total,
        filtered=narrowed or bool(chosen["words"]),
        narrowed=narrowed,
        with_others=found.query.with_unaccepted,
        others_href=href() if found.query.with_unaccepted else href(all=SHOW_ALL),
        order=order,
        orders=_orders(edition.key, {**chosen, **others}, found.query.order),
        paging=paging(visit, found.listing, partial(href, **others)),
    )


def choices(around: Around, chosen: Mapping[str, str | None], *, tiers: bool) -> list[Choice]:
    """The filters that can narrow this edition's list: those with more than one option.

    That of tiers is there only where `tiers`, or where one was chosen all the same.
    """
    return [
        Choice(name, label, every, _select(options, chosen[name]))
        for name, label, every, n, options in _all_choices(around)
        if (n > 1 and (tiers or name != "tier")) or chosen[name]
    ]


@lru_cache(maxsize=8)
def _all_choices(around: Around) -> list[tuple[str, str, str, int, Markup]]:
    """Every filter with its options drawn; an edition may have hundreds."""
    facets = around.facets
    every = {
        "area": [
            (one.key, _counted(words.area(one.name, one.group), one.n)) for one in facets.areas
        ],
        "tier": [(tier.value, tier.words) for tier in Tier],
        "track": [(one.key, _counted(one.key.capitalize(), one.n)) for one in facets.tracks],
        "session": [
            (one.key, _counted(words.session_name(one.session), one.n)) for one in facets.sessions
        ],
        "city": [(one.key, _counted(one.name, one.n)) for one in facets.cities],
    }
    draw = part("parts/filters.html", "options")
    return [
        (name, name.capitalize(), f"Every {name}", len(options), draw(options))
        for name, options in every.items()
    ]


def _select(options: Markup, chosen: str | None) -> Markup:
    if chosen is None:
        return options
    value = Markup('value="{}"').format(chosen)
    return options.replace(value, value + Markup(" selected"), 1)


def _counted(name: str, n: int) -> str:
    return f"{name} ({n:,})"


def _orders(
    edition: str, chosen: Mapping[str, str | None], order: Order
) -> list[tuple[str, str, bool]]:
    """The orders to choose from where scores show: (words, address, whether it is this one)."""
    named: list[tuple[str, str | None, Order]] = [
        ("by score", "score", Order.SCORE),
        ("by tier, changing daily", "tier", Order.TIER),
    ]
    if chosen["words"]:
        named.insert(0, ("by how well the words match", None, Order.RELEVANCE))
    return [
        (said, list_href(edition=edition, **chosen, order=key), each is order)
        for said, key, each in named
    ]
