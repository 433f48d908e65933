"""From everything a seat is offered to the one thing it wants: what to do first, then value by value.

Not for Discord, and not for what is offered: a title's `choices` say that.
"""

from collections.abc import Sequence

import msgspec

from engine.choices import Value
from engine.title import AnyTitle
from engine.values import Choice, Param

ROOM = 20
"""So many things can be shown at once, a button each; where there are more, a menu lists them."""


class Pick(msgspec.Struct, frozen=True):
    """A value on the way to a choice."""

    param: Param
    value: Value


class Fork(msgspec.Struct, frozen=True):
    """A place in the tree: what was chosen so far, and all choices that are left.

    `path` numbers the branch taken at every fork where there was something to choose; `settled` is how many values of
    the choices that are left are known. Without a name it is the root.
    """

    path: tuple[int, ...]
    choices: tuple[Choice, ...]
    name: str = ""
    settled: int = 0

    @property
    def choice(self) -> Choice | None:
        """The choice, when nothing is left to choose."""
        return self.choices[0] if len(self.choices) == 1 and self.name else None

    def picks(self, title: AnyTitle) -> tuple[Pick, ...]:
        """The values that are settled."""
        if not self.name:
            return ()
        params = title.params_of(self.choices[0])[: self.settled]
        return tuple(Pick(*pair) for pair in zip(params, self.choices[0].values, strict=False))

    def asks(self, title: AnyTitle) -> Param | None:
        """What is asked next; at the root it is what to do at all."""
        return None if not self.name or self.choice else title.params_of(self.choices[0])[self.settled]


def root(choices: Sequence[Choice]) -> Fork:
    """Where choosing begins: behind the name, if there is only one."""
    start = Fork((), tuple(choices))
    names = _names(start)
    return _settled(Fork((), start.choices, names[0])) if len(names) == 1 else start


def branches(fork: Fork) -> list[Fork]:
    """The ways on, in the title's order."""
    if fork.choice is not None:
        return []
    if not fork.name:
        groups = [(name, [choice for choice in fork.choices if choice.name == name]) for name in _names(fork)]
    else:
        by_value: dict[Value, list[Choice]] = {}
        for choice in fork.choices:
            by_value.setdefault(choice.values[fork.settled], []).append(choice)
        groups = [(fork.name, group) for group in by_value.values()]
    known = fork.settled + 1 if fork.name else 0
    return [
        _settled(Fork((*fork.path, number), tuple(group), name, known)) for number, (name, group) in enumerate(groups)
    ]


def walk(choices: Sequence[Choice], path: Sequence[int]) -> Fork | None:
    """The fork a path leads to, or None if there is no such path."""
    fork = root(choices) if choices else None
    for number in path:
        ways = branches(fork) if fork is not None else []
        fork = ways[number] if 0 <= number < len(ways) else None
    return fork


def opened(fork: Fork, room: int = ROOM) -> list[Fork]:
    """The ways on, with groups opened up as long as everything has room; in the title's order.

    First those that hold nothing but choices, the smallest before the others; then, at the root, what leads to more.
    """
    if fork.choice is not None:
        return [fork]
    shown = branches(fork)
    while (group := _to_open(fork, shown, room)) is not None:
        place = shown.index(group)
        shown[place : place + 1] = branches(group)
    return shown


def _to_open(fork: Fork, shown: Sequence[Fork], room: int) -> Fork | None:
    """The group that is opened up next, if there is one."""
    inside = {each.path: branches(each) for each in shown if each.choice is None}
    fitting = [each for each in shown if each.path in inside and len(shown) - 1 + len(inside[each.path]) <= room]
    plain = [each for each in fitting if all(way.choice is not None for way in inside[each.path])]
    names = [each for each in fitting if (not fork.name and len(each.path) == 1) or len(fork.choices) <= room]
    return min(plain or names, key=lambda each: len(inside[each.path]), default=None)


def _names(fork: Fork) -> list[str]:
    return list(dict.fromkeys(choice.name for choice in fork.choices))


def _settled(fork: Fork) -> Fork:
    """Past all values that leave nothing to choose."""
    first, known = fork.choices[0].values, fork.settled
    while known < len(first) and all(choice.values[known] == first[known] for choice in fork.choices):
        known += 1
    return msgspec.structs.replace(fork, settled=known)
