"""How the thread of a game is called, as its server has chosen.

Not for making threads or naming them: `/game new` and the post of a game's start do.
"""

from collections.abc import Sequence

from bot.limits import THREAD_NAME
from bot.table.preferences import ThreadName

SEPARATOR = " · "


def thread_name(pattern: ThreadName, title: str, people: Sequence[str], number: int) -> str:
    """“Hansa · Anna, Bruno · 12”. What does not fit is taken from the names of the people."""
    parts = {"title": title, "people": ", ".join(people), "number": str(number)}
    words = pattern.split(" ")
    rest = sum(len(parts[word]) for word in words if word != "people") + len(SEPARATOR) * (len(words) - 1)
    room = THREAD_NAME - rest
    if len(parts["people"]) > room:
        parts["people"] = parts["people"][: room - 1].rstrip(", ") + "…"
    return SEPARATOR.join(parts[word] for word in words)
