"""How well computers play, in words: the name of each level, and what one may expect of it.

Not for how they do it: `engine.policies`.
"""

from typing import NamedTuple

from discord.app_commands import locale_str

from bot.ui.command_names import about


class Level(NamedTuple):
    """As a choice of a command, which has one line, and as an entry of a menu, which has two."""

    choice: locale_str
    name: locale_str
    about: locale_str


LEVELS = {
    "random": Level(
        about("Beginner: does anything that is allowed"), about("Beginner"), about("Does anything that is allowed.")
    ),
    "apprentice": Level(
        about("Apprentice: overlooks things, good for a first game"),
        about("Apprentice"),
        about("Overlooks things; good for a first game."),
    ),
    "simple": Level(
        about("Regular player: goes by rules of thumb"), about("Regular player"), about("Goes by rules of thumb.")
    ),
    "trader": Level(
        about("Trader: plans its turn, a good opponent"), about("Trader"), about("Plans its turn; a good opponent.")
    ),
    "strong": Level(
        about("Alderman: looks furthest ahead, hard to beat"),
        about("Alderman"),
        about("Looks furthest ahead; hard to beat."),
    ),
}
"""By policy, the weakest first."""
