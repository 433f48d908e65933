"""When a game lost its channel: until it is moved or the channel is back, its clocks stand still.

Not for anything later: a released migration is never changed.
"""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.add_column("games", sa.Column("parked_at", sa.Float()))
