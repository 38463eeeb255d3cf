"""What pages and commands read of papers: the only way to them, and every call passes the gate.

Nothing here writes. Lists come from the store as public cards; `reveal.py` asks the gate which of
them open, and adds the hidden values of those alone. What stands around a list (editions, filters)
is kept in memory while the site's state has one version.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date
from functools import lru_cache
from typing import Protocol

from goodpapers.domain.errors import BadUsage, Unknown
from goodpapers.domain.listing import (
    Card,
    EditionSummary,
    Facets,
    Listing,
    Order,
    Query,
    SessionFacet,
)
from goodpapers.domain.score import Tier
from goodpapers.domain.verdict import PanelResult, Persona
from goodpapers.panel.personas import read_personas
from goodpapers.readers.gate import Viewer, sees_everything
from goodpapers.services.overview import editions
from goodpapers.services.reveal import previews_of, revealed, revealed_whole
from goodpapers.store import browse as stored
from goodpapers.store.database import Database, Db
from goodpapers.store.state import version as stored_version

__all__ = [
    "Around",
    "Database",
    "Home",
    "PaperList",
    "PaperPage",
    "SessionPage",
    "Shelf",
    "Viewer",
    "bars",
    "default_order",
    "editions",
    "home",
    "list_papers",
    "paper",
    "personas",
    "sees_everything",
    "session",
    "version",
]

MUST_READ_ON_SHELF = 5
AREA_SHELVES = 6
PAPERS_ON_SHELF = 4


class KnowsBars(Protocol):
    """A source of the panel that can say from which chance on its reviewers recommend."""

    recipe: str

    @property
    def bars(self) -> Mapping[str, float]:
        """By the reviewer's key."""
        ...


@dataclass(frozen=True, slots=True, eq=False)
class Around:
    """What stands around papers: every edition, the one that is open, and its filters.

    Equal only to itself, so that what is made from it may be kept by it at no cost.
    """

    editions: tuple[EditionSummary, ...]
    edition: EditionSummary | None
    """None on a site without any edition."""
    facets: Facets


@dataclass(frozen=True, slots=True)
class Shelf:
    """A row of papers on the home page. `area` is None for Must read."""

    name: str
    area: str | None
    listing: Listing
    group: str | None = None
    """The area's group, where one is known."""


@dataclass(frozen=True, slots=True)
class Home:
    """The home page: shelves of one edition, an empty shelf left out."""

    around: Around
    shelves: tuple[Shelf, ...]
    of_the_day: Card | None = None
    """The paper of the day, open to everyone; None where everything is open, or nothing judged."""


@dataclass(frozen=True, slots=True)
class PaperList:
    """One page of a list, with the query as it was answered."""

    around: Around
    query: Query
    listing: Listing
    all_open: bool
    """Whether this viewer sees every paper's hidden values, and may order by them."""


@dataclass(frozen=True, slots=True)
class PaperPage:
    """One paper. Where it is open, its card carries all twenty verdicts and the readers' split."""

    around: Around
    card: Card


@dataclass(frozen=True, slots=True)
class SessionPage:
    """One session and a page of its papers."""

    around: Around
    session: SessionFacet
    listing: Listing


def version(database: Database) -> int:
    """A number that grows with every change that a page could show."""
    with database.read() as db:
        return stored_version(db)


def personas() -> tuple[Persona, ...]:
    """The twenty reviewers in the order of the panel: five lenient, ten medium, five strict."""
    return read_personas()


def default_order(viewer: Viewer) -> Order:
    """How lists go where nobody chose: by score where all show, else by tier, shuffled daily."""
    return Order.SCORE if sees_everything(viewer) else Order.TIER


def around(database: Database, edition_key: str | None) -> Around:
    """The editions and filters to show around papers of `edition_key`, or of the newest edition.

    Raises
    ------
    Unknown
        There is no such edition.
    """
    return _around(database, version(database), edition_key)


@lru_cache(maxsize=32)
def _around(database: Database, _version: int, edition_key: str | None) -> Around:
    every = editions(database)
    if edition_key is None:
        # An edition whose papers were all refused or rejected is no place to start.
        chosen = next((one for one in every if one.n_papers), every[0] if every else None)
    else:
        chosen = next((one for one in every if one.edition.key == edition_key), None)
        if chosen is None:
            raise Unknown(f'there is no edition "{edition_key}" on this site')
    if chosen is None:
        return Around((), None, Facets())
    with database.read() as db:
        return Around(every, chosen, stored.facets(db, chosen.edition.key))


