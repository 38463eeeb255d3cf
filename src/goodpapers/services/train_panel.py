"""Train the embedded reviewer from files the user names: weights, bars, and what they rest on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from goodpapers.domain.errors import BadInput
from goodpapers.panel.embedded import MAX_TOKENS, SentenceEncoder, parts_of
from goodpapers.panel.features import Features, read_features
from goodpapers.panel.heads import Heads, rounded, settle, sigmoid, write_heads
from goodpapers.panel.measuring.metrics import auroc, spearman
from goodpapers.panel.measuring.records import Answered, PeerReviewed, read_answers
from goodpapers.panel.measuring.records import read_peer_reviews as read_reviews
from goodpapers.panel.measuring.selection import standardized
from goodpapers.panel.measuring.titles import title_mark
from goodpapers.panel.personas import KEYS, TARGET_RATE, read_personas
from goodpapers.panel.screen import read_paper
from goodpapers.panel.training import (
    Linear,
    answer_logits,
    fit_folds,
    fit_heads,
    fit_merit,
    stack_examples,
)
from goodpapers.panel.words import choose_vocabulary

Floats = NDArray[np.float64]
Numbers = NDArray[np.int64]
Progress = Callable[[str, int, int], None]
"""Called with what is done now, how many papers of it are done, and of how many."""

BATCH = 64
LEAST_WORDS = 4
"""In so many papers a word must stand to be weighed."""


@dataclass(frozen=True, slots=True)
class TrainReport:
    """Where the weights are, and the figures that stand beside them."""

    weights: Path
    facts: dict[str, object]


@dataclass(frozen=True, slots=True)
class _Reference:
    """What the reference set came to."""

    logits: Floats
    """(n_papers, 20), out of fold for papers that were trained on."""
    worth: Floats
    """(n_papers,): mean rating, standardized within its file; NaN without ratings."""
    accepted: Floats
    """(n_papers,): 1, 0, or NaN where nothing was decided."""
    file: NDArray[np.str_]
    """(n_papers,)"""


def train_panel(
    answers: Path,
    reviews: Sequence[Path],
    out: Path,
    *,
    encoder: SentenceEncoder,
    now: datetime,
    folds: int = 5,
    progress: Progress | None = None,
) -> TrainReport:
    """Fit heads on ``answers``, bars and merit on ``reviews``, and write them to ``out`` (.npz).

    Papers of the same title are in the same fold. Raises `BadInput` for a file that cannot be read
    or too few answers, `ModelFailure` when the encoder fails.
    """
    tell = progress or (lambda _what, _done, _of: None)
    asked = read_answers(answers)
    if len(asked) < 10 * folds:
        raise BadInput(f"{answers.name} holds {len(asked)} papers; training needs {10 * folds}")
    chances = _chances(asked, answers.name)
    texts = _texts([(row.title, row.abstract) for row in asked])
    vocabulary, idf = choose_vocabulary(texts, least=LEAST_WORDS)
    reader = _Reader(encoder, {term: i for i, term in enumerate(vocabulary)}, idf, tell)
    papers = reader.features(texts, "answers")
    fold = np.array([int(title_mark(row.title)[:8], 16) % folds for row in asked])
    targets = answer_logits(chances)
    examples = stack_examples(papers, len(vocabulary))
    held = dict(fit_folds(examples, targets, fold))
    whole = _as_read_back(fit_heads(examples, targets))
    honest = np.array([_answer(held[own], one) for own, one in zip(fold, papers, strict=True)])
    known = {title_mark(row.title): honest[i] for i, row in enumerate(asked)}
    reference = _judge_reference(reviews, reader, whole, known)
    heads, merit = _assemble(vocabulary, idf, whole, reference)
    facts = {
        "made_on": now.date().isoformat(),
        "encoder": getattr(encoder, "name", "unnamed"),
        "personas": {own.key: own.version for own in read_personas()},
        "trained_on": _sources(answers, reviews, len(asked), reference),
        "folds": folds,
        "split": "by a hash of the title (letters and digits, lower case), modulo the folds",
        "agreement": _agreement(honest, chances),
        "yes_rate": _yes_rates(reference.logits, heads),
        "merit": _merit_figures(reference, merit, heads),
        "titles": [title_mark(row.title) for row in asked],
        "out_of_fold": [[round(float(x), 4) for x in row] for row in sigmoid(honest)],
    }
    heads = Heads(**{**_fields(heads), "facts": facts})
    out.parent.mkdir(parents=True, exist_ok=True)
    write_heads(heads, out)
    return TrainReport(out, facts)


class _Reader:
    """Texts to features, in batches, with word of progress."""

    def __init__(
        self,
        encoder: SentenceEncoder,
        place: dict[str, int],
        idf: NDArray[np.float32],
        tell: Progress,
    ) -> None:
        self._encoder, self._place, self._idf, self._tell = encoder, place, idf, tell

    def batch(self, texts: Sequence[list[str]]) -> list[Features]:
        vectors = self._encoder.encode_parts(texts, MAX_TOKENS)
        return [
            read_features(own[: len(one)], one, self._place, self._idf)
            for own, one in zip(texts, vectors, strict=True)
        ]

    def features(self, texts: Sequence[list[str]], what: str) -> list[Features]:
        """One a text, in order."""
        made: list[Features] = []
        for start in range(0, len(texts), BATCH):
            made += self.batch(texts[start : start + BATCH])
            self._tell(what, len(made), len(texts))
        return made

    def answers(self, texts: Sequence[list[str]], heads: Linear, what: str) -> Floats:
        """(n_texts, 20) logits; features are not kept."""
        said: list[Floats] = []
        for start in range(0, len(texts), BATCH):
            said += [_answer(heads, one) for one in self.batch(texts[start : start + BATCH])]
            self._tell(what, len(said), len(texts))
        return np.array(said).reshape(-1, len(KEYS))


def _answer(heads: Linear, paper: Features) -> Floats:
    return settle(heads.logits(paper))


def _texts(papers: Sequence[tuple[str, str]]) -> list[list[str]]:
    return [parts_of(read_paper(title, abstract)) for title, abstract in papers]


def _chances(asked: Sequence[Answered], name: str) -> Floats:
    for number, row in enumerate(asked, start=1):
        missing = [key for key in KEYS if row.answers.get(key) is None]
        if missing:
            raise BadInput(f"{name}, paper {number}: no answer for {missing[0]}; expected all 20")
    return np.array([[row.answers[key] for key in KEYS] for row in asked], dtype=np.float64)


def _as_read_back(heads: Linear) -> Linear:
    """As the weights will be once stored: bars and merit rest on what will judge."""
    single = (heads.meaning, heads.cues, heads.intercept)
    meaning, cues, intercept = (array.astype(np.float32).astype(np.float64) for array in single)
    return Linear(meaning, cues, rounded(heads.words).astype(np.float64), intercept)


def _judge_reference(
    reviews: Sequence[Path], reader: _Reader, heads: Linear, known: dict[str, Floats]
) -> _Reference:
    logits, worth, accepted, file, seen = [], [], [], [], set[str]()
    for path in reviews:
        rows = read_reviews(path)
        worths = standardized(rows)
        fresh = []
        for row, own in zip(rows, worths, strict=True):
            mark = title_mark(row.title)
            if row.abstract and mark not in seen:
                seen.add(mark)
                fresh.append((row, own, mark))
        texts = _texts([(row.title, row.abstract or "") for row, _, _ in fresh])
        said = reader.answers(texts, heads, path.name)
        for (row, own, mark), text, mine in zip(fresh, texts, said, strict=True):
            if len(text) > 1:  # a title alone is not judged
                logits.append(known.get(mark, mine))
                worth.append(own)
                accepted.append(_accepted(row))
                file.append(path.name)
    if not logits:
        raise BadInput("the review files hold no abstract; bars need at least one")
    return _Reference(np.array(logits), np.array(worth), np.array(accepted), np.array(file))


def _accepted(row: PeerReviewed) -> float:
    if row.decision in {"oral", "spotlight", "poster", "accept"}:
        return 1.0
    return 0.0 if row.decision in {"reject", "workshop"} else float("nan")


def _assemble(
    vocabulary: list[str], idf: NDArray[np.float32], whole: Linear, reference: _Reference
) -> tuple[Heads, Floats]:
    centre, spread = reference.logits.mean(axis=0), reference.logits.std(axis=0)
    standard = (reference.logits - centre) / spread
    rated = ~np.isnan(reference.worth)
    enough = rated.sum() >= 10 * len(KEYS)
    weights = (
        fit_merit(standard[rated], reference.worth[rated])
        if enough
        else np.full(len(KEYS), 1 / len(KEYS))
    )
    joint = standard @ weights
    rates = np.array([TARGET_RATE[own.strictness] for own in read_personas()])
    chances = sigmoid(reference.logits)
    bars = np.array(
        [np.quantile(own, 1 - rate) for own, rate in zip(chances.T, rates, strict=True)]
    )
    heads = Heads(
        vocabulary=tuple(vocabulary),
        idf=idf,
        meaning=whole.meaning.astype(np.float32),
        cues=whole.cues.astype(np.float32),
        words=whole.words.astype(np.float32),
        intercept=whole.intercept.astype(np.float32),
        centre=np.append(centre, joint.mean()).astype(np.float32),
        spread=np.append(spread, joint.std()).astype(np.float32),
        merit=weights.astype(np.float32),
        bars=bars.astype(np.float32),
        facts={},
    )
    return heads, (joint - joint.mean()) / joint.std()


def _fields(heads: Heads) -> dict[str, object]:
    return {name: getattr(heads, name) for name in heads.__dataclass_fields__}


def _agreement(honest: Floats, chances: Floats) -> dict[str, object]:
    """Rank correlation with the reference answers, out of fold, by persona and on average."""
    ones = np.ones(len(honest))
    each = {
        key: round(spearman(honest[:, i], chances[:, i])(ones), 4) for i, key in enumerate(KEYS)
    }
    return {"n": len(honest), "mean": round(float(np.mean(list(each.values()))), 4), "each": each}


def _yes_rates(logits: Floats, heads: Heads) -> dict[str, float]:
    yes = (sigmoid(logits) >= heads.bars).mean(axis=0)
    return {key: round(float(rate), 4) for key, rate in zip(KEYS, yes, strict=True)}


def _merit_figures(reference: _Reference, merit: Floats, heads: Heads) -> dict[str, object]:
    count = (sigmoid(reference.logits) >= heads.bars).sum(axis=1).astype(np.float64)
    by_file: dict[str, object] = {}
    for name in dict.fromkeys(reference.file.tolist()):
        rows = reference.file == name
        accepted = reference.accepted
        by_file[name] = {
            "n": int(rows.sum()),
            "spearman_count": _figure(spearman, merit, count, rows),
            "spearman_rating": _figure(
                spearman, merit, reference.worth, rows & ~np.isnan(reference.worth)
            ),
            "auroc_accept": _figure(auroc, merit, accepted == 1, rows & ~np.isnan(accepted)),
        }
    weights = {key: round(float(own), 4) for key, own in zip(KEYS, heads.merit, strict=True)}
    return {
        "weights": weights,
        "n_rated": int((~np.isnan(reference.worth)).sum()),
        "files": by_file,
    }


def _figure(
    metric: Callable[..., Callable[[Floats], float]],
    first: Floats,
    second: NDArray[np.generic],
    rows: NDArray[np.bool_],
) -> float | None:
    if rows.sum() < 30:
        return None
    value = metric(first[rows], second[rows])(np.ones(int(rows.sum())))
    return None if np.isnan(value) else round(float(value), 4)


def _sources(
    answers: Path, reviews: Sequence[Path], n_answers: int, reference: _Reference
) -> dict[str, object]:
    counts = {path.name: int((reference.file == path.name).sum()) for path in reviews}
    return {
        "answers": {answers.name: n_answers},
        "reviews": counts,
        "n_reference": len(reference.logits),
    }
