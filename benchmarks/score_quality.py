"""Claim: the score is nearer to what readers would say than shares, averages and the panel alone.

On the sites of ../shared/data/simulated where they are, else on sites of our own simulator of the
same description; their truth is not the fitted model. Spearman, RMSE and expected calibration
error (ten groups of equal size) against the true share, coverage and width of the 90 % interval by
number of votes. And on real ratings: every reviewer of ICLR 2024 is a reader of one vote, one
rating a paper is hidden and predicted; log loss, with a bootstrap over papers.

Crowd-kit joins in where it is installed. py-irt brings torch, which this project does not take in,
and is left out.

    python benchmarks/score_quality.py            the tables
    python benchmarks/score_quality.py --seeds 5  also five sites of our own simulator
"""

from __future__ import annotations

import argparse
import gzip
import json
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path

import numpy as np
from scipy.stats import rankdata, spearmanr

from goodpapers.scoring.evidence import Evidence, Papers, Readers, Votes
from goodpapers.scoring.fit import score_papers
from goodpapers.scoring.model import judging
from goodpapers.scoring.synthetic import Habits, simulate
from goodpapers.services.read_score_tables import evidence_of, read_papers, read_votes

SHARED = Path(__file__).parents[1].parent / "shared" / "data"
SITES = ("site-1", "site-2", "site-3", "small", "large")
STRATA = ((0, 0), (1, 2), (3, 5), (6, 10), (11, 20), (21, 10**9))
PSEUDO_READERS = 5
Z = 1.96

Method = Callable[[Evidence], np.ndarray]


def counts(evidence: Evidence) -> tuple[np.ndarray, np.ndarray]:
    """Votes with a judgement, and those of yes, a paper."""
    cast = judging(evidence.votes)
    n_papers = evidence.papers.merit.size
    return (
        np.bincount(cast.paper, minlength=n_papers),
        np.bincount(cast.paper, cast.yes, n_papers),
    )


def middle(evidence: Evidence) -> float:
    """The site's share of yes."""
    return float(np.nanmean(evidence.votes.yes)) if evidence.votes.yes.size else 0.5


def plain_share(evidence: Evidence) -> np.ndarray:
    """Yes of all; the site's share where nobody voted."""
    n, yes = counts(evidence)
    return np.where(n > 0, yes / np.maximum(n, 1), middle(evidence))


def laplace(evidence: Evidence) -> np.ndarray:
    """One yes and one no added."""
    n, yes = counts(evidence)
    return (yes + 1) / (n + 2)


def wilson(evidence: Evidence) -> np.ndarray:
    """Lower bound of Wilson's 95 % interval; 0 without votes."""
    n, yes = counts(evidence)
    share = yes / np.maximum(n, 1)
    n = np.maximum(n, 1e-9)
    half = Z * np.sqrt(share * (1 - share) / n + Z**2 / (4 * n**2))
    return np.maximum((share + Z**2 / (2 * n) - half) / (1 + Z**2 / n), 0.0)


def bayesian_average(evidence: Evidence) -> np.ndarray:
    """Drawn to the site's share, which counts as five readers."""
    n, yes = counts(evidence)
    return (yes + PSEUDO_READERS * middle(evidence)) / (n + PSEUDO_READERS)


def original(evidence: Evidence) -> np.ndarray:
    """The formula of the original site: 10 % panel prior, 90 % share with five pseudo-readers."""
    n, yes = counts(evidence)
    merit = np.nan_to_num(evidence.papers.merit)
    prior = 0.45 + 0.47 * (rankdata(merit) - 0.5) / merit.size
    return 0.1 * prior + 0.9 * (yes + PSEUDO_READERS * prior) / (n + PSEUDO_READERS)


def panel_alone(evidence: Evidence) -> np.ndarray:
    """Our score without the votes."""
    return score_papers(replace(evidence, votes=evidence.votes.take(slice(0, 0))))[0].score / 100


def crowd_kit() -> dict[str, Method]:
    """Crowd-kit's Dawid-Skene, where it is installed: its chance of yes taken as the share.

    Its GLAD takes three and a half minutes on a site of 20,000 votes, and is left out.
    """
    try:
        import pandas as pd
        from crowdkit.aggregation import DawidSkene
    except ImportError:
        return {}

    def method(make: Callable[[], object]) -> Method:
        def said(evidence: Evidence) -> np.ndarray:
            cast = judging(evidence.votes)
            rows = {"task": cast.paper, "worker": cast.reader, "label": cast.yes.astype(int)}
            found = make().fit_predict_proba(pd.DataFrame(rows))[1]
            share = np.full(evidence.papers.merit.size, middle(evidence))
            share[found.index.to_numpy()] = found.to_numpy()
            return share

        return said

    return {
        "crowd-kit Dawid-Skene": method(lambda: DawidSkene(n_iter=50)),
    }


METHODS: dict[str, Method] = {
    "panel alone": panel_alone,
    "plain share": plain_share,
    "Laplace": laplace,
    "Wilson lower bound": wilson,
    "Bayesian average": bayesian_average,
    "original's formula": original,
}


def calibration_error(said: np.ndarray, share: np.ndarray) -> float:
    """Mean gap between what is said and what is so, over ten groups of equal size."""
    groups = np.array_split(np.argsort(said, kind="stable"), 10)
    gaps = [abs(said[g].mean() - share[g].mean()) * g.size for g in groups if g.size]
    return sum(gaps) / said.size


