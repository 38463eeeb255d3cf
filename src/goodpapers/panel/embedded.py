"""The embedded reviewer: twenty small heads on this CPU, offline and deterministic.

It reads style and topic of title and abstract; it does not know the field. Each verdict comes with
the sentence or two that moved it most, found by leaving each out: quoted, never written.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from goodpapers.domain.verdict import PanelResult, Persona, Verdict
from goodpapers.panel.features import read_features
from goodpapers.panel.heads import Floats, Heads, read_heads, sigmoid
from goodpapers.panel.personas import read_personas
from goodpapers.panel.screen import Reading, read_paper
from goodpapers.panel.source import PaperText

READING_VERSION = 3
"""Raised when cleaning, cutting or counting changes: verdicts from before are then stale."""

MAX_TOKENS = 384
"""Of one paper, title and sentences; one in twenty-five is longer and loses its last sentence."""


class SentenceEncoder(Protocol):
    """What is asked of an encoder; `encoder/minilm.py` has it."""

    def encode_parts(
        self, texts: Sequence[Sequence[str]], limit: int = 512
    ) -> list[NDArray[np.float32]]:
        """For each text (n_read, 384), a mean vector of each of its first parts that fit."""
        ...


class EmbeddedPanel:
    """A `PanelSource` that needs nothing but its weights and an encoder."""

    name = "embedded"

    def __init__(self, encoder: SentenceEncoder, heads: Heads, personas: Sequence[Persona]) -> None:
        self._encoder = encoder
        self._heads = heads
        self._personas = tuple(personas)
        self.model = f"embedded {heads.digest}"
        versions = " ".join(f"{own.key}:{own.version}" for own in personas)
        recipe = f"{READING_VERSION} {heads.digest} {versions}"
        self.recipe = hashlib.sha256(recipe.encode()).hexdigest()[:16]

    @property
    def facts(self) -> Mapping[str, object]:
        """What the weights rest on: data, date and figures."""
        return self._heads.facts

    @property
    def bars(self) -> dict[str, float]:
        """The probability from which on each persona recommends, by key."""
        return dict(
            zip((own.key for own in self._personas), map(float, self._heads.bars), strict=True)
        )

    def judge(self, papers: Sequence[PaperText]) -> list[PanelResult]:
        """Twenty verdicts a paper, the same bits whatever is judged beside it.

        A paper of which no sentence can be judged gets missing verdicts. Raises `ModelFailure`.
        """
        readings = [read_paper(paper.title, paper.abstract) for paper in papers]
        vectors = self._encoder.encode_parts([parts_of(one) for one in readings], MAX_TOKENS)
        together = zip(papers, readings, vectors, strict=True)
        return [self._result(paper, *self._heard(one, own)) for paper, one, own in together]

    def _heard(
        self, reading: Reading, vectors: NDArray[np.float32]
    ) -> tuple[Reading, NDArray[np.float32]]:
        """What was encoded, without the sentences that are left out for their tone."""
        if len(vectors) < 2:
            return reading, vectors
        kept = self._heads.ear.keeps(vectors[1:])
        read = zip(reading.sentences, kept, strict=False)  # the last ones may not have fitted
        sentences = tuple(sentence for sentence, is_kept in read if is_kept)
        return replace(reading, sentences=sentences), vectors[np.append(True, kept)]

    def _result(
        self,
        paper: PaperText,
        reading: Reading,
        vectors: NDArray[np.float32],
    ) -> PanelResult:
        merit, verdicts = 0.0, tuple(Verdict(own.key, None, None) for own in self._personas)
        if len(vectors) > 1:
            heads = self._heads
            features = read_features(parts_of(reading), vectors, heads.place, heads.idf)
            logits = heads.logits(features)  # (1 + n_read, 21)
            merit = heads.merit_of(logits)
            verdicts = self._verdicts(logits, paper.abstract, reading)
        return PanelResult(
            source=self.name,
            model=self.model,
            recipe=self.recipe,
            input_hash=paper.input_hash,
            merit=round(merit, 6),
            verdicts=verdicts,
            flags=reading.flags,
        )

    def _verdicts(self, logits: Floats, abstract: str, reading: Reading) -> tuple[Verdict, ...]:
        # Rounded before it meets the bar, so that what is stored says why it recommends.
        answers = sigmoid(logits[0, :-1]).round(6)  # (20,)
        yes = answers >= self._heads.bars
        verdicts = []
        for number, persona in enumerate(self._personas):
            spoke = strongest(logits[:, number], bool(yes[number]))
            quoted = tuple(
                abstract[reading.sentences[i].start : reading.sentences[i].end] for i in spoke
            )
            verdicts.append(Verdict(persona.key, float(answers[number]), bool(yes[number]), quoted))
        return tuple(verdicts)


def parts_of(reading: Reading) -> list[str]:
    """What the encoder is given of a paper: its title, then each sentence that counts."""
    return [reading.title or "Untitled", *(sentence.plain for sentence in reading.sentences)]


def strongest(logits: Floats, recommends: bool) -> list[int]:
    """Which sentences, by number, spoke most for a yes or against it, the strongest first.

    ``logits`` are one persona's answers: the paper, then without each sentence. At most two; the
    second only if it moved the answer at least half as much as the first; none if none did.
    """
    moved = (logits[0] - logits[1:]) * (1 if recommends else -1)  # (n_sentences,)
    if len(moved) == 1:
        return [0]
    order = np.argsort(-moved, kind="stable")[:2]
    return [int(i) for i in order if moved[i] > 0 and moved[i] >= moved[order[0]] / 2]


def load_embedded(encoder: SentenceEncoder, weights: Path | None = None) -> EmbeddedPanel:
    """The embedded panel with the weights that ship with the package, or those in ``weights``.

    Raises `ModelFailure` when weights or personas are missing or broken.
    """
    return EmbeddedPanel(encoder, read_heads(weights), read_personas())
