"""Commands that answers name, as mentions: pressing one begins the command.

Not for how commands are called: `command_names.py`. Discord writes a mention in English for every reader, and one with
a translated name does nothing when it is pressed; so what a text calls by its translated name becomes the English one.
"""

import re
from collections.abc import Iterable, Iterator

from discord.app_commands import AppCommand, AppCommandGroup

from bot.texts import LANGUAGES, Texts, texts
from engine.registry import titles


class CommandMentions:
    """The commands as Discord knows them; before it has said so, texts stay as they are."""

    def __init__(self) -> None:
        self._mentions: dict[str, str] = {}
        self._named = re.compile(r"(?!)")

    def learn(self, commands: Iterable[AppCommand]) -> None:
        """What Discord answers when the commands are sent to it."""
        for path, mention in _mentions(commands):
            for code in LANGUAGES:
                self._mentions[spelled(texts(code), path)] = mention
        longest_first = sorted(self._mentions, key=len, reverse=True)
        names = "|".join(map(re.escape, longest_first))
        self._named = re.compile(rf"`(?P<quoted>{names})`|(?<![\w/<`])(?P<plain>{names})(?![\w/-])")

    def in_text(self, text: str) -> str:
        return self._named.sub(lambda found: self._mentions[found["quoted"] or found["plain"]], text)


def _mentions(commands: Iterable[AppCommand]) -> Iterator[tuple[str, str]]:
    """By “game new” its mention; a command that has others inside cannot be mentioned itself."""
    for command in commands:
        inside = [option for option in command.options if isinstance(option, AppCommandGroup)]
        if not inside:
            yield command.name, command.mention
        for each in inside:
            yield f"{command.name} {each.name}", each.mention


def spelled(words: Texts, path: str) -> str:
    """A command as texts of a language call it: “/partie nouvelle”."""
    root, _, inner = path.partition(" ")
    for title in titles():
        for verb in title.verbs if title.key == root else ():
            if texts("en").verb(title, verb) == inner:
                return f"/{root} {words.verb(title, verb)}"
    return words.say(f"/{path}")
