"""Editions and their counts, scores and tiers, and the number that says that pages changed."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from sqlalchemy import Connection
from tests.store.cast import ICLR, NEURIPS, NOW, a_paper, a_result, a_score, key, save, stored

from goodpapers.domain.errors import Unknown
from goodpapers.domain.programme import Edition, Status
from goodpapers.domain.score import Tier
from goodpapers.store.browse import card, uncover
from goodpapers.store.database import Database
from goodpapers.store.editions import find_edition, list_editions, set_note
from goodpapers.store.papers import refresh_facets, write_papers
from goodpapers.store.scores import stored_tiers, write_scores
from goodpapers.store.state import version
from goodpapers.store.verdicts import write_results


def test_editions_come_with_their_counts_the_newest_first(database: Database) -> None:
    save(database, a_paper(9, edition=ICLR), edition=ICLR)
    save(
        database,
        a_paper(1),
        a_paper(2),
        a_paper(3, abstract=None, abstract_raw=None),
        a_paper(4, status=Status.REJECTED),
    )
    with database.write() as db:
        write_results(db, [(key(1), a_result()), (key(1), a_result("endpoint"))], NOW)
        write_scores(db, NEURIPS.key, {key(1): a_score()}, "fit")
        set_note(db, NEURIPS.key, "Synopses stand in for abstracts.")
    with database.read() as db:
        first, second = list_editions(db)
        assert find_edition(db, NEURIPS.key) == first
    assert first.edition == NEURIPS
    assert (first.n_papers, first.n_unaccepted, first.n_with_abstract) == (3, 1, 2)
    assert (first.n_judged, first.n_scored) == (1, 1)
    assert first.note == "Synopses stand in for abstracts."
    assert (second.edition, second.n_papers, second.note) == (ICLR, 1, None)


def test_an_edition_that_is_not_there_is_unknown(database: Database) -> None:
    with database.write() as db:
        for ask in (find_edition, refresh_facets):
            with pytest.raises(Unknown, match='no edition "icml-1999"'):
                ask(db, "icml-1999")
        with pytest.raises(Unknown):
            set_note(db, "icml-1999", "A note")
        with pytest.raises(Unknown):
            write_scores(db, "icml-1999", {}, "fit")


def test_a_later_import_renames_the_edition(database: Database) -> None:
    save(database, a_paper(1))
    save(database, a_paper(2), edition=Edition(NEURIPS.key, "The 40th NeurIPS", "NeurIPS", 2026))
    with database.read() as db:
        (found,) = list_editions(db)
    assert (found.edition.name, found.n_papers) == ("The 40th NeurIPS", 2)


def test_a_score_comes_back_as_it_was_written(database: Database) -> None:
    given = a_score(
        *(100 / 3, Tier.HIGHLY_RATED),
        low=0.1 + 0.2,
        panel=None,
        readers=75.0,
        n_votes=4,
        panel_weight=6.25,
        readers_weight=1 / 3,
        fit="fit",
    )
    save(database, a_paper(1))
    with database.write() as db:
        write_scores(db, NEURIPS.key, {key(1): given}, "fit")
    with database.read() as db:
        hidden = uncover(db, [key(1)])[key(1)]
    assert hidden.score == given


def test_a_fit_replaces_the_scores_and_tiers_of_the_edition(database: Database) -> None:
    save(database, *(a_paper(number) for number in range(3)))
    save(database, a_paper(9, edition=ICLR), edition=ICLR)
    with database.write() as db:
        write_scores(db, ICLR.key, {key(9): a_score(tier=Tier.MUST_READ)}, "fit 0")
        write_scores(
            db,
            NEURIPS.key,
            {key(0): a_score(tier=Tier.MUST_READ), key(1): a_score(tier=Tier.NICHE_PICK)},
            "fit 1",
        )
        assert stored_tiers(db, NEURIPS.key) == {
            key(0): Tier.MUST_READ,
            key(1): Tier.NICHE_PICK,
        }
        write_scores(
            db,
            NEURIPS.key,
            {key(1): a_score(tier=Tier.HIGHLY_RATED), key(2): a_score(tier=None)},
            "fit 2",
        )
        assert stored_tiers(db, NEURIPS.key) == {key(1): Tier.HIGHLY_RATED}
        assert stored_tiers(db, ICLR.key) == {key(9): Tier.MUST_READ}
        assert find_edition(db, NEURIPS.key).n_scored == 2
        lost = card(db, key(0))
        hidden = uncover(db, [key(0)])[key(0)]
    assert lost.tier is None
    assert hidden.score is None


def test_a_score_of_a_paper_elsewhere_is_refused(database: Database) -> None:
    save(database, a_paper(1))
    save(database, a_paper(9, edition=ICLR), edition=ICLR)
    with pytest.raises(Unknown, match="in neurips-2026"), database.write() as db:
        write_scores(db, NEURIPS.key, {key(9): a_score()}, "fit")


def test_a_paper_that_is_withdrawn_loses_its_tier(database: Database) -> None:
    save(database, a_paper(1))
    with database.write() as db:
        write_scores(db, NEURIPS.key, {key(1): a_score(tier=Tier.MUST_READ)}, "fit")
    save(database, a_paper(1, title="Changed"))
    with database.read() as db:
        assert card(db, key(1)).tier is Tier.MUST_READ
    save(database, a_paper(1, status=Status.WITHDRAWN))
    with database.read() as db:
        assert card(db, key(1)).tier is None


CHANGES: dict[str, Callable[[Connection], None]] = {
    "papers": lambda db: write_papers(db, NEURIPS, stored([a_paper(2)]), now=NOW),
    "facets": lambda db: refresh_facets(db, NEURIPS.key),
    "results": lambda db: write_results(db, [(key(1), a_result())], NOW),
    "scores": lambda db: write_scores(db, NEURIPS.key, {key(1): a_score()}, "fit"),
    "note": lambda db: set_note(db, NEURIPS.key, "A note"),
}


@pytest.mark.parametrize("change", CHANGES)
def test_every_change_that_a_page_shows_makes_the_number_grow(
    database: Database, change: str
) -> None:
    save(database, a_paper(1))
    with database.read() as db:
        before = version(db)
    with database.write() as db:
        CHANGES[change](db)
    with database.read() as db:
        assert version(db) > before
