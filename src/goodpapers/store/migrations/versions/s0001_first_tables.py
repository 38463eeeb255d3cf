"""The first tables: editions, papers, sessions, slots, facets, panel results, scores, words."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")

WORDS = {
    "sqlite": (
        "CREATE VIRTUAL TABLE paper_words USING fts5(title, people, abstract, content='', "
        "columnsize=0, detail=column, tokenize='unicode61 remove_diacritics 0')",
    ),
    "postgresql": (
        "CREATE TABLE paper_words (paper_id BIGINT CONSTRAINT pk_paper_words PRIMARY KEY "
        "CONSTRAINT fk_paper_words_paper_id REFERENCES paper (id) ON DELETE CASCADE, "
        "words TSVECTOR NOT NULL)",
        "CREATE INDEX ix_paper_words_words ON paper_words USING gin (words)",
    ),
}


def upgrade() -> None:
    op.create_table(
        "edition",
        sa.Column("id", ID, nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("conference", sa.Text(), nullable=False),
        sa.Column("year", sa.Integer(), nullable=True),
        sa.Column("note", sa.Text(), nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_edition"),
        sa.UniqueConstraint("key", name="uq_edition_key"),
    )
    op.create_table(
        "site_state",
        sa.Column("id", sa.SmallInteger(), nullable=False),
        sa.Column("version", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_site_state"),
    )
    op.create_table(
        "facet",
        sa.Column("edition_id", ID, nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("area_group", sa.Text(), nullable=True),
        sa.Column("n", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["edition_id"], ["edition.id"], name="fk_facet_edition_id"),
        sa.PrimaryKeyConstraint("edition_id", "kind", "key", name="pk_facet"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "paper",
        sa.Column("id", ID, nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("edition_id", ID, nullable=False),
        sa.Column("accepted", sa.SmallInteger(), nullable=False),
        sa.Column("tier_rank", sa.SmallInteger(), server_default=sa.text("5"), nullable=False),
        sa.Column("shuffle", sa.BigInteger(), nullable=False),
        sa.Column("track", sa.Text(), nullable=True),
        sa.Column("area_key", sa.Text(), nullable=True),
        sa.Column("time_key", sa.BigInteger(), nullable=False),
        sa.Column("judgeable", sa.SmallInteger(), nullable=False),
        sa.Column("judged", sa.SmallInteger(), server_default=sa.text("0"), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("content_hash", sa.Text(), nullable=False),
        sa.Column("input_hash", sa.Text(), nullable=True),
        sa.Column("imported_at", sa.BigInteger(), nullable=False),
        sa.Column("more_authors", sa.Integer(), nullable=False),
        sa.Column("published", sa.Integer(), nullable=True),
        sa.Column("area", sa.Text(), nullable=True),
        sa.Column("area_group", sa.Text(), nullable=True),
        sa.Column("abstract_by", sa.Text(), nullable=False),
        sa.Column("summary_by", sa.Text(), nullable=True),
        sa.Column("summary", sa.Text(), nullable=True),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("facts", sa.Text(), nullable=False),
        sa.Column("abstract", sa.Text(), nullable=True),
        sa.Column("title_raw", sa.Text(), nullable=True),
        sa.Column("abstract_raw", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(["edition_id"], ["edition.id"], name="fk_paper_edition_id"),
        sa.PrimaryKeyConstraint("id", name="pk_paper"),
        sa.UniqueConstraint("key", name="uq_paper_key"),
    )
    op.create_index(
        "ix_paper_list",
        "paper",
        [
            "edition_id",
            "accepted",
            "tier_rank",
            "shuffle",
            "track",
            "area_key",
            "time_key",
            "judgeable",
            "judged",
        ],
        unique=False,
    )
    op.create_table(
        "session",
        sa.Column("id", ID, nullable=False),
        sa.Column("edition_id", ID, nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("city", sa.Text(), nullable=True),
        sa.Column("city_key", sa.Text(), nullable=True),
        sa.Column("hall", sa.Text(), nullable=True),
        sa.Column("starts_at", sa.BigInteger(), nullable=True),
        sa.Column("starts_offset", sa.Integer(), nullable=True),
        sa.Column("ends_at", sa.BigInteger(), nullable=True),
        sa.Column("ends_offset", sa.Integer(), nullable=True),
        sa.Column("zone", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(["edition_id"], ["edition.id"], name="fk_session_edition_id"),
        sa.PrimaryKeyConstraint("id", name="pk_session"),
    )
    op.create_index("ix_session_edition_id_key", "session", ["edition_id", "key"], unique=True)
    op.create_table(
        "panel_result",
        sa.Column("paper_id", ID, nullable=False),
        sa.Column("source", sa.Text(), nullable=False),
        sa.Column("model", sa.Text(), nullable=False),
        sa.Column("recipe", sa.Text(), nullable=False),
        sa.Column("input_hash", sa.Text(), nullable=False),
        sa.Column("merit", sa.Double(), nullable=False),
        sa.Column("recommends", sa.Text(), nullable=False),
        sa.Column("flags", sa.Text(), nullable=False),
        sa.Column("judged_at", sa.BigInteger(), nullable=True),
        sa.Column("verdicts", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["paper_id"], ["paper.id"], name="fk_panel_result_paper_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("paper_id", "source", name="pk_panel_result"),
    )
    op.create_table(
        "paper_identifier",
        sa.Column("scheme", sa.Text(), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.Column("paper_id", ID, nullable=False),
        sa.ForeignKeyConstraint(
            ["paper_id"], ["paper.id"], name="fk_paper_identifier_paper_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("scheme", "value", "paper_id", name="pk_paper_identifier"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_paper_identifier_paper_id", "paper_identifier", ["paper_id"], unique=False)
    op.create_table(
        "paper_institution",
        sa.Column("institution_key", sa.Text(), nullable=False),
        sa.Column("paper_id", ID, nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["paper_id"], ["paper.id"], name="fk_paper_institution_paper_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("institution_key", "paper_id", name="pk_paper_institution"),
        sqlite_with_rowid=False,
    )
    op.create_index(
        "ix_paper_institution_paper_id", "paper_institution", ["paper_id"], unique=False
    )
    op.create_table(
        "score",
        sa.Column("paper_id", ID, nullable=False),
        sa.Column("edition_id", ID, nullable=False),
        sa.Column("score", sa.Double(), nullable=False),
        sa.Column("low", sa.Double(), nullable=False),
        sa.Column("high", sa.Double(), nullable=False),
        sa.Column("tier_rank", sa.SmallInteger(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=True),
        sa.Column("n_ranked", sa.Integer(), nullable=False),
        sa.Column("panel", sa.Double(), nullable=True),
        sa.Column("readers", sa.Double(), nullable=True),
        sa.Column("n_votes", sa.Integer(), nullable=False),
        sa.Column("fitted_at", sa.BigInteger(), nullable=False),
        sa.Column("fit", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["edition_id"], ["edition.id"], name="fk_score_edition_id"),
        sa.ForeignKeyConstraint(
            ["paper_id"], ["paper.id"], name="fk_score_paper_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("paper_id", name="pk_score"),
    )
    op.create_index("ix_score_edition_id_score", "score", ["edition_id", "score"], unique=False)
    op.create_table(
        "slot",
        sa.Column("paper_id", ID, nullable=False),
        sa.Column("number", sa.SmallInteger(), nullable=False),
        sa.Column("session_id", ID, nullable=False),
        sa.Column("time_key", sa.BigInteger(), nullable=False),
        sa.Column("position", sa.Text(), nullable=True),
        sa.Column("url", sa.Text(), nullable=True),
        sa.Column("starts_at", sa.BigInteger(), nullable=True),
        sa.Column("starts_offset", sa.Integer(), nullable=True),
        sa.Column("ends_at", sa.BigInteger(), nullable=True),
        sa.Column("ends_offset", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(
            ["paper_id"], ["paper.id"], name="fk_slot_paper_id", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["session_id"], ["session.id"], name="fk_slot_session_id"),
        sa.PrimaryKeyConstraint("paper_id", "number", name="pk_slot"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_slot_session_id_paper_id", "slot", ["session_id", "paper_id"], unique=False)
    for statement in WORDS[op.get_bind().dialect.name]:
        op.execute(statement)
    op.execute("INSERT INTO site_state (id, version) VALUES (1, 1)")
