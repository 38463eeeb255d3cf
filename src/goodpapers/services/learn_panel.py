"""What training makes of answers and peer reviews: heads, what they say held back, merit, bars."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from goodpapers.panel.direct import direct_folds, fit_direct
from goodpapers.panel.embedded import MAX_TOKENS, SentenceEncoder
from goodpapers.panel.facts import Json, Reference, worth_of
from goodpapers.panel.features import Counts, Features, count_parts, weigh_counts
from goodpapers.panel.heads import Heads, rounded, sigmoid
from goodpapers.panel.leaning import Leaning, fit_leaning
from goodpapers.panel.measuring.folds import fold_numbers
from goodpapers.panel.measuring.records import Answered
from goodpapers.panel.measuring.titles import title_mark
from goodpapers.panel.merit import fit_merit, gather
from goodpapers.panel.personas import KEYS, TARGET_RATE, read_personas
from goodpapers.panel.tone import Tone, fit_tone, invented_sentences
from goodpapers.panel.training import Linear, answer_logits, fit_folds, fit_heads, stack_examples
from goodpapers.services.read_reviewed import ReviewedText

Floats = NDArray[np.float64]
Progress = Callable[[str, int, int], None]
"""Called with what is done now, how many papers of it are done, and of how many."""

BATCH = 64


class Reader:
    """Encoded texts to features."""

    def __init__(self, vocabulary: Sequence[str], idf: NDArray[np.float32]) -> None:
        self.n_terms = len(vocabulary)
        self._place = {term: number for number, term in enumerate(vocabulary)}
        self._idf = idf

    def counts(self, read: Encoded) -> Counts:
        """What is counted in a text."""
        return count_parts(read.parts, self._place)

    def weigh(self, counts: Counts, read: Encoded) -> Features:
        """The features of a text that was counted."""
        return weigh_counts(counts, read.vectors, self._idf)


@dataclass(frozen=True, slots=True)
class Encoded:
    """A title and the sentences that fit, with their vectors."""

    parts: list[str]
    """(1 + n,)"""
    vectors: NDArray[np.float32]
    """(1 + n, 384)"""

    def heard(self, tone: Tone) -> Encoded:
        """Without the sentences that are left out for their tone."""
        if len(self.parts) < 2:
            return self
        kept = np.append(True, tone.keeps(self.vectors[1:]))
        parts = [part for part, is_kept in zip(self.parts, kept, strict=True) if is_kept]
        return Encoded(parts, self.vectors[kept])


def encode(
    encoder: SentenceEncoder, texts: Sequence[list[str]], what: str, tell: Progress
) -> list[Encoded]:
    """One a text, in order, with word of progress."""
    made: list[Encoded] = []
    for start in range(0, len(texts), BATCH):
        batch = texts[start : start + BATCH]
        vectors = encoder.encode_parts(batch, MAX_TOKENS)
        made += [Encoded(text[: len(own)], own) for text, own in zip(batch, vectors, strict=True)]
        tell(what, len(made), len(texts))
    return made


def learn_tone(encoder: SentenceEncoder, real: Sequence[Encoded]) -> Tone:
    """Which tone is left out, from the sentences of real abstracts."""
    invented = encoder.encode_parts([[sentence] for sentence in invented_sentences()])
    return fit_tone(np.concatenate(invented), np.concatenate([one.vectors[1:] for one in real]))


@dataclass(frozen=True, slots=True)
class Learned:
    """Heads, and what they say of their own examples when these are held back."""

    heads: Linear
    honest: Floats
    """(n_papers, 20) logits, each from the folds without that paper."""
    chances: Floats
    """(n_papers, 20): the reference answers, 0 to 1."""
    marks: list[str]
    """Of the titles."""
    papers: Sequence[Features]
    leaning: Leaning = field(default_factory=lambda: Leaning(np.zeros(len(KEYS)), 0.0))

    def memory(self) -> Json:
        """What is stored so that bars and figures can be computed again."""
        said = sigmoid(self.honest).round(4)
        return {"titles": self.marks, "out_of_fold": said.tolist()}

    def leanings(self) -> Json:
        """By persona: logits for one unit of the direct reading."""
        amounts = zip(KEYS, self.leaning.amount, strict=True)
        return {key: round(float(own), 4) for key, own in amounts}


def learn_answers(
    asked: Sequence[Answered], encoded: Sequence[Encoded], reader: Reader, folds: int
) -> Learned:
    """The twenty heads from reference answers alone."""
    papers = [reader.weigh(reader.counts(one), one) for one in encoded]
    marks = [title_mark(row.title) for row in asked]
    fold = fold_numbers(marks, folds)
    chances = np.array([[row.answers[key] for key in KEYS] for row in asked], dtype=np.float64)
    targets, examples = answer_logits(chances), stack_examples(papers, reader.n_terms)
    held = fit_folds(examples, targets, fold)
    honest = [held[int(own)].logits(paper)[0] for own, paper in zip(fold, papers, strict=True)]
    return Learned(fit_heads(examples, targets), np.array(honest), chances, marks, papers)


@dataclass(frozen=True, slots=True)
class Reviewed:
    """All papers with peer reviews, encoded and counted."""

    rows: Sequence[ReviewedText]
    encoded: Sequence[Encoded]
    counts: Sequence[Counts]

    @classmethod
    def of(
        cls, rows: Sequence[ReviewedText], encoded: Sequence[Encoded], reader: Reader
    ) -> Reviewed:
        """Count every paper."""
        return cls(rows, encoded, [reader.counts(one) for one in encoded])

    def features(self, reader: Reader, number: int) -> Features:
        """Of one paper; they are large, so they are made when they are asked for."""
        return reader.weigh(self.counts[number], self.encoded[number])


@dataclass(frozen=True, slots=True)
class Direct:
    """The direct reading, and for each fold the one that never saw it."""

    whole: Linear
    held: Mapping[int, Linear]
    folds: int

    def honest(self, mark: str, paper: Features) -> Floats:
        """(n_rows,): of a paper by the fold that did not learn from its title."""
        return self.held[int(fold_numbers([mark], self.folds)[0])].logits(paper)[:, 0]


def learn_direct(papers: Reviewed, reader: Reader, folds: int) -> Direct:
    """The direct reading from peer reviews."""
    n = len(papers.rows)
    first = [papers.features(reader, number).first() for number in range(n)]
    examples = stack_examples(first, reader.n_terms)
    known = tuple(row.paper for row in papers.rows)
    worth, fold = worth_of(known), fold_numbers([one.mark for one in known], folds)
    held = direct_folds(examples, worth, fold)
    whole = fit_direct(examples, worth)
    return Direct(whole, {own: held.get(own, whole) for own in range(folds)}, folds)


def lean(plain: Learned, direct: Direct) -> Learned:
    """The twenty heads as they judge: leaning towards peer reviews."""
    said = np.array(
        [direct.honest(mark, own)[0] for mark, own in zip(plain.marks, plain.papers, strict=True)]
    )
    leaning = fit_leaning(plain.honest, said, plain.chances)
    heads, honest = leaning.heads(plain.heads, direct.whole), plain.honest + leaning.of(said)
    return replace(plain, heads=heads, honest=honest, leaning=leaning)


def judge_reference(
    papers: Reviewed, reader: Reader, plain: Learned, learned: Learned, direct: Direct
) -> Reference:
    """What all heads say of every abstract once: honest answers where they learned."""
    known = dict(zip(plain.marks, plain.honest, strict=True))
    said = []
    for number, row in enumerate(papers.rows):
        paper, mark = papers.features(reader, number), row.paper.mark
        twenty = plain.heads.logits(paper)
        if mark in known:
            twenty = twenty + (known[mark] - twenty[0])
        own = direct.honest(mark, paper)
        said.append(np.column_stack([twenty + learned.leaning.of(own), own]))
    return Reference(gather(said), tuple(row.paper for row in papers.rows))


def _as_read_back(heads: Linear) -> Linear:
    """As the weights will be once stored: bars and merit rest on what will judge."""
    single = (heads.meaning, heads.cues, heads.intercept)
    meaning, cues, intercept = (array.astype(np.float32).astype(np.float64) for array in single)
    return Linear(meaning, cues, rounded(heads.words).astype(np.float64), intercept)


def assemble(
    vocabulary: list[str],
    idf: NDArray[np.float32],
    tone: Tone,
    whole: Linear,
    reference: Reference,
) -> tuple[Heads, Floats]:
    """The heads as they are stored, and the merit of each reference paper."""
    whole = _as_read_back(whole)
    centre, spread = reference.logits.mean(axis=0), reference.logits.std(axis=0)
    spread = np.where(spread > 1e-9, spread, 1.0)
    standard = reference.said.standard(centre, spread)
    rates = np.array([TARGET_RATE[own.strictness] for own in read_personas()])
    chances = sigmoid(reference.logits[:, :-1])
    bars = np.array(
        [np.quantile(own, 1 - rate) for own, rate in zip(chances.T, rates, strict=True)]
    )
    count = (chances >= bars).sum(axis=1).astype(np.float64)
    edition = np.array([paper.file for paper in reference.papers])
    weights = fit_merit(standard, worth_of(reference.papers), count, edition)
    joint = standard.joint(weights)
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
        tone=np.append(tone.direction, tone.most).astype(np.float32),
        facts={},
    )
    return heads, (joint - joint.mean()) / joint.std()
