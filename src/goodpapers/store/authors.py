"""Who is known to be an author of which paper, what they answer, and which papers are withheld."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256

from sqlalchemy import BindParameter, Connection, bindparam, delete, exists, literal_column, select
from sqlalchemy import update as sql_update
from sqlalchemy.dialects.postgresql import insert as upsert

from goodpapers.domain.paper import PaperKey
from goodpapers.store.reader_tables import author, author_contact, reader
from goodpapers.store.reading_list import paper_id
from goodpapers.store.rows import moment_row, storable, time_of
from goodpapers.store.state import bump_version
from goodpapers.store.statements import Row, Statement, padded, places
from goodpapers.store.tables import NO_TIER, panel_result, paper, score

ASKS = "asks"
"""`known_by` of a reader who says that they are an author, until the keeper confirms it."""
_BATCH = 64
_PAPER: BindParameter[int] = bindparam("paper_number")
_READER: BindParameter[int] = bindparam("reader_number")
_IS_THEIRS = (author.c.paper_id == _PAPER, author.c.reader_id == _READER)
_COLUMNS = (
    paper.c.key,
    paper.c.title,
    paper.c.withheld,
    reader.c.key,
    reader.c.name,
    author.c.known_by,
    author.c.known_at,
    author.c.answer,
    author.c.answered_at,
    author.c.asks_to_withhold_at,
)
_FROM = select(*_COLUMNS).join_from(author, paper).join(reader, reader.c.id == author.c.reader_id)
_FIND = Statement(_FROM.where(*_IS_THEIRS))
_ON_PAPER = Statement(
    _FROM.where(author.c.paper_id == _PAPER, author.c.answer.is_not(None)).order_by(
        author.c.answered_at, author.c.reader_id
    )
)
_WAITING = Statement(
    _FROM.where(
        (author.c.known_by == ASKS)
        | author.c.asks_to_withhold_at.is_not(None)
        | (paper.c.withheld == 1)
    ).order_by(author.c.known_at, paper.c.key, reader.c.key)
)
_WITHHELD = Statement(
    select(paper.c.key, paper.c.title).where(paper.c.withheld == 1).order_by(paper.c.key)
)
_KNOW = upsert(author).values(
    paper_id=_PAPER, reader_id=_READER, known_by=bindparam("by"), known_at=bindparam("at")
)
_SET_KNOWN = Statement(
    _KNOW.on_conflict_do_update(
        index_elements=[author.c.paper_id, author.c.reader_id],
        set_={name: _KNOW.excluded[name] for name in ("known_by", "known_at")},
    )
)
_FORGET = Statement(delete(author).where(*_IS_THEIRS))
_ANSWER = Statement(
    sql_update(author)
    .where(*_IS_THEIRS)
    .values(answer=bindparam("said"), answered_at=bindparam("when"))
)
_ASK = Statement(
    sql_update(author).where(*_IS_THEIRS).values(asks_to_withhold_at=bindparam("when"))
)
_CONTACTS = Statement(
    select(author_contact.c.scheme).where(
        author_contact.c.paper_id == _PAPER,
        author_contact.c.value_hash.in_(places(_BATCH, "hash")),
    )
)
_ADD_CONTACT = Statement(
    upsert(author_contact)
    .values({name: bindparam(name) for name in ("paper_id", "value_hash", "scheme")})
    .on_conflict_do_nothing(index_elements=[author_contact.c.paper_id, author_contact.c.value_hash])
)
_WITHHOLD = Statement(
    sql_update(paper)
    .where(paper.c.id == _PAPER)
    .values(
        withheld=literal_column("1"),
        judged=literal_column("0"),
        tier_rank=literal_column(str(NO_TIER)),
    )
)
_DROP_SCORE = Statement(delete(score).where(score.c.paper_id == _PAPER))
_RELEASE = Statement(
    sql_update(paper)
    .where(paper.c.id == _PAPER)
    .values(withheld=literal_column("0"), judged=bindparam("is_judged"))
)
_HAS_RESULT = Statement(select(exists().where(panel_result.c.paper_id == _PAPER)))


@dataclass(frozen=True, slots=True)
class Authorship:
    """One reader as an author of one paper."""

    paper: PaperKey
    title: str
    withheld: bool
    reader: str
    """The reader's key."""
    name: str
    known_by: str
    """``orcid``, ``email``, ``keeper``; ``asks`` while nobody confirmed it."""
    known_at: datetime
    answer: str | None
    answered_at: datetime | None
    asks_to_withhold_at: datetime | None

    @property
    def is_known(self) -> bool:
        return self.known_by != ASKS


