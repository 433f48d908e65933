"""How many taps a choice takes where up to twenty decisions are buttons and longer lists are menus.

Not for the panel itself: its own tests press it. This is the rule that the titles' choices are made for.
"""

from collections import Counter
from collections.abc import Sequence

from engine.title import AnyTitle
from engine.values import Choice

MOST_BUTTONS = 20
BUTTON, MENU = 1, 2


def taps(title: AnyTitle, offered: Sequence[Choice], wanted: Choice) -> int:
    """From the open panel: a button of its own, or the button of its group and then value by value."""
    sizes = Counter(choice.name for choice in offered)
    if wanted.name in _opened(sizes):
        return BUTTON
    count = BUTTON if len(sizes) > 1 else 0
    left = [choice for choice in offered if choice.name == wanted.name]
    for place in range(len(title.params_of(wanted))):
        values = dict.fromkeys(choice.values[place] for choice in left)
        if len(values) > 1:
            count += BUTTON if len(values) <= MOST_BUTTONS else MENU
        left = [choice for choice in left if choice.values[place] == wanted.values[place]]
    assert left == [wanted]
    return count


def _opened(sizes: Counter[str]) -> set[str]:
    """The groups whose choices have buttons of their own: the smallest ones, as long as all have room."""
    buttons, opened = len(sizes), set[str]()
    for name in sorted(sizes, key=lambda each: sizes[each]):
        if buttons - 1 + sizes[name] <= MOST_BUTTONS:
            buttons += sizes[name] - 1
            opened.add(name)
    return opened


def find(offered: Sequence[Choice], name: str, **values: str) -> Choice:
    """The one choice of this name that has these values, told by their places, as `v0="…"`."""
    wanted = {int(key[1:]): value for key, value in values.items()}
    found = [
        choice
        for choice in offered
        if choice.name == name and all(choice.values[place] == value for place, value in wanted.items())
    ]
    assert len(found) == 1, (name, values, len(found))
    return found[0]
