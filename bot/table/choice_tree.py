"""From everything a seat may do to the one thing it wants: verb first, then parameter by parameter.

Not for Discord: panel and commands walk the same tree with their own means. Nothing outside of `legal` is ever offered.
"""

from collections.abc import Mapping, Sequence

import msgspec

from engine.title import AnyTitle
from engine.values import Action, Param, Undo, Verb

Value = str
"""What a parameter can be, as one text: a word, or several with a space between them; nothing is the empty text."""


def value_of(action: Action, param: Param) -> Value:
    content = getattr(action, param.name)
    if param.many:
        return " ".join(content)
    return str(content) if content or not param.optional else ""


def words_in(param: Param, values: Sequence[Value]) -> list[str]:
    """The single words of some values, each once."""
    return list(dict.fromkeys(word for value in values for word in (value.split(" ") if param.many else [value])))


class Pick(msgspec.Struct, frozen=True):
    """A choice that was made; `param` None is the verb itself."""

    param: Param | None
    value: Value


class Fork(msgspec.Struct, frozen=True):
    """What is to be chosen next, after the steps taken so far; an `action` when nothing is left to choose."""

    taken: tuple[Pick, ...]
    verb: Verb | None = None
    param: Param | None = None
    values: tuple[Value, ...] = ()
    action: Action | None = None


def verbs_of(title: AnyTitle, actions: Sequence[Action]) -> tuple[Verb, ...]:
    """The verbs there is something to do with, in the title's order."""
    kinds = {type(action) for action in actions if not isinstance(action, Undo)}
    return tuple(verb for verb in title.verbs if verb.action in kinds)


def walk(title: AnyTitle, actions: Sequence[Action], path: Sequence[int]) -> Fork | None:
    """The fork a path of numbers leads to, or None if there is no such path.

    A number says which of the values of a fork was chosen; where there is only one, it needs no number.
    """
    verbs = verbs_of(title, actions)
    rest = list(path)
    if not rest:
        return Fork((), values=tuple(verb.name for verb in verbs))
    number = rest.pop(0)
    if number >= len(verbs):
        return None
    verb = verbs[number]
    taken = [Pick(None, verb.name)]
    left = [action for action in actions if type(action) is verb.action]
    for param in verb.params:
        values = tuple(dict.fromkeys(value_of(action, param) for action in left))
        if len(values) == 1:
            chosen = values[0]
        elif not rest:
            return Fork(tuple(taken), verb, param, values)
        elif (number := rest.pop(0)) < len(values):
            chosen = values[number]
        else:
            return None
        taken.append(Pick(param, chosen))
        left = [action for action in left if value_of(action, param) == chosen]
    return None if rest else Fork(tuple(taken), verb, action=left[0])


def values_for(actions: Sequence[Action], verb: Verb, param: Param, chosen: Mapping[str, Value]) -> tuple[Value, ...]:
    """What a parameter can be when others are chosen already; a wrong choice among those leaves nothing."""
    others = [(other, chosen[other.name]) for other in verb.params if other.name in chosen and other.name != param.name]
    return tuple(
        dict.fromkeys(
            value_of(action, param)
            for action in actions
            if type(action) is verb.action and all(value_of(action, other) == value for other, value in others)
        )
    )


def fitting(actions: Sequence[Action], verb: Verb, chosen: Mapping[str, Value]) -> list[Action]:
    """The actions of a verb that have all the chosen values; parameters that are left open may be anything."""
    given = [(param, chosen[param.name]) for param in verb.params if param.name in chosen]
    return [
        action
        for action in actions
        if type(action) is verb.action and all(value_of(action, param) == value for param, value in given)
    ]
