"""The tables of the newest schema, as the queries see them.

Not for making them in a database: `migrations/` does that, and a test proves that both agree.
"""

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ColumnElement,
    Float,
    ForeignKey,
    FromClause,
    Index,
    Integer,
    MetaData,
    Table,
    Text,
    UniqueConstraint,
    and_,
    literal,
)

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)

Number = BigInteger().with_variant(Integer, "sqlite")
"""A row number that the database gives out: SQLite does so for INTEGER keys only."""


def _game(*, primary_key: bool = False) -> "Column[int]":
    key = ForeignKey("games.id", ondelete="CASCADE")
    return Column("game", Number, key, nullable=False, primary_key=primary_key)


games = Table(
    "games",
    metadata,
    Column("id", Number, primary_key=True),
    Column("title", Text, nullable=False),
    Column("rules", Text, nullable=False),
    Column("options", Text, nullable=False),  # JSON, as the engine takes them
    Column("guild", BigInteger),
    Column("channel", BigInteger, nullable=False),
    Column("owner", BigInteger, nullable=False),
    Column("status", Text, nullable=False),
    Column("pace", Float),  # seconds for a decision before the host answers; none without
    Column("seed", Text, nullable=False),
    Column("revision", BigInteger, nullable=False),  # counts accepted commands: the optimistic lock
    Column("version", Integer, nullable=False),  # counts record lines: what players look at
    # The snapshot is part of this row, so that a command updates one row and loads one.
    Column("state", Text),
    Column("base", Text),
    Column("base_version", Integer, nullable=False),
    Column("tail", Text, nullable=False),
    Column("pinged", Text, nullable=False),  # which turn it is, and who was called to it already
    Column("opened_at", Float, nullable=False),
    Column("started_at", Float),
    Column("ended_at", Float),
    Column("lobby", Text, nullable=False, server_default="{}"),  # JSON: how people gather
    Column("requests", Text, nullable=False, server_default="[]"),  # JSON: what waits for somebody's yes
    Column("attendance", Text, nullable=False, server_default="{}"),  # JSON: who had which seat, who acted when
    Column("parked_at", Float),  # since when it is set aside; none: it is not
    Column("parked_for", Text),  # why, if not because its channel was lost
    Column("owed", Text),  # JSON: since when which seats have owed a decision; none: written by an older program
    Index(None, "channel", "status"),
    Index(None, "status"),
    Index(None, "guild"),
    sqlite_autoincrement=True,
)

