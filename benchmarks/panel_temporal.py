"""Claim: trained on older papers only, the panel still tells accepted from rejected.

    python benchmarks/panel_temporal.py [--vectors DIR] [--most 2000] [--tested 1500] [ROW…]

Rows, each a training of its own by `train_panel` and a measurement by `measure_panel`:

    iclr2025    trained on reviews and answers of 2024 and before
    iclr2024    trained on reviews and answers of 2021 and before
    aside       ICLR 2024 and NeurIPS 2024, every paper judged by heads that saw neither its answers
                nor its reviews, nor those of any paper of its title (five folds by title)

iclr2025 is measured on and never trained on. To save encoding, `--most` trains bars and merit on
so many papers a review file, and `--tested` measures on so many, both drawn by a hash of the
title; all without them. With `--vectors` a folder keeps what was encoded for the next run.
"""

from __future__ import annotations

import argparse
import gzip
import json
import sys
import tempfile
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path

from goodpapers.domain.verdict import PanelResult
from goodpapers.panel.embedded import EmbeddedPanel, load_embedded
from goodpapers.panel.measuring.folds import FOLDS, fold_numbers
from goodpapers.panel.measuring.titles import title_mark
from goodpapers.panel.source import PaperText
from goodpapers.services.measure_panel import measure_panel, panel_tables
from goodpapers.services.train_panel import train_panel
from remembered import Remembered

DATA = Path(__file__).parent.parent.parent / "shared" / "data"
NOT_FOR_TRAINING = "iclr2025"
ASIDE = ("iclr2024", "neurips2024")

Row = dict[str, object]
Keep = Callable[[Row], bool]


class Bench:
    """The data, the encoder, and a folder for cut-down copies of the files."""

    def __init__(
        self, data: Path, encoder: Remembered, work: Path, most: int | None, tested: int | None
    ) -> None:
        self.data, self.encoder, self.work = data, encoder, work
        self.most, self.most_tested = most, tested

    def tested(self, *names: str) -> list[Path]:
        """Review files to measure on."""
        paths = [self.data / "reviews" / f"{name}.jsonl.gz" for name in names]
        copies = [self._copy(path, "tested", lambda _: True, self.most_tested) for path in paths]
        return [copy for copy in copies if copy]

    def trained(self, label: str, keep: Keep) -> EmbeddedPanel:
        """A panel trained on the answers and reviews that `keep` lets through."""
        answers = self._copy(self.data / "panel" / "answers.jsonl.gz", label, keep)
        files = sorted((self.data / "reviews").glob("*.jsonl.gz"))
        names = [path for path in files if not path.name.startswith(NOT_FOR_TRAINING)]
        copies = [self._copy(path, label, keep, self.most) for path in names]
        weights = self.work / f"{label}.npz"
        reviews = [copy for copy in copies if copy]
        if not answers:
            sys.exit(f"{label}: no answers are left to train on")
        train_panel(answers, reviews, weights, encoder=self.encoder, now=datetime.now(UTC))
        self.encoder.save()
        facts = json.loads(weights.with_suffix(".json").read_text(encoding="utf-8"))
        print(f"<!-- {label}: trained on {json.dumps(facts['trained_on'])} -->", flush=True)
        return load_embedded(self.encoder, weights)

    def _copy(self, path: Path, label: str, keep: Keep, most: int | None = None) -> Path | None:
        """The rows that are kept, in a file of their own; None if there are none."""
        with gzip.open(path, "rt", encoding="utf-8") as file:
            rows = [row for row in map(json.loads, file) if keep(row)]
        rows.sort(key=lambda row: title_mark(str(row["title"])))
        folder = self.work / label
        folder.mkdir(parents=True, exist_ok=True)
        copy = folder / path.name.removesuffix(".gz")
        copy.write_text("\n".join(map(json.dumps, rows[:most])), encoding="utf-8")
        return copy if rows else None


def until(year: int) -> Keep:
    """Rows of that year and before."""
    return lambda row: isinstance(row["year"], int) and row["year"] <= year


class OutOfFold:
    """Judges each paper by the panel of its fold, which was trained without it."""

    name, model, recipe = "embedded, out of fold", "five panels", "five panels"

    def __init__(self, panels: Sequence[EmbeddedPanel]) -> None:
        self.panels = panels

    def judge(self, papers: Sequence[PaperText]) -> list[PanelResult]:
        folds = fold_numbers([title_mark(paper.title) for paper in papers])
        return [
            self.panels[fold].judge([paper])[0] for fold, paper in zip(folds, papers, strict=True)
        ]


def outside(fold: int) -> Keep:
    """Rows whose title is in another fold."""
    return lambda row: fold_numbers([title_mark(str(row["title"]))])[0] != fold


def measure(bench: Bench, row: str) -> str:
    """The tables of one row."""
    if row == "aside":
        panels = [bench.trained(f"aside-{fold}", outside(fold)) for fold in range(FOLDS)]
        return panel_tables(measure_panel(bench.tested(*ASIDE), OutOfFold(panels)))
    panel = bench.trained(row, until(2024 if row == "iclr2025" else 2021))
    return panel_tables(measure_panel(bench.tested(row), panel))


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    rows = ("iclr2025", "iclr2024", "aside")
    asked.add_argument("rows", nargs="*", metavar="ROW", default=list(rows))
    asked.add_argument("--most", type=int, help="papers a review file to train bars and merit on")
    asked.add_argument("--tested", type=int, help="papers a review file to measure on")
    asked.add_argument("--vectors", type=Path, help="a folder that keeps the encoder's work")
    asked.add_argument("--data", type=Path, default=DATA)
    given = asked.parse_args()
    for unknown in set(given.rows) - set(rows):
        asked.error(f"no row {unknown}; there are {', '.join(rows)}")
    with tempfile.TemporaryDirectory() as work:
        encoder = Remembered(given.vectors)
        bench = Bench(given.data, encoder, Path(work), given.most, given.tested)
        for row in given.rows:
            print(f"\n## {row}\n\n{measure(bench, row)}", flush=True)
            bench.encoder.save()


if __name__ == "__main__":
    main()
