"""Readers, votes, the ledger of a panel run, fits and the history of scores."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "audit",
        sa.Column("id", ID, nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("actor", sa.Text(), nullable=False),
        sa.Column("act", sa.Text(), nullable=False),
        sa.Column("about", sa.Text(), nullable=False),
        sa.Column("detail", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_audit"),
    )
    op.create_index("ix_audit_at", "audit", ["at"], unique=False)
    op.create_table(
        "lease",
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("not_before", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_lease"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "panel_bar",
        sa.Column("source", sa.Text(), nullable=False),
        sa.Column("area_group", sa.Text(), nullable=False),
        sa.Column("persona", sa.Text(), nullable=False),
        sa.Column("recipe", sa.Text(), nullable=False),
        sa.Column("bar", sa.Double(), nullable=False),
        sa.Column("n", sa.Integer(), nullable=False),
        sa.Column("set_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("source", "area_group", "persona", name="pk_panel_bar"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "panel_source",
        sa.Column("source", sa.Text(), nullable=False),
        sa.Column("model", sa.Text(), nullable=False),
        sa.Column("dialect", sa.Text(), nullable=True),
        sa.Column("yardstick_recipe", sa.Text(), nullable=True),
        sa.Column("yardstick", sa.Text(), nullable=True),
        sa.PrimaryKeyConstraint("source", name="pk_panel_source"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "panel_summary",
        sa.Column("paper_id", ID, nullable=False),
        sa.Column("source", sa.Text(), nullable=False),
        sa.Column("recipe", sa.Text(), nullable=False),
        sa.Column("input_hash", sa.Text(), nullable=False),
        sa.Column("summary", sa.Text(), nullable=True),
        sa.Column("refused", sa.Text(), nullable=True),
        sa.Column("made_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["paper_id"], ["paper.id"], name="fk_panel_summary_paper_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("paper_id", name="pk_panel_summary"),
    )
    op.create_table(
        "pending_sign_in",
        sa.Column("key_hash", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("facts", sa.Text(), nullable=False),
        sa.Column("tries_left", sa.Integer(), nullable=False),
        sa.Column("ends_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("key_hash", name="pk_pending_sign_in"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_pending_sign_in_ends_at", "pending_sign_in", ["ends_at"], unique=False)
    op.create_table(
        "rate",
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("window_start", sa.BigInteger(), nullable=False),
        sa.Column("n", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("key", "window_start", name="pk_rate"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_rate_window_start", "rate", ["window_start"], unique=False)
    op.create_table(
        "reader",
        sa.Column("id", ID, nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("role", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("made_at", sa.BigInteger(), nullable=False),
        sa.Column("suspended_at", sa.BigInteger(), nullable=True),
        sa.Column("known_by", sa.Text(), nullable=True),
        sa.Column("names", sa.Text(), server_default=sa.text("'[]'"), nullable=False),
        sa.Column("affiliations", sa.Text(), server_default=sa.text("'[]'"), nullable=False),
        sa.Column("orcid", sa.Text(), nullable=True),
        sa.Column("email_domains", sa.Text(), server_default=sa.text("'[]'"), nullable=False),
        sa.Column("not_mine", sa.Text(), server_default=sa.text("'[]'"), nullable=False),
        sa.Column("topics", sa.Text(), server_default=sa.text("'[]'"), nullable=False),
        sa.Column("conferences", sa.Text(), server_default=sa.text("'[]'"), nullable=False),
        sa.Column("keeps_history", sa.SmallInteger(), server_default=sa.text("0"), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_reader"),
        sa.UniqueConstraint("key", name="uq_reader_key"),
    )
    op.create_table(
        "score_fit",
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("made_at", sa.BigInteger(), nullable=False),
        sa.Column("scope", sa.Text(), nullable=False),
        sa.Column("is_current", sa.SmallInteger(), nullable=False),
        sa.Column("facts", sa.Text(), nullable=False),
        sa.Column("arrays", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("key", name="pk_score_fit"),
    )
    op.create_table(
        "score_check",
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("made_at", sa.BigInteger(), nullable=False),
        sa.Column("facts", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_score_check"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "identity",
        sa.Column("provider", sa.Text(), nullable=False),
        sa.Column("subject", sa.Text(), nullable=False),
        sa.Column("reader_id", ID, nullable=False),
        sa.Column("name", sa.Text(), nullable=True),
        sa.Column("email", sa.Text(), nullable=True),
        sa.Column("since", sa.BigInteger(), nullable=True),
        sa.Column("added_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["reader_id"], ["reader.id"], name="fk_identity_reader_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("provider", "subject", name="pk_identity"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_identity_reader_id", "identity", ["reader_id"], unique=False)
    op.create_table(
        "sign_in",
        sa.Column("token_hash", sa.Text(), nullable=False),
        sa.Column("reader_id", ID, nullable=False),
        sa.Column("how", sa.Text(), nullable=False),
        sa.Column("device", sa.Text(), nullable=False),
        sa.Column("made_at", sa.BigInteger(), nullable=False),
        sa.Column("seen_at", sa.BigInteger(), nullable=False),
        sa.Column("ends_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["reader_id"], ["reader.id"], name="fk_sign_in_reader_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("token_hash", name="pk_sign_in"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_sign_in_reader_id", "sign_in", ["reader_id"], unique=False)
    op.create_table(
        "sign_in_link",
        sa.Column("token_hash", sa.Text(), nullable=False),
        sa.Column("reader_id", ID, nullable=True),
        sa.Column("role", sa.Text(), nullable=False),
        sa.Column("label", sa.Text(), nullable=False),
        sa.Column("made_at", sa.BigInteger(), nullable=False),
        sa.Column("ends_at", sa.BigInteger(), nullable=False),
        sa.Column("uses_left", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["reader_id"], ["reader.id"], name="fk_sign_in_link_reader_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("token_hash", name="pk_sign_in_link"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_sign_in_link_reader_id", "sign_in_link", ["reader_id"], unique=False)
    op.create_table(
        "author",
        sa.Column("paper_id", ID, nullable=False),
        sa.Column("reader_id", ID, nullable=False),
        sa.Column("known_by", sa.Text(), nullable=False),
        sa.Column("known_at", sa.BigInteger(), nullable=False),
        sa.Column("answer", sa.Text(), nullable=True),
        sa.Column("answered_at", sa.BigInteger(), nullable=True),
        sa.Column("asks_to_withhold_at", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(
            ["paper_id"], ["paper.id"], name="fk_author_paper_id", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["reader_id"], ["reader.id"], name="fk_author_reader_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("paper_id", "reader_id", name="pk_author"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_author_reader_id", "author", ["reader_id"], unique=False)
    op.create_table(
        "author_contact",
        sa.Column("paper_id", ID, nullable=False),
        sa.Column("value_hash", sa.Text(), nullable=False),
        sa.Column("scheme", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["paper_id"], ["paper.id"], name="fk_author_contact_paper_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("paper_id", "value_hash", name="pk_author_contact"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "look",
        sa.Column("paper_id", ID, nullable=False),
        sa.Column("reader_id", ID, nullable=False),
        sa.Column("how", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["paper_id"], ["paper.id"], name="fk_look_paper_id", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["reader_id"], ["reader.id"], name="fk_look_reader_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("paper_id", "reader_id", name="pk_look"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_look_reader_id", "look", ["reader_id"], unique=False)
    op.create_table(
        "note",
        sa.Column("paper_id", ID, nullable=False),
        sa.Column("reader_id", ID, nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("changed_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["paper_id"], ["paper.id"], name="fk_note_paper_id", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["reader_id"], ["reader.id"], name="fk_note_reader_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("paper_id", "reader_id", name="pk_note"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_note_reader_id", "note", ["reader_id"], unique=False)
    op.create_table(
        "offer",
        sa.Column("reader_id", ID, nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("paper_id", ID, nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("day", sa.Text(), nullable=False),
        sa.Column("answer", sa.Text(), nullable=True),
        sa.Column("answered_at", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(
            ["paper_id"], ["paper.id"], name="fk_offer_paper_id", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["reader_id"], ["reader.id"], name="fk_offer_reader_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("reader_id", "number", name="pk_offer"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_offer_paper_id", "offer", ["paper_id"], unique=False)
    op.create_table(
        "panel_claim",
        sa.Column("paper_id", ID, nullable=False),
        sa.Column("source", sa.Text(), nullable=False),
        sa.Column("recipe", sa.Text(), nullable=False),
        sa.Column("input_hash", sa.Text(), nullable=False),
        sa.Column("holder", sa.Text(), nullable=True),
        sa.Column("claimed_until", sa.BigInteger(), nullable=True),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("failure", sa.Text(), nullable=True),
        sa.Column("failed_at", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(
            ["paper_id"], ["paper.id"], name="fk_panel_claim_paper_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("paper_id", "source", name="pk_panel_claim"),
        sqlite_with_rowid=False,
    )
    op.create_index(
        "ix_panel_claim_source_claimed_until",
        "panel_claim",
        ["source", "claimed_until"],
        unique=False,
    )
    op.create_table(
        "panel_objection",
        sa.Column("paper_id", ID, nullable=False),
        sa.Column("source", sa.Text(), nullable=False),
        sa.Column("persona", sa.Text(), nullable=False),
        sa.Column("reader_id", ID, nullable=False),
        sa.Column("recipe", sa.Text(), nullable=False),
        sa.Column("recommended", sa.SmallInteger(), nullable=True),
        sa.Column("made_at", sa.BigInteger(), nullable=False),
        sa.Column("seen_at", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(
            ["paper_id"], ["paper.id"], name="fk_panel_objection_paper_id", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["reader_id"], ["reader.id"], name="fk_panel_objection_reader_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint(
            "paper_id", "source", "persona", "reader_id", name="pk_panel_objection"
        ),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_panel_objection_reader_id", "panel_objection", ["reader_id"], unique=False)
    op.create_table(
        "reading_list",
        sa.Column("paper_id", ID, nullable=False),
        sa.Column("reader_id", ID, nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("added_at", sa.BigInteger(), nullable=False),
        sa.Column("changed_at", sa.BigInteger(), nullable=False),
        sa.Column("assigned_at", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(
            ["paper_id"], ["paper.id"], name="fk_reading_list_paper_id", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["reader_id"], ["reader.id"], name="fk_reading_list_reader_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("paper_id", "reader_id", name="pk_reading_list"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_reading_list_reader_id", "reading_list", ["reader_id"], unique=False)
    op.create_table(
        "score_history",
        sa.Column("id", ID, nullable=False),
        sa.Column("paper_id", ID, nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("score", sa.Double(), nullable=False),
        sa.Column("low", sa.Double(), nullable=False),
        sa.Column("high", sa.Double(), nullable=False),
        sa.Column("n_votes", sa.Integer(), nullable=False),
        sa.Column("fit", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["paper_id"], ["paper.id"], name="fk_score_history_paper_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_score_history"),
    )
    op.create_index(
        "ix_score_history_paper_id_at", "score_history", ["paper_id", "at"], unique=False
    )
    op.create_table(
        "tier_event",
        sa.Column("id", ID, nullable=False),
        sa.Column("paper_id", ID, nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("old_rank", sa.SmallInteger(), nullable=False),
        sa.Column("new_rank", sa.SmallInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["paper_id"], ["paper.id"], name="fk_tier_event_paper_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_tier_event"),
    )
    op.create_index("ix_tier_event_at", "tier_event", ["at"], unique=False)
    op.create_index("ix_tier_event_paper_id_at", "tier_event", ["paper_id", "at"], unique=False)
    op.create_table(
        "visited",
        sa.Column("paper_id", ID, nullable=False),
        sa.Column("reader_id", ID, nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["paper_id"], ["paper.id"], name="fk_visited_paper_id", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["reader_id"], ["reader.id"], name="fk_visited_reader_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("paper_id", "reader_id", name="pk_visited"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_visited_reader_id", "visited", ["reader_id"], unique=False)
    op.create_table(
        "vote",
        sa.Column("paper_id", ID, nullable=False),
        sa.Column("reader_id", ID, nullable=False),
        sa.Column("vote", sa.Text(), nullable=False),
        sa.Column("cast_at", sa.BigInteger(), nullable=False),
        sa.Column("changed_at", sa.BigInteger(), nullable=False),
        sa.Column("blind", sa.SmallInteger(), nullable=False),
        sa.Column("open_site", sa.SmallInteger(), nullable=False),
        sa.Column("assigned", sa.SmallInteger(), nullable=False),
        sa.Column("skipped_share", sa.Double(), nullable=False),
        sa.Column("conflict", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(
            ["paper_id"], ["paper.id"], name="fk_vote_paper_id", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["reader_id"], ["reader.id"], name="fk_vote_reader_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("paper_id", "reader_id", name="pk_vote"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_vote_reader_id", "vote", ["reader_id"], unique=False)
    op.add_column(
        "paper", sa.Column("n_votes", sa.Integer(), server_default=sa.text("0"), nullable=False)
    )
    op.add_column(
        "paper",
        sa.Column("withheld", sa.SmallInteger(), server_default=sa.text("0"), nullable=False),
    )
    op.add_column("score", sa.Column("panel_weight", sa.Double(), nullable=True))
    op.add_column("score", sa.Column("readers_weight", sa.Double(), nullable=True))
    op.add_column("score", sa.Column("next_tier_rank", sa.SmallInteger(), nullable=True))
    op.add_column(
        "score",
        sa.Column(
            "next_tier_refits", sa.SmallInteger(), server_default=sa.text("0"), nullable=False
        ),
    )
