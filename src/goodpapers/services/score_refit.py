"""Fit the scores anew when enough has changed; what a server does beside its pages."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Final

from goodpapers.services.rescore import NO_VALIDITIES, RescoreReport, rescore
from goodpapers.services.score_evidence import INVENTED, SITE
from goodpapers.store.database import Database, Db
from goodpapers.store.score_changes import changed_votes, count_unsettled
from goodpapers.store.score_fits import current_facts

LEAST_CHANGES: Final = 20
CHANGED_PART: Final = 0.05
"""So many changed votes, or this part of all, are enough at once."""
ANY_CHANGE_AFTER: Final = timedelta(hours=1)
"""After so long a single changed vote is enough."""
PAPERS_AFTER: Final = timedelta(minutes=2)
"""After so long papers that gained or lost their verdict are enough."""


def refit_if_due(
    database: Database,
    now: datetime,
    *,
    tiers: str = "place",
    caps: bool = True,
    validities: Mapping[str, float] = NO_VALIDITIES,
) -> RescoreReport | None:
    """Refit when enough changed since the last fit; None where it did not.

    Enough are 20 changed votes or a twentieth of all, one vote after an hour, or papers that wait
    for their score. Call it from one server at a time (`do_what_is_due` sees to it); two at once
    do no harm, as both write the same. The arguments are those of `rescore`.

    Raises
    ------
    DatabaseFailure
        The database cannot be read or written.
    """
    with database.read() as db:
        if not is_due(db, now):
            return None
    return rescore(database, tiers=tiers, now=now, caps=caps, validities=validities)


def is_due(db: Db, now: datetime) -> bool:
    """Whether enough changed since the last fit. Reads only."""
    found = [facts for scope in (SITE, INVENTED) if (facts := current_facts(db, scope))]
    waiting = count_unsettled(db)
    if not found:
        return waiting > 0
    made_at = min(made for _, made, _ in found)
    age, n_fitted = now - made_at, sum(facts["n_votes"] for _, _, facts in found)
    n_changed = changed_votes(db, since=made_at, n_before=n_fitted)
    return (
        n_changed >= max(LEAST_CHANGES, CHANGED_PART * n_fitted)
        or (n_changed > 0 and age >= ANY_CHANGE_AFTER)
        or (waiting > 0 and age >= PAPERS_AFTER)
    )
