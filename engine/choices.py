"""What a seat may choose, as one is asked for it: a name first, then value by value; single decisions or whole moves.

Not for legality (a title's `legal` has that), and not for how it is shown: panels, commands and computers do that.
"""

from collections.abc import Sequence

from engine.notation import AnyNotation
from engine.values import Action, Choice, Param, Undo, Verb

Value = str
"""What a parameter can be, as one text: a word, or several with a space between them; nothing is the empty text."""


def value_of(action: Action, param: Param) -> Value:
    content = getattr(action, param.name)
    if param.many:
        return " ".join(content)
    return str(content) if content or not param.optional else ""


def words_of(value: Value, param: Param) -> list[str]:
    """The single words of a value; of a parameter that takes many there can be none."""
    if param.many:
        return value.split(" ") if value else []
    return [value]


def single(verb: Verb, action: Action) -> Choice:
    """A decision by itself, asked for as its verb declares."""
    return Choice(verb.name, tuple([value_of(action, param) for param in verb.params]), (action,))


def singles(title: AnyNotation, actions: Sequence[Action]) -> list[Choice]:
    """Each decision by itself; an undo is no choice of a title."""
    verb_of = title.verb_of
    return [single(verb_of[type(action)], action) for action in actions if not isinstance(action, Undo)]
