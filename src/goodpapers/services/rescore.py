"""Compute every score anew: panel and votes become a score, place and tier for each paper."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from types import MappingProxyType

import numpy as np

from goodpapers.domain.errors import BadUsage
from goodpapers.domain.listing import EditionSummary
from goodpapers.domain.paper import PaperKey
from goodpapers.domain.score import Score, Tier
from goodpapers.scoring.evidence import IntArray
from goodpapers.scoring.fit import fit_model
from goodpapers.scoring.parameters import Parameters
from goodpapers.scoring.tiers import (
    Held,
    Standing,
    places,
    settle,
    tiers_by_place,
    tiers_by_score,
)
from goodpapers.services.score_evidence import SiteEvidence, read_site
from goodpapers.services.score_fit import KeptFit, current_fit, keep_fit, name_fit
from goodpapers.services.score_update import (
    Counted,
    count,
    evidence_of_now,
    replace_rows,
    score_at,
)
from goodpapers.store import score_evidence as stored
from goodpapers.store.database import Database, Db, primary_source
from goodpapers.store.editions import edition_id
from goodpapers.store.score_evidence import PaperToScore
from goodpapers.store.score_history import add_tier_events, keep_history
from goodpapers.store.scores import write_scores

TIERS = ("place", "score", "off")
EMBEDDED = "embedded"
NO_VALIDITIES: Mapping[str, float] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class EditionScored:
    """What a fit did for one edition."""

    key: str
    name: str
    scored: int
    not_judged: int
    """Accepted papers that neither the panel nor a reader judged: they have no score."""
    tiers: Mapping[str, int]
    """How many papers each tier has, the best first; without tiers, empty."""
    votes: int = 0
    """Votes with a judgement that count."""
    tier_changes: int = 0


@dataclass(frozen=True, slots=True)
class RescoreReport:
    """What one run of `rescore` did, edition by edition, the newest first."""

    editions: tuple[EditionScored, ...]
    fit: str | None = None
    """The fit that scores of real papers are under now."""
    readers: int = 0
    """Readers whose votes count."""
    calibrated: bool = False
    """Whether assigned votes could tell how much people's choices flatter."""

    @property
    def scored(self) -> int:
        """Papers that have a score now."""
        return sum(each.scored for each in self.editions)


@dataclass(frozen=True, slots=True)
class _Fitted:
    """One fit and all scores under it, ready to be written edition by edition."""

    site: SiteEvidence
    kept: KeptFit
    counted: Counted
    row: Mapping[PaperKey, int]
    tiers: str
    settles: bool
    """Whether papers keep their tiers until they clearly left them."""
    is_new: bool
    """Whether this fit read anything that the one before had not."""
    now: datetime


def rescore(
    database: Database,
    *,
    tiers: str = "place",
    now: datetime,
    validity: float = 0.25,
    source: str | None = None,
    validities: Mapping[str, float] = NO_VALIDITIES,
    caps: bool = True,
    reset_tiers: bool = False,
) -> RescoreReport:
    """Fit the model to the site and score every accepted paper; each edition in one transaction.

    `tiers` says how they are given: ``place`` within the edition, ``score`` by fixed borders, or
    ``off``; with `reset_tiers` no paper keeps the tier it had. `validity` is the correlation of
    `source`'s merit with worth, 0 to below 1; `validities` those of other sources. Without
    `source` it is the one that the site prefers. `caps` False,
    on a site of members only, leaves only the caps for conflicts of interest. Running it again on
    the same verdicts and votes writes the same scores and tiers.

    Raises
    ------
    BadUsage
        `tiers` or a validity has no such value.
    DatabaseFailure
        The database cannot be read or written; the edition at hand is left as it was.
    """
    if tiers not in TIERS:
        raise BadUsage(f'there is no way "{tiers}" to give tiers; expected {", ".join(TIERS)}')
    for value in (validity, *validities.values()):
        if not 0 <= value < 1:
            raise BadUsage(f"a validity of {value} is impossible; expected 0 or more and below 1")
    with database.read() as db:
        primary = source or primary_source(db) or EMBEDDED
        sites = read_site(db, {primary: validity, **validities}, primary, caps=caps)
    done: dict[str, EditionScored] = {}
    fits = [_fit(database, site, tiers=tiers, resets=reset_tiers, now=now) for site in sites]
    for fitted in fits:
        for each in fitted.site.editions:
            done[each.edition.key] = _score_edition(database, each, fitted)
    main = next((one for one in fits if one.site.scope == "site"), None)
    return RescoreReport(
        editions=tuple(done[key] for key in _order(sites, done)),
        fit=None if main is None else main.kept.key,
        readers=sum(len(one.site.readers) for one in fits),
        calibrated=main is not None and main.kept.fit.calibrated,
    )


