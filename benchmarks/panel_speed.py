"""The embedded panel against the bare encoder on the same texts, in the same run. Mark: 1.3 times.

    python benchmarks/panel_speed.py [PAPERS.jsonl[.gz]] [-n 1000]

Bare: one pass of the encoder over "title. abstract", cut at 256 tokens. Panel: everything from
raw text to twenty verdicts with evidence. Both on one thread, in turns of 50 papers, by CPU time,
so that other work on the machine falls on both alike. Without a file the texts are made up.
"""

from __future__ import annotations

import argparse
import gzip
import json
import random
import time
from collections.abc import Callable
from pathlib import Path

from goodpapers.encoder.minilm import Encoder
from goodpapers.panel.embedded import load_embedded
from goodpapers.panel.source import PaperText

TURN = 50
_PIECES = (
    "{We} propose {a} method for {topic} that improves on strong baselines by {n} percent.",
    "However, existing approaches to {topic} suffer from high cost and ignore structure.",
    "Understanding {topic} is a fundamental problem with many applications in practice.",
    "Our analysis shows that the error decays at rate 1/{n} under mild assumptions on the data.",
    "Experiments on ImageNet, CIFAR-10 and {n} further benchmarks show consistent gains, and an "
    "ablation study explains which part of the architecture is responsible for the improvement.",
    "The key idea is to exploit the geometry of {topic}, which earlier work did not consider.",
    "We prove a matching lower bound and discuss limitations of the approach for larger models.",
    "This suggests that {topic} can be learned from {n} examples without additional supervision.",
)
_TOPICS = ("graph learning", "policy optimization", "sparse attention", "causal discovery")


def made_up(n: int) -> list[PaperText]:
    """Texts of the length of real abstracts: 7 to 9 sentences, about 230 tokens."""
    rng = random.Random(1)
    papers = []
    for number in range(n):
        facts = {"We": "We", "a": "a new", "topic": rng.choice(_TOPICS), "n": rng.randint(2, 90)}
        pieces = [rng.choice(_PIECES).format(**facts) + f" ({i})" for i in range(rng.randint(7, 9))]
        papers.append(PaperText(f"On {facts['topic']}, part {number}", " ".join(pieces)))
    return papers


def read(path: Path, n: int) -> list[PaperText]:
    """The first ``n`` rows with an abstract."""
    with gzip.open(path, "rt") if path.suffix == ".gz" else path.open() as file:
        rows = (json.loads(line) for line in file)
        found = [PaperText(row["title"], row["abstract"]) for row in rows if row.get("abstract")]
    return found[:n]


def spent(work: Callable[[], object]) -> float:
    """CPU seconds of this process."""
    began = time.process_time()
    work()
    return time.process_time() - began


def main() -> None:
    options = argparse.ArgumentParser()
    options.add_argument("file", nargs="?", type=Path)
    options.add_argument("-n", type=int, default=1000)
    chosen = options.parse_args()
    papers = read(chosen.file, chosen.n) if chosen.file else made_up(chosen.n)
    encoder = Encoder.load(threads=1)
    panel = load_embedded(encoder)
    bare = panel_time = 0.0
    panel.judge(papers[:2])  # both warm
    for start in range(0, len(papers), TURN):
        turn = papers[start : start + TURN]
        texts = [f"{paper.title}. {paper.abstract}" for paper in turn]
        bare += spent(lambda texts=texts: encoder.encode(texts))  # type: ignore[misc]
        panel_time += spent(lambda turn=turn: panel.judge(turn))  # type: ignore[misc]
    n = len(papers)
    print(f"bare encoder  {1e3 * bare / n:7.1f} ms a paper ({n} papers, one thread, CPU time)")
    print(f"panel         {1e3 * panel_time / n:7.1f} ms a paper, verdicts and evidence")
    print(f"ratio         {panel_time / bare:7.2f}  (mark 1.3)")


if __name__ == "__main__":
    main()
