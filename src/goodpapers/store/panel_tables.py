"""The tables of the panel besides its results: claims, bars, sources, summaries, objections."""

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
)

from goodpapers.store.tables import ID, metadata, paper_id_column

panel_claim = Table(
    "panel_claim",
    metadata,
    # One row a paper and source while a run holds it, or after it could not be judged.
    paper_id_column(primary_key=True),
    Column("source", Text, primary_key=True),
    Column("recipe", Text, nullable=False),
    Column("input_hash", Text, nullable=False),
    Column("holder", Text),
    Column("claimed_until", BigInteger),
    Column("tries", Integer, nullable=False),
    Column("failure", Text),
    Column("failed_at", BigInteger),
    Index("ix_panel_claim_source_claimed_until", "source", "claimed_until"),
    sqlite_with_rowid=False,
)

panel_bar = Table(
    "panel_bar",
    metadata,
    # What `panel calibrate` set. The group "" is the whole; `n` counts the papers behind a bar.
    Column("source", Text, primary_key=True),
    Column("area_group", Text, primary_key=True),
    Column("persona", Text, primary_key=True),
    Column("recipe", Text, nullable=False),
    Column("bar", Double, nullable=False),
    Column("n", Integer, nullable=False),
    Column("set_at", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)

panel_source = Table(
    "panel_source",
    metadata,
    # What a site has found out about a source: how its server wants to be asked, and the scale
    # of its answers under one recipe.
    Column("source", Text, primary_key=True),
    Column("model", Text, nullable=False),
    Column("dialect", Text),
    Column("yardstick_recipe", Text),
    Column("yardstick", Text),
    sqlite_with_rowid=False,
)

panel_summary = Table(
    "panel_summary",
    metadata,
    # One sentence that a source wrote of a text; null where what it wrote was refused, and why.
    paper_id_column(primary_key=True),
    Column("source", Text, nullable=False),
    Column("recipe", Text, nullable=False),
    Column("input_hash", Text, nullable=False),
    Column("summary", Text),
    Column("refused", Text),
    Column("made_at", BigInteger, nullable=False),
)

panel_objection = Table(
    "panel_objection",
    metadata,
    # A reader or author holds a verdict to be wrong; kept for the keeper.
    paper_id_column(primary_key=True),
    Column("source", Text, primary_key=True),
    Column("persona", Text, primary_key=True),
    Column("reader_id", ID, ForeignKey("reader.id", ondelete="CASCADE"), primary_key=True),
    Column("recipe", Text, nullable=False),
    Column("recommended", SmallInteger),
    Column("made_at", BigInteger, nullable=False),
    Column("seen_at", BigInteger),
    Index("ix_panel_objection_reader_id", "reader_id"),
    sqlite_with_rowid=False,
)
