"""Personas lean towards peer reviews just as far as careful readers stay content."""

from __future__ import annotations

import numpy as np
from scipy.stats import spearmanr

from goodpapers.panel.leaning import MOST_LOST, fit_leaning
from goodpapers.panel.training import Linear


def test_a_persona_that_would_lose_agreement_leans_less_than_one_that_gains() -> None:
    rng = np.random.default_rng(0)
    n = 2000
    direct = 5 + 0.2 * rng.normal(size=n)
    turned = (direct - 5) / 0.2
    honest = rng.normal(size=(n, 2))
    gains = honest[:, 0] + turned + rng.normal(size=n)
    loses = honest[:, 1] - turned + rng.normal(size=n)

    leaning = fit_leaning(honest, direct, np.column_stack([gains, loses]))

    assert leaning.amount[0] > 0
    assert leaning.amount[1] == 0
    leaned = honest + leaning.of(direct)
    for column, chance in enumerate((gains, loses)):
        before, after = (spearmanr(one[:, column], chance)[0] for one in (honest, leaned))
        assert after >= before - MOST_LOST


def test_where_the_direct_reading_is_silent_nobody_leans() -> None:
    honest = np.random.default_rng(1).normal(size=(50, 3))
    leaning = fit_leaning(honest, np.zeros(50), honest)
    assert not leaning.of(np.ones(4)).any()


def test_the_leaning_heads_say_what_is_added_to_the_answers() -> None:
    rng = np.random.default_rng(2)
    meaning, cues, words = (rng.normal(size=(n, 2)) for n in (4, 3, 5))
    twenty = Linear(meaning, cues, words, rng.normal(size=2))
    direct = Linear(meaning[:, :1], 2 * cues[:, 1:], 3 * words[:, :1], np.array([0.7]))
    text = rng.normal(size=12)

    def say(heads: Linear) -> np.ndarray:
        return np.asarray(
            text[:4] @ heads.meaning
            + text[4:7] @ heads.cues
            + text[7:] @ heads.words
            + heads.intercept
        )

    honest, said = rng.normal(size=(300, 2)), rng.normal(size=300)
    leaning = fit_leaning(honest, said, honest + said[:, None])

    assert leaning.amount.min() > 0
    added = leaning.of(say(direct))[0]
    assert np.allclose(say(leaning.heads(twenty, direct)), say(twenty) + added)
