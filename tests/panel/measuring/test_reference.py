"""Personas against reference answers."""

from __future__ import annotations

import numpy as np
import pytest

from goodpapers.domain.verdict import Strictness
from goodpapers.panel.measuring.reference import measure_personas, reference_yes


def test_the_reference_says_yes_to_the_top_share_of_its_answers() -> None:
    answers = np.arange(100.0)
    assert reference_yes(answers, 0.15).nonzero()[0].tolist() == list(range(85, 100))
    assert reference_yes(answers, 0.80).sum() == 80


def test_a_persona_is_cut_at_the_rate_of_its_strictness() -> None:
    # it ranks the top fifteen of a hundred perfectly above the rest, and the rest upside down
    expected = np.arange(100.0)
    said = np.where(expected >= 85, expected, 84 - expected)
    both = np.stack([said, said], axis=1)
    lenient, strict = measure_personas(
        ["newcomer", "sceptic"],
        [Strictness.LENIENT, Strictness.STRICT],
        both,
        np.stack([expected, expected], axis=1),
    )
    assert strict.auroc
    assert strict.auroc.value == 1.0
    assert lenient.auroc
    # positives are 20 to 99; of the 80 * 20 pairs those of 85 to 99 are in order, no other
    assert lenient.auroc.value == pytest.approx(15 / 80)
    assert lenient.spearman == strict.spearman


def test_a_missing_answer_on_either_side_leaves_the_pair_out() -> None:
    said = np.array([[0.1], [0.2], [np.nan], [0.4]])
    expected = np.array([[1.0], [2.0], [3.0], [np.nan]])
    (persona,) = measure_personas(["newcomer"], [Strictness.LENIENT], said, expected)
    assert persona.spearman
    assert (persona.spearman.value, persona.spearman.n) == (1.0, 2)


def test_a_persona_without_answers_has_no_figure() -> None:
    nothing = np.full((3, 1), np.nan)
    (persona,) = measure_personas(["newcomer"], [Strictness.LENIENT], nothing, nothing)
    assert persona.as_json() == {"name": "newcomer", "spearman": None, "auroc": None}
