"""Who of a game owes a decision, and since when, so that somebody's games can be listed without loading each.

Not for anything later: a released migration is never changed.
"""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0007"


def upgrade() -> None:
    op.add_column("games", sa.Column("owed", sa.Text()))
