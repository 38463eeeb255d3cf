"""Train the embedded reviewer from files the user names: weights, bars, and what they rest on."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from goodpapers.domain.errors import BadInput
from goodpapers.panel.card import write_card
from goodpapers.panel.direct import direct_folds, fit_direct, side_by_side
from goodpapers.panel.embedded import MAX_TOKENS, SentenceEncoder, parts_of
from goodpapers.panel.facts import (
    Json,
    Reference,
    agreement,
    merit_figures,
    sources,
    worth_of,
    yes_rates,
)
from goodpapers.panel.features import Features, read_features
from goodpapers.panel.heads import Heads, rounded, settle, sigmoid, write_heads
from goodpapers.panel.measuring.records import (
    Answered,
    read_answers,
)
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
from goodpapers.services.read_reviewed import ReviewedText, read_reviewed

Floats = NDArray[np.float64]
Progress = Callable[[str, int, int], None]
"""Called with what is done now, how many papers of it are done, and of how many."""

BATCH = 64
LEAST_WORDS, MOST_WORDS = 10, 30_000
"""In so many papers a word must stand to be weighed; and so many words, the commonest, are."""


@dataclass(frozen=True, slots=True)
class TrainReport:
    """Where the weights are, and the figures that stand beside them."""

    weights: Path
    facts: Json


def train_panel(
    answers: Path,
    reviews: Sequence[Path],
    out: Path,
    *,
    encoder: SentenceEncoder,
    now: datetime,
    folds: int = 5,
    card: Path | None = None,
    progress: Progress | None = None,
) -> TrainReport:
    """Fit heads on ``answers``, bars and merit on ``reviews``, and write them to ``out`` (.npz).

    What they rest on goes into a JSON file beside it, and for people into ``card`` (Markdown).
    Papers of the same title are in the same fold. Raises `BadInput` for a file that cannot be read
    or too few answers, `ModelFailure` when the encoder fails.
    """
    asked = _read_asked(answers, folds)
    texts = _texts([(row.title, row.abstract) for row in asked])
    files = read_reviewed(reviews)
    reviewed = [row.text for rows in files.values() for row in rows]
    vocabulary, idf = choose_vocabulary([*texts, *reviewed], least=LEAST_WORDS, most=MOST_WORDS)
    reader = _Reader(encoder, {term: i for i, term in enumerate(vocabulary)}, idf, progress)
    learned = _learn(asked, reader.features(texts, answers.name), len(vocabulary), folds)
    whole, reference = _judge_reference(files, reader, learned, folds)
    heads, merit = _assemble(vocabulary, idf, whole, reference)
    facts: Json = {
        "made_on": now.date().isoformat(),
        "encoder": getattr(encoder, "name", "unnamed"),
        "personas": {own.key: own.version for own in read_personas()},
        "trained_on": sources(answers.name, len(asked), reference),
        "folds": folds,
        "split": "by a hash of the title (letters and digits, lower case), modulo the folds",
        "agreement": agreement(learned.honest, learned.chances),
        "yes_rate": yes_rates(reference.logits, heads),
        "merit": merit_figures(reference, merit, heads),
        **learned.memory(),
        "reviewed_titles": reference.rated_marks(),
    }
    out.parent.mkdir(parents=True, exist_ok=True)
    write_heads(replace(heads, facts=facts), out)
    if card:
        card.write_text(write_card(facts), encoding="utf-8")
    return TrainReport(out, facts)


@dataclass(frozen=True, slots=True)
class _Learned:
    """Heads, and what they say of their own examples when these are held back."""

    heads: Linear
    honest: Floats
    """(n_papers, 20) logits, each from the folds without that paper."""
    chances: Floats
    """(n_papers, 20): the reference answers, 0 to 1."""
    marks: list[str]
    """Of the titles."""

    def memory(self) -> Json:
        """What is stored so that bars and figures can be computed again."""
        said = sigmoid(self.honest).round(4)
        return {"titles": self.marks, "out_of_fold": said.tolist()}


def _learn(
    asked: Sequence[Answered], papers: Sequence[Features], n_terms: int, folds: int
) -> _Learned:
    marks = [title_mark(row.title) for row in asked]
    fold = np.array([int(mark[:8], 16) % folds for mark in marks])
    chances = np.array([[row.answers[key] for key in KEYS] for row in asked], dtype=np.float64)
    targets, examples = answer_logits(chances), stack_examples(papers, n_terms)
    held = fit_folds(examples, targets, fold)
    honest = [_answer(held[int(own)], paper) for own, paper in zip(fold, papers, strict=True)]
    whole = _as_read_back(fit_heads(examples, targets))
    return _Learned(whole, np.array(honest), chances, marks)


def _read_asked(path: Path, folds: int) -> list[Answered]:
    """All reference answers. Raises `BadInput` if there are too few, or one is missing."""
    asked = read_answers(path)
    if len(asked) < 10 * folds:
        raise BadInput(f"{path.name} holds {len(asked)} papers; training needs {10 * folds}")
    for number, row in enumerate(asked, start=1):
        missing = [key for key in KEYS if row.answers.get(key) is None]
        if missing:
            raise BadInput(
                f"{path.name}, paper {number}: no answer of {missing[0]}; expected all twenty"
            )
    return asked


class _Reader:
    """Texts to features, in batches, with word of progress."""

    def __init__(
        self,
        encoder: SentenceEncoder,
        place: dict[str, int],
        idf: NDArray[np.float32],
        tell: Progress | None,
    ) -> None:
        self._encoder, self._place, self._idf = encoder, place, idf
        self._tell = tell or (lambda _what, _done, _of: None)

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

    def vectors(self, rows: Sequence[ReviewedText], what: str) -> list[NDArray[np.float32]]:
        """Those of each row's title and sentences, in order."""
        made: list[NDArray[np.float32]] = []
        for start in range(0, len(rows), BATCH):
            texts = [row.text for row in rows[start : start + BATCH]]
            made += self._encoder.encode_parts(texts, MAX_TOKENS)
            self._tell(what, len(made), len(rows))
        return made

    def of_vectors(self, text: list[str], vectors: NDArray[np.float32]) -> Features:
        """The features of a text that was encoded before."""
        return read_features(text[: len(vectors)], vectors, self._place, self._idf)


