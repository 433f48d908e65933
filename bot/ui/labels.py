"""What a choice is called on buttons, menus and in completions: what the picture writes for it, then its name.

Not for sentences: `bot.texts`.
"""

from collections.abc import Mapping, Sequence

import render
from bot.limits import BUTTON_LABEL
from bot.store.hosted_game import HostedGame
from bot.table.choice_tree import Fork, opened
from bot.texts import Texts
from bot.texts.markdown import unmarked
from bot.texts.speaker import shorten
from bot.texts.summary import Summary
from engine.choices import Value, words_of
from engine.title import AnyTitle
from engine.values import Param
from render.words.title_words import Who, seat_name

MARK = " · "
"""Between what the picture writes for a place and its name."""
SEVERAL = "…"
"""At the end of the name of what stands for several values."""
FURTHER = f" {SEVERAL}"
"""Behind what leads to more choices."""


def marks_of(hosted: HostedGame) -> dict[str, str]:
    """What the board picture writes for some words: route and space numbers."""
    return render.marks(hosted.title.key, hosted.title.view(hosted.state, None))


def summary_of(words: Texts, hosted: HostedGame, names: Sequence[str]) -> Summary:
    """Tells of a game in the words of its picture: what a text names can be found there by the same name."""
    return Summary(words.marked(marks_of(hosted)), hosted.title, names)


def label_of(
    words: Texts, title: AnyTitle, param: Param, value: Value, marks: Mapping[str, str], who: Who = seat_name
) -> str:
    """A parameter's value as people read it, after what the picture writes for it."""
    if not value:
        return words.say("(nothing)")
    if param.kind == "seat":
        return unmarked(who(int(value.removeprefix("P")) - 1))
    named = [(marks.get(part), words.word(title, param.kind, part)) for part in words_of(value, param)]
    return ", ".join(name if not mark or name.startswith(mark) else f"{mark}{MARK}{name}" for mark, name in named)


def label_at(summary: Summary, marks: Mapping[str, str], here: Fork, way: Fork) -> str:
    """A way on, as the button or the menu that is shown at a fork calls it.

    Where one value leads there, that value says enough, unless it stands for several; a choice behind several
    questions is called as at the root, and so is one that has more to it while nothing has been chosen yet.
    """
    words, title = summary.words, summary.title
    is_next = way.choice is None or len(way.path) == len(here.path) + 1
    has_more = way.choice is not None and not here.path and any(way.choice.values[here.settled + 1 :])
    if here.name and here.choice is None and is_next and not has_more:
        said = values_at(summary, marks, here, way)
        if way.choice is None or not said.endswith(SEVERAL):
            return said
    if way.choice is not None:
        return unmarked(words.label(title, way.choice, summary.who))
    inside = _values(summary, marks, way, 0) if way.settled and len(way.path) > 1 else ""
    group = words.group(title, way.name)
    group = group.removesuffix(SEVERAL).rstrip()
    label = words.say("{name}: {value}", name=group, value=inside) if inside else group + FURTHER
    return label if len(label) <= BUTTON_LABEL or not _is_alone(here, way) else group + FURTHER


def _is_alone(here: Fork, way: Fork) -> bool:
    """Whether no other group of its name is shown beside it, from which its values tell it apart."""
    return [each.name for each in opened(here) if each.choice is None].count(way.name) == 1


def values_at(summary: Summary, marks: Mapping[str, str], here: Fork, way: Fork) -> str:
    """The values that a way adds to a fork: where one was chosen, that one, and whatever it leads to."""
    if way.choice is None or len(way.path) != len(here.path) + 1:
        return _values(summary, marks, way, here.settled)
    words, title = summary.words, summary.title
    param, value = title.params_of(way.choice)[here.settled], way.choice.values[here.settled]
    return shorten(label_of(words, title, param, value, marks, summary.who))


def _values(summary: Summary, marks: Mapping[str, str], way: Fork, known: int) -> str:
    """The values that a way adds to what is known."""
    words, title = summary.words, summary.title
    if way.choice is not None:
        params = title.params_of(way.choice)[known:]
        given = list(zip(params, way.choice.values[known:], strict=True))
    else:
        given = [(pick.param, pick.value) for pick in way.picks(title)[known:]]
    said = [label_of(words, title, param, value, marks, summary.who) for param, value in given if value]
    text = shorten(MARK.join(said) if said else words.say("(nothing)"))
    return text if way.choice is not None else text.removesuffix(SEVERAL).rstrip() + FURTHER
