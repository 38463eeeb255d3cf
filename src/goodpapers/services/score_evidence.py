"""What stands in the database, as arrays that the model reads, in the order of sorted keys."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from goodpapers.domain.listing import EditionSummary
from goodpapers.domain.programme import INVENTED_EDITION, Track
from goodpapers.domain.vote import Vote
from goodpapers.scoring.evidence import Evidence, IntArray, Papers, Readers, Votes
from goodpapers.scoring.merit import join_merits, likeness
from goodpapers.scoring.nodes import FloatArray
from goodpapers.store import score_evidence as stored
from goodpapers.store.database import Db
from goodpapers.store.editions import edition_id, list_editions
from goodpapers.store.score_evidence import PanelRow, PaperToScore, Voter, VoteRow

SAID = {Vote.WORTH_READING.value: 1.0, Vote.NOT_FOR_ME.value: 0.0, Vote.NO_VERDICT.value: np.nan}
CONFLICT_OWN, CONFLICT_SHARED = "own", "shared"
MOST_SOURCES = 2
SITE, INVENTED = "site", "invented"
"""Scopes of a fit: what invented readers say must not move scores of real papers."""
Mark = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Sources:
    """The sources whose merit the score uses, and how they are joined."""

    names: tuple[str, ...]
    """One or two; the first is the primary one."""
    validities: tuple[float, ...]
    alike: float
    """How the two correlate; 1 for one alone."""

    def join(self, merits: FloatArray) -> tuple[FloatArray, float]:
        """One merit a paper and its validity; `merits` is (n_papers, n_sources)."""
        return join_merits(merits, np.array(self.validities), self.alike)


@dataclass(frozen=True, slots=True)
class SiteEvidence:
    """All that one fit reads; arrays are in the order of `papers` and `readers`."""

    scope: str
    editions: tuple[EditionSummary, ...]
    evidence: Evidence
    papers: list[PaperToScore]
    readers: list[Voter]
    sources: Sources
    validity: float
    """Of the joined merit."""
    recommend: IntArray
    """Reviewers of the primary source who recommend the paper, (n_papers,)."""
    asked: IntArray
    """Reviewers of it who answered, (n_papers,)."""
    cast_at: FloatArray
    """When each vote was cast, (n_votes,), microseconds since 1970."""
    marks: Mapping[int, Mark]
    """By row number of the paper: what tells whether its votes changed since."""


def scope_of(edition_key: str) -> str:
    """The scope of an edition's papers."""
    return INVENTED if edition_key == INVENTED_EDITION else SITE


def read_site(
    db: Db, validities: Mapping[str, float], primary: str, *, caps: bool = True
) -> list[SiteEvidence]:
    """Every accepted paper with panel and votes, a scope each. `caps` False leaves only conflicts'.

    The score uses the `primary` source, and beside it the first other one by name that has judged.
    A source that `validities` does not name has the primary's.
    """
    found = _Found(
        panel=stored.panel_rows(db),
        readers=stored.voters(db),
        votes=stored.vote_rows(db),
        validities=validities,
        primary=primary,
        caps=caps,
    )
    scopes: dict[str, list[EditionSummary]] = {}
    for each in list_editions(db):
        scopes.setdefault(scope_of(each.edition.key), []).append(each)
    return [_read_scope(db, scope, editions, found) for scope, editions in scopes.items()]


@dataclass(frozen=True, slots=True)
class _Found:
    """What is read once for all scopes."""

    panel: list[PanelRow]
    readers: list[Voter]
    votes: list[VoteRow]
    validities: Mapping[str, float]
    primary: str
    caps: bool


def _read_scope(
    db: Db, scope: str, editions: Sequence[EditionSummary], found: _Found
) -> SiteEvidence:
    numbers = [edition_id(db, each.edition.key) for each in editions]
    papers = [one for number in numbers for one in stored.papers_to_score(db, number)]
    papers.sort(key=lambda one: one.key)
    inside = {one.id for one in papers}
    voted = {row.reader_id for row in found.votes if row.paper_id in inside}
    readers = [one for one in found.readers if one.id in voted]
    votes = _in_order([one.id for one in papers], readers, found.votes)
    panel = [row for row in found.panel if row.paper_id in inside]
    sources = _sources(papers, panel, found)
    merit, validity = sources.join(merit_table(papers, panel, sources.names))
    counts = {row.paper_id: (row.yes, row.asked) for row in panel if row.source == found.primary}
    said = np.array([counts.get(one.id, (0, 0)) for one in papers], np.int64).reshape(-1, 2)
    return SiteEvidence(
        scope=scope,
        editions=tuple(editions),
        evidence=evidence_of(papers, merit, readers, votes, caps=found.caps),
        papers=papers,
        readers=readers,
        sources=sources,
        validity=validity,
        recommend=said[:, 0],
        asked=said[:, 1],
        cast_at=np.array([row.cast_at for row in votes], float),
        marks={key: mark for one in numbers for key, mark in stored.vote_marks(db, one).items()},
    )