def _answer(heads: Linear, paper: Features) -> Floats:
    return settle(heads.logits(paper))


def _texts(papers: Sequence[tuple[str, str]]) -> list[list[str]]:
    return [parts_of(read_paper(title, abstract)) for title, abstract in papers]


def _as_read_back(heads: Linear) -> Linear:
    """As the weights will be once stored: bars and merit rest on what will judge."""
    single = (heads.meaning, heads.cues, heads.intercept)
    meaning, cues, intercept = (array.astype(np.float32).astype(np.float64) for array in single)
    return Linear(meaning, cues, rounded(heads.words).astype(np.float64), intercept)


def _judge_reference(
    files: Mapping[str, Sequence[ReviewedText]], reader: _Reader, learned: _Learned, folds: int
) -> tuple[Linear, Reference]:
    """All heads, and what they say of every abstract once: honest answers where they learned."""
    rows = [row for own in files.values() for row in own]
    read = [one for name, own in files.items() for one in reader.vectors(own, name)]
    n_terms = len(learned.heads.words)
    features = [
        reader.of_vectors(row.text, own).first() for row, own in zip(rows, read, strict=True)
    ]
    examples = stack_examples(features, n_terms)
    papers = tuple(row.paper for row in rows)
    worth = worth_of(papers)
    fold = np.array([int(paper.mark[:8], 16) % folds for paper in papers])
    held = direct_folds(examples, worth, fold)
    whole = side_by_side(learned.heads, _as_read_back(fit_direct(examples, worth)))
    known = dict(zip(learned.marks, learned.honest, strict=True))
    logits = []
    for paper, own, number in zip(papers, features, fold, strict=True):
        twenty = known.get(paper.mark)
        twenty = whole.logits(own)[0, :-1] if twenty is None else twenty
        logits.append(np.append(twenty, held[int(number)].logits(own)[0]))
    return whole, Reference(np.array(logits), papers)


def _assemble(
    vocabulary: list[str], idf: NDArray[np.float32], whole: Linear, reference: Reference
) -> tuple[Heads, Floats]:
    centre, spread = reference.logits.mean(axis=0), reference.logits.std(axis=0)
    spread = np.where(spread > 1e-9, spread, 1.0)
    standard = (reference.logits - centre) / spread
    rates = np.array([TARGET_RATE[own.strictness] for own in read_personas()])
    chances = sigmoid(reference.logits[:, :-1])
    bars = np.array(
        [np.quantile(own, 1 - rate) for own, rate in zip(chances.T, rates, strict=True)]
    )
    count = (chances >= bars).sum(axis=1).astype(np.float64)
    edition = np.array([paper.file for paper in reference.papers])
    weights = fit_merit(standard, worth_of(reference.papers), count, edition)
    joint = standard @ weights
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
