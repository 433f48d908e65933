"""Letters and timers are found by when they can be claimed, however many there are.

Not for anything later: a released migration is never changed.
"""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    for table, also in (("outbox", "status = 'queued' AND "), ("timers", "")):
        for name, column, which in (("free", "due", "IS NULL"), ("claimed", "claimed_until", "IS NOT NULL")):
            rows = sa.text(f"{also}claimed_until {which}")
            op.create_index(f"ix_{table}_{name}", table, [column, "id"], sqlite_where=rows, postgresql_where=rows)
        op.drop_index(f"ix_{table}_due", table)
