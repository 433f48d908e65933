"""How people gather for a game: seat limit, order, language of the posts; and a way to its live posts.

Not for anything later: a released migration is never changed.
"""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.add_column("games", sa.Column("lobby", sa.Text(), nullable=False, server_default="{}"))
    kept = sa.text("receipt IS NOT NULL")
    op.create_index("ix_outbox_receipts", "outbox", ["game", "kind", "id"], sqlite_where=kept, postgresql_where=kept)
