"""An encoder that encodes each sentence once: for benchmarks that judge the same papers many times.

A sentence's vector does not depend on its neighbours, so the vectors that are handed out are those
of the encoder behind, to rounding. How many parts fit is counted as the encoder counts it.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from pathlib import Path

import numpy as np
from tokenizers import Tokenizer

from goodpapers.encoder.minilm import MAX_TOKENS, Encoder
from goodpapers.encoder.weights import model_folder

Vectors = np.ndarray


class Remembered:
    """A `SentenceEncoder` with a memory; `save` and the next start keep it in a folder."""

    def __init__(self, folder: Path | None = None, threads: int = 1) -> None:
        self.name = Encoder.name
        self._encoder = Encoder.load(threads=threads)
        self._tokenizer = Tokenizer.from_file(str(model_folder() / "tokenizer.json"))
        self._tokenizer.no_padding()
        self._tokenizer.enable_truncation(MAX_TOKENS)
        self._folder = folder
        self._vectors: dict[str, Vectors] = {}
        self._new: list[str] = []
        self._recall()

    def encode_parts(self, texts: Sequence[Sequence[str]], limit: int = 512) -> list[Vectors]:
        """As `Encoder.encode_parts`: one array a text, of as many parts as fit."""
        unknown = [[part for part in text if part not in self._vectors] for text in texts]
        asked = [text for text in map(list, map(dict.fromkeys, unknown)) if text]
        for text, vectors in zip(asked, self._encoder.encode_parts(asked, 10**6), strict=True):
            self._vectors.update(zip(text, vectors, strict=True))
            self._new += text
        return [np.stack([self._vectors[part] for part in self._fit(t, limit)]) for t in texts]

    def save(self) -> None:
        """Write what is new to the folder."""
        if self._folder and self._new:
            self._folder.mkdir(parents=True, exist_ok=True)
            number = len(list(self._folder.glob("*.npz")))
            texts = np.frombuffer("\n".join(self._new).encode(), dtype=np.uint8)
            vectors = np.stack([self._vectors[part] for part in self._new])
            np.savez(self._folder / f"{number:04d}.npz", texts=texts, vectors=vectors)
            self._new = []

    def _recall(self) -> None:
        for path in sorted(self._folder.glob("*.npz")) if self._folder else []:
            with np.load(path) as stored:
                texts = bytes(stored["texts"]).decode().split("\n")
                self._vectors.update(zip(texts, stored["vectors"], strict=True))

    def _fit(self, text: Sequence[str], limit: int) -> Sequence[str]:
        coded = self._tokenizer.encode_batch_fast(list(text))
        ends = list(accumulate(min(len(one.ids), limit) for one in coded))
        return text[: max(1, sum(end <= limit for end in ends))]
