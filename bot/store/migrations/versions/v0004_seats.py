"""Requests to the table instead of one proposal to go back; who has had which seat, and who acted when.

Not for anything later: a released migration is never changed.
"""

import json

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.add_column("games", sa.Column("requests", sa.Text(), nullable=False, server_default="[]"))
    op.add_column("games", sa.Column("attendance", sa.Text(), nullable=False, server_default="{}"))
    for game in op.get_bind().execute(sa.select(_games).where(_games.c.status == "running")).all():
        _carry_over(game.id, game.owner, game.started_at, game.proposal)
    op.drop_column("games", "proposal")


_games = sa.table(
    "games",
    *(sa.column(name) for name in ("id", "status", "owner", "started_at", "proposal", "requests", "attendance")),
)
_seats = sa.table("seats", *(sa.column(name) for name in ("game", "seat", "user", "resigned")))
_moves = sa.table("moves", *(sa.column(name) for name in ("game", "seat", "host", "at")))


def _carry_over(game: int, owner: int, started_at: float, proposal: str | None) -> None:
    """What earlier releases know of a running game: who has a seat or has left it to a computer, and their moves."""
    connection = op.get_bind()
    seats = connection.execute(sa.select(_seats).where(_seats.c.game == game)).all()
    decided = sa.select(_moves.c.seat, sa.func.max(_moves.c.at)).where(_moves.c.game == game, ~_moves.c.host)
    latest = {seat: at for seat, at in connection.execute(decided.group_by(_moves.c.seat)) if seat is not None}
    attendance = {
        "had": {row.user or row.resigned: row.seat for row in seats if row.user or row.resigned},
        "acted_at": {row.user: latest.get(row.seat, started_at) for row in seats if row.user},
    }
    values = {"attendance": json.dumps(attendance), "requests": "[]"}
    if proposal is not None:
        values["requests"] = json.dumps([_request(json.loads(proposal), {row.seat: row.user for row in seats}, owner)])
    connection.execute(sa.update(_games).where(_games.c.id == game).values(values))


def _request(proposal: dict[str, object], users: dict[int, int | None], owner: int) -> dict[str, object]:
    """Of those who agreed, the lowest seat stands for who asked, which was not written down."""
    seats = proposal["agreed"]
    assert isinstance(seats, list)
    agreed = [users[seat] for seat in seats if users.get(seat) is not None]
    what = {"type": "back", "to": proposal["to"], "made_on": proposal["made_on"]}
    return {"number": 0, "by": agreed[0] if agreed else owner, "what": what, "agreed": agreed}
