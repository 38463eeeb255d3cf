"""Does the score keep its promise? This site's own check, and the study's while votes are few.

A check refits the model without each reader's last votes and takes as long as a fit. It is kept;
pages show what was kept.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from importlib import resources
from typing import TYPE_CHECKING, Any, Final

from goodpapers.store.database import Database
from goodpapers.store.score_checks import read_check, write_check
from goodpapers.store.score_fits import current_facts

if TYPE_CHECKING:
    from goodpapers.scoring.check import Check as Found

LEAST_VOTES: Final = 200
EVERY: Final = timedelta(days=1)
NAME: Final = "calibration"
SITE: Final = "site"
"""The scope of real papers: as in score_evidence.py, which is slow to load."""


@dataclass(frozen=True, slots=True)
class Group:
    """Votes with like predictions: how many, what was said (0 to 1), and the share of yes."""

    said: float
    was: float
    n: int


@dataclass(frozen=True, slots=True)
class Check:
    """How well predictions of hidden votes came out, on this site or in the study."""

    is_own: bool
    """Of this site's own votes; else of the study's simulated site."""
    site_votes: int
    """Votes with a judgement that this site has; 200 are needed for a check of its own."""
    n_votes: int
    n_hidden: int
    groups: tuple[Group, ...]
    ece: float
    log_loss: Mapping[str, float]
    """In nats, by method: `ours`, `panel alone`, `plain share`, `Bayesian average`."""
    coverage: float | None
    """How often a paper's hidden votes lay within 90 % of what was predicted; None: too few."""
    n_covered_of: int
    votes_needed: int | None
    """Typical votes until an interval is 10 points to each side; None: over 200."""
    made_at: datetime | None
    """None for the study's."""
    calibrated: bool
    """Whether this site's scores rest on assigned votes, which tell how much choosing flatters."""


def check_scores(database: Database, now: datetime) -> Check:
    """Check the score on this site's votes and keep the outcome; with under 200, the study's.

    It is the model of the current fit. Votes on the invented edition are left out.

    Raises
    ------
    DatabaseFailure
        The database cannot be read or written.
    """
    from goodpapers.scoring.check import check_model
    from goodpapers.scoring.model import judging
    from goodpapers.scoring.parameters import Parameters
    from goodpapers.services.score_fit import current_fit, read_as_fitted

    with database.read() as db:
        kept = current_fit(db, SITE)
        sites = [] if kept is None else read_as_fitted(db, kept)
    site = next((one for one in sites if one.scope == SITE), None)
    n_votes = 0 if site is None else judging(site.evidence.votes).paper.size
    facts: dict[str, Any] = {"site_votes": n_votes}
    if site is not None and n_votes >= LEAST_VOTES:
        found = check_model(site.evidence, site.cast_at, Parameters(validity=site.validity))
        facts["check"] = facts_of(found)
    with database.write() as db:
        write_check(db, NAME, facts, now)
    return kept_check(database)


def kept_check(database: Database) -> Check:
    """The last check of this site, or the study's where there was none or votes were too few."""
    with database.read() as db:
        kept, fit = read_check(db, NAME), current_facts(db, SITE)
    facts: dict[str, Any] = {"site_votes": 0} if kept is None else kept.facts
    own = facts.get("check")
    check = dict(own or _study())
    groups = tuple(Group(**each) for each in check.pop("groups"))
    return Check(
        is_own=own is not None,
        site_votes=facts["site_votes"],
        groups=groups,
        made_at=None if kept is None or own is None else kept.made_at,
        calibrated=fit is not None and bool(fit[2]["calibrated"]),
        **check,
    )


def facts_of(found: Found) -> dict[str, Any]:
    """A check as JSON: NaN, where nothing could be counted, is null."""
    return {
        name: None if isinstance(value, float) and math.isnan(value) else value
        for name, value in asdict(found).items()
    }


def _study() -> dict[str, Any]:
    text = resources.files("goodpapers.services").joinpath("score_study.json").read_text("utf-8")
    found: dict[str, Any] = json.loads(text)
    return found
