"""What the parameters of a command can be, when others of them are known already.

Not for reading what somebody typed (`bot.ui.typed_words`) and not for panels, which walk the tree of choices.
"""

from collections.abc import Mapping, Sequence

from engine.choices import Value, value_of, words_of
from engine.values import Action, Param, Verb


def words_in(param: Param, values: Sequence[Value]) -> list[str]:
    """The single words of some values, each once."""
    return list(dict.fromkeys(word for value in values for word in words_of(value, param)))


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
