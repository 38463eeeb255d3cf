"""Claim: of votes that the score gives a chance of 70 %, seventy in a hundred say yes.

The study that pages show while a site has under 200 votes of its own: the check of `goodpapers
score --check` on a simulated site of 3,000 papers and 20,000 votes (seed 401), whose truth is not
the model. Beside it, the same check on four more seeds, which no page shows.

    python benchmarks/score_study.py            the figures
    python benchmarks/score_study.py --write    also renew services/score_study.json
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import numpy as np

import goodpapers.services
from goodpapers.scoring.check import Check, check_model
from goodpapers.scoring.parameters import Parameters
from goodpapers.scoring.synthetic import simulate
from goodpapers.services.score_check import facts_of

SHOWN = 401
OTHERS = (402, 403, 404, 405)
FILE = Path(next(iter(goodpapers.services.__path__))) / "score_study.json"


def check(seed: int) -> Check:
    """The check on one simulated site; votes come in an order drawn by chance."""
    evidence = simulate(seed, 3000, 1500, 20_000).evidence
    at = np.random.default_rng(seed).random(evidence.votes.paper.size)
    return check_model(evidence, at, Parameters())


def rounded(value: object) -> object:
    """Figures at the four decimals that the evidence carries."""
    if isinstance(value, float):
        return round(value, 4)
    if isinstance(value, dict):
        return {name: rounded(each) for name, each in value.items()}
    return [rounded(each) for each in value] if isinstance(value, list | tuple) else value


def main() -> None:
    """Print the figures of every seed."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--write", action="store_true")
    writes = parser.parse_args().write
    for seed in (SHOWN, *OTHERS):
        found = check(seed)
        losses = ", ".join(f"{name} {loss:.3f}" for name, loss in found.log_loss.items())
        print(
            f"seed {seed}: ECE {found.ece:.3f}; log loss {losses}; "
            f"coverage {found.coverage:.3f} of {found.n_covered_of} papers; "
            f"{found.votes_needed} votes to 10 points"
        )
        if writes and seed == SHOWN:
            FILE.write_text(json.dumps(rounded(facts_of(found)), indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
