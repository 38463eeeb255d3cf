"""Import a programme file: read, join what is one work, compare with what is known, write.

Two passes over the entries: the first reads the file, sets each entry aside on disk and keeps the
little that tells which entries are one work; the second builds the papers in batches and writes
them. Everything happens in one transaction: a file that breaks off changes nothing.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import partial
from pathlib import Path

from goodpapers.catalog.identity import Evidence, evidence_of, group
from goodpapers.catalog.matching import KnownWorks, Matched, known_of
from goodpapers.catalog.merge import content_hash, input_hash, keep_known, merge_entries
from goodpapers.catalog.sessions import Timetable
from goodpapers.catalog.spool import Spool
from goodpapers.domain.errors import NotAProgramme
from goodpapers.domain.paper import Paper, PaperKey
from goodpapers.domain.programme import Entry, ImportReport, Problem, ProgrammeHead, Status
from goodpapers.importers import OpenProgramme, read_programme
from goodpapers.importers.opening import shown_name
from goodpapers.services.conflicts import recompute_all
from goodpapers.store import authors, editions, papers
from goodpapers.store.database import Database
from goodpapers.store.facets import refresh_facets
from goodpapers.store.write_papers import StoredPaper, write_papers

_BATCH = 500
_TELL_EVERY = 200
MOST_PROBLEMS = 1_000
"""So many problems of a file are kept and named; the rest are only counted."""

Progress = Callable[[str, int, int | None], None]
"""(what is done now, how many are done, of how many)."""


def import_programme(
    database: Database,
    path: Path | str,
    *,
    format: str | None = None,  # noqa: A002 - the word of the command line
    columns: str | None = None,
    edition: str | None = None,
    dry_run: bool = False,
    diff: bool = False,
    now: datetime,
    progress: Progress | None = None,
) -> ImportReport:
    """Import the programme at `path` in one transaction and report what it brought.

    With `dry_run` the report is the same and nothing is written; with `diff` it names every new or
    changed paper. Raises BadInput (NotAProgramme) with one clear line for a file that is unreadable
    or holds no paper, BadUsage for a wrong `format` or `columns`, DatabaseFailure.
    """
    tell = progress or _silent
    name = shown_name(Path(path))
    with (
        read_programme(path, format=format, columns=columns, edition=edition) as programme,
        Spool() as spool,
    ):
        read = _read_all(programme, spool, tell)
        if not read.evidence:
            raise _no_paper(name, read)
        source = _Source(programme.head, spool, read, group(read.evidence))
        tally = _Tally(merged=len(spool) - len(source.groups), diff=diff)
        with database.read() if dry_run else database.write() as db:
            known = papers.known_papers(db, programme.head.edition.key)
            rows = _changed_papers(source, known, partial(papers.find_paper, db), tally, tell)
            if dry_run:
                deque(rows, maxlen=0)
            else:
                save = partial(write_papers, db, programme.head.edition, now=now)
                _save_in_batches(rows, save)
                authors.write_contacts(db, tally.contacts)
                if tally.new or tally.changed:
                    refresh_facets(db, programme.head.edition.key)
                note = programme.head.edition_note
                if note and editions.find_edition(db, programme.head.edition.key).note != note:
                    editions.set_note(db, programme.head.edition.key, note)
    if not dry_run and (tally.new or tally.changed):
        recompute_all(database, now=now)
    return tally.close(name, programme.head, read, dry_run=dry_run)


@dataclass(slots=True)
class _Read:
    """What is kept of a file after reading it once."""

    evidence: list[Evidence] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    """The first MOST_PROBLEMS of them."""
    n_problems: int = 0
    refused: int = 0
    timetable: Timetable = field(default_factory=Timetable)

    def count_problem(self, problem: Problem) -> None:
        self.n_problems += 1
        self.refused += problem.refused
        if len(self.problems) < MOST_PROBLEMS:
            self.problems.append(problem)


@dataclass(slots=True)
class _Source:
    """A file that was read, ready to be made into papers."""

    head: ProgrammeHead
    spool: Spool
    read: _Read
    groups: list[list[int]]

    def entries(self, places: list[int]) -> list[Entry]:
        """The entries of one group, each in its session."""
        timetable = self.read.timetable
        found = []
        for at in places:
            entry = self.spool.get(at)
            slots = tuple(map(timetable.place, entry.slots))
            if slots != entry.slots:
                entry = replace(entry, slots=slots)
            found.append(entry)
        return found


@dataclass(slots=True)
class _Tally:
    """Counts while papers are compared with what is known."""

    merged: int
    diff: bool
    new: int = 0
    changed: int = 0
    unchanged: int = 0
    accepted: int = 0
    without_abstract: int = 0
    changes: list[str] = field(default_factory=list)
    contacts: dict[PaperKey, set[tuple[str, str]]] = field(default_factory=dict)
    """What the file says of authors, to know them by."""

    def look_at(self, paper: Paper) -> None:
        if paper.status is Status.ACCEPTED:
            self.accepted += 1
            self.without_abstract += not paper.abstract

    def count(self, what: str, paper: Paper, fields: str = "") -> None:
        if what == "new":
            self.new += 1
        else:
            self.changed += 1
        if self.diff:
            self.changes.append(f"{what}: {paper.title}" + (f" ({fields})" if fields else ""))

    def close(self, file: str, head: ProgrammeHead, read: _Read, *, dry_run: bool) -> ImportReport:
        return ImportReport(
            file=file,
            format=head.format,
            edition=head.edition,
            new=self.new,
            changed=self.changed,
            unchanged=self.unchanged,
            merged=self.merged,
            refused=read.refused,
            accepted=self.accepted,
            without_abstract=self.without_abstract,
            problems=tuple(read.problems),
            notes=_notes(head, read.n_problems),
            changes=tuple(self.changes),
            dry_run=dry_run,
        )


def _read_all(programme: OpenProgramme, spool: Spool, tell: Progress) -> _Read:
    read = _Read()
    for item in programme:
        if isinstance(item, Problem):
            read.count_problem(item)
            continue
        spool.put(item)
        read.evidence.append(evidence_of(item))
        for slot in item.slots:
            read.timetable.add(slot)
        if len(spool) % _TELL_EVERY == 0:
            tell("Reading", len(spool), None)
    read.timetable.settle()
    return read


def _no_paper(name: str, read: _Read) -> NotAProgramme:
    found = "it holds no paper"
    if read.problems:
        found = f"none of its {read.refused:,} entries is a paper; the first: {read.problems[0]}"
    return NotAProgramme(Problem(name, None, found, "a programme with at least one paper"))


def _save_in_batches(
    rows: Iterable[StoredPaper], save: Callable[[Sequence[StoredPaper]], None]
) -> None:
    batch: list[StoredPaper] = []
    for row in rows:
        batch.append(row)
        if len(batch) == _BATCH:
            save(batch)
            batch = []
    if batch:
        save(batch)


def _changed_papers(
    source: _Source,
    known: papers.KnownPapers,
    find: Callable[[PaperKey], Paper],
    tally: _Tally,
    tell: Progress,
) -> Iterator[StoredPaper]:
    """The papers that are new or differ from what is known, counted in `tally`."""
    works = KnownWorks(
        source.head.edition.key,
        known.identifiers,
        known.content_hashes.keys(),
        lambda key: known_of(find(key)),
    )
    evidence = source.read.evidence
    matches = works.match([[evidence[at] for at in places] for places in source.groups])
    for done, (places, match) in enumerate(zip(source.groups, matches, strict=True)):
        if done % _TELL_EVERY == 0:
            tell("Comparing and writing", done, len(matches))
        paper = _build(source, places, match, tally)
        before = known.content_hashes.get(match.key) if match.known else None
        if row := _compare(paper, before, find, tally):
            yield row


def _build(source: _Source, places: list[int], match: Matched, tally: _Tally) -> Paper:
    entries = source.entries(places)
    contacts = {each for entry in entries for each in entry.contacts}
    if contacts:
        tally.contacts.setdefault(match.key, set()).update(contacts)
    return merge_entries(entries, match.key, source.head.edition, match.fingerprints)


def _compare(
    paper: Paper, before: str | None, find: Callable[[PaperKey], Paper], tally: _Tally
) -> StoredPaper | None:
    """What to write for `paper`, of which `before` is the stored hash; None if nothing changes."""
    after = content_hash(paper)
    if before is None:
        tally.count("new", paper)
    elif after == before:
        tally.unchanged += 1
        tally.look_at(paper)
        return None
    else:
        known = find(paper.key)
        paper = keep_known(paper, known)
        after = content_hash(paper)
        if after == before:
            tally.unchanged += 1
            tally.look_at(paper)
            return None
        tally.count("changed", paper, _differing(known, paper) if tally.diff else "")
    tally.look_at(paper)
    return StoredPaper(paper, after, input_hash(paper))


def _differing(known: Paper, paper: Paper) -> str:
    names = (name for name in Paper.__slots__ if name not in ("key", "edition"))
    return ", ".join(
        name.replace("_", " ") for name in names if getattr(known, name) != getattr(paper, name)
    )


def _notes(head: ProgrammeHead, n_problems: int) -> tuple[str, ...]:
    notes = list(head.notes)
    if head.edition_guessed_from is not None:
        guessed = f"Edition {head.edition.name}, guessed from {head.edition_guessed_from}."
        notes.insert(0, f"{guessed} Change with --edition NAME.")
    if n_problems > MOST_PROBLEMS:
        more = n_problems - MOST_PROBLEMS
        notes.append(f"The first {MOST_PROBLEMS:,} problems are named; and {more:,} more.")
    return tuple(notes)


def _silent(_what: str, _done: int, _total: int | None) -> None:
    """No progress is shown."""