def _order(sites: Sequence[SiteEvidence], done: Mapping[str, EditionScored]) -> list[str]:
    """Edition keys, the newest first."""
    years = {each.edition.key: each.edition.year or 0 for one in sites for each in one.editions}
    return sorted(done, key=lambda key: -years[key])


def _fit(
    database: Database, site: SiteEvidence, *, tiers: str, resets: bool, now: datetime
) -> _Fitted:
    parameters = Parameters(validity=site.validity)
    key, fit = name_fit(site, parameters), fit_model(site.evidence, parameters)
    with database.write() as db:
        before = current_fit(db, site.scope)
        kept = keep_fit(db, site, fit, key=key, tiers=tiers, now=now)
    return _Fitted(
        site=site,
        kept=kept,
        counted=count(fit, site.evidence),
        row={paper.key: i for i, paper in enumerate(site.papers)},
        tiers=tiers,
        settles=before is not None and before.tiers == tiers and not resets,
        is_new=before is None or before.key != key,
        now=now,
    )


def _score_edition(database: Database, each: EditionSummary, fitted: _Fitted) -> EditionScored:
    key = each.edition.key
    with database.write() as db:
        number = edition_id(db, key)
        stored.lock_scores(db, number)
        papers = [one for one in stored.papers_to_score(db, number) if one.key in fitted.row]
        counted = _caught_up(db, number, papers, fitted)
        rows = np.array([fitted.row[one.key] for one in papers], np.int64)
        shown = np.array([not one.waits for one in papers], bool) & counted.has_score[rows]
        papers = [one for one, is_shown in zip(papers, shown, strict=True) if is_shown]
        held = _tiers(papers, rows[shown], counted, fitted)
        scores = _scores(papers, rows[shown], counted, held, fitted.now)
        waiting = {one.key: (h.wanted, h.refits) for one, h in zip(papers, held, strict=True)}
        write_scores(db, key, scores, fitted.kept.key, waiting)
        keep_history(
            db,
            [(one.id, scores[one.key]) for one in papers],
            fit=fitted.kept.key,
            now=fitted.now,
            edition_id=number,
        )
        changes = [(one.id, one.tier, scores[one.key].tier) for one in papers]
        n_changes = add_tier_events(db, changes, fitted.now) if fitted.tiers != "off" else 0
    found = Counter(score.tier for score in scores.values())
    return EditionScored(
        key=key,
        name=each.edition.name,
        scored=len(scores),
        not_judged=each.n_papers - len(scores),
        tiers={} if fitted.tiers == "off" else {tier.value: found[tier] for tier in Tier},
        votes=sum(one.n_votes for one in scores.values()),
        tier_changes=n_changes,
    )


def _caught_up(db: Db, number: int, papers: Sequence[PaperToScore], fitted: _Fitted) -> Counted:
    """The scores, with papers whose votes changed since the fit read them counted anew."""
    marks, seen = stored.vote_marks(db, number), fitted.site.marks
    late = [one for one in papers if marks.get(one.id) != seen.get(one.id)]
    fresh = [count(*evidence_of_now(db, fitted.kept, one)[:2]) for one in late]
    return replace_rows(fitted.counted, [fitted.row[one.key] for one in late], fresh)


def _tiers(
    papers: Sequence[PaperToScore],
    rows: IntArray,
    counted: Counted,
    fitted: _Fitted,
) -> list[Held]:
    if fitted.tiers == "off":
        return [Held(None)] * len(papers)
    site, by_place = fitted.site, fitted.tiers == "place"
    standing = Standing(
        counted.scores.score[rows], counted.n_votes[rows], site.recommend[rows], site.asked[rows]
    )
    fresh = (tiers_by_place if by_place else tiers_by_score)(standing)
    if not fitted.settles:
        return [Held(tier) for tier in fresh]
    held = [Held(one.tier, one.wanted_tier, one.refits) for one in papers]
    return settle(fresh, standing, held, by_place=by_place, counts=fitted.is_new)


def _scores(
    papers: Sequence[PaperToScore],
    rows: IntArray,
    counted: Counted,
    held: Sequence[Held],
    now: datetime,
) -> dict[PaperKey, Score]:
    place = places(counted.scores.score[rows])
    found: dict[PaperKey, Score] = {}
    for i, (paper, row) in enumerate(zip(papers, rows, strict=True)):
        score = score_at(counted, int(row), now)
        assert score is not None  # noqa: S101 - only papers with a score come here
        found[paper.key] = replace(
            score, tier=held[i].tier, place=int(place[i]), n_ranked=len(papers)
        )
    return found
