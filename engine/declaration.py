"""What a title must declare before anybody can play it, looked at once, when it is loaded.

Not for whether its rules are right: the generic tests walk through whole games for that.
"""

import re
from collections.abc import Iterator
from typing import Any, Literal, get_args, get_origin

import msgspec

from engine.title import AnyTitle, Title
from engine.values import Action, Options, State, Verb, View

CLAUSE = re.compile(r"[A-Z]{2}-\d+(\.\d+)?")


def faults(title: AnyTitle) -> list[str]:
    """Everything that is missing or wrong, one clause of a sentence each; empty if the title is complete."""
    return [*_seats(title), *_clauses(title), *_types(title), *_verbs(title), *_wholes(title)]


def _seats(title: AnyTitle) -> Iterator[str]:
    low, high = title.seats
    if not 1 <= low <= high:
        yield f"its seats are {low} to {high}"


def _clauses(title: AnyTitle) -> Iterator[str]:
    names = ["undo_clause", "stale_clause"]
    if type(title).check is Title.check:
        names.append("other_clause")
    for name in names:
        if not CLAUSE.fullmatch(getattr(title, name, "")):
            yield f"{name} names no clause of its specification"


def _types(title: AnyTitle) -> Iterator[str]:
    for name, base in (("state_type", State), ("view_type", View), ("options_type", Options)):
        if not issubclass(getattr(title, name), base):
            yield f"{name} is no {base.__name__}"
    for name in sorted(title.options_type.later):
        if not any(field.default is msgspec.UNSET for field in _options(title) if field.name == name):
            yield f"the later option “{name}” is not UNSET at first"
    if "over" not in phases_in(title.state_type):
        yield "its state has no field `phase` that is a Literal with “over”"
    private = _fields(title.view_type).get("private")
    if type(None) not in get_args(private):
        yield "its view has no field `private` that may be None"


def _verbs(title: AnyTitle) -> Iterator[str]:
    actions = set(get_args(title.action_type) or (title.action_type,))
    for action in sorted(actions - {verb.action for verb in title.verbs}, key=str):
        yield f"the action {action.__name__} has no verb"
    for verb in title.verbs:
        if verb.action not in actions:
            yield f"the action of the verb “{verb.name}” is not in action_type"
        if verb.action.__struct_config__.tag != verb.name:
            yield f"the tag of the action of the verb “{verb.name}” is another"
        yield from _params(title, verb)


def _wholes(title: AnyTitle) -> Iterator[str]:
    names = [whole.name for whole in title.wholes]
    for name in sorted({name for name in names if names.count(name) > 1 or name in title.verb_named}):
        yield f"there are two things called “{name}” to ask for"
    for whole in title.wholes:
        for param in whole.params:
            if not _has_words(title, param.kind):
                yield f"there are no words of the kind “{param.kind}”, which “{whole.name}” asks for"


def _params(title: AnyTitle, verb: Verb) -> Iterator[str]:
    fields = _fields(verb.action)
    for param in verb.params:
        if param.name not in fields:
            yield f"the action of the verb “{verb.name}” has no field “{param.name}”"
        if not _has_words(title, param.kind):
            yield f"there are no words of the kind “{param.kind}”, which “{verb.name}” asks for"


def _has_words(title: AnyTitle, kind: str) -> bool:
    try:
        return any(True for _ in title.words(kind))
    except KeyError:
        return False


def phases_in(state_type: type[State]) -> tuple[str, ...]:
    """The phases that a title's states can be in, “over” among them."""
    phase = _fields(state_type).get("phase")
    return get_args(phase) if get_origin(phase) is Literal else ()


def _options(title: AnyTitle) -> tuple[msgspec.structs.FieldInfo, ...]:
    return msgspec.structs.fields(title.options_type)


def _fields(struct: type[State] | type[View] | type[Action]) -> dict[str, Any]:
    return {field.name: field.type for field in msgspec.structs.fields(struct)}
