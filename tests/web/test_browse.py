"""What pages and commands get of papers, through the gate."""

from __future__ import annotations

from datetime import date

import pytest
from tests.web.made import previews_on

from goodpapers.domain.errors import BadUsage, Unknown
from goodpapers.domain.listing import Order, Query, Reveal
from goodpapers.services import browse
from goodpapers.services.browse import Viewer
from goodpapers.wiring import Site

OPEN, BLIND = Viewer(Reveal.ALWAYS), Viewer(Reveal.AFTER_VOTE)
DAY = date(2026, 12, 1)


def test_no_call_gives_a_hidden_value_to_a_viewer_who_may_not_know(sample: Site) -> None:
    db = sample.database
    listed = browse.list_papers(db, BLIND, Query(day=DAY))
    key = listed.listing.cards[0].paper.key
    cards = [
        *listed.listing.cards,
        *[
            card
            for shelf in browse.home(db, BLIND, None, DAY).shelves
            for card in shelf.listing.cards
        ],
        browse.paper(db, BLIND, key, DAY).card,
        *browse.session(
            db, BLIND, "neurips-2026", "atlanta-poster-session-3", day=DAY
        ).listing.cards,
    ]
    assert len(cards) > 20
    previews = previews_on(sample, DAY)
    assert len(previews) == 1
    assert {card.paper.key for card in cards if card.hidden is not None} <= previews


def test_whoever_may_know_gets_the_score_and_on_a_papers_page_every_verdict(sample: Site) -> None:
    listed = browse.list_papers(sample.database, OPEN, Query(day=DAY))
    assert all(card.hidden and card.hidden.score for card in listed.listing.cards)
    found = browse.paper(sample.database, OPEN, listed.listing.cards[0].paper.key, DAY)
    assert found.card.hidden is not None
    assert found.card.hidden.result is not None
    assert len(found.card.hidden.result.verdicts) == 20


def test_order_by_score_is_refused_to_whoever_may_not_know(sample: Site) -> None:
    with pytest.raises(BadUsage, match="only where scores are shown"):
        browse.list_papers(sample.database, BLIND, Query(order=Order.SCORE, day=DAY))


def test_without_a_name_the_newest_edition_is_open(programmes: Site) -> None:
    found = browse.around(programmes.database, None)
    assert found.edition is not None
    assert found.edition.edition.year == max(one.edition.year or 0 for one in found.editions)


def test_an_unknown_edition_paper_or_session_is_said(sample: Site) -> None:
    with pytest.raises(Unknown, match='no edition "nowhere"'):
        browse.home(sample.database, OPEN, "nowhere", DAY)
    with pytest.raises(Unknown, match='no paper "zzzzzzzzzz"'):
        browse.paper(sample.database, OPEN, "zzzzzzzzzz", DAY)
    with pytest.raises(Unknown, match='no session "none"'):
        browse.session(sample.database, OPEN, "neurips-2026", "none", day=DAY)


def test_the_order_inside_a_tier_changes_with_the_day_and_tiers_do_not(sample: Site) -> None:
    days = [
        [
            card.paper.key
            for card in browse.list_papers(
                sample.database, BLIND, Query(day=date(2026, 12, day))
            ).listing.cards
        ]
        for day in (1, 2)
    ]
    assert days[0] != days[1]
    assert sorted(days[0]) == sorted(days[1])
    assert set(days[0][:2]) == set(days[1][:2])  # the two papers of Must read


def test_the_panel_has_five_lenient_ten_medium_and_five_strict() -> None:
    counted = [str(one.strictness) for one in browse.personas()]
    assert counted == ["lenient"] * 5 + ["medium"] * 10 + ["strict"] * 5