def home(database: Database, viewer: Viewer, edition_key: str | None, day: date) -> Home:
    """The shelves of one edition: Must read, then one for each of its largest areas.

    Raises
    ------
    Unknown
        There is no such edition.
    """
    found = around(database, edition_key)
    if found.edition is None:
        return Home(found, ())
    key = found.edition.edition.key
    base = Query(edition=key, day=day, order=default_order(viewer))
    with database.read() as db:
        query = replace(base, tier=Tier.MUST_READ, limit=MUST_READ_ON_SHELF)
        shelves = [Shelf("Must read", None, _listing(database, db, viewer, query))]
        shown = {card.paper.key for card in shelves[0].listing.cards}
        for area in found.facets.areas[:AREA_SHELVES]:
            query = replace(base, area=area.key, limit=PAPERS_ON_SHELF + MUST_READ_ON_SHELF)
            listing = _listing(database, db, viewer, query)
            fresh = [card for card in listing.cards if card.paper.key not in shown]
            kept = replace(listing, cards=tuple(fresh[:PAPERS_ON_SHELF]))
            shelves.append(Shelf(area.name, area.key, kept, area.group))
        of_the_day = _of_the_day(database, db, viewer, key, day)
    return Home(found, tuple(one for one in shelves if one.listing.cards), of_the_day)


def _of_the_day(
    database: Database, db: Db, viewer: Viewer, edition_key: str, day: date
) -> Card | None:
    if sees_everything(viewer):
        return None
    drawn = previews_of(database, db, edition_key, day)[:1]
    cards = revealed(database, db, viewer, stored.cards(db, drawn), day)
    return next((card for card in cards if card.opened), None)


def _listing(database: Database, db: Db, viewer: Viewer, query: Query) -> Listing:
    if viewer.reader is not None and query.order is Order.TIER:
        query = replace(query, interests=stored.area_keys(viewer.reader.topics))
    public = stored.list_cards(db, query, all_open=sees_everything(viewer))
    return replace(public, cards=tuple(revealed(database, db, viewer, public.cards, query.day)))


def list_papers(
    database: Database, viewer: Viewer, query: Query, found: Around | None = None
) -> PaperList:
    """One page of the papers that match; without an edition in the query, of the newest one.

    `found` is what stands around the query's edition, where the caller has asked for it already.

    Raises
    ------
    BadUsage
        The cursor is broken, or the order would tell what is hidden from this viewer.
    Unknown
        There is no such edition.
    """
    all_open = sees_everything(viewer)
    # The cursor of this order holds a score unrounded, or it would lose its place; it is made
    # and read only where scores show.
    if query.order is Order.SCORE and not all_open:
        raise BadUsage("papers are ordered by score only where scores are shown; ask without order")
    if found is None:
        found = around(database, query.edition)
    if found.edition is None:
        return PaperList(found, query, Listing((), 0, None), all_open)
    query = replace(query, edition=found.edition.edition.key)
    with database.read() as db:
        return PaperList(found, query, _listing(database, db, viewer, query), all_open)


def paper(database: Database, viewer: Viewer, key: str, day: date) -> PaperPage:
    """One paper, whatever its status, as the viewer may know it on that day.

    Raises
    ------
    Unknown
        There is no such paper.
    """
    with database.read() as db:
        card = revealed_whole(database, db, viewer, stored.card(db, key), day)
    return PaperPage(around(database, card.paper.edition.key), card)


def session(
    database: Database,
    viewer: Viewer,
    edition_key: str,
    session_key: str,
    *,
    after: str | None = None,
    day: date,
) -> SessionPage:
    """One session with a page of its papers: by score where all show, else by time and board.

    Raises
    ------
    Unknown
        There is no such edition or session.
    BadUsage
        The cursor is broken.
    """
    found = around(database, edition_key)
    order = Order.SCORE if sees_everything(viewer) else Order.TIME
    query = Query(edition=edition_key, session=session_key, order=order, after=after, day=day)
    with database.read() as db:
        facet = stored.session_page(db, edition_key, session_key)
        return SessionPage(found, facet, _listing(database, db, viewer, query))


def bars(source: KnowsBars, result: PanelResult) -> Mapping[str, float]:
    """The chance from which on each reviewer recommends, by key; empty for another's result."""
    return source.bars if source.recipe == result.recipe else {}
