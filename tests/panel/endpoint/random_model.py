"""A real llama.cpp server that speaks for a model of random weights, made on the spot.

The answers mean nothing; the protocol is the real one: chat template, grammar from a JSON schema,
token probabilities, usage. Run as a program it serves until its standard input closes, and prints
its address first. The file format is GGUF 3 (https://github.com/ggml-org/ggml/blob/master/docs/gguf.md).
"""

from __future__ import annotations

import struct
import sys
import tempfile
from pathlib import Path

import numpy as np

WIDTH, HEADS, FEED, CONTEXT = 32, 2, 64, 16_384
_U32, _F32, _STRING, _ARRAY, _I32 = 4, 6, 8, 9, 5
_NORMAL, _UNKNOWN, _CONTROL, _BYTE = 1, 2, 3, 6


def _text(value: str) -> bytes:
    raw = value.encode()
    return struct.pack("<Q", len(raw)) + raw


def _value(kind: int, value: object) -> bytes:
    if kind == _STRING:
        return _text(str(value))
    return struct.pack({_U32: "<I", _F32: "<f", _I32: "<i"}[kind], value)


def _entry(key: str, kind: int, value: object) -> bytes:
    return _text(key) + struct.pack("<I", kind) + _value(kind, value)


def _list(key: str, kind: int, values: list[object]) -> bytes:
    head = _text(key) + struct.pack("<IIQ", _ARRAY, kind, len(values))
    return head + b"".join(_value(kind, each) for each in values)


def _vocabulary() -> list[tuple[str, int]]:
    special = [("<unk>", _UNKNOWN), ("<s>", _CONTROL), ("</s>", _CONTROL)]
    single = [(f"<0x{each:02X}>", _BYTE) for each in range(256)]
    words = ["\u2581", "yes", "no", "ye", "es", "▁yes", "▁no", '"yes', '"no', '":', '",']
    return special + single + [(word, _NORMAL) for word in words]


def _head(words: list[tuple[str, int]]) -> list[bytes]:
    return [
        _entry("general.architecture", _STRING, "llama"),
        _entry("general.name", _STRING, "random"),
        _entry("llama.context_length", _U32, CONTEXT),
        _entry("llama.embedding_length", _U32, WIDTH),
        _entry("llama.block_count", _U32, 1),
        _entry("llama.feed_forward_length", _U32, FEED),
        _entry("llama.attention.head_count", _U32, HEADS),
        _entry("llama.rope.dimension_count", _U32, WIDTH // HEADS),
        _entry("llama.attention.layer_norm_rms_epsilon", _F32, 1e-5),
        _entry("llama.vocab_size", _U32, len(words)),
        _entry("tokenizer.ggml.model", _STRING, "llama"),
        _list("tokenizer.ggml.tokens", _STRING, [word for word, _ in words]),
        _list("tokenizer.ggml.scores", _F32, [-float(n) for n in range(len(words))]),
        _list("tokenizer.ggml.token_type", _I32, [kind for _, kind in words]),
        _entry("tokenizer.ggml.bos_token_id", _U32, 1),
        _entry("tokenizer.ggml.eos_token_id", _U32, 2),
        _entry("tokenizer.ggml.unknown_token_id", _U32, 0),
    ]


def _tensors(n_words: int, seed: int) -> dict[str, np.ndarray]:
    shapes = {"token_embd": (n_words, WIDTH), "output": (n_words, WIDTH)}
    shapes |= {f"blk.0.attn_{part}": (WIDTH, WIDTH) for part in ("q", "k", "v", "output")}
    shapes |= {f"blk.0.ffn_{part}": (FEED, WIDTH) for part in ("gate", "up")}
    shapes |= {"blk.0.ffn_down": (WIDTH, FEED)}
    draw = np.random.default_rng(seed)
    made = {f"{name}.weight": draw.normal(0, 0.5, shape) for name, shape in shapes.items()}
    norms = ("output_norm", "blk.0.attn_norm", "blk.0.ffn_norm")
    return made | {f"{name}.weight": np.ones(WIDTH) for name in norms}


def write_random_model(path: Path, seed: int = 7) -> Path:
    """Write a one-layer llama model of 118 kB to `path`; the same seed gives the same file."""
    words = _vocabulary()
    head, tensors = _head(words), _tensors(len(words), seed)
    infos, data = b"", b""
    for name, tensor in tensors.items():
        raw = tensor.astype("<f4").tobytes()
        shape = tensor.shape[::-1]  # GGUF names the fastest axis first
        infos += _text(name) + struct.pack(f"<I{len(shape)}Q", len(shape), *shape)
        infos += struct.pack("<IQ", 0, len(data))
        data += raw + b"\0" * (-len(raw) % 32)
    start = b"GGUF" + struct.pack("<IQQ", 3, len(tensors), len(head)) + b"".join(head) + infos
    path.write_bytes(start + b"\0" * (-len(start) % 32) + data)
    return path


def main() -> None:
    """Serve a random model; print the address; end when standard input closes."""
    import xllamacpp  # type: ignore[import-untyped]  # a binary package without types

    with tempfile.TemporaryDirectory() as folder:
        model = write_random_model(Path(folder) / "random.gguf")
        params = xllamacpp.CommonParams()
        params.model.path = str(model)
        params.model_alias = {"random"}
        params.n_ctx, params.n_parallel, params.port = CONTEXT * 2, 2, 0
        params.cpuparams.n_threads = 1
        server = xllamacpp.Server(params)
        print(server.listening_address, flush=True)  # noqa: T201
        sys.stdin.read()


if __name__ == "__main__":
    main()
