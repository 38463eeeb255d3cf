"""What a page may show of papers: the public part, and the hidden part only where it is revealed.

A `Card` without `hidden` cannot hold a hidden value. Lists come from the store as such cards; the
gate (readers/gate.py) says which of them open, and only for those is the store asked again.
In all of this package `hidden` names the values of design section 4, never a flag of a call.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from goodpapers.domain.paper import Paper
from goodpapers.domain.programme import Edition, Session, Track
from goodpapers.domain.score import Score, Tier
from goodpapers.domain.verdict import PanelCount, PanelResult
from goodpapers.domain.vote import NOTHING, Own, Split


class Reveal(StrEnum):
    """When hidden values show: after the reader's vote, or always (a private site, the demo)."""

    AFTER_VOTE = "after_vote"
    ALWAYS = "always"


class Order(StrEnum):
    """`TIER`: by tier, inside a tier by the day's shuffle. `SCORE` only where all is revealed.

    `RELEVANCE` is for a search: how well the words match, never the score.
    """

    TIER = "tier"
    SCORE = "score"
    RELEVANCE = "relevance"
    TIME = "time"


@dataclass(frozen=True, slots=True)
class Query:
    """Which papers, in which order, from where. Keys are the slugs of `Facets`."""

    edition: str | None = None
    area: str | None = None
    tier: Tier | None = None
    track: Track | None = None
    institution: str | None = None
    """A key or the whole name; else words: the institutions whose names have all of them, each at
    least as a beginning (``oxford`` finds University of Oxford)."""
    session: str | None = None
    city: str | None = None
    words: str | None = None
    with_unaccepted: bool = False
    order: Order = Order.TIER
    interests: tuple[str, ...] = ()
    """Keys of the areas that the reader follows: they come first inside a tier, at most eight."""
    day: date = date.min
    """The day of the shuffle; part of the cursor, so that paging over midnight is stable."""
    after: str | None = None
    """The cursor of the page before, as it came in `Listing.next`; checked, never trusted."""
    limit: int = 30


class Opened(StrEnum):
    """Why a viewer may see a paper's hidden values."""

    ALWAYS = "always"
    """The site reveals everything."""
    VOTE = "vote"
    PEEK = "peek"
    PREVIEW = "preview"
    """The paper is an open preview today: everyone sees it."""


@dataclass(frozen=True, slots=True)
class Hidden:
    """What a reader sees of a paper after the vote."""

    score: Score | None
    count: PanelCount | None
    result: PanelResult | None = None
    """All twenty verdicts, for the paper page alone; a list carries the count and the dots."""
    recommends: tuple[bool | None, ...] = ()
    """Twenty answers in persona order, for the dots of a card; None is missing."""
    split: Split | None = None
    """How readers voted, for the paper page alone."""


@dataclass(frozen=True, slots=True)
class Card:
    """One paper as a list or page shows it."""

    paper: Paper
    tier: Tier | None
    """Public. None while not judged, without abstract, not accepted, or tiers are off."""
    n_votes: int
    """Public: how many readers voted."""
    hidden: Hidden | None = None
    judged: bool = False
    """Whether the panel has judged the paper; public, since the tier shows it."""
    opened: Opened | None = None
    """Why `hidden` is there; None before the reveal."""
    own: Own = NOTHING
    """What the viewer did with the paper."""


@dataclass(frozen=True, slots=True)
class Listing:
    """One page of a list. `total` counts all papers that match; `next` is the cursor after it."""

    cards: tuple[Card, ...]
    total: int
    next: str | None


@dataclass(frozen=True, slots=True)
class Facet:
    """One choice of a filter: its key in addresses, its words, and how many papers have it."""

    key: str
    name: str
    n: int
    group: str | None = None
    """An area's group."""


@dataclass(frozen=True, slots=True)
class SessionFacet:
    """A session with its address and number of papers."""

    key: str
    session: Session
    n: int


@dataclass(frozen=True, slots=True)
class Facets:
    """The choices of every filter in one edition, accepted papers only.

    Largest first; sessions by time.
    """

    areas: tuple[Facet, ...] = ()
    tracks: tuple[Facet, ...] = ()
    institutions: tuple[Facet, ...] = ()
    cities: tuple[Facet, ...] = ()
    sessions: tuple[SessionFacet, ...] = ()


@dataclass(frozen=True, slots=True)
class EditionSummary:
    """An edition with its counts, for menus and the command line."""

    edition: Edition
    n_papers: int
    """Accepted."""
    n_unaccepted: int
    n_with_abstract: int
    """Accepted papers that can be judged."""
    n_judged: int
    n_scored: int
    note: str | None = None
    """A line shown on its pages, such as that the sample's synopses stand in for abstracts."""
