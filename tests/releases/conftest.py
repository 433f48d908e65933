"""The databases of the tests of the bot, for the stores that releases have left.

Not for tests.
"""

from tests.bot.conftest import folder, postgresqls

__all__ = ["folder", "postgresqls"]
