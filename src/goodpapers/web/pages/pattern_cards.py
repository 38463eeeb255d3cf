"""Cards of invented papers in every state, for the pattern book."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta, timezone

from goodpapers.domain.listing import (
    Card,
    EditionSummary,
    Facet,
    Facets,
    Hidden,
    Opened,
    SessionFacet,
)
from goodpapers.domain.paper import Paper, PaperKey
from goodpapers.domain.programme import Author, Edition, Session, Slot, Status, Track
from goodpapers.domain.score import Score, Tier
from goodpapers.domain.verdict import PanelCount
from goodpapers.domain.vote import CastVote, Own, Split, Vote
from goodpapers.services.browse import Around
from goodpapers.services.conflicts import Conflict, Ground
from goodpapers.web.cards import CardView
from goodpapers.web.pages.frame import maker_for

EDITION = Edition("pattern-2026", "Pattern 2026", "Pattern", 2026)
OTHER = Edition("pattern-2025", "Pattern 2025", "Pattern", 2025)
SUMMARY = EditionSummary(EDITION, 700, 12, 650, 120, 120, "A line that the keeper wrote.")
OTHER_SUMMARY = EditionSummary(OTHER, 412, 0, 412, 412, 412)
_SYDNEY = timezone(timedelta(hours=11))
_ATLANTA = timezone(timedelta(hours=-5))
POSTERS = Session(
    "Poster Session 3",
    "Sydney",
    "Hall 1-4",
    datetime(2026, 12, 10, 10, 0, tzinfo=_SYDNEY),
    datetime(2026, 12, 10, 13, 0, tzinfo=_SYDNEY),
    "Australia/Sydney",
)
TALKS = Session(
    "Atlanta Oral Session 1",
    "Atlanta",
    "Ballroom A",
    datetime(2026, 12, 9, 23, 0, tzinfo=_ATLANTA),
    datetime(2026, 12, 10, 1, 30, tzinfo=_ATLANTA),
    "America/New_York",
)
TOPIC = Session("Theory of learning")
FACETS = Facets(
    areas=(Facet("theory", "Theory", 40),),
    sessions=(SessionFacet("poster-session-3", POSTERS, 60), SessionFacet("talks", TALKS, 6)),
)
PAPER = Paper(
    key=PaperKey("abcdefghij"),
    edition=EDITION,
    title=r"Sorting in $O(n\log n)$ steps when every key is a matrix in $\mathbb{R}^{d\times d}$",
    title_raw="",
    abstract="Every card here is invented.",
    abstract_raw=None,
    abstract_by="authors",
    summary="Keys that are matrices sort as fast as numbers, if their spectra do not overlap.",
    summary_by="authors",
    authors=tuple(Author(name) for name in ("Ada Ngô", "Ben Öztürk", "陳大文", "Dmitri Ы. Orlov")),
    more_authors=3,
    institutions=("Universität St. Gallen", "Technion", "東京大学"),
    track=Track.ORAL,
    status=Status.ACCEPTED,
    area="Theory",
    area_group=None,
    keywords=(),
    published=2026,
    links=(),
    slots=(Slot(POSTERS, "#214"), Slot(TALKS), Slot(TOPIC)),
    identifiers=(),
)
_FITTED = datetime(2026, 12, 1, tzinfo=UTC)
_ANSWERS = tuple(answer == "1" for answer in "11110111111000010110")
_COUNT = PanelCount(13, 20, 4, 5, 6, 10, 3, 5)
_PANEL_ONLY = Score(57.6, 27.2, 83.9, Tier.MUST_READ, 2, 19, 57.6, None, 0, _FITTED)
_WITH_READERS = Score(71.2, 55.4, 84.0, Tier.HIGHLY_RATED, 31, 700, 58.0, 80.0, 10, _FITTED)

CONFLICT = Conflict(Ground.INSTITUTION, "Technion", "institution:technion")
SPLIT = Split(8, 2, 1)
_VOTE = CastVote(Vote.WORTH_READING, _FITTED, _FITTED, True, False, None)
READ = Card(
    PAPER,
    Tier.HIGHLY_RATED,
    11,
    Hidden(replace(_WITH_READERS, panel_weight=2.5, readers_weight=7.4), _COUNT, split=SPLIT),
    True,
    Opened.VOTE,
    Own(_VOTE),
)


@dataclass(frozen=True, slots=True)
class Pattern:
    """One card of the book, and what it shows."""

    says: str
    card: CardView


def patterns() -> list[Pattern]:
    """Every state of a card."""
    public = Card(PAPER, Tier.MUST_READ, 0, judged=True)
    shown = _open(public, Hidden(_PANEL_ONLY, _COUNT, None, _ANSWERS))
    voted = _open(
        replace(public, tier=Tier.HIGHLY_RATED, n_votes=10), Hidden(_WITH_READERS, _COUNT)
    )
    gaps = Hidden(
        _PANEL_ONLY,
        PanelCount(11, 17, 3, 4, 6, 9, 2, 4),
        None,
        (None, *_ANSWERS[1:7], None, *_ANSWERS[8:19], None),
    )
    return [
        _pattern("Revealed, on the panel alone", shown),
        _pattern("Hidden, before the vote", public),
        _pattern("Revealed, with readers; spotlight", _with_track(voted, Track.SPOTLIGHT)),
        _pattern("Revealed, three answers missing", _open(public, gaps)),
        _pattern("Revealed by the reader's own vote", _voted(voted)),
        _pattern("Revealed without a vote", replace(shown, opened=Opened.PEEK)),
        _pattern("Open to everyone today", replace(shown, opened=Opened.PREVIEW)),
        _pattern("Hidden, worth a look", replace(public, tier=Tier.WORTH_A_LOOK)),
        _pattern("Hidden, niche pick", replace(public, tier=Tier.NICHE_PICK)),
        _pattern("Waiting for the panel", Card(PAPER, None, 0)),
        _pattern("No abstract, and little else known", Card(_bare_paper(), None, 1)),
        _pattern(
            "Rejected, in a list that asks for it",
            Card(replace(PAPER, status=Status.REJECTED), None, 0),
        ),
    ]


def _open(card: Card, hidden: Hidden) -> Card:
    return replace(card, hidden=hidden, opened=Opened.ALWAYS)


def _voted(card: Card) -> Card:
    return replace(card, opened=Opened.VOTE, own=Own(_VOTE))


def _bare_paper() -> Paper:
    return replace(
        PAPER,
        title="Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft",
        abstract=None,
        summary=None,
        authors=(),
        more_authors=0,
        institutions=(),
        track=None,
        area=None,
        published=None,
        slots=(),
    )


def _with_track(card: Card, track: Track) -> Card:
    return replace(card, paper=replace(card.paper, track=track))


def _pattern(says: str, card: Card) -> Pattern:
    return Pattern(says, maker_for(Around((), SUMMARY, FACETS)).card(card))
