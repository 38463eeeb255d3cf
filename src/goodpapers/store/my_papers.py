"""All that one reader keeps of papers, in one statement. It is never more than one life reads."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import BindParameter, Connection, and_, bindparam, select, text, union

from goodpapers.domain.paper import Paper, PaperKey
from goodpapers.domain.reading import Kept, KeptPaper, ReadingState
from goodpapers.domain.vote import CastVote, Vote
from goodpapers.store.paper_rows import papers_by_id
from goodpapers.store.reader_tables import note, reading_list, visited, vote
from goodpapers.store.rows import time_of
from goodpapers.store.search import compile_words, every_word, words_of
from goodpapers.store.statements import Row, Statement, padded, places
from goodpapers.store.tables import edition, paper

_BATCH = 500
_READER: BindParameter[int] = bindparam("reader")
_TABLES = (vote, reading_list, note, visited)
_THEIRS = union(*(select(each.c.paper_id).where(each.c.reader_id == _READER) for each in _TABLES))
_ALL = Statement(
    select(
        paper.c.key,
        paper.c.title,
        edition.c.key,
        edition.c.name,
        vote.c.vote,
        vote.c.cast_at,
        vote.c.changed_at,
        vote.c.blind,
        vote.c.assigned,
        vote.c.conflict,
        reading_list.c.state,
        reading_list.c.added_at,
        reading_list.c.changed_at,
        reading_list.c.assigned_at,
        note.c.text,
        note.c.changed_at,
        visited.c.at,
    )
    .join_from(paper, edition)
    .outerjoin(vote, and_(vote.c.paper_id == paper.c.id, vote.c.reader_id == _READER))
    .outerjoin(
        reading_list,
        and_(reading_list.c.paper_id == paper.c.id, reading_list.c.reader_id == _READER),
    )
    .outerjoin(note, and_(note.c.paper_id == paper.c.id, note.c.reader_id == _READER))
    .outerjoin(visited, and_(visited.c.paper_id == paper.c.id, visited.c.reader_id == _READER))
    .where(paper.c.id.in_(_THEIRS))
)
_THEIR_IDS = " UNION ".join(
    f"SELECT paper_id FROM {each.name} WHERE reader_id = :reader"  # noqa: S608 - our own names
    for each in _TABLES
)
_FOUND = {
    "sqlite": Statement(
        text(
            "SELECT paper.key FROM paper_words JOIN paper ON paper.id = paper_words.rowid "  # noqa: S608
            f"WHERE paper_words MATCH :words AND paper_words.rowid IN ({_THEIR_IDS})"
        )
    ),
    "postgresql": Statement(
        text(
            "SELECT paper.key FROM paper_words JOIN paper ON paper.id = paper_words.paper_id "  # noqa: S608
            "WHERE paper_words.words @@ to_tsquery('simple', :words) "
            f"AND paper_words.paper_id IN ({_THEIR_IDS})"
        )
    ),
}
_IDS = Statement(select(paper.c.key, paper.c.id).where(paper.c.key.in_(places(_BATCH, "key"))))


def all_kept(db: Connection, reader_id: int) -> list[Kept]:
    """Every paper that the reader voted on, listed, noted or visited, in no order."""
    return [_kept(row) for row in _ALL.all(db, reader=reader_id)]


def kept_with_words(db: Connection, reader_id: int, kept: Sequence[Kept], typed: str) -> list[Kept]:
    """Those whose paper has all the words that were typed, or whose note has; the last may be cut.

    Words are cut and folded as in every search of this site.
    """
    words = words_of(typed)
    if not words:
        return []
    search = compile_words(words, db.dialect.name).anywhere
    rows = _FOUND[db.dialect.name].all(db, reader=reader_id, words=search)
    found = {row[0] for row in rows}
    return [one for one in kept if one.key in found or _note_has(one.note, words)]


def _note_has(note_text: str | None, words: Sequence[str]) -> bool:
    if not note_text:
        return False
    has = set(every_word(note_text))
    *whole, last = words
    return has.issuperset(whole) and any(word.startswith(last) for word in has)


def with_papers(db: Connection, kept: Sequence[Kept]) -> list[KeptPaper]:
    """The same with all public facts of each paper, in the same order."""
    papers = papers_by_key(db, [one.key for one in kept])
    return [KeptPaper(one, papers[one.key]) for one in kept]


def papers_by_key(db: Connection, keys: Sequence[PaperKey]) -> dict[PaperKey, Paper]:
    """Papers with their slots; a key that is not on this site is left out."""
    ids: list[int] = []
    for start in range(0, len(keys), _BATCH):
        rows = _IDS.all(db, **padded(keys[start : start + _BATCH], _BATCH, "key"))
        ids += [row[1] for row in rows]
    found = papers_by_id(db, ids)
    return {one.paper.key: one.paper for one in found.values()}


def _kept(row: Row) -> Kept:
    key, title, edition_key, edition_name = row[:4]
    state, listed_at, state_at, assigned_at, note_text, note_at, visited_at = row[10:17]
    return Kept(
        PaperKey(key),
        title,
        edition_key,
        edition_name,
        vote=_cast(row[4:10]),
        state=None if state is None else ReadingState(state),
        listed_at=time_of(listed_at),
        state_at=time_of(state_at),
        assigned_at=time_of(assigned_at),
        note=note_text,
        note_at=time_of(note_at),
        visited_at=time_of(visited_at),
    )


def _cast(columns: Row) -> CastVote | None:
    said, cast_at, changed_at, blind, assigned, conflict = columns
    cast, changed = time_of(cast_at), time_of(changed_at)
    if said is None or cast is None or changed is None:
        return None
    return CastVote(Vote(said), cast, changed, bool(blind), bool(assigned), conflict)
