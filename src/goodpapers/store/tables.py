"""Every table of the database, once; here those of programmes, verdicts and scores.

`panel_tables.py`, `score_tables.py` and `reader_tables.py` hold the others. What the migrations
build must equal them (a test compares).

Plain types only, so that SQLite and PostgreSQL hold and compare the same values: text, integers
and doubles. Times are microseconds since 1970 in UTC, with the offset in seconds beside them where
the local time is shown. Lists that are only ever read whole with their row are JSON text.

Public and hidden are kept apart: `paper` holds only what everyone may see (the tier included),
`panel_result` and `score` only what the gate may uncover.
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    SmallInteger,
    Table,
    Text,
    text,
)

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)

NO_TIER = 5
"""`paper.tier_rank` of a paper without a tier; 1 is Must read, 4 Niche pick."""

# SQLite counts up by itself only where the type is exactly INTEGER; PostgreSQL should have 64 bits.
ID = BigInteger().with_variant(Integer(), "sqlite")


def paper_id_column(*, primary_key: bool = False) -> Column[int]:
    """A column for a table whose rows go with their paper."""
    return Column(
        "paper_id",
        ID,
        ForeignKey("paper.id", ondelete="CASCADE"),
        primary_key=primary_key,
        nullable=False,
    )


edition = Table(
    "edition",
    metadata,
    Column("id", ID, primary_key=True),
    Column("key", Text, nullable=False, unique=True),
    Column("name", Text, nullable=False),
    Column("conference", Text, nullable=False),
    Column("year", Integer),
    Column("note", Text),
)

paper = Table(
    "paper",
    metadata,
    # What lists choose and order by stands first: SQLite then need not read a long row to its end.
    Column("id", ID, primary_key=True),
    Column("key", Text, nullable=False, unique=True),
    Column("edition_id", ID, ForeignKey("edition.id"), nullable=False),
    Column("accepted", SmallInteger, nullable=False),
    Column("tier_rank", SmallInteger, nullable=False, server_default=text(str(NO_TIER))),
    Column("shuffle", BigInteger, nullable=False),
    Column("track", Text),
    Column("area_key", Text),
    Column("time_key", BigInteger, nullable=False),
    Column("judgeable", SmallInteger, nullable=False),
    Column("judged", SmallInteger, nullable=False, server_default=text("0")),
    Column("status", Text, nullable=False),
    Column("content_hash", Text, nullable=False),
    Column("input_hash", Text),
    Column("imported_at", BigInteger, nullable=False),
    Column("more_authors", Integer, nullable=False),
    Column("published", Integer),
    Column("area", Text),
    Column("area_group", Text),
    Column("abstract_by", Text, nullable=False),
    Column("summary_by", Text),
    Column("summary", Text),
    Column("title", Text, nullable=False),
    Column("facts", Text, nullable=False),
    Column("abstract", Text),
    # The raw texts are null where they equal the cleaned ones, which is most often.
    Column("title_raw", Text),
    Column("abstract_raw", Text),
    Column("n_votes", Integer, nullable=False, server_default=text("0")),
    # The keeper withholds panel, tier and score: it then looks like a paper not yet judged.
    Column("withheld", SmallInteger, nullable=False, server_default=text("0")),
    # One index answers every list: it holds all that filters and order need.
    Index(
        "ix_paper_list",
        "edition_id",
        "accepted",
        "tier_rank",
        "shuffle",
        "track",
        "area_key",
        "time_key",
        "judgeable",
        "judged",
    ),
)

paper_identifier = Table(
    "paper_identifier",
    metadata,
    Column("scheme", Text, primary_key=True),
    Column("value", Text, primary_key=True),
    paper_id_column(primary_key=True),
    Index("ix_paper_identifier_paper_id", "paper_id"),
    sqlite_with_rowid=False,
)

paper_institution = Table(
    "paper_institution",
    metadata,
    Column("institution_key", Text, primary_key=True),
    paper_id_column(primary_key=True),
    Column("name", Text, nullable=False),
    Index("ix_paper_institution_paper_id", "paper_id"),
    sqlite_with_rowid=False,
)

session = Table(
    "session",
    metadata,
    Column("id", ID, primary_key=True),
    Column("edition_id", ID, ForeignKey("edition.id"), nullable=False),
    Column("key", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("city", Text),
    Column("city_key", Text),
    Column("hall", Text),
    Column("starts_at", BigInteger),
    Column("starts_offset", Integer),
    Column("ends_at", BigInteger),
    Column("ends_offset", Integer),
    Column("zone", Text),
    Index("ix_session_edition_id_key", "edition_id", "key", unique=True),
)

slot = Table(
    "slot",
    metadata,
    paper_id_column(primary_key=True),
    Column("number", SmallInteger, primary_key=True),
    Column("session_id", ID, ForeignKey("session.id"), nullable=False),
    Column("time_key", BigInteger, nullable=False),
    Column("position", Text),
    Column("url", Text),
    Column("starts_at", BigInteger),
    Column("starts_offset", Integer),
    Column("ends_at", BigInteger),
    Column("ends_offset", Integer),
    Index("ix_slot_session_id_paper_id", "session_id", "paper_id"),
    sqlite_with_rowid=False,
)

facet = Table(
    "facet",
    metadata,
    Column("edition_id", ID, ForeignKey("edition.id"), primary_key=True),
    Column("kind", Text, primary_key=True),
    Column("key", Text, primary_key=True),
    Column("name", Text, nullable=False),
    Column("area_group", Text),
    Column("n", Integer, nullable=False),
    sqlite_with_rowid=False,
)

panel_result = Table(
    "panel_result",
    metadata,
    paper_id_column(primary_key=True),
    Column("source", Text, primary_key=True),
    Column("model", Text, nullable=False),
    Column("recipe", Text, nullable=False),
    Column("input_hash", Text, nullable=False),
    Column("merit", Double, nullable=False),
    # One character a reviewer, in persona order: 1 recommends, 0 does not, - is missing.
    Column("recommends", Text, nullable=False),
    Column("flags", Text, nullable=False),
    Column("judged_at", BigInteger),
    Column("verdicts", Text, nullable=False),
)

score = Table(
    "score",
    metadata,
    paper_id_column(primary_key=True),
    Column("edition_id", ID, ForeignKey("edition.id"), nullable=False),
    Column("score", Double, nullable=False),
    Column("low", Double, nullable=False),
    Column("high", Double, nullable=False),
    Column("tier_rank", SmallInteger, nullable=False),
    Column("place", Integer),
    Column("n_ranked", Integer, nullable=False),
    Column("panel", Double),
    Column("readers", Double),
    Column("n_votes", Integer, nullable=False),
    Column("fitted_at", BigInteger, nullable=False),
    Column("fit", Text, nullable=False),
    # How much rests on the panel and on readers, in votes of a typical reader.
    Column("panel_weight", Double),
    Column("readers_weight", Double),
    # The tier that the last refits would have given, and how many of them running.
    Column("next_tier_rank", SmallInteger),
    Column("next_tier_refits", SmallInteger, nullable=False, server_default=text("0")),
    Index("ix_score_edition_id_score", "edition_id", "score"),
)

site_state = Table(
    "site_state",
    metadata,
    Column("id", SmallInteger, primary_key=True),
    Column("version", BigInteger, nullable=False),
)
