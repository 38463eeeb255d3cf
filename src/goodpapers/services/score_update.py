"""After a vote: that paper's score of now, without a new fit.

A score is a pure function of the current fit and of the paper's votes of now, so that it does not
matter in which order votes came and which process counted them. What all papers share (readers'
leniency and reliability, how much choosing flatters) and tiers change with the next fit.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

import numpy as np

from goodpapers.domain.paper import PaperKey
from goodpapers.domain.score import Score
from goodpapers.scoring.evidence import BoolArray, Evidence, IntArray, Readers, no_votes
from goodpapers.scoring.model import Fit, Scores, judging, reader_equivalents, scores_of
from goodpapers.scoring.nodes import FloatArray
from goodpapers.scoring.update import grown_fit
from goodpapers.services.score_evidence import evidence_of, merit_table, scope_of
from goodpapers.services.score_fit import KeptFit, current_fit
from goodpapers.store import score_evidence as stored
from goodpapers.store.database import Database, Db
from goodpapers.store.score_evidence import PaperToScore
from goodpapers.store.score_history import keep_history
from goodpapers.store.scores import change_score
from goodpapers.store.state import bump_version

DECIMALS = 9
"""Of a kept score: the last bits of a sum differ between processors."""


@dataclass(frozen=True, slots=True)
class Counted:
    """Everything about scores but places and tiers; all (n_papers,)."""

    scores: Scores
    panel: FloatArray
    """Without the votes."""
    n_votes: IntArray
    """With a judgement."""
    n_yes: IntArray
    panel_weight: FloatArray
    readers_weight: FloatArray
    has_score: BoolArray
    """The panel judged it, or a reader did."""


def update_after_vote(database: Database, paper_key: PaperKey, now: datetime) -> None:
    """Bring the paper's score up to the votes of now, in one short transaction.

    Call it after the vote was kept, changed or withdrawn. Does nothing before the first fit, and
    for a paper that has no score to give: not accepted, withheld, still to be judged, or unknown.

    Raises
    ------
    DatabaseFailure
        The database cannot be read or written; the vote stays, and the next fit counts it.
    """
    with database.read() as db:
        paper = stored.paper_to_score(db, paper_key)
        if paper is not None:
            current_fit(db, scope_of(paper.edition))  # is read here, where nobody waits for it
    if paper is None:
        return
    with database.write() as db:
        stored.lock_scores(db, paper.edition_id)
        again = stored.paper_to_score(db, paper_key)
        kept = current_fit(db, scope_of(paper.edition))
        bump_version(db)
        if again is None or again.waits or kept is None:
            return
        one = score_of_now(db, kept, again, now)
        placed = change_score(db, again.edition_id, again.id, one, kept.key)
        if placed is not None:
            keep_history(db, [(again.id, placed)], fit=kept.key, now=now)


def score_of_now(db: Db, kept: KeptFit, paper: PaperToScore, now: datetime) -> Score | None:
    """The paper's score by its votes of now under the fit, without place; None without any."""
    fit, evidence, _ = evidence_of_now(db, kept, paper)
    return score_at(count(fit, evidence), 0, now)


def evidence_of_now(
    db: Db, kept: KeptFit, paper: PaperToScore
) -> tuple[Fit, Evidence, dict[int, str]]:
    """The fit with the readers who came since, the paper with its votes of now, and who voted.

    The last is the readers' keys by row.
    """
    rows, voters = stored.vote_rows(db, paper.id), stored.voters(db, paper.id)
    panel = stored.panel_rows(db, paper.id)
    merit, _ = kept.sources.join(merit_table([paper], panel, kept.sources.names))
    small = evidence_of([paper], merit, voters, rows, caps=kept.caps)
    keys = np.array([one.key.encode() for one in voters], "S")
    place = np.searchsorted(kept.readers, keys)
    inside = np.minimum(place, max(kept.readers.size - 1, 0))
    is_old = kept.readers[inside] == keys if kept.readers.size else np.zeros(keys.size, bool)
    place[~is_old] = kept.readers.size + np.arange((~is_old).sum())
    known = np.zeros(kept.readers.size + int((~is_old).sum()), bool)
    known[place] = small.readers.known
    votes = replace(small.votes, reader=place[small.votes.reader])
    evidence = replace(small, readers=Readers(known), votes=votes)
    before_reader, before_yes = kept.votes_on(paper.key)
    cast = judging(votes)
    fit = grown_fit(
        kept.fit, (before_reader, before_yes), (cast.reader, cast.yes), n_readers=known.size
    )
    return fit, evidence, {int(row): one.key for row, one in zip(place, voters, strict=True)}


def count(fit: Fit, evidence: Evidence) -> Counted:
    """The scores of the papers of `evidence`, and what they rest on."""
    n_papers, cast = evidence.papers.merit.size, judging(evidence.votes)
    alone = scores_of(fit, replace(evidence, votes=no_votes()))
    panel_weight, readers_weight = reader_equivalents(fit, evidence)
    n_votes = np.bincount(cast.paper, minlength=n_papers)
    judged = ~np.isnan(evidence.papers.merit)
    return Counted(
        scores=scores_of(fit, evidence),
        panel=np.where(judged, alone.score, np.nan),
        n_votes=n_votes,
        n_yes=np.bincount(cast.paper[cast.yes > 0], minlength=n_papers),
        panel_weight=panel_weight,
        readers_weight=readers_weight,
        has_score=judged | (n_votes > 0),
    )


def score_at(counted: Counted, row: int, now: datetime) -> Score | None:
    """The score of one row as it is kept, without place and tier; None where there is none."""
    if not counted.has_score[row]:
        return None
    n_votes = int(counted.n_votes[row])
    panel = float(counted.panel[row])
    return Score(
        score=round(float(counted.scores.score[row]), DECIMALS),
        low=round(float(counted.scores.low[row]), DECIMALS),
        high=round(float(counted.scores.high[row]), DECIMALS),
        tier=None,
        place=None,
        n_ranked=0,
        panel=None if np.isnan(panel) else round(panel, DECIMALS),
        readers=100 * int(counted.n_yes[row]) / n_votes if n_votes else None,
        n_votes=n_votes,
        fitted_at=now,
        panel_weight=round(float(counted.panel_weight[row]), DECIMALS),
        readers_weight=round(float(counted.readers_weight[row]), DECIMALS),
    )


def replace_rows(counted: Counted, rows: Sequence[int], fresh: Sequence[Counted]) -> Counted:
    """`counted` with these rows taken from `fresh`, one paper each."""
    if not rows:
        return counted

    def mended(values: np.ndarray, news: list[np.ndarray]) -> np.ndarray:
        changed = values.copy()
        changed[list(rows)] = np.concatenate(news)
        return changed

    names = [name for name in Counted.__slots__ if name != "scores"]
    scores = Scores(
        *(
            mended(getattr(counted.scores, name), [getattr(one.scores, name) for one in fresh])
            for name in Scores.__slots__
        )
    )
    return Counted(
        scores=scores,
        **{
            name: mended(getattr(counted, name), [getattr(one, name) for one in fresh])
            for name in names
        },
    )
