"""The first schema: games with their record, letters, timers, results and settings.

Not for anything later: a released migration is never changed.
"""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "games",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("rules", sa.Text(), nullable=False),
        sa.Column("options", sa.Text(), nullable=False),
        sa.Column("guild", sa.BigInteger(), nullable=True),
        sa.Column("channel", sa.BigInteger(), nullable=False),
        sa.Column("owner", sa.BigInteger(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("pace", sa.Float(), nullable=True),
        sa.Column("seed", sa.Text(), nullable=False),
        sa.Column("revision", sa.BigInteger(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("state", sa.Text(), nullable=True),
        sa.Column("base", sa.Text(), nullable=True),
        sa.Column("base_version", sa.Integer(), nullable=False),
        sa.Column("tail", sa.Text(), nullable=False),
        sa.Column("proposal", sa.Text(), nullable=True),
        sa.Column("pinged", sa.Text(), nullable=False),
        sa.Column("opened_at", sa.Float(), nullable=False),
        sa.Column("started_at", sa.Float(), nullable=True),
        sa.Column("ended_at", sa.Float(), nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_games"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_games_channel_status", "games", ["channel", "status"], unique=False)
    op.create_table(
        "guild_settings",
        sa.Column("guild", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("settings", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("guild", name="pk_guild_settings"),
    )
    op.create_table(
        "user_settings",
        sa.Column("user", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("settings", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("user", name="pk_user_settings"),
    )
    op.create_table(
        "interactions",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("game", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("answer", sa.Text(), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="fk_interactions_game", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name="pk_interactions"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_interactions_at", "interactions", ["at"], unique=False)
    op.create_table(
        "moves",
        sa.Column("game", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=True),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("host", sa.Boolean(), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.Column("interaction", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="fk_moves_game", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("game", "number", name="pk_moves"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "outbox",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("game", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("target", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("payload", sa.Text(), nullable=False),
        sa.Column("nonce", sa.Text(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("due", sa.Float(), nullable=False),
        sa.Column("claimed_by", sa.Text(), nullable=True),
        sa.Column("claimed_until", sa.Float(), nullable=True),
        sa.Column("reason", sa.Text(), nullable=True),
        sa.Column("receipt", sa.Text(), nullable=True),
        sa.Column("written_at", sa.Float(), nullable=False),
        sa.Column("closed_at", sa.Float(), nullable=True),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="fk_outbox_game", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name="pk_outbox"),
        sqlite_autoincrement=True,
    )
    op.create_index(
        "ix_outbox_closed_at",
        "outbox",
        ["closed_at"],
        unique=False,
        sqlite_where=sa.text("closed_at IS NOT NULL"),
        postgresql_where=sa.text("closed_at IS NOT NULL"),
    )
    op.create_index(
        "ix_outbox_due",
        "outbox",
        ["due"],
        unique=False,
        sqlite_where=sa.text("status = 'queued'"),
        postgresql_where=sa.text("status = 'queued'"),
    )
    op.create_index(
        "ix_outbox_queue",
        "outbox",
        ["game", "target", "id"],
        unique=False,
        sqlite_where=sa.text("status = 'queued'"),
        postgresql_where=sa.text("status = 'queued'"),
    )
    op.create_table(
        "results",
        sa.Column("game", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("user", sa.BigInteger(), nullable=True),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("total", sa.Integer(), nullable=False),
        sa.Column("breakdown", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="fk_results_game", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("game", "seat", name="pk_results"),
    )
    op.create_index("ix_results_user", "results", ["user"], unique=False)
    op.create_table(
        "seats",
        sa.Column("game", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("user", sa.BigInteger(), nullable=True),
        sa.Column("policy", sa.Text(), nullable=True),
        sa.Column("resigned", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="fk_seats_game", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("game", "seat", name="pk_seats"),
        sa.UniqueConstraint("game", "user", name="uq_seats_game_user"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_seats_user", "seats", ["user"], unique=False)
    op.create_table(
        "timers",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("game", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("due", sa.Float(), nullable=False),
        sa.Column("claimed_by", sa.Text(), nullable=True),
        sa.Column("claimed_until", sa.Float(), nullable=True),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="fk_timers_game", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name="pk_timers"),
        sa.UniqueConstraint("game", "seat", name="uq_timers_game_seat"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_timers_due", "timers", ["due"], unique=False)
