"""Weights of votes, counted by hand from the table of caps."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from goodpapers.scoring.caps import proven_readers, vote_weights
from goodpapers.scoring.evidence import Evidence, Papers, Readers, Votes


def _evidence(
    n: int, *, known: bool = False, one_paper: bool = True, **changed: object
) -> Evidence:
    """`n` readers with one chosen vote each, on one paper."""
    nobody = np.zeros(n, bool)
    votes = Votes(
        paper=np.zeros(n, np.int64),
        reader=np.arange(n) if one_paper else np.zeros(n, np.int64),
        yes=np.ones(n),
        chosen=np.ones(n),
        assigned=nobody,
        peeked=nobody,
        conflict=nobody,
        own=nobody,
        institution=np.full(n, -1),
    )
    votes = replace(votes, **{name: np.full(n, value) for name, value in changed.items()})
    papers = Papers(np.zeros(1), np.zeros(1, bool), np.zeros(1, bool))
    return Evidence(papers, Readers(np.full(n, known)), votes)


def _sum(evidence: Evidence, *, proven: bool = False) -> float:
    flags = np.full(evidence.readers.known.size, proven)
    return float(vote_weights(evidence, evidence.votes, flags).sum())


@pytest.mark.parametrize(
    ("known", "proven", "changed", "total"),
    [
        (False, False, {}, 1.0),
        (False, True, {}, 3.0),
        (True, False, {}, 6.0),
        (True, True, {}, 20.0),
        (False, False, {"assigned": True}, 20.0),
        (True, True, {"institution": 3}, 2.0),
        (True, True, {"institution": 3, "assigned": True}, 20.0),
        (True, True, {"conflict": True}, 1.0),
        (True, True, {"peeked": True}, 2.0),
        (True, True, {"own": True}, 0.0),
        (True, True, {"conflict": True, "peeked": True}, 1.0),
    ],
)
def test_twenty_votes_of_one_kind_count_what_the_table_says(
    known: bool, proven: bool, changed: dict[str, object], total: float
) -> None:
    assert _sum(_evidence(20, known=known, **changed), proven=proven) == pytest.approx(total)


def test_a_single_vote_counts_its_base() -> None:
    assert _sum(_evidence(1)) == 1.0
    assert _sum(_evidence(1, conflict=True)) == 0.25
    assert _sum(_evidence(1, peeked=True)) == 0.5


def test_members_only_sites_cap_conflicts_alone() -> None:
    private = replace(_evidence(20), caps_by_standing=False, caps_by_institution=False)
    assert _sum(private) == 20.0
    private = replace(
        _evidence(20, conflict=True), caps_by_standing=False, caps_by_institution=False
    )
    assert _sum(private) == pytest.approx(1.0)


def test_two_institutions_have_a_cap_each() -> None:
    evidence = _evidence(20, known=True)
    votes = replace(evidence.votes, institution=np.arange(20) % 2)
    assert _sum(replace(evidence, votes=votes), proven=True) == pytest.approx(4.0)


def test_what_votes_say_does_not_change_what_they_count() -> None:
    evidence = _evidence(20)
    no = replace(evidence, votes=replace(evidence.votes, yes=np.zeros(20)))
    flags = np.zeros(20, bool)
    assert (
        vote_weights(evidence, evidence.votes, flags).tolist()
        == vote_weights(no, no.votes, flags).tolist()
    )


@pytest.mark.parametrize(
    ("n", "n_assigned", "reliability", "proven"),
    [(10, 5, 0.9, True), (9, 5, 0.9, False), (10, 4, 0.9, False), (10, 5, 0.89, False)],
)
def test_proven_is_ten_votes_five_assigned_and_reliable(
    n: int, n_assigned: int, reliability: float, proven: bool
) -> None:
    evidence = _evidence(n, one_paper=False)
    votes = replace(evidence.votes, assigned=np.arange(n) < n_assigned)
    assert proven_readers(evidence, votes, np.full(n, reliability))[0] == proven


def test_where_few_votes_are_assigned_nobody_is_asked_for_five() -> None:
    evidence = _evidence(10, one_paper=False)
    assert proven_readers(evidence, evidence.votes, np.full(10, 0.95))[0]


def test_a_reader_of_two_institutions_is_in_both() -> None:
    evidence = _evidence(4, known=True)
    places = np.array([[0, 1], [0, -1], [0, -1], [1, -1]])
    flags = np.ones(4, bool)
    votes = replace(evidence.votes, institution=places)
    weight = vote_weights(replace(evidence, votes=votes), votes, flags)
    # Three of the first count two together; the two of the other are within its two.
    assert weight == pytest.approx([2 / 3, 2 / 3, 2 / 3, 1])
