"""What a choice is called on menus and in completions: what the picture writes for it, then its name.

Not for sentences: `bot.texts`.
"""

from collections.abc import Mapping, Sequence

import render
from bot.store.hosted_game import HostedGame
from bot.table.choice_tree import Value
from bot.texts import Texts
from bot.texts.summary import Summary
from engine.title import AnyTitle
from engine.values import Param

MARK = " · "
"""Between what the picture writes for a place and its name."""


def marks_of(hosted: HostedGame) -> dict[str, str]:
    """What the board picture writes for some words: route and space numbers."""
    return render.marks(hosted.title.key, hosted.title.view(hosted.state, None))


def summary_of(words: Texts, hosted: HostedGame, names: Sequence[str]) -> Summary:
    """Tells of a game in the words of its picture: what a text names can be found there by the same name."""
    return Summary(words.marked(marks_of(hosted)), hosted.title, names)


def label_of(words: Texts, title: AnyTitle, param: Param, value: Value, marks: Mapping[str, str]) -> str:
    """A parameter's value as people read it, after what the picture writes for it."""
    if not value:
        return words.say("(nothing)")
    parts = value.split(" ") if param.many else [value]
    named = [(marks.get(part), words.word(title, param.kind, part)) for part in parts]
    return ", ".join(f"{mark}{MARK}{name}" if mark else name for mark, name in named)
