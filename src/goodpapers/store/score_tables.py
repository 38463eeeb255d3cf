"""The tables of the score besides the scores: fits, what a score was before, changes of tier."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Column,
    Double,
    Index,
    Integer,
    LargeBinary,
    SmallInteger,
    Table,
    Text,
)

from goodpapers.store.tables import ID, metadata, paper_id_column

score_fit = Table(
    "score_fit",
    metadata,
    # What one fit found out, so that a vote moves its paper without a new fit.
    Column("key", Text, primary_key=True),
    Column("made_at", BigInteger, nullable=False),
    # Its papers: those of the site, or the invented ones, whose votes tell nothing of the others.
    Column("scope", Text, nullable=False),
    # 1 for the fit that scores are under now, 0 for the one before it.
    Column("is_current", SmallInteger, nullable=False),
    Column("facts", Text, nullable=False),
    Column("arrays", LargeBinary, nullable=False),
)

score_check = Table(
    "score_check",
    metadata,
    # How the last check of the score came out; pages show it and never run one.
    Column("name", Text, primary_key=True),
    Column("made_at", BigInteger, nullable=False),
    Column("facts", Text, nullable=False),
    sqlite_with_rowid=False,
)

score_history = Table(
    "score_history",
    metadata,
    Column("id", ID, primary_key=True),
    paper_id_column(),
    Column("at", BigInteger, nullable=False),
    Column("score", Double, nullable=False),
    Column("low", Double, nullable=False),
    Column("high", Double, nullable=False),
    Column("n_votes", Integer, nullable=False),
    Column("fit", Text, nullable=False),
    Index("ix_score_history_paper_id_at", "paper_id", "at"),
)

tier_event = Table(
    "tier_event",
    metadata,
    Column("id", ID, primary_key=True),
    paper_id_column(),
    Column("at", BigInteger, nullable=False),
    Column("old_rank", SmallInteger, nullable=False),
    Column("new_rank", SmallInteger, nullable=False),
    Index("ix_tier_event_paper_id_at", "paper_id", "at"),
    Index("ix_tier_event_at", "at"),
)
