"""Claim: a full fit costs a fixed number of plain passes over the votes, and grows in proportion.

The full fit against one plain pass of the same votes through `numpy.bincount` in the same run, at
7,000 papers and 50,000 votes, and at 100,000 and a million; growth of the cost of one vote from one
to the other; one vote's update; how far such an update is from a new fit; peak memory. All in CPU
time of this process, so that a busy machine does not decide.

    python benchmarks/score_speed.py          the ratios
    python benchmarks/score_speed.py --large  also a million papers and ten million votes
"""

from __future__ import annotations

import argparse
import resource
import time
from collections.abc import Callable
from dataclasses import replace

import numpy as np

from goodpapers.scoring.evidence import Evidence, Papers, Readers, Votes
from goodpapers.scoring.fit import score_papers
from goodpapers.scoring.model import Fit
from goodpapers.scoring.update import update_scores

SIZES = ((7_000, 2_000, 50_000), (100_000, 20_000, 1_000_000))
LARGE = (1_000_000, 100_000, 10_000_000)


def a_site(n_papers: int, n_readers: int, n_votes: int) -> Evidence:
    """Votes as uneven as on a real site; what they say does not matter for the time."""
    rng = np.random.default_rng(4)
    pull, zeal = (np.exp(rng.normal(size=n)) for n in (n_papers, n_readers))
    paper = rng.choice(n_papers, 2 * n_votes, p=pull / pull.sum())
    reader = rng.choice(n_readers, 2 * n_votes, p=zeal / zeal.sum())
    pair = np.unique(paper * n_readers + reader)
    pair = np.sort(rng.choice(pair, min(n_votes, pair.size), replace=False))
    n = pair.size
    assigned, nobody = rng.random(n) < 0.12, np.zeros(n, bool)
    votes = Votes(
        paper=pair // n_readers,
        reader=pair % n_readers,
        yes=(rng.random(n) < 0.7).astype(float),
        chosen=(~assigned).astype(float),
        assigned=assigned,
        peeked=nobody,
        conflict=nobody,
        own=nobody,
        institution=rng.integers(-1, 200, n_readers)[pair % n_readers],
    )
    papers = Papers(rng.normal(size=n_papers), *(rng.random((2, n_papers)) < 0.1))
    return Evidence(papers, Readers(rng.random(n_readers) < 0.5), votes)


def seconds(work: Callable[[], object], times: int = 1) -> float:
    """CPU time of one call, the best of three rounds where it is short."""
    best = np.inf
    for _ in range(3 if times > 1 else 1):
        start = time.process_time()
        for _ in range(times):
            work()
        best = min(best, (time.process_time() - start) / times)
    return best


def without_last_vote(evidence: Evidence, row: int) -> tuple[Evidence, Evidence, Votes]:
    """The site without vote `row`; that vote's paper with all votes; its votes without that one."""
    votes, paper = evidence.votes, evidence.votes.paper[row]
    keep = np.arange(votes.paper.size) != row
    mine = votes.paper == paper
    papers = Papers(
        *(getattr(evidence.papers, name)[paper : paper + 1] for name in Papers.__slots__)
    )
    one = replace(votes.take(mine), paper=np.zeros(mine.sum(), np.int64))
    before = replace(votes.take(mine & keep), paper=np.zeros((mine & keep).sum(), np.int64))
    return (
        replace(evidence, votes=votes.take(keep)),
        replace(evidence, papers=papers, votes=one),
        before,
    )


def report_update(evidence: Evidence, fit: Fit) -> None:
    """One vote's update: its time, and on the smaller site its distance from a new fit."""
    _, one, before = without_last_vote(evidence, evidence.votes.paper.size // 2)
    cost = seconds(lambda: update_scores(fit, before, one), times=20)
    print(f"  one vote's update {1000 * cost:.1f} ms ({before.paper.size + 1} votes on the paper)")


def report_distance(evidence: Evidence) -> None:
    """How far updates are from new fits, over a few votes."""
    full, gaps = score_papers(evidence)[0].score, []
    for row in np.random.default_rng(6).choice(evidence.votes.paper.size, 10, replace=False):
        rest, one, before = without_last_vote(evidence, int(row))
        fit = score_papers(rest)[1]
        gaps.append(abs(update_scores(fit, before, one).score[0] - full[evidence.votes.paper[row]]))
    print(
        f"  update against new fit, 10 votes: median {np.median(gaps):.2f}, "
        f"most {max(gaps):.2f} points"
    )


def report(size: tuple[int, int, int]) -> float:
    """One size; CPU time of the fit a vote, in microseconds."""
    evidence = a_site(*size)
    votes = evidence.votes
    plain = seconds(lambda: np.bincount(votes.paper, votes.yes, size[0]), times=20)
    start = time.process_time()
    _, fit = score_papers(evidence)
    cost = time.process_time() - start
    each = 1e6 * cost / votes.paper.size
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(
        f"{size[0]:,} papers, {votes.paper.size:,} votes: fit {cost:.2f} s, plain pass "
        f"{1000 * plain:.2f} ms, ratio {cost / plain:,.0f}; "
        f"{each:.1f} µs a vote; peak {peak:,.0f} MB"
    )
    report_update(evidence, fit)
    return each


def main() -> None:
    """Print the ratios."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--large", action="store_true")
    large = parser.parse_args().large
    each = [report(size) for size in SIZES]
    print(f"growth of the cost of one vote: {each[1] / each[0]:.2f} times (mark: 1.6)")
    report_distance(a_site(1_000, 500, 7_000))
    if large:
        report(LARGE)


if __name__ == "__main__":
    main()
