"""What votes do to the scores of a site, on both databases: refit, update, history, tiers."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import asdict
from datetime import datetime, timedelta
from typing import Any

import numpy as np
import pytest
from tests.services.test_rescore import EDITION, NOW, _score, _site, _tiers

from goodpapers.domain.paper import PaperKey
from goodpapers.domain.reader import Kind
from goodpapers.domain.score import Tier
from goodpapers.domain.vote import CastVote, Vote
from goodpapers.services.rescore import rescore
from goodpapers.services.score_audit import audit_scores
from goodpapers.services.score_check import check_scores, kept_check
from goodpapers.services.score_damping import why_damped
from goodpapers.services.score_explain import explain
from goodpapers.services.score_refit import refit_if_due
from goodpapers.services.score_update import update_after_vote
from goodpapers.store.database import Database, open_database
from goodpapers.store.readers import add_reader
from goodpapers.store.score_history import history, tier_events
from goodpapers.store.votes import put_vote, remove_vote, votable_paper

YES, NO = Vote.WORTH_READING, Vote.NOT_FOR_ME
HOUR = timedelta(hours=1)


def _readers(
    database: Database, n: int, *, known: bool = True, kind: Kind = Kind.PERSON
) -> list[int]:
    with database.write() as db:
        ids = [add_reader(db, f"Reader {i}", kind=kind, now=NOW).id for i in range(n)]
        for one in ids:
            # Keys are drawn by chance; these two databases must agree.
            values = (f"reader{one:04d}", "keeper" if known else None, one)
            mark = "?" if database.dialect == "sqlite" else "%s"
            db.exec_driver_sql(
                f"UPDATE reader SET key = {mark}, known_by = {mark} WHERE id = {mark}", values
            )
    return ids


def _vote(  # noqa: PLR0917 - a vote in one line
    database: Database,
    key: PaperKey,
    reader: int,
    vote: Vote,
    at: datetime = NOW + HOUR,
    new: bool = True,
    **facts: Any,
) -> None:
    plain: dict[str, Any] = {"blind": True, "assigned": False, "conflict": None}
    with database.write() as db:
        cast = CastVote(vote, at, at, **(plain | facts))
        put_vote(db, votable_paper(db, key).id, reader, cast, new=new)


def _withdraw(database: Database, key: PaperKey, reader: int) -> None:
    with database.write() as db:
        remove_vote(db, votable_paper(db, key).id, reader)


def _affiliate(database: Database, reader: int, names: str) -> None:
    mark = "?" if database.dialect == "sqlite" else "%s"
    with database.write() as db:
        db.exec_driver_sql(
            f"UPDATE reader SET affiliations = {mark} WHERE id = {mark}", (names, reader)
        )


def _figures(database: Database, keys: Sequence[PaperKey]) -> list[dict[str, object]]:
    return [
        {name: value for name, value in asdict(score).items() if name != "fitted_at"}
        for key in keys
        if (score := _score(database, key))
    ]


def test_votes_move_their_paper_and_count_once_they_are_fitted(database: Database) -> None:
    papers = _site(database)
    rescore(database, now=NOW)
    before = _score(database, papers[5].key)
    for reader in _readers(database, 4):
        _vote(database, papers[5].key, reader, YES)
    report = rescore(database, now=NOW + HOUR)
    after = _score(database, papers[5].key)
    assert before is not None
    assert after is not None
    assert after.score > before.score + 5
    assert (after.n_votes, after.readers, report.editions[0].votes) == (4, 100.0, 4)
    assert after.high - after.low < before.high - before.low
    assert after.fit == report.fit != before.fit


def test_between_fits_a_vote_moves_its_paper_alone_and_places_stay_whole(
    database: Database,
) -> None:
    papers = _site(database)
    rescore(database, now=NOW)
    keys = [paper.key for paper in papers]
    before = {key: _score(database, key) for key in keys}
    for reader in _readers(database, 6):
        _vote(database, keys[3], reader, YES)
        update_after_vote(database, keys[3], NOW + HOUR)
    after = {key: _score(database, key) for key in keys}
    moved = [k for k in keys if (a := after[k]) and (b := before[k]) and a.score != b.score]
    assert moved == [keys[3]]
    ranked = sorted(
        (one for one in after.values() if one), key=lambda one: (-one.score, one.place or 0)
    )
    assert [one.place for one in ranked] == list(range(1, 19))
    assert {one.n_ranked for one in ranked} == {18}


def test_the_order_of_votes_and_what_came_between_leave_no_trace(database: Database) -> None:
    papers = _site(database)
    rescore(database, now=NOW)
    key, readers = papers[4].key, _readers(database, 5)
    said = [YES, NO, YES, YES, NO]
    for reader, vote in zip(readers, said, strict=True):
        _vote(database, key, reader, vote)
        update_after_vote(database, key, NOW + HOUR)
    first = _figures(database, [key])
    for reader in reversed(readers):
        _withdraw(database, key, reader)
        update_after_vote(database, key, NOW + HOUR)
    assert _figures(database, [key])[0]["n_votes"] == 0
    for reader, vote in reversed(list(zip(readers, said, strict=True))):
        _vote(database, key, reader, NO if vote is YES else YES)
        _vote(database, key, reader, vote, new=False)
        update_after_vote(database, key, NOW + HOUR)
    assert _figures(database, [key]) == first


def test_a_vote_withdrawn_before_the_refit_leaves_the_scores_of_day_one(
    database: Database,
) -> None:
    papers = _site(database)
    rescore(database, now=NOW)
    keys = [paper.key for paper in papers]
    first = _figures(database, keys)
    (reader,) = _readers(database, 1)
    _vote(database, keys[2], reader, NO)
    rescore(database, now=NOW + HOUR)
    assert _figures(database, keys) != first
    _withdraw(database, keys[2], reader)
    rescore(database, now=NOW + 2 * HOUR)
    assert _figures(database, keys) == first


def test_both_databases_give_the_same_scores(sqlite_url: str, postgres_url: str) -> None:
    found = []
    for url in (sqlite_url, postgres_url):
        database = open_database(url)
        papers = _site(database)
        readers = _readers(database, 12)
        votes = itertools.product(range(0, 18, 2), range(12))
        for number, (paper, reader) in enumerate(votes):
            said = YES if (paper * 7 + reader * 5) % 9 < 6 else NO
            _vote(database, papers[paper].key, readers[reader], said, assigned=number % 3 == 0)
        rescore(database, now=NOW + HOUR)
        _vote(database, papers[1].key, readers[0], YES)
        update_after_vote(database, papers[1].key, NOW + 2 * HOUR)
        found.append(_figures(database, [paper.key for paper in papers]))
        database.close()
    assert found[0] == found[1]


def test_a_vote_cast_while_the_fit_runs_is_counted_by_it(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    from goodpapers.services import rescore as module

    papers = _site(database)
    key, (reader,) = papers[6].key, _readers(database, 1)
    fit = module.fit_model

    def fit_and_vote(*arguments: object) -> object:
        if fit_and_vote.__dict__.setdefault("voted", False) is False:
            fit_and_vote.__dict__["voted"] = True
            _vote(database, key, reader, NO)
        return fit(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(module, "fit_model", fit_and_vote)
    rescore(database, now=NOW)
    score = _score(database, key)
    assert score is not None
    assert score.n_votes == 1
    assert score.panel is not None
    assert score.score < score.panel


@pytest.mark.parametrize(
    ("facts", "weight"),
    [({}, 1.0), ({"conflict": "shared"}, 0.25), ({"blind": False}, 0.5), ({"conflict": "own"}, 0)],
)
def test_a_vote_counts_as_its_circumstances_say(
    database: Database, facts: dict[str, Any], weight: float
) -> None:
    papers = _site(database)
    rescore(database, now=NOW)
    key, (reader,) = papers[6].key, _readers(database, 1)
    _vote(database, key, reader, YES, **facts)
    update_after_vote(database, key, NOW + HOUR)
    told = why_damped(database, f"reader{reader:04d}", key)
    assert (1.0 if told is None else told.weight) == weight
    assert why_damped(database, "somebody else", key) is None


def test_a_look_where_everything_is_open_costs_nothing(database: Database) -> None:
    papers = _site(database)
    rescore(database, now=NOW)
    key, (reader,) = papers[6].key, _readers(database, 1)
    _vote(database, key, reader, YES, blind=False, open_site=True)
    update_after_vote(database, key, NOW + HOUR)
    assert why_damped(database, f"reader{reader:04d}", key) is None


def test_a_reader_of_two_institutions_is_in_both(database: Database) -> None:
    papers = _site(database)
    rescore(database, now=NOW)
    key, readers = papers[6].key, _readers(database, 4)
    for reader, names in zip(
        readers, ['["EPFL", "MIT"]', '["EPFL"]', '["EPFL"]', '["MIT"]'], strict=True
    ):
        _affiliate(database, reader, names)
        _vote(database, key, reader, YES)
    # Three of EPFL together count two; MIT's two are within its cap.
    weights = []
    for reader in readers:
        told = why_damped(database, f"reader{reader:04d}", key)
        weights.append(1.0 if told is None else round(told.weight, 4))
    assert weights == [0.6667, 0.6667, 0.6667, 1.0]
    rescore(database, now=NOW + HOUR, caps=False)
    assert why_damped(database, f"reader{readers[0]:04d}", key) is None


@pytest.mark.parametrize("kind", [Kind.DEMO, Kind.LEFT])
def test_the_demos_reader_and_readers_who_left_count(database: Database, kind: Kind) -> None:
    papers = _site(database)
    key, (reader,) = papers[6].key, _readers(database, 1, kind=kind)
    _vote(database, key, reader, YES)
    rescore(database, now=NOW)
    score = _score(database, key)
    assert score is not None
    assert score.n_votes == 1


def test_a_suspended_reader_does_not_count(database: Database) -> None:
    papers = _site(database)
    key, (reader,) = papers[6].key, _readers(database, 1)
    _vote(database, key, reader, YES)
    with database.write() as db:
        db.exec_driver_sql(f"UPDATE reader SET suspended_at = 1 WHERE id = {reader}")
    rescore(database, now=NOW)
    score = _score(database, key)
    assert score is not None
    assert score.n_votes == 0


def test_a_withheld_paper_loses_score_and_tier(database: Database) -> None:
    papers = _site(database)
    rescore(database, now=NOW)
    with database.write() as db:
        mark = "?" if database.dialect == "sqlite" else "%s"
        db.exec_driver_sql(f"UPDATE paper SET withheld = 1 WHERE key = {mark}", (papers[6].key,))
    assert refit_if_due(database, NOW + HOUR) is not None
    assert papers[6].key not in _tiers(database)
    (reader,) = _readers(database, 1)
    _vote(database, papers[6].key, reader, YES)
    update_after_vote(database, papers[6].key, NOW + HOUR)
    with database.read() as db:
        n = db.exec_driver_sql("SELECT count(*) FROM score").scalar()
    assert n == 17


def test_a_paper_that_the_panel_cannot_judge_has_a_score_once_a_reader_did(
    database: Database,
) -> None:
    papers = _site(database)
    key, (reader,) = papers[-1].key, _readers(database, 1)
    _set(database, key, "judgeable = 0")
    rescore(database, now=NOW)
    _vote(database, key, reader, YES)
    update_after_vote(database, key, NOW + HOUR)
    score = _score(database, key)
    assert score is not None
    assert (score.panel, score.n_votes, score.n_ranked) == (None, 1, 19)
    _withdraw(database, key, reader)
    update_after_vote(database, key, NOW + HOUR)
    assert _score(database, key) is None
    assert {_score(database, paper.key).n_ranked for paper in papers[:-1]} == {18}  # type: ignore[union-attr]


def test_a_paper_that_waits_for_the_panel_and_a_withheld_one_have_no_score_whoever_votes(
    database: Database,
) -> None:
    papers = _site(database)
    waits, withheld, (reader,) = papers[-1].key, papers[6].key, _readers(database, 1)
    rescore(database, now=NOW)
    _set(database, withheld, "withheld = 1")
    for key in (waits, withheld):
        _vote(database, key, reader, YES)
        update_after_vote(database, key, NOW + HOUR)
    rescore(database, now=NOW + HOUR)
    with database.read() as db:
        found = db.exec_driver_sql("SELECT key FROM paper JOIN score ON paper_id = paper.id")
        assert not {waits, withheld} & set(found.scalars())


def _set(database: Database, key: str, change: str) -> None:
    with database.write() as db:
        db.exec_driver_sql(f"UPDATE paper SET {change} WHERE key = '{key}'")


def test_history_is_kept_thin(database: Database) -> None:
    papers = _site(database)
    key, readers = papers[6].key, _readers(database, 3)
    rescore(database, now=NOW)
    rescore(database, now=NOW + HOUR)
    for i, reader in enumerate(readers):
        _vote(database, key, reader, YES)
        update_after_vote(database, key, NOW + (2 + i) * HOUR)
    with database.read() as db:
        kept, other = history(db, key), history(db, papers[7].key)
    assert [one.n_votes for one in kept] == [0, 1, 2, 3]
    assert [one.score for one in kept] == sorted(one.score for one in kept)
    assert len(other) == 1


def test_a_tier_changes_after_three_fits_across_the_border_and_is_told_once(
    database: Database,
) -> None:
    _site(database)
    rescore(database, now=NOW)
    first = _tiers(database)
    lowered = sorted(
        (key for key, tier in first.items() if tier is Tier.MUST_READ),
        key=lambda key: -_score(database, key).place,  # type: ignore[union-attr]
    )[0]
    readers = _readers(database, 9)
    seen = []
    for i in range(4):
        # Each fit reads something new; the second of eighteen falls to the third place.
        _vote(database, lowered, readers[i], NO, NOW + (1 + i) * HOUR)
        rescore(database, now=NOW + (1 + i) * HOUR)
        rescore(database, now=NOW + (1 + i) * HOUR)  # nothing new: not counted
        score = _score(database, lowered)
        assert score is not None
        seen.append((score.place, score.tier))
    tiers = [tier for _, tier in seen]
    assert tiers[-1] is not Tier.MUST_READ
    with database.read() as db:
        events = [one for one in tier_events(db, edition=EDITION) if one.key == lowered]
    assert [(one.old, one.new) for one in events][-1][0] is Tier.MUST_READ
    assert len(events) == len(
        [1 for old, new in itertools.pairwise([Tier.MUST_READ, *tiers]) if old is not new]
    )


def test_tiers_are_given_anew_by_place_alone_when_asked(database: Database) -> None:
    papers = _site(database)
    rescore(database, now=NOW)
    readers = _readers(database, 4)
    for reader in readers:
        _vote(database, papers[8].key, reader, YES)
    rescore(database, now=NOW + HOUR)
    rescore(database, now=NOW + HOUR, reset_tiers=True)
    for paper in papers[:-1]:
        score = _score(database, paper.key)
        assert score is not None
        assert score.place is not None
        share = (score.place - 0.5) / 18
        assert (score.tier is Tier.MUST_READ) == (share <= 0.10)


def test_a_refit_is_due_after_enough_votes_or_an_hour(database: Database) -> None:
    papers = _site(database)
    assert refit_if_due(database, NOW) is not None
    assert refit_if_due(database, NOW) is None
    readers = _readers(database, 20)
    _vote(database, papers[0].key, readers[0], YES, NOW + timedelta(minutes=1))
    assert refit_if_due(database, NOW + timedelta(minutes=2)) is None
    for reader in readers[1:]:
        _vote(database, papers[0].key, reader, YES, NOW + timedelta(minutes=1))
    assert refit_if_due(database, NOW + timedelta(minutes=2)) is not None
    _withdraw(database, papers[0].key, readers[0])
    assert refit_if_due(database, NOW + timedelta(minutes=30)) is None
    assert refit_if_due(database, NOW + timedelta(minutes=63)) is not None


def test_explaining_names_the_parts_and_the_reasons(database: Database) -> None:
    papers = _site(database)
    rescore(database, now=NOW)
    key, readers = papers[17].key, _readers(database, 4)
    for reader, vote in zip(readers, [YES, YES, NO, YES], strict=True):
        _vote(database, key, reader, vote, conflict="shared" if reader == readers[3] else None)
    told = explain(
        database,
        key,
        lambda _: [("editor", 0.1), ("sceptic", -0.4), ("explorer", 0.3), ("methodologist", 0.5)],
    )
    panel, now = told.panel, told.now
    assert (
        told.sentences[0] == f"Panel alone: {panel}, mostly for methodologist, explorer and editor."
    )
    assert told.sentences[1] == (
        "Four readers, three for it, one of them counted at a quarter because they share an "
        f"affiliation or a paper with its authors: {now}."
    )
    update_after_vote(database, key, NOW + HOUR)
    score = _score(database, key)
    assert score is not None
    assert (now.score, now.low, now.high) == pytest.approx((score.score, score.low, score.high))
    assert panel is not None
    assert panel.score == pytest.approx(score.panel)


def test_the_audit_counts_what_was_damped(database: Database) -> None:
    papers = _site(database)
    for reader in _readers(database, 3, known=False):
        _vote(database, papers[6].key, reader, YES)
    assert audit_scores(database).without_fit
    rescore(database, now=NOW)
    found = audit_scores(database)
    assert (found.votes, found.damped) == (3, 3)
    [reason] = found.reasons
    # Three new accounts count as one together.
    assert (reason.reason, reason.readers, reason.papers, reason.taken) == ("bare", 3, 1, 2.0)
    [paper] = found.papers
    assert (paper.key, paper.votes, paper.counted) == (papers[6].key, 3, 1.0)


def test_a_site_with_few_votes_shows_the_study_and_one_with_many_its_own(
    database: Database,
) -> None:
    papers = _site(database)
    rescore(database, now=NOW)
    assert not check_scores(database, NOW).is_own
    readers = _readers(database, 14)
    rng = np.random.default_rng(5)
    for number, (paper, reader) in enumerate(itertools.product(papers, readers)):
        said = YES if rng.random() < 0.65 else NO
        _vote(database, paper.key, reader, said, NOW + number * timedelta(minutes=1))
    rescore(database, now=NOW + HOUR)
    found = check_scores(database, NOW + HOUR)
    assert found == kept_check(database)
    assert (found.is_own, found.site_votes, found.n_votes) == (True, 19 * 14, 19 * 14)
    # The last fifth of each reader's 19 votes: three of them, as 3.8 is not four.
    assert found.n_hidden == 14 * 3
    assert all(group.n >= 20 for group in found.groups)


def test_counting_votes_again_that_the_fit_has_read_changes_nothing(database: Database) -> None:
    papers = _site(database)
    key, readers = papers[6].key, _readers(database, 4)
    for reader, vote in zip(readers, [YES, NO, YES, YES], strict=True):
        _vote(database, key, reader, vote)
        _vote(database, papers[7].key, reader, vote)
    rescore(database, now=NOW)
    first = _figures(database, [paper.key for paper in papers])
    update_after_vote(database, key, NOW + HOUR)
    assert _figures(database, [paper.key for paper in papers]) == first
