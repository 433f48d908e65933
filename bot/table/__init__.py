"""What people do at a table, one use case per method of `Table`; no Discord in it, plain calls drive it.

Not for rules (the engine has them) and not for words or pictures (senders make them from views).
"""

from bot.table.table import Saved, Table

__all__ = ["Saved", "Table"]