def given_site(name: str) -> tuple[Evidence, np.ndarray]:
    """A site of the shared data and its truth."""
    folder = SHARED / "simulated"
    papers = read_papers(folder / f"{name}-papers.csv.gz")
    evidence = evidence_of(papers, read_votes(folder / f"{name}-votes.csv.gz", papers))
    with gzip.open(folder / f"{name}-truth.csv.gz", "rt") as file:
        truth = dict(line.strip().split(",") for line in file)
    return evidence, np.array([float(truth[key]) for key in papers.keys])


def sites(seeds: int) -> Iterable[tuple[str, Evidence, np.ndarray]]:
    """The given sites, and as many of our own."""
    given = (SHARED / "simulated").is_dir()
    for name in SITES if given else ():
        yield name, *given_site(name)
    for seed in range(201, 201 + (seeds if given else max(seeds, 5))):
        habits = (Habits(), Habits(0.6, 0.2, 0.115), Habits(0.5, 0.4, 0.0))[seed % 3]
        site = simulate(seed, 3000, 1500, 20_000, habits)
        yield f"own {seed}", site.evidence, site.share


def report_site(name: str, evidence: Evidence, share: np.ndarray) -> None:
    """Every method on one site."""
    n = counts(evidence)[0]
    scores, fit = score_papers(evidence)
    print(f"\n{name}: {share.size} papers, {n.sum()} votes; δ {fit.chosen:.2f}")
    print(f"  {'':22} Spearman   RMSE    ECE")
    for label, said in [
        ("ours", scores.score / 100),
        *((label, method(evidence)) for label, method in (METHODS | crowd_kit()).items()),
    ]:
        rank = spearmanr(said, share).statistic
        rmse = np.sqrt(np.mean((said - share) ** 2))
        print(f"  {label:22} {rank:8.3f} {rmse:6.3f} {calibration_error(said, share):6.3f}")
    inside = (scores.low / 100 <= share) & (share <= scores.high / 100)
    width = scores.high - scores.low
    print(
        f"  coverage of the 90 % interval {inside.mean():.3f}; by votes (coverage, width, papers):"
    )
    for low, high in STRATA:
        rows = (n >= low) & (n <= high)
        if rows.any():
            label = f"{low} to {high}" if high < 10**9 else f"{low} or more"
            print(
                f"    {label:10} {inside[rows].mean():.3f} {width[rows].mean():5.1f} {rows.sum():6}"
            )


def real_ratings() -> tuple[Evidence, np.ndarray, np.ndarray]:
    """ICLR 2024 with one rating a paper hidden: evidence, paper and vote of each hidden rating."""
    with gzip.open(SHARED / "reviews" / "iclr2024.jsonl.gz", "rt", encoding="utf-8") as file:
        ratings = [json.loads(line)["ratings"] or [] for line in file]
    ratings = [each for each in ratings if len(each) >= 2]
    median = np.median([one for each in ratings for one in each])
    rng = np.random.default_rng(2024)
    hidden, rows = [], []
    for paper, each in enumerate(ratings):
        out = int(rng.integers(len(each)))
        hidden.append(float(each[out] >= median))
        rows += [(paper, float(one >= median)) for i, one in enumerate(each) if i != out]
    n, n_papers = len(rows), len(ratings)
    nobody, given = np.zeros(n, bool), np.ones(n, bool)
    paper = np.array([row[0] for row in rows])
    yes = np.array([row[1] for row in rows])
    votes = Votes(
        paper, np.arange(n), yes, np.zeros(n), given, nobody, nobody, nobody, np.full(n, -1)
    )
    flat = np.zeros(n_papers, bool)
    evidence = Evidence(
        Papers(np.full(n_papers, np.nan), flat, flat), Readers(given), votes, False, False
    )
    return evidence, np.arange(n_papers), np.array(hidden)


def report_real() -> None:
    """Log loss of hidden ratings, ours against the others."""
    if not (SHARED / "reviews").is_dir():
        print("\nreal ratings: left out, the folder ../shared/data/reviews is not there")
        return
    evidence, paper, vote = real_ratings()

    def loss(said: np.ndarray) -> np.ndarray:
        said = np.clip(said[paper], 0.01, 0.99)
        return -np.log(np.where(vote > 0, said, 1 - said))

    ours = loss(score_papers(evidence)[0].score / 100)
    rng = np.random.default_rng(1)
    draws = rng.integers(vote.size, size=(2000, vote.size))
    print(f"\nICLR 2024, {vote.size} hidden ratings; ours: log loss {ours.mean():.4f}")
    for name in ("Bayesian average", "plain share", "Laplace"):
        gain = loss(METHODS[name](evidence)) - ours
        low, high = np.quantile(gain[draws].mean(axis=1), [0.025, 0.975])
        print(f"  {name}: {gain.mean():+.4f} worse (95 % interval {low:+.4f} to {high:+.4f})")


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seeds", type=int, default=0)
    arguments = parser.parse_args()
    for name, evidence, share in sites(arguments.seeds):
        report_site(name, evidence, share)
    report_real()


if __name__ == "__main__":
    main()
