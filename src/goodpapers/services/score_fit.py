"""A fit, and the votes it rests on, as they are kept: so a vote moves its paper without a new fit.

Arrays lie in NumPy's own format without pickles. A fit never changes, so that the last ones read
stay in this process's memory.
"""

from __future__ import annotations

import hashlib
import io
import threading
import zipfile
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from goodpapers.domain.errors import DatabaseFailure
from goodpapers.scoring.evidence import IntArray
from goodpapers.scoring.model import Fit
from goodpapers.scoring.nodes import FloatArray
from goodpapers.scoring.parameters import Parameters
from goodpapers.services.score_evidence import SiteEvidence, Sources, read_site
from goodpapers.store.database import Db
from goodpapers.store.score_fits import FitRow, current_fit_key, read_fit, write_fit

_SCALARS = ("chosen", "calibrated", "tau", "leniency_sd", "yes_share")
_ARRAYS = (
    *("beta", "leniency", "leniency_variance", "reliability", "proven"),
    *("n_cast", "n_yes"),
)
_NO_JUDGEMENT: Final = -1


@dataclass(frozen=True, slots=True)
class KeptFit:
    """A fit with all that a paper's score of now needs besides the paper's votes of now."""

    key: str
    made_at: datetime
    fit: Fit
    sources: Sources
    caps: bool
    tiers: str
    """How tiers were given: ``place``, ``score`` or ``off``."""
    readers: NDArray[np.bytes_]
    """Sorted keys, (n_readers,): the fit's rows."""
    papers: NDArray[np.bytes_]
    """Sorted keys of the papers with votes, (n_voted,)."""
    ends: IntArray
    """Up to where each of these papers' votes go, (n_voted,)."""
    vote_reader: IntArray
    """Row of the reader, (n_votes,)."""
    vote_yes: NDArray[np.int8]
    """1 worth reading, 0 not for me, -1 no verdict; (n_votes,)."""

    def votes_on(self, paper_key: str) -> tuple[IntArray, FloatArray]:
        """The readers (rows of the fit) and votes that it read on the paper; NaN is no verdict."""
        key = paper_key.encode()
        place = int(np.searchsorted(self.papers, key))
        if place >= self.papers.size or self.papers[place] != key:
            return np.empty(0, np.int64), np.empty(0)
        begin = int(self.ends[place - 1]) if place else 0
        rows = slice(begin, int(self.ends[place]))
        yes = self.vote_yes[rows].astype(float)
        return self.vote_reader[rows].astype(np.int64), np.where(yes < 0, np.nan, yes)


def name_fit(site: SiteEvidence, parameters: Parameters) -> str:
    """A name that is the same exactly when the fit reads the same."""
    digest = hashlib.sha256(repr((site.scope, parameters, site.sources)).encode())
    evidence = site.evidence
    digest.update(repr((evidence.caps_by_standing, evidence.caps_by_institution)).encode())
    digest.update(repr([one.key for one in site.papers]).encode())
    digest.update(repr([one.key for one in site.readers]).encode())
    for part in (evidence.papers, evidence.readers, evidence.votes):
        for name in part.__slots__:
            digest.update(np.ascontiguousarray(getattr(part, name)).tobytes())
    return digest.hexdigest()[:16]


def keep_fit(
    db: Db, site: SiteEvidence, fit: Fit, *, key: str, tiers: str, now: datetime
) -> KeptFit:
    """Make it the current fit of its scope."""
    votes = site.evidence.votes
    voted, begins = np.unique(votes.paper, return_index=True)
    keys = np.array([one.key.encode() for one in site.papers], "S")
    kept = KeptFit(
        key=key,
        made_at=now,
        fit=fit,
        sources=site.sources,
        caps=site.evidence.caps_by_standing,
        tiers=tiers,
        readers=np.array([one.key.encode() for one in site.readers], "S"),
        papers=keys[voted],
        ends=np.append(begins, votes.paper.size)[1:].astype(np.int64),
        vote_reader=votes.reader,
        vote_yes=np.where(np.isnan(votes.yes), _NO_JUDGEMENT, votes.yes).astype(np.int8),
    )
    write_fit(db, site.scope, FitRow(key, now, _facts(kept, site), _pack(kept)))
    return kept


def current_fit(db: Db, scope: str) -> KeptFit | None:
    """The fit that scores of the scope are under; None before the first.

    Raises
    ------
    DatabaseFailure
        What is kept cannot be read.
    """
    key = current_fit_key(db, scope)
    if key is None:
        return None
    with _lock:
        known = _known.get(key)
    if known is None:
        row = read_fit(db, key)
        if row is None:
            return None
        known = _unpack(row)
        with _lock:
            while len(_known) >= _MOST_KNOWN:
                _known.pop(next(iter(_known)))
            _known[key] = known
    return known


def read_as_fitted(db: Db, kept: KeptFit) -> list[SiteEvidence]:
    """The site of now, read as that fit read it: its sources, and caps or none."""
    sources = kept.sources
    known = dict(zip(sources.names, sources.validities, strict=True))
    return read_site(db, known, sources.names[0], caps=kept.caps)


_MOST_KNOWN: Final = 3
_known: dict[str, KeptFit] = {}
_lock = threading.Lock()


def _facts(kept: KeptFit, site: SiteEvidence) -> dict[str, object]:
    return {
        "parameters": asdict(kept.fit.parameters),
        **{name: getattr(kept.fit, name) for name in _SCALARS},
        "sources": asdict(kept.sources),
        "caps": kept.caps,
        "tiers": kept.tiers,
        "n_votes": len(kept.vote_yes),
        "n_readers": len(kept.readers),
        "n_judged": int((~np.isnan(site.evidence.papers.merit)).sum()),
        "n_papers": len(site.papers),
    }


def _pack(kept: KeptFit) -> bytes:
    file = io.BytesIO()
    arrays: dict[str, Any] = {name: getattr(kept.fit, name) for name in _ARRAYS}
    np.savez(
        file,
        **arrays,
        readers=kept.readers,
        papers=kept.papers,
        ends=kept.ends,
        vote_reader=kept.vote_reader.astype(np.int32),
        vote_yes=kept.vote_yes,
    )
    return file.getvalue()


def _unpack(row: FitRow) -> KeptFit:
    facts = row.facts
    try:
        with np.load(io.BytesIO(row.arrays), allow_pickle=False) as file:
            arrays = {name: file[name] for name in file.files}
        fit = Fit(
            parameters=Parameters(**facts["parameters"]),
            **{name: facts[name] for name in _SCALARS},
            **{name: arrays[name] for name in _ARRAYS},
        )
        sources = facts["sources"]
        return KeptFit(
            key=row.key,
            made_at=row.made_at,
            fit=fit,
            sources=Sources(
                tuple(sources["names"]), tuple(sources["validities"]), sources["alike"]
            ),
            caps=facts["caps"],
            tiers=facts["tiers"],
            **{
                name: arrays[name]
                for name in ("readers", "papers", "ends", "vote_reader", "vote_yes")
            },
        )
    except (OSError, ValueError, KeyError, TypeError, zipfile.BadZipFile) as error:
        raise DatabaseFailure(
            f"the fit {row.key} of the scores cannot be read; make a new one with: goodpapers score"
        ) from error
