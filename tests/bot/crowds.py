"""Fills a database, SQLite or PostgreSQL, with copies of its first game: each with letters that wait, and timers.

Not for assertions.
"""

from sqlalchemy import Connection, Table, text

from bot.store.schema import games, moves, seats

LETTERS = 5
"""That wait for each of two targets of a game; only the first of each can be claimed."""


def crowd(connection: Connection, count: int) -> None:
    """So many copies. Their letters and timers are due one after the other, those of a game together."""
    first = connection.execute(text("SELECT min(id) FROM games")).scalar_one()
    own = _columns(games, "id")
    _do(
        connection,
        f"""
        INSERT INTO games ({own})
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {count})
        SELECT {own} FROM n, games WHERE id = {first}
    """,
    )
    for table in (seats, moves):
        rest, theirs = _columns(table, "game"), _columns(table, "game", "t")
        _do(
            connection,
            f"""
            INSERT INTO {table.name} (game, {rest}) SELECT g.id, {theirs} FROM games g, {table.name} t
            WHERE g.id > {first} AND t.game = {first}
        """,
        )
    _do(
        connection,
        f"""
        INSERT INTO interactions (id, game, answer, at)
        SELECT 'press ' || g.id, g.id, '{{}}', g.id FROM games g WHERE g.id > {first}
    """,
    )
    _do(
        connection,
        f"""
        INSERT INTO outbox (game, target, kind, payload, nonce, status, attempts, due, written_at)
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {LETTERS})
        SELECT g.id, t.target, 'board', '{{}}', 'n', 'queued', 0, g.id + n.i / 100.0, g.id
        FROM games g, n, (SELECT 'channel' AS target UNION ALL SELECT 'seat:0') t WHERE g.id > {first}
        ORDER BY g.id, n.i
    """,
    )
    _do(
        connection,
        f"""
        INSERT INTO timers (game, seat, kind, due)
        SELECT g.id, t.seat, t.kind, g.id FROM games g, timers t WHERE g.id > {first} AND t.game = {first}
    """,
    )
    # Each in a channel of its own, with people of its own.
    _do(connection, f"UPDATE games SET channel = channel + 1000 * id WHERE id > {first}")
    _do(connection, f'UPDATE seats SET "user" = "user" + 1000 * game WHERE game > {first}')
    _do(connection, "ANALYZE" if connection.dialect.name == "postgresql" else "SELECT 1")


def _columns(table: Table, but: str, of: str = "") -> str:
    quoted = [f'"{column.name}"' for column in table.columns if column.name != but]
    return ", ".join(f"{of}.{name}" if of else name for name in quoted)


def _do(connection: Connection, statement: str) -> None:
    connection.exec_driver_sql(statement).close()
