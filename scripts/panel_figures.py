#!/usr/bin/env python3
"""Write docs/panel-figures.md: what the panel was measured to do, from the benchmarks' own output.

    python scripts/panel_figures.py [--keep DIR] [--vectors DIR]

Runs panel_temporal, panel_robustness and panel_speed one after the other (an hour or two on one
core; `--vectors` keeps the encoder's work). What each printed is kept in DIR (build/panel-figures),
and a benchmark whose output is there already is not run again: delete a file to measure anew.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]

PAGE = """\
# The embedded panel: what it was measured to do

Made by `python scripts/panel_figures.py` from the output of three benchmarks, with the weights
that ship where nothing else is said. What it learned from, and how: [the panel
card](panel-card.md). What each figure is: [measuring a panel](measuring.md).

## Papers that it did not learn from
Whole trainings of their own, by `benchmarks/panel_temporal.py`, each on nothing that is measured:

- **iclr2025**: trained on reviews and answers of 2024 and before (this file is never trained on).
- **iclr2024**: trained on reviews and answers of 2021 and before.
- **aside**: ICLR 2024 and NeurIPS 2024; each paper is judged by the one of five trainings that saw
  neither its answers nor its reviews, nor those of any paper of its title.

Merit's construction (which parts, how strong, what is left out) was chosen with the figures of all
these files in view, ICLR 2025 too, though nothing was trained on it; so expect a little less of
editions that nobody here has looked at. Figures with 95 % intervals; "top tenth" is the share of
accepted papers among the best tenth by merit. NeurIPS has few rejected papers here, and only such
as their authors agreed to show.

{temporal}

## What planted text does
`benchmarks/panel_robustness.py`: 300 papers drawn by a hash of the title from the review files,
shifts in points of percentile of merit among 2,000 others. What is planted stands in
`benchmarks/panel_attacks.toml`. "Known" forms are in the screen; "unseen" ones were written before
it, by another hand, and stay out of it and of the sentences by which the tone is learned. Who wrote
those had seen the unseen ones, and how strong the guard is was chosen with this table in view, so
expect a little less of sentences that nobody here has seen.
*Shift* is signed, *size* is not; *gain* is the 95th percentile of the signed shift; *verdicts* is
how many of twenty answers changed.

{robustness}

The boasts are claims that cost nothing to write; somebody who holds the weights tries them on
other papers first and plants the best one. Our mark is 8 and is not reached: a claim reads like
any other, and what one sentence may carry is only bounded. Sentences that are left out for their
tone are not flagged: one in five hundred, mostly such as *Our contribution is twofold.*

## How fast
`benchmarks/panel_speed.py`:

{speed}
"""


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--keep", type=Path, default=ROOT / "build" / "panel-figures")
    asked.add_argument("--vectors", type=Path, help="a folder that keeps the encoder's work")
    given = asked.parse_args()
    given.keep.mkdir(parents=True, exist_ok=True)
    vectors = ["--vectors", str(given.vectors)] if given.vectors else []
    said = {
        name: printed(given.keep, name, extra)
        for name, extra in (("temporal", vectors), ("robustness", vectors), ("speed", []))
    }
    page = PAGE.format(**{name: tidy(text) for name, text in said.items()})
    (ROOT / "docs" / "panel-figures.md").write_text(page, encoding="utf-8")


def printed(keep: Path, name: str, extra: list[str]) -> str:
    """What a benchmark prints; run only where that is not kept."""
    kept = keep / f"{name}.txt"
    if not kept.exists():
        command = [sys.executable, str(ROOT / "benchmarks" / f"panel_{name}.py"), *extra]
        done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)  # noqa: S603
        kept.write_text(done.stdout, encoding="utf-8")
    return kept.read_text(encoding="utf-8")


def tidy(text: str) -> str:
    """Without remarks and the names of flagged papers; headings one level deeper."""
    lines = [line for line in text.splitlines() if not line.startswith(("<!--", "  - "))]
    whole = re.sub(r"^## ", "### ", "\n".join(lines), flags=re.MULTILINE)
    return re.sub(r"\n{3,}", "\n\n", whole).strip()


if __name__ == "__main__":
    main()
