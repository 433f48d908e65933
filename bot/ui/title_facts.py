"""What is said of a title before one plays it: for how many it is, how long it takes, how hard it is; and its picture.

Not for how it is played: the rules pages are.
"""

from bot.texts import Texts
from bot.ui.context import Context
from bot.ui.replies import Attachment
from engine.title import AnyTitle
from render.theme import ThemeName


def facts(words: Texts, title: AnyTitle) -> str:
    """`2–4 players · 45–60 minutes · some thought`."""
    low, high = title.seats
    return f"{words.say('{low}–{high} players', low=low, high=high)} · {effort(words, title)}"


def effort(words: Texts, title: AnyTitle) -> str:
    """The same for where the title's own sentence stands beside it, which says for how many it is."""
    weight = _weight(words, title)
    if title.minutes is None:
        return weight
    low, high = title.minutes
    return f"{words.say('{low}–{high} minutes', low=low, high=high)} · {weight}"


def _weight(words: Texts, title: AnyTitle) -> str:
    match title.weight:
        case "light":
            return words.say("easy")
        case "heavy":
            return words.say("demanding")
    return words.say("some thought")


async def cover_of(context: Context, words: Texts, title: AnyTitle, palette: ThemeName) -> tuple[Attachment, ...]:
    """Nothing for a title without painters."""
    drawn = await context.pictures.cover(title.key, palette, words.code)
    if drawn is None:
        return ()
    return (Attachment("cover.png", drawn, words.say("A part of the board of {title}.", title=title.name)),)
