"""Fitting heads: against closed forms worked out another way, and on data whose truth is known."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path

import numpy as np
import pytest
from scipy import sparse
from sklearn.linear_model import Ridge

from goodpapers.domain.errors import BadInput
from goodpapers.panel.card import write_card
from goodpapers.panel.direct import fit_direct
from goodpapers.panel.heads import read_heads, sigmoid
from goodpapers.panel.measuring.titles import title_mark
from goodpapers.panel.personas import KEYS
from goodpapers.panel.ridge import STRENGTHS, fit_ridge, join_fits
from goodpapers.panel.training import Examples, answer_logits, fit_heads
from goodpapers.services.train_panel import train_panel

NOW = datetime(2026, 12, 1, tzinfo=UTC)


def test_an_answer_without_an_example_is_that_of_a_fit_on_all_others() -> None:
    """The closed form against twelve refits by scikit-learn."""
    rng = np.random.default_rng(0)
    x, y = rng.normal(size=(12, 30)), rng.normal(size=(12, 1))
    centred = x - x.mean(axis=0)

    fit = fit_ridge(centred @ centred.T, y)

    strength = float(fit.strength[0])
    assert strength in STRENGTHS
    for left in range(12):
        rest = np.arange(12) != left
        # Ours keeps the middle of all twelve; so does this refit, by an intercept of its own.
        model = Ridge(alpha=strength).fit(centred[rest], y[rest, 0])
        expected = model.predict(centred[left : left + 1])[0]
        assert abs(fit.without_own[left, 0] - expected) < 1e-6


def test_joining_trusts_the_answers_that_are_right() -> None:
    rng = np.random.default_rng(0)
    truth = rng.normal(size=(500, 1))
    said = np.hstack([truth + 0.1 * rng.normal(size=(500, 1)), rng.normal(size=(500, 1))])

    weights, intercept = join_fits(said, truth)

    assert weights[0, 0] > 0.8
    assert abs(weights[1, 0]) < 0.05
    assert abs(intercept[0]) < 0.05


def test_heads_find_what_made_the_answers() -> None:
    rng = np.random.default_rng(0)
    n = 300
    meaning, cues = rng.normal(size=(n, 8)), rng.normal(size=(n, 5))
    words = sparse.csr_array(sparse.random(n, 40, 0.2, rng=rng))
    true = meaning[:, :1] + cues[:, 1:2]
    targets = np.hstack([true, -true])

    heads = fit_heads(Examples(meaning, cues, words), targets)

    said = meaning @ heads.meaning + cues @ heads.cues + words @ heads.words + heads.intercept
    assert np.corrcoef(said[:, 0], true[:, 0])[0, 1] > 0.97
    assert np.corrcoef(said[:, 1], true[:, 0])[0, 1] < -0.97


def test_answers_of_0_and_1_are_sure_but_not_infinitely() -> None:
    assert np.allclose(answer_logits(np.array([0.0, 0.5, 1.0])), [-np.log(99), 0, np.log(99)])
    assert np.allclose(sigmoid(np.array([-800.0, 0.0, 800.0])), [0, 0.5, 1])


def test_the_direct_reading_is_ridge_regression_on_every_feature_at_once() -> None:
    rng = np.random.default_rng(4)
    n = 400
    meaning, cues = rng.normal(size=(n, 6)), rng.normal(size=(n, 4)) + 3
    words = sparse.csr_array(sparse.random(n, 30, 0.3, rng=rng))
    worth = meaning[:, 0] - cues[:, 1] + rng.normal(size=n)
    worth[:50] = np.nan
    examples = Examples(meaning, cues, words)

    found = fit_direct(examples, worth)

    # The same by scikit-learn: features on the scales that the module names, strength 1.
    known = slice(50, None)
    own = np.hstack(
        [
            0.07 * meaning[known],
            0.005 * cues[known] / cues[known].std(axis=0),
            0.28 * words.toarray()[known],
        ]
    )
    expected = Ridge(alpha=1.0).fit(own, worth[known]).predict(own)
    said = meaning @ found.meaning + cues @ found.cues + words @ found.words + found.intercept
    assert np.allclose(said[known, 0], expected, atol=2e-3)


def test_with_few_reviewed_papers_the_direct_reading_says_nothing() -> None:
    examples = Examples(np.ones((300, 2)), np.ones((300, 2)), sparse.csr_array(np.ones((300, 2))))
    worth = np.full(300, np.nan)
    worth[:199] = np.arange(199)
    found = fit_direct(examples, worth)
    assert not found.meaning.any()
    assert not found.words.any()
    assert not found.intercept.any()


class FakeEncoder:
    """A vector of its own for every text, the same each time."""

    name = "fake"

    def encode_parts(self, texts: list[list[str]], limit: int = 512) -> list[np.ndarray]:
        def vector(text: str) -> np.ndarray:
            seed = int(title_mark(text)[:8], 16)
            return np.random.default_rng(seed).normal(size=384).astype(np.float32)

        return [np.array([vector(part) for part in parts]) for parts in texts]


def write_files(folder: Path, n: int = 60) -> tuple[Path, Path]:
    """Answers to ``n`` papers that follow the word "proof", and reviews of them and 40 others."""
    rng = np.random.default_rng(0)
    answers, reviews = folder / "answers.jsonl", folder / "reviews.jsonl"
    rows, reviewed = [], []
    for number in range(n + 40):
        proof = bool(rng.integers(2))
        words = "We give a proof of it." if proof else "We train a net on data."
        abstract = f"{words} This is paper {number} about a thing. It ends here."
        chance = {
            key: float(rng.integers(60, 95) if proof else rng.integers(5, 40)) for key in KEYS
        }
        if number < n:
            rows.append({"title": f"Paper {number}", "abstract": abstract, "answers": chance})
        reviewed.append(
            {
                "venue": "V",
                "year": 2024,
                "title": f"Paper {number}",
                "abstract": abstract,
                "decision": "poster" if proof else "reject",
                "ratings": [6.0 + proof, 5.0 + proof + float(rng.normal())],
            }
        )
    answers.write_text("\n".join(map(json.dumps, rows)))
    reviews.write_text("\n".join(map(json.dumps, reviewed)))
    return answers, reviews


def test_training_writes_weights_that_read_back_with_bars_figures_and_a_card(
    tmp_path: Path,
) -> None:
    answers, reviews = write_files(tmp_path)

    report = train_panel(
        answers,
        [reviews],
        tmp_path / "own.npz",
        encoder=FakeEncoder(),
        now=NOW,
        card=tmp_path / "card.md",
    )

    heads = read_heads(tmp_path / "own.npz")
    facts = heads.facts
    assert facts["made_on"] == "2026-12-01"
    assert facts["titles"] == [title_mark(f"Paper {number}") for number in range(60)]
    assert np.array(facts["out_of_fold"]).shape == (60, 20)
    assert facts["agreement"]["mean"] > 0.6  # type: ignore[index]
    assert facts["trained_on"]["n_reference"] == 100  # type: ignore[index]
    assert facts["merit"]["files"]["reviews.jsonl"]["auroc_accept"] > 0.8  # type: ignore[index]
    assert (tmp_path / "card.md").read_text() == write_card(report.facts)


def test_training_twice_gives_the_same_bytes(tmp_path: Path) -> None:
    answers, reviews = write_files(tmp_path)
    for name in ("one.npz", "two.npz"):
        train_panel(answers, [reviews], tmp_path / name, encoder=FakeEncoder(), now=NOW)

    assert (tmp_path / "one.npz").read_bytes() == (tmp_path / "two.npz").read_bytes()
    assert (tmp_path / "one.json").read_bytes() == (tmp_path / "two.json").read_bytes()


def test_too_few_answers_or_a_missing_one_are_refused(tmp_path: Path) -> None:
    answers, reviews = write_files(tmp_path, n=20)
    with pytest.raises(BadInput, match="holds 20 papers; training needs 50"):
        train_panel(answers, [reviews], tmp_path / "w.npz", encoder=FakeEncoder(), now=NOW)

    answers, reviews = write_files(tmp_path)
    answers.write_text(answers.read_text().replace('"pulse": ', '"pluse": ', 1))
    with pytest.raises(BadInput, match=r"answers\.jsonl, paper 1: no answer of pulse"):
        train_panel(answers, [reviews], tmp_path / "w.npz", encoder=FakeEncoder(), now=NOW)
    assert not (tmp_path / "w.npz").exists()
