"""The reading queue's lot: fewer readers first, by the weight that the design names."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goodpapers.domain.offer import Answer
from goodpapers.readers.queue import in_drawn_order, skipped_share

TAKEN, SKIPPED = Answer.TAKEN, Answer.SKIPPED


def test_the_first_paper_is_drawn_by_one_over_one_plus_readers() -> None:
    chance, papers = Random(4), {"none": 0, "one": 1, "three": 3}
    drawn = Counter(in_drawn_order(papers.items(), chance)[0] for _ in range(21_000))
    # Weights 1, 1/2, 1/4 of 7/4. Three standard errors of the first are 0.0102.
    for key, share in (("none", 4 / 7), ("one", 2 / 7), ("three", 1 / 7)):
        assert drawn[key] / 21_000 == pytest.approx(share, abs=0.0102)


def test_the_second_paper_is_what_would_be_drawn_were_the_first_not_there() -> None:
    chance, papers = Random(5), {"none": 0, "one": 1, "three": 3}
    weight = {key: 1 / (1 + n) for key, n in papers.items()}
    drawn = Counter(tuple(in_drawn_order(papers.items(), chance)) for _ in range(21_000))
    for order in permutations(papers):
        left, wanted = sum(weight.values()), 1.0
        for key in order:
            wanted *= weight[key] / left
            left -= weight[key]
        assert drawn[order] / 21_000 == pytest.approx(wanted, abs=0.0105)


@given(st.dictionaries(st.integers(), st.integers(0, 10_000), max_size=40), st.integers(0, 99))
def test_every_paper_comes_once(papers: dict[int, int], seed: int) -> None:
    assert sorted(in_drawn_order(papers.items(), Random(seed))) == sorted(papers)


@pytest.mark.parametrize(
    ("answers", "share"),
    [
        ([], 0.0),
        ([None], 0.0),
        ([TAKEN], 0.0),
        ([SKIPPED, TAKEN, None, SKIPPED], 0.5),
        ([TAKEN] * 20 + [SKIPPED] * 20, 0.0),
        ([SKIPPED] * 5 + [TAKEN] * 15 + [SKIPPED] * 9, 0.25),
    ],
)
def test_the_share_of_skips_is_that_of_the_last_twenty(
    answers: list[Answer | None], share: float
) -> None:
    assert skipped_share(answers) == share