seats = Table(
    "seats",
    metadata,
    _game(primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("user", BigInteger),  # none: a computer plays
    Column("policy", Text),
    Column("resigned", BigInteger),  # who had the seat before a computer took it over
    UniqueConstraint("game", "user"),
    Index(None, "user"),
    sqlite_with_rowid=False,
)

moves = Table(
    "moves",
    metadata,
    _game(primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("seat", Integer),
    Column("text", Text, nullable=False),
    Column("host", Boolean, nullable=False),
    Column("at", Float, nullable=False),
    Column("interaction", Text),
    sqlite_with_rowid=False,  # the lines of a game lie together, and a new one touches one page
)

interactions = Table(
    "interactions",
    metadata,
    Column("id", Text, primary_key=True),
    _game(),
    Column("answer", Text, nullable=False),
    Column("at", Float, nullable=False),
    Index(None, "at"),
    sqlite_with_rowid=False,
)

outbox = Table(
    "outbox",
    metadata,
    Column("id", Number, primary_key=True),
    _game(),
    Column("target", Text, nullable=False),
    Column("kind", Text, nullable=False),
    Column("payload", Text, nullable=False),
    Column("nonce", Text, nullable=False),
    Column("status", Text, nullable=False),
    Column("attempts", Integer, nullable=False),
    Column("due", Float, nullable=False),
    Column("claimed_by", Text),
    Column("claimed_until", Float),
    Column("reason", Text),
    Column("receipt", Text),
    Column("written_at", Float, nullable=False),
    Column("closed_at", Float),
    sqlite_autoincrement=True,
)


def is_queued(rows: FromClause) -> ColumnElement[bool]:
    """With the word in the statement itself: of a parameter neither database knows that it is the one of the index."""
    return rows.c.status == literal("queued", literal_execute=True)


_queued = outbox.c.status == "queued"
Index("ix_outbox_queue", outbox.c.game, outbox.c.target, outbox.c.id, sqlite_where=_queued, postgresql_where=_queued)
# Each row is in one of these two, so that what comes next is found however many there are.
_free, _claimed = (and_(_queued, outbox.c.claimed_until.is_(None)), and_(_queued, outbox.c.claimed_until.is_not(None)))
Index("ix_outbox_free", outbox.c.due, outbox.c.id, sqlite_where=_free, postgresql_where=_free)
Index("ix_outbox_claimed", outbox.c.claimed_until, outbox.c.id, sqlite_where=_claimed, postgresql_where=_claimed)
_closed = outbox.c.closed_at.is_not(None)
Index("ix_outbox_closed_at", outbox.c.closed_at, sqlite_where=_closed, postgresql_where=_closed)
_kept = outbox.c.receipt.is_not(None)
Index("ix_outbox_receipts", outbox.c.game, outbox.c.kind, outbox.c.id, sqlite_where=_kept, postgresql_where=_kept)

timers = Table(
    "timers",
    metadata,
    Column("id", Number, primary_key=True),
    _game(),
    Column("seat", Integer, nullable=False),
    Column("kind", Text, nullable=False),
    Column("due", Float, nullable=False),
    Column("claimed_by", Text),
    Column("claimed_until", Float),
    UniqueConstraint("game", "seat"),
    sqlite_autoincrement=True,  # a timer set anew must not get the number of the one it replaced
)
_unset, _set = timers.c.claimed_until.is_(None), timers.c.claimed_until.is_not(None)
Index("ix_timers_free", timers.c.due, timers.c.id, sqlite_where=_unset, postgresql_where=_unset)
Index("ix_timers_claimed", timers.c.claimed_until, timers.c.id, sqlite_where=_set, postgresql_where=_set)

processes = Table(
    "processes",
    metadata,
    Column("id", Text, primary_key=True),  # what `claimed_by` names
    Column("seen", Float, nullable=False),  # its latest life sign, by its own clock
)

results = Table(
    "results",
    metadata,
    _game(primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("user", BigInteger),
    Column("place", Integer, nullable=False),
    Column("total", Integer, nullable=False),
    Column("breakdown", Text, nullable=False),
    Index(None, "user"),
)

guild_settings = Table(
    "guild_settings",
    metadata,
    Column("guild", BigInteger, primary_key=True, autoincrement=False),
    Column("settings", Text, nullable=False),
)

user_settings = Table(
    "user_settings",
    metadata,
    Column("user", BigInteger, primary_key=True, autoincrement=False),
    Column("settings", Text, nullable=False),
)

sketches = Table(
    "sketches",
    metadata,
    Column("user", BigInteger, primary_key=True, autoincrement=False),
    Column("sketch", Text, nullable=False),  # JSON: the game they are about to open
    Column("at", Float, nullable=False),  # when they last changed it
)

invitations = Table(
    "invitations",
    metadata,
    Column("id", Number, primary_key=True),
    Column("game", Number, ForeignKey("games.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("user", BigInteger, nullable=False, index=True),
    Column("by", BigInteger, nullable=False, index=True),
    Column("at", Float, nullable=False, index=True),
    sqlite_autoincrement=True,
)

chores = Table(
    "chores",
    metadata,
    Column("name", Text, primary_key=True),
    Column("done_at", Float, nullable=False),
    Column("digest", Text, nullable=False),  # of what it was done with
    Column("claimed_until", Float),
)

forgotten = Table(
    "forgotten",
    metadata,
    Column("digest", Text, primary_key=True),  # of the number of somebody who wished it; not the number
    Column("at", Float, nullable=False),
    Column("again", Boolean, nullable=False),  # a backup from before was restored: they must be forgotten once more
)

left_servers = Table(
    "left_servers",
    metadata,
    Column("guild", BigInteger, primary_key=True, autoincrement=False),
    Column("at", Float, nullable=False),  # when the server removed the bot
)
