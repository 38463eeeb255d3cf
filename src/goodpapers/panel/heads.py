"""Twenty small heads on one set of features, with what turns their answers into verdicts.

Weights are plain arrays in one file (NumPy's .npz, no code in it) and what they rest on in a JSON
file beside it. Every head is linear, so a reader can see what it weighs.
"""

from __future__ import annotations

import hashlib
import json
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from importlib.resources import files
from io import BytesIO
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from goodpapers.domain.errors import ModelFailure
from goodpapers.panel.features import Features
from goodpapers.panel.merit import guard
from goodpapers.panel.tone import Tone

Floats = NDArray[np.float64]
Singles = NDArray[np.float32]

FORMAT = 3
_ARRAYS = (
    "idf",
    "meaning",
    "cues",
    "words",
    "intercept",
    "centre",
    "spread",
    "merit",
    "bars",
    "tone",
)


@dataclass(frozen=True)
class Heads:
    """Everything that judging needs, and nothing that training needed."""

    vocabulary: tuple[str, ...]
    idf: Singles
    """(n_terms,)"""
    meaning: Singles
    """(768, 21): the twenty personas, then the direct reading; so in the next three."""
    cues: Singles
    """(n_cues, 21)"""
    words: Singles
    """(n_terms, 21)"""
    intercept: Singles
    """(21,)"""
    centre: Singles
    """(22,): mean of each of these over the reference set, then of merit's sum."""
    spread: Singles
    """(22,): their standard deviations."""
    merit: Singles
    """(21,): weight of each, standardized, in merit; none is negative; they sum to 1."""
    bars: Singles
    """(20,): the probability from which on each persona recommends."""
    tone: Singles
    """(385,): the direction of sentences that are left out, and how far along it one may lie."""
    facts: Mapping[str, object]
    """What the weights rest on: data, date, figures; the JSON file beside them."""

    @cached_property
    def place(self) -> dict[str, int]:
        """Of each term in the vocabulary."""
        return {term: number for number, term in enumerate(self.vocabulary)}

    @cached_property
    def digest(self) -> str:
        """Twelve hexadecimal digits over every number that a verdict depends on."""
        whole = hashlib.sha256("\n".join(self.vocabulary).encode())
        for name in _ARRAYS:
            whole.update(np.ascontiguousarray(getattr(self, name), dtype="<f4").tobytes())
        return whole.hexdigest()[:12]

    @cached_property
    def ear(self) -> Tone:
        """What tells sentences of praise, or to the reviewer, by their tone."""
        return Tone(self.tone[:-1].astype(np.float64), float(self.tone[-1]))

    def logits(self, features: Features) -> Floats:
        """What each head says of the paper, and of it without each sentence: (n_rows, 21)."""
        said: Floats = (
            features.meaning @ self.meaning.astype(np.float64)
            + features.cues @ self.cues.astype(np.float64)
            + features.words @ self.words[features.terms].astype(np.float64)
            + self.intercept
        )
        return said

    def merit_of(self, logits: Floats) -> float:
        """The panel's joint opinion of one paper, in standard deviations of the reference set;
        ``logits`` (n_rows, 21) are those of `logits`."""
        standard = (logits - self.centre[:-1]) / self.spread[:-1]
        joint = guard(standard @ self.merit, np.zeros(1, dtype=np.int64))[0]
        return float((joint - self.centre[-1]) / self.spread[-1])


def write_heads(heads: Heads, path: Path) -> None:
    """Write `path` (.npz) and the facts beside it (.json), the same bytes for the same heads."""
    arrays = {name: _stored(getattr(heads, name), name) for name in _ARRAYS}
    words = np.frombuffer("\n".join(heads.vocabulary).encode(), dtype=np.uint8)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, array in {**arrays, "vocabulary": words}.items():
            held = BytesIO()
            np.lib.format.write_array(held, array, allow_pickle=False)
            archive.writestr(zipfile.ZipInfo(f"{name}.npy", (2026, 1, 1, 0, 0, 0)), held.getvalue())
    text = json.dumps({"format": FORMAT, **heads.facts}, indent=1, ensure_ascii=False)
    path.with_suffix(".json").write_text(text + "\n", encoding="utf-8")


def _stored(array: Singles, name: str) -> NDArray[np.float16] | Singles:
    """The many weights of words are kept in half the bytes; see `rounded`."""
    return array.astype(np.float16) if name == "words" else array.astype(np.float32)


def rounded(words: Floats) -> Singles:
    """Weights of words as they will be read back: what is trained is what is judged with."""
    return words.astype(np.float16).astype(np.float32)


def read_heads(path: Path | None = None) -> Heads:
    """The weights that ship with the package, or those in `path`. Raises `ModelFailure`."""
    where = path or Path(str(files("goodpapers.panel") / "weights" / "embedded.npz"))
    try:
        facts = json.loads(where.with_suffix(".json").read_text(encoding="utf-8"))
        with np.load(where, allow_pickle=False) as stored:
            arrays = {name: stored[name].astype(np.float32) for name in _ARRAYS}
            vocabulary = bytes(stored["vocabulary"]).decode().split("\n")
        if facts.get("format") != FORMAT:
            raise ValueError(f"format {facts.get('format')}, not {FORMAT}")
    except (OSError, KeyError, ValueError, zipfile.BadZipFile) as error:
        raise ModelFailure(f"the panel's weights in {where} cannot be read: {error}") from error
    return Heads(vocabulary=tuple(vocabulary), facts=facts, **arrays)


def sigmoid(logits: Floats) -> Floats:
    """Logits to probabilities, without overflow."""
    probability: Floats = 0.5 * (1 + np.tanh(0.5 * logits))
    return probability
