"""Everything that must survive a restart: games, letters to send, timers; on SQLite and on PostgreSQL.

Not for what a command means: `bot.table` decides, the store keeps.
"""
