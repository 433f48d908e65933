"""Who of a game owes a decision, and since when, so that somebody's games can be listed without loading each; and a
timer for the requests that stand, which end by themselves from now on.

Not for anything later: a released migration is never changed.
"""

import json

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"

GAMES = sa.table(
    "games",
    *(sa.column(name) for name in ("id", "status", "requests", "parked_at")),
)
TIMERS = sa.table("timers", *(sa.column(name) for name in ("game", "seat", "kind", "due")))


def upgrade() -> None:
    op.add_column("games", sa.Column("owed", sa.Text()))
    asked = sa.select(GAMES.c.id, GAMES.c.requests).where(
        GAMES.c.status == "running", GAMES.c.parked_at.is_(None), GAMES.c.requests != "[]"
    )
    connection = op.get_bind()
    for game, requests in connection.execute(asked).all():
        ends = [each["what"]["until"] for each in json.loads(requests) if "until" in each["what"]]
        if ends:
            timer = {"game": game, "seat": -1, "kind": "requests", "due": min(ends)}
            connection.execute(sa.insert(TIMERS).values(timer))
