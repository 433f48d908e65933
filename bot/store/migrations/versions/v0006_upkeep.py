"""What is done once for a whole set of processes, who wishes to be forgotten, which servers left, and why a game rests.

Not for anything later: a released migration is never changed.
"""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.create_table(
        "chores",
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("done_at", sa.Float(), nullable=False),
        sa.Column("digest", sa.Text(), nullable=False),
        sa.Column("claimed_until", sa.Float(), nullable=True),
        sa.PrimaryKeyConstraint("name", name="pk_chores"),
    )
    op.create_table(
        "forgotten",
        sa.Column("digest", sa.Text(), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.Column("again", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("digest", name="pk_forgotten"),
    )
    op.create_table(
        "left_servers",
        sa.Column("guild", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("guild", name="pk_left_servers"),
    )
    op.add_column("games", sa.Column("parked_for", sa.Text()))
    op.create_index("ix_games_status", "games", ["status"])
    op.create_index("ix_games_guild", "games", ["guild"])
