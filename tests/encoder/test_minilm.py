"""The encoder against a plain NumPy forward pass of the same weights, written from the papers."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.special import erf, softmax
from tokenizers import Tokenizer

from goodpapers.domain.errors import ModelFailure
from goodpapers.encoder.minilm import Encoder
from goodpapers.encoder.weights import model_folder, read_weights

SENTENCES = [
    "We prove a tight lower bound on the regret of any algorithm.",
    "Straßenbahn, naïve café and 深層学習 in one sentence; 12.5% better!",
    "A",
]


@pytest.fixture(scope="module")
def encoder() -> Encoder:
    return Encoder.load(threads=1)


@pytest.fixture(scope="module")
def weights() -> dict[str, np.ndarray]:
    return {name: array.astype(np.float64) for name, array in read_weights(model_folder()).items()}


def numpy_vector(text: str, weights: dict[str, np.ndarray]) -> np.ndarray:
    """BERT (Devlin 2019) with mean pooling, in double precision: (384,), of length 1."""
    tokenizer = Tokenizer.from_file(str(model_folder() / "tokenizer.json"))
    tokenizer.no_padding()
    ids = tokenizer.encode(text).ids

    def dense(x: np.ndarray, name: str) -> np.ndarray:
        return x @ weights[f"{name}.weight"].T + weights[f"{name}.bias"]

    def norm(x: np.ndarray, name: str) -> np.ndarray:
        middle, spread = x.mean(-1, keepdims=True), x.var(-1, keepdims=True)
        scaled = (x - middle) / np.sqrt(spread + 1e-12)
        return scaled * weights[f"{name}.weight"] + weights[f"{name}.bias"]

    x = weights["embeddings.word_embeddings.weight"][ids]
    x = x + weights["embeddings.position_embeddings.weight"][: len(ids)]
    x = norm(x + weights["embeddings.token_type_embeddings.weight"][0], "embeddings.LayerNorm")
    for number in range(6):
        layer = f"encoder.layer.{number}"
        q, k, v = (
            dense(x, f"{layer}.attention.self.{part}").reshape(len(ids), 12, 32).swapaxes(0, 1)
            for part in ("query", "key", "value")
        )
        mixed = softmax(q @ k.swapaxes(1, 2) / np.sqrt(32), axis=-1) @ v
        out = dense(mixed.swapaxes(0, 1).reshape(len(ids), 384), f"{layer}.attention.output.dense")
        x = norm(x + out, f"{layer}.attention.output.LayerNorm")
        wide = dense(x, f"{layer}.intermediate.dense")
        active = wide * 0.5 * (1 + erf(wide / np.sqrt(2)))
        x = norm(x + dense(active, f"{layer}.output.dense"), f"{layer}.output.LayerNorm")
    mean = x.mean(axis=0)
    return mean / np.linalg.norm(mean)


@pytest.mark.parametrize("sentence", SENTENCES)
def test_a_vector_is_that_of_the_published_model(
    sentence: str, encoder: Encoder, weights: dict[str, np.ndarray]
) -> None:
    (found,) = encoder.encode([sentence])

    assert np.abs(found - numpy_vector(sentence, weights)).max() < 1e-6


def test_a_part_comes_out_as_if_encoded_alone(
    encoder: Encoder, weights: dict[str, np.ndarray]
) -> None:
    (parts,) = encoder.encode_parts([SENTENCES])

    unit = parts / np.linalg.norm(parts, axis=1, keepdims=True)
    expected = [numpy_vector(sentence, weights) for sentence in SENTENCES]
    assert np.abs(unit - expected).max() < 1e-6


def test_a_text_has_the_same_bits_alone_in_any_batch_and_on_any_number_of_threads(
    encoder: Encoder,
) -> None:
    together = encoder.encode(SENTENCES)

    for row, sentence in enumerate(SENTENCES):
        assert (encoder.encode([sentence])[0] == together[row]).all()
    assert (encoder.encode(SENTENCES[::-1])[::-1] == together).all()
    assert (Encoder.load(threads=3).encode(SENTENCES) == together).all()


@settings(deadline=None, max_examples=15)
@given(st.lists(st.text(max_size=60), min_size=1, max_size=4))
def test_any_text_gives_a_vector_of_length_one(texts: list[str]) -> None:
    vectors = shared_encoder().encode(texts)

    assert vectors.shape == (len(texts), 384)
    assert np.abs(np.linalg.norm(vectors, axis=1) - 1).max() < 1e-5


def test_only_the_first_256_tokens_are_read(encoder: Encoder) -> None:
    long = "word " * 254  # and a mark at each end

    assert (encoder.encode([long]) == encoder.encode([long + "other text"])).all()


def test_parts_that_do_not_fit_whole_are_not_read(encoder: Encoder) -> None:
    five, ten = "one two three", "one two three four five six seven eight"  # 5 and 10 tokens

    assert [len(found) for found in encoder.encode_parts([[five, ten, five]], limit=15)] == [2]
    assert [len(found) for found in encoder.encode_parts([[ten, five]], limit=9)] == [1]
    assert [len(found) for found in encoder.encode_parts([[], [five]], limit=9)] == [0, 1]


def test_no_text_gives_no_vector(encoder: Encoder) -> None:
    assert encoder.encode([]).shape == (0, 384)


def test_other_weights_than_the_published_ones_are_refused(tmp_path: Path) -> None:
    (tmp_path / "model.safetensors").write_bytes(b"not the weights")

    with pytest.raises(ModelFailure, match="is not the published MiniLM-L6"):
        read_weights(tmp_path)


def test_missing_weights_are_named(tmp_path: Path) -> None:
    with pytest.raises(ModelFailure, match=r"model\.safetensors cannot be read: No such file"):
        read_weights(tmp_path)


_ONE: list[Encoder] = []


def shared_encoder() -> Encoder:
    """Hypothesis calls a test many times; the weights are loaded once."""
    if not _ONE:
        _ONE.append(Encoder.load(threads=1))
    return _ONE[0]
