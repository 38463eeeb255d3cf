"""Papers and endpoints that the tests of this folder share."""

from __future__ import annotations

from typing import Any

from goodpapers.panel.endpoint import EndpointSource
from goodpapers.panel.pace import Patience
from goodpapers.panel.personas import read_personas
from goodpapers.panel.source import PaperText
from goodpapers.panel.terms import Endpoint

QUICK = Patience(attempts=3, first_wait_s=0.01, longest_wait_s=2.0, failures_in_a_row=3)
SECRET = "sk-test-9f8e7d6c5b4a"


def paper(number: int = 1) -> PaperText:
    return PaperText(
        title=f"Sparse gradients, part {number}",
        abstract=f"We study {number} sparse gradients. They cost half as much on ImageNet.",
        input_hash=f"hash{number}",
    )


def papers(n: int) -> list[PaperText]:
    return [paper(number) for number in range(1, n + 1)]


def source(address: str, **values: Any) -> EndpointSource:
    given: dict[str, Any] = {"model": "strong", "patience": QUICK, "timeout_s": 5.0} | values
    return EndpointSource(Endpoint(address=address, **given), read_personas())
