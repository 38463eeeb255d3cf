"""The tables of readers: who they are, how they sign in, what they said and keep.

Secrets are stored as hashes only. What is a reader's own goes with the reader (CASCADE).
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    SmallInteger,
    Table,
    Text,
    text,
)

from goodpapers.store.tables import ID, metadata, paper_id_column


def _reader_id(*, primary_key: bool = False) -> Column[int]:
    return Column(
        "reader_id",
        ID,
        ForeignKey("reader.id", ondelete="CASCADE"),
        primary_key=primary_key,
        nullable=False,
    )


reader = Table(
    "reader",
    metadata,
    Column("id", ID, primary_key=True),
    Column("key", Text, nullable=False, unique=True),
    Column("name", Text, nullable=False),
    Column("role", Text, nullable=False),  # reader, keeper
    Column("kind", Text, nullable=False),  # person, demo, invented, left
    Column("made_at", BigInteger, nullable=False),
    Column("suspended_at", BigInteger),
    Column("known_by", Text),  # identity, email, keeper; null is not known
    # What the reader confirmed about themselves, for conflicts of interest; JSON lists.
    Column("names", Text, nullable=False, server_default=text("'[]'")),
    Column("affiliations", Text, nullable=False, server_default=text("'[]'")),
    Column("orcid", Text),
    Column("email_domains", Text, nullable=False, server_default=text("'[]'")),
    Column("not_mine", Text, nullable=False, server_default=text("'[]'")),
    # Interests, for the daily order; JSON lists.
    Column("topics", Text, nullable=False, server_default=text("'[]'")),
    Column("conferences", Text, nullable=False, server_default=text("'[]'")),
    Column("keeps_history", SmallInteger, nullable=False, server_default=text("0")),
)

identity = Table(
    "identity",
    metadata,
    Column("provider", Text, primary_key=True),  # github, google, orcid, email, the name of an OIDC
    Column("subject", Text, primary_key=True),
    _reader_id(),
    Column("name", Text),
    Column("email", Text),
    Column("since", BigInteger),  # when the outside account was made, where the provider says
    Column("added_at", BigInteger, nullable=False),
    Index("ix_identity_reader_id", "reader_id"),
    sqlite_with_rowid=False,
)

sign_in = Table(
    "sign_in",
    metadata,
    Column("token_hash", Text, primary_key=True),
    _reader_id(),
    Column("how", Text, nullable=False),
    Column("device", Text, nullable=False),
    Column("made_at", BigInteger, nullable=False),
    Column("seen_at", BigInteger, nullable=False),
    Column("ends_at", BigInteger, nullable=False),
    Index("ix_sign_in_reader_id", "reader_id"),
    sqlite_with_rowid=False,
)

sign_in_link = Table(
    "sign_in_link",
    metadata,
    # A one-time link (uses_left 1) to be someone, or an invitation for several to join.
    Column("token_hash", Text, primary_key=True),
    Column("reader_id", ID, ForeignKey("reader.id", ondelete="CASCADE")),
    Column("role", Text, nullable=False),
    Column("label", Text, nullable=False),
    Column("made_at", BigInteger, nullable=False),
    Column("ends_at", BigInteger, nullable=False),
    Column("uses_left", Integer, nullable=False),
    Index("ix_sign_in_link_reader_id", "reader_id"),
    sqlite_with_rowid=False,
)

pending_sign_in = Table(
    "pending_sign_in",
    metadata,
    # Between the start of a sign-in and its end: an OAuth state, or a code sent by e-mail.
    Column("key_hash", Text, primary_key=True),
    Column("kind", Text, nullable=False),
    Column("facts", Text, nullable=False),
    Column("tries_left", Integer, nullable=False),
    Column("ends_at", BigInteger, nullable=False),
    Index("ix_pending_sign_in_ends_at", "ends_at"),
    sqlite_with_rowid=False,
)

rate = Table(
    "rate",
    metadata,
    Column("key", Text, primary_key=True),
    Column("window_start", BigInteger, primary_key=True),
    Column("n", Integer, nullable=False),
    Index("ix_rate_window_start", "window_start"),
    sqlite_with_rowid=False,
)

audit = Table(
    "audit",
    metadata,
    Column("id", ID, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("actor", Text, nullable=False),
    Column("act", Text, nullable=False),
    Column("about", Text, nullable=False),
    Column("detail", Text, nullable=False),
    Index("ix_audit_at", "at"),
)

lease = Table(
    "lease",
    metadata,
    # Tasks that one server of several does: not to be claimed before then.
    Column("name", Text, primary_key=True),
    Column("not_before", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)

vote = Table(
    "vote",
    metadata,
    paper_id_column(primary_key=True),
    _reader_id(primary_key=True),
    Column("vote", Text, nullable=False),  # worth_reading, not_for_me, no_verdict
    Column("cast_at", BigInteger, nullable=False),
    Column("changed_at", BigInteger, nullable=False),
    Column("blind", SmallInteger, nullable=False),
    Column("open_site", SmallInteger, nullable=False),  # cast where everything was revealed to all
    Column("assigned", SmallInteger, nullable=False),
    # Of an assigned vote: the share of the reader's last 20 offers that were skipped.
    Column("skipped_share", Double, nullable=False),
    Column("conflict", Text),  # own, shared; null is none
    Index("ix_vote_reader_id", "reader_id"),
    sqlite_with_rowid=False,
)

look = Table(
    "look",
    metadata,
    # The reader saw the paper's hidden values: by a vote, a peek, or an open preview.
    paper_id_column(primary_key=True),
    _reader_id(primary_key=True),
    Column("how", Text, nullable=False),  # vote, peek, preview
    Column("at", BigInteger, nullable=False),
    Index("ix_look_reader_id", "reader_id"),
    sqlite_with_rowid=False,
)

reading_list = Table(
    "reading_list",
    metadata,
    paper_id_column(primary_key=True),
    _reader_id(primary_key=True),
    Column("state", Text, nullable=False),  # want_to_read, seen, read
    Column("added_at", BigInteger, nullable=False),
    Column("changed_at", BigInteger, nullable=False),
    Column("assigned_at", BigInteger),
    Index("ix_reading_list_reader_id", "reader_id"),
    sqlite_with_rowid=False,
)

note = Table(
    "note",
    metadata,
    paper_id_column(primary_key=True),
    _reader_id(primary_key=True),
    Column("text", Text, nullable=False),
    Column("changed_at", BigInteger, nullable=False),
    Index("ix_note_reader_id", "reader_id"),
    sqlite_with_rowid=False,
)

visited = Table(
    "visited",
    metadata,
    paper_id_column(primary_key=True),
    _reader_id(primary_key=True),
    Column("at", BigInteger, nullable=False),
    Index("ix_visited_reader_id", "reader_id"),
    sqlite_with_rowid=False,
)

offer = Table(
    "offer",
    metadata,
    # What the reading queue offered, and what became of it.
    _reader_id(primary_key=True),
    Column("number", Integer, primary_key=True),
    paper_id_column(),
    Column("at", BigInteger, nullable=False),
    Column("day", Text, nullable=False),
    Column("answer", Text),  # taken, skipped; null is open
    Column("answered_at", BigInteger),
    Index("ix_offer_paper_id", "paper_id"),
    sqlite_with_rowid=False,
)

author = Table(
    "author",
    metadata,
    # A reader known to be an author of the paper, what they answered and asked for.
    paper_id_column(primary_key=True),
    _reader_id(primary_key=True),
    Column("known_by", Text, nullable=False),  # orcid, email, keeper; asks: not known yet
    Column("known_at", BigInteger, nullable=False),
    Column("answer", Text),
    Column("answered_at", BigInteger),
    Column("asks_to_withhold_at", BigInteger),
    Index("ix_author_reader_id", "reader_id"),
    sqlite_with_rowid=False,
)

author_contact = Table(
    "author_contact",
    metadata,
    # What the programme says of an author: an ORCID iD or an e-mail address, kept as a hash alone.
    paper_id_column(primary_key=True),
    Column("value_hash", Text, primary_key=True),
    Column("scheme", Text, nullable=False),  # orcid, email
    sqlite_with_rowid=False,
)
