"""Train the embedded reviewer from files the user names: weights, bars, and what they rest on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from goodpapers.domain.errors import BadInput
from goodpapers.panel.card import write_card
from goodpapers.panel.embedded import MAX_TOKENS, SentenceEncoder, parts_of
from goodpapers.panel.facts import (
    Json,
    Reference,
    ReferencePaper,
    agreement,
    merit_figures,
    sources,
    yes_rates,
)
from goodpapers.panel.features import Features, read_features
from goodpapers.panel.heads import Heads, rounded, settle, sigmoid, write_heads
from goodpapers.panel.measuring.records import (
    Answered,
    PeerReviewed,
    read_answers,
    read_peer_reviews,
)
from goodpapers.panel.measuring.selection import NEGATIVE, POSITIVE, standardized
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
Progress = Callable[[str, int, int], None]
"""Called with what is done now, how many papers of it are done, and of how many."""

BATCH = 64
LEAST_WORDS = 4
"""In so many papers a word must stand to be weighed."""


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
    vocabulary, idf = choose_vocabulary(texts, least=LEAST_WORDS)
    reader = _Reader(encoder, {term: i for i, term in enumerate(vocabulary)}, idf, progress)
    learned = _learn(asked, reader.features(texts, answers.name), len(vocabulary), folds)
    known = dict(zip(learned.marks, learned.honest, strict=True))
    reference = _judge_reference(reviews, reader, learned.heads, known)
    heads, merit = _assemble(vocabulary, idf, learned.heads, reference)
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


def _as_read_back(heads: Linear) -> Linear:
    """As the weights will be once stored: bars and merit rest on what will judge."""
    single = (heads.meaning, heads.cues, heads.intercept)
    meaning, cues, intercept = (array.astype(np.float32).astype(np.float64) for array in single)
    return Linear(meaning, cues, rounded(heads.words).astype(np.float64), intercept)


def _judge_reference(
    reviews: Sequence[Path], reader: _Reader, heads: Linear, known: dict[str, Floats]
) -> Reference:
    """Judge every abstract once; ``known`` has the honest answers to those that were learned."""
    logits: list[Floats] = []
    papers: list[ReferencePaper] = []
    seen: set[str] = set()
    for path in reviews:
        fresh = [row for row in _rows(path) if row.paper.mark not in seen]
        seen.update(row.paper.mark for row in fresh)
        said = reader.answers([row.text for row in fresh], heads, path.name)
        for row, mine in zip(fresh, said, strict=True):
            if len(row.text) > 1:  # a title alone is not judged
                logits.append(known.get(row.paper.mark, mine))
                papers.append(row.paper)
    if not papers:
        raise BadInput("the review files hold no abstract; bars need at least one")
    return Reference(np.array(logits), tuple(papers))


@dataclass(frozen=True, slots=True)
class _Row:
    text: list[str]
    paper: ReferencePaper


def _rows(path: Path) -> list[_Row]:
    """The papers of a file that have an abstract, each title once."""
    found = read_peer_reviews(path)
    rows: dict[str, _Row] = {}
    for row, worth in zip(found, standardized(found), strict=True):
        mark = title_mark(row.title)
        if row.abstract and mark not in rows:
            text = parts_of(read_paper(row.title, row.abstract))
            rows[mark] = _Row(text, ReferencePaper(mark, path.name, float(worth), _accepted(row)))
    return list(rows.values())


def _accepted(row: PeerReviewed) -> bool | None:
    if row.decision in POSITIVE:
        return True
    return False if row.decision in NEGATIVE else None


def _assemble(
    vocabulary: list[str], idf: NDArray[np.float32], whole: Linear, reference: Reference
) -> tuple[Heads, Floats]:
    centre, spread = reference.logits.mean(axis=0), reference.logits.std(axis=0)
    standard = (reference.logits - centre) / spread
    rates = np.array([TARGET_RATE[own.strictness] for own in read_personas()])
    chances = sigmoid(reference.logits)
    bars = np.array(
        [np.quantile(own, 1 - rate) for own, rate in zip(chances.T, rates, strict=True)]
    )
    count = (chances >= bars).sum(axis=1).astype(np.float64)
    edition = np.array([paper.file for paper in reference.papers])
    weights = fit_merit(standard, reference.worth, count, edition)
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