def _sources(papers: Sequence[PaperToScore], panel: Sequence[PanelRow], found: _Found) -> Sources:
    others = sorted({row.source for row in panel} - {found.primary})
    names = (found.primary, *others)[:MOST_SOURCES]
    validities = found.validities
    weights = tuple(validities.get(name, validities[found.primary]) for name in names)
    merits = merit_table(papers, panel, names)
    return Sources(names, weights, likeness(merits) if len(names) > 1 else 1.0)


def evidence_of(
    papers: Sequence[PaperToScore],
    merit: FloatArray,
    readers: Sequence[Voter],
    rows: Sequence[VoteRow],
    *,
    caps: bool,
) -> Evidence:
    """The rows as the model reads them; votes on other papers than these are left out."""
    tracks = [paper.track for paper in papers]
    return Evidence(
        Papers(merit, _is(tracks, Track.SPOTLIGHT), _is(tracks, Track.ORAL)),
        Readers(np.array([one.known for one in readers], bool)),
        _votes([paper.id for paper in papers], readers, rows),
        caps_by_standing=caps,
        caps_by_institution=caps,
    )


def merit_table(
    papers: Sequence[PaperToScore], panel: Iterable[PanelRow], names: Sequence[str]
) -> FloatArray:
    """The merit of each paper by each source, (n_papers, n_sources); NaN where it did not judge.

    NaN for a withheld paper too: what the panel said of it moves no other paper's score.
    """
    place = {paper.id: i for i, paper in enumerate(papers) if not paper.waits}
    column = {name: k for k, name in enumerate(names)}
    table = np.full((len(papers), len(names)), np.nan)
    for row in panel:
        if row.source in column and row.paper_id in place:
            table[place[row.paper_id], column[row.source]] = row.merit
    return table


def _votes(papers: Sequence[int], readers: Sequence[Voter], rows: Sequence[VoteRow]) -> Votes:
    place = {number: i for i, number in enumerate(papers)}
    voter = {one.id: i for i, one in enumerate(readers)}
    kept = _in_order(papers, readers, rows)
    paper = np.array([place[row.paper_id] for row in kept], np.int64)
    reader = np.array([voter[row.reader_id] for row in kept], np.int64)
    assigned = np.array([row.assigned for row in kept], bool)
    skipped = np.array([row.skipped_share for row in kept], float)
    conflicts = [row.conflict for row in kept]
    return Votes(
        paper=paper,
        reader=reader,
        yes=np.array([SAID[row.vote] for row in kept], float),
        chosen=np.where(assigned, skipped, 1.0),
        assigned=assigned,
        peeked=np.array([not (row.blind or row.open_site) for row in kept], bool),
        conflict=_is(conflicts, CONFLICT_SHARED),
        own=_is(conflicts, CONFLICT_OWN),
        institution=_institutions(readers)[reader],
    )


def _in_order(
    papers: Sequence[int], readers: Sequence[Voter], rows: Sequence[VoteRow]
) -> list[VoteRow]:
    """The votes on these papers, by paper and then reader, in the order of both."""
    place = {number: i for i, number in enumerate(papers)}
    voter = {one.id: i for i, one in enumerate(readers)}
    kept = [row for row in rows if row.paper_id in place]
    kept.sort(key=lambda row: (place[row.paper_id], voter[row.reader_id]))
    return kept


def _institutions(readers: Sequence[Voter]) -> IntArray:
    """The numbers of each reader's institutions, (n_readers, n_most); -1 fills up."""
    names = sorted({name for one in readers for name in one.institutions})
    number = {name: i for i, name in enumerate(names)}
    most = max([len(one.institutions) for one in readers], default=0)
    table = np.full((len(readers), max(most, 1)), -1, np.int64)
    for row, one in enumerate(readers):
        table[row, : len(one.institutions)] = [number[name] for name in one.institutions]
    return table


def _is(values: Sequence[str | None], wanted: str) -> NDArray[np.bool_]:
    return np.array([value == wanted for value in values], bool)