def hash_of_contact(scheme: str, value: str) -> str:
    """What is kept of an iD or address."""
    return sha256(f"{scheme}:{value}".encode()).hexdigest()


def write_contacts(
    db: Connection, contacts: Mapping[PaperKey, Collection[tuple[str, str]]]
) -> None:
    """Keep, as hashes, what a programme says of a paper's authors; what was kept stays."""
    for key, every in contacts.items():
        number = paper_id(db, key)
        for scheme, value in sorted(every):
            kept = hash_of_contact(scheme, value)
            _ADD_CONTACT.run(db, paper_id=number, value_hash=kept, scheme=scheme)


def known_contact(db: Connection, key: str, contacts: Iterable[tuple[str, str]]) -> str | None:
    """By which of these (scheme, value) the programme names an author: its scheme, or None."""
    hashes = [hash_of_contact(*each) for each in contacts][:_BATCH]
    if not hashes:
        return None
    number = paper_id(db, key)
    row = _CONTACTS.one(db, paper_number=number, **padded(hashes, _BATCH, "hash"))
    return None if row is None else str(row[0])


def find_authorship(db: Connection, key: str, reader_id: int) -> Authorship | None:
    """The reader as an author of the paper; None where they are none and did not ask."""
    row = _FIND.one(db, paper_number=paper_id(db, key), reader_number=reader_id)
    return None if row is None else _authorship(row)


def set_known(db: Connection, key: str, reader_id: int, by: str, now: datetime) -> None:
    """The reader is known to be an author of the paper from now on, or asks to be."""
    number = paper_id(db, key)
    at = moment_row(now)
    _SET_KNOWN.run(db, paper_number=number, reader_number=reader_id, by=by, at=at)


def forget_authorship(db: Connection, key: str, reader_id: int) -> None:
    """The reader is no author of the paper; their answer goes too."""
    _FORGET.run(db, paper_number=paper_id(db, key), reader_number=reader_id)
    bump_version(db)


def write_answer(
    db: Connection, key: str, reader_id: int, answer: str | None, now: datetime
) -> None:
    """Keep the author's answer in place of an earlier one, or take it away."""
    said = None if answer is None else storable(answer)
    when = None if answer is None else moment_row(now)
    number = paper_id(db, key)
    _ANSWER.run(db, paper_number=number, reader_number=reader_id, said=said, when=when)
    bump_version(db)


def ask_to_withhold(db: Connection, key: str, reader_id: int, since: datetime | None) -> None:
    """The author asks the keeper to withhold panel, tier and score, or no longer does."""
    number = paper_id(db, key)
    _ASK.run(db, paper_number=number, reader_number=reader_id, when=moment_row(since))


def answers_on(db: Connection, key: str) -> tuple[str, ...]:
    """What authors answer on the paper, the first first. Hidden like the verdicts."""
    found = map(_authorship, _ON_PAPER.all(db, paper_number=paper_id(db, key)))
    return tuple(one.answer for one in found if one.answer and one.is_known)


def waiting(db: Connection) -> tuple[Authorship, ...]:
    """Readers who ask to be known as authors, who ask to withhold, or whose paper is withheld."""
    return tuple(map(_authorship, _WAITING.all(db)))


def withheld_papers(db: Connection) -> tuple[tuple[PaperKey, str], ...]:
    """Key and title of every paper that is withheld."""
    return tuple((PaperKey(key), title) for key, title in _WITHHELD.all(db))


def withhold_paper(db: Connection, key: str) -> None:
    """From now on the paper looks like one that nobody judged; what was judged stays stored."""
    number = paper_id(db, key)
    _WITHHOLD.run(db, paper_number=number)
    _DROP_SCORE.run(db, paper_number=number)
    bump_version(db)


def release_paper(db: Connection, key: str) -> None:
    """Undo `withhold_paper`; score and tier come with the next fit."""
    number = paper_id(db, key)
    judged = bool(_HAS_RESULT.all(db, paper_number=number)[0][0])
    _RELEASE.run(db, paper_number=number, is_judged=int(judged))
    bump_version(db)


def _authorship(row: Row) -> Authorship:
    key, title, withheld, whose, name, by, known_at, answer, answered_at, asks_at = row
    known = time_of(known_at)
    assert known is not None  # noqa: S101 - the column is never null
    return Authorship(
        PaperKey(key), title, bool(withheld), whose, name, by, known, answer,
        time_of(answered_at), time_of(asks_at),
    )  # fmt: skip
