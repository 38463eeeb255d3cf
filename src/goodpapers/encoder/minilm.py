"""The encoder: texts in, unit vectors out.

Each text is one run of the model on one thread, without padding, so a text's vector has the same
bits alone, in any batch, and on any number of threads; more threads run more texts at once.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Self

import numpy as np
import onnxruntime
from tokenizers import Tokenizer

from goodpapers.encoder.graph import WIDTH, build_graph
from goodpapers.encoder.weights import SHA256, Floats, model_folder, read_weights

MAX_TOKENS = 256
"""Of a text or part, with the two tokens that mark start and end."""


class Encoder:
    """MiniLM-L6 in fp32. Load it once; it may be used from several threads."""

    name = f"all-MiniLM-L6-v2 {SHA256[:8]}"

    def __init__(
        self, session: onnxruntime.InferenceSession, tokenizer: Tokenizer, threads: int
    ) -> None:
        self._session = session
        self._tokenizer = tokenizer
        self._threads = threads

    @classmethod
    def load(cls, folder: Path | None = None, *, threads: int | None = None) -> Self:
        """Read the installed weights, or those in ``folder``; ``threads`` texts run at once.

        Without ``threads``: as many as this process has cores, at most four. Raises
        `ModelFailure` when the weights are missing or not the published ones.
        """
        folder = folder or model_folder()
        tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
        tokenizer.no_padding()
        tokenizer.enable_truncation(MAX_TOKENS)
        threads = threads or min(4, len(os.sched_getaffinity(0)))
        return cls(_open_session(folder), tokenizer, threads)

    def encode(self, texts: Sequence[str]) -> Floats:
        """One unit vector a text, (n_texts, 384) float32; the first 256 tokens of each are read."""
        runs = self.encode_parts([[text] for text in texts])
        vectors = np.concatenate([np.empty((0, WIDTH), np.float32), *runs])
        unit: Floats = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
        return unit

    def encode_parts(self, texts: Sequence[Sequence[str]], limit: int = 512) -> list[Floats]:
        """The mean vector of every part of each text, encoded as if it stood alone.

        One array a text, (n_read, 384), not normalized. A text's parts share one run of at most
        ``limit`` tokens: the first part is always read, cut if need be; of the others as many as
        fit whole, in order.
        """
        if self._threads == 1 or len(texts) == 1:
            return [self._run(parts, limit) for parts in texts]
        with ThreadPoolExecutor(self._threads) as pool:
            return list(pool.map(lambda parts: self._run(parts, limit), texts))

    def _run(self, parts: Sequence[str], limit: int) -> Floats:
        if not parts:
            return np.zeros((0, WIDTH), np.float32)
        tokens = [coded.ids[:limit] for coded in self._tokenizer.encode_batch_fast(list(parts))]
        ends = np.cumsum([len(own) for own in tokens])
        ends = ends[ends <= limit]  # (n_read,)
        lengths = np.diff(ends, prepend=0)
        part = np.repeat(np.arange(len(ends)), lengths)  # (n_tokens,)
        place = np.arange(ends[-1]) - (ends - lengths)[part]
        pool = (part == np.arange(len(ends))[:, None]) / lengths[:, None]
        given = {
            "token": np.concatenate(tokens)[: ends[-1]].astype(np.int64),
            "place": place.astype(np.int64),
            "part": part.astype(np.int64),
            "pool": pool.astype(np.float32),
        }
        (vectors,) = self._session.run(["vector"], given)
        return np.asarray(vectors, dtype=np.float32)


def _open_session(folder: Path) -> onnxruntime.InferenceSession:
    model, arrays = build_graph(read_weights(folder))
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    options.inter_op_num_threads = 1
    options.use_deterministic_compute = True
    options.log_severity_level = 3
    values = [onnxruntime.OrtValue.ortvalue_from_numpy(array) for array in arrays.values()]
    options.add_external_initializers(list(arrays), values)
    return onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])
