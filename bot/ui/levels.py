"""How well computers play, in words.

Not for how they do it: `engine.policies`.
"""

from bot.ui.command_names import about

LEVELS = {"random": about("beginner"), "simple": about("regular player")}
"""By policy what people call it; one that is not here goes by its own name."""
