"""The one-line text form of decisions, the same in logs, records, commands and tests; and the way back from it.

Not for what a decision means or whether it is legal: a title says that.
"""

from abc import ABC, abstractmethod
from collections.abc import Collection
from functools import cached_property
from typing import Any, ClassVar, Generic

import msgspec

from engine.errors import BadNotation
from engine.values import UNDO, A, Action, Choice, Param, Undo, Verb, Whole

LONGEST_TEXT = 1000
"""Characters of a decision at most; the longest ones, offers of many beans, have less than half of that."""


def measured(text: str) -> str:
    """The text itself; BadNotation, before anything is done with it, if it is longer than any decision."""
    if len(text) > LONGEST_TEXT:
        raise BadNotation("A decision has at most {most} characters.", most=LONGEST_TEXT)
    return text


class Notation(ABC, Generic[A]):
    """The part of a title that reads and writes decisions: verbs, their parameters and the words those take."""

    name: ClassVar[str]
    verbs: ClassVar[tuple[Verb, ...]]
    wholes: ClassVar[tuple[Whole, ...]] = ()
    """The whole moves that choices may be besides single decisions; no verb has the same name."""
    action_type: Any
    """The union of the title's actions, for msgspec; every member is in `verbs`."""

    @abstractmethod
    def words(self, kind: str) -> Collection[str]:
        """All words a parameter of this kind can take in any game of the title, in a stable order."""

    @cached_property
    def verb_of(self) -> dict[type[Action], Verb]:
        return {verb.action: verb for verb in self.verbs}

    @cached_property
    def verb_named(self) -> dict[str, Verb]:
        return {verb.name: verb for verb in self.verbs}

    @cached_property
    def asked_for(self) -> dict[str, Verb | Whole]:
        """By name everything that a choice can be."""
        found: dict[str, Verb | Whole] = {verb.name: verb for verb in self.verbs}
        return found | {whole.name: whole for whole in self.wholes}

    def params_of(self, choice: Choice) -> tuple[Param, ...]:
        """What the values of a choice are of."""
        return self.asked_for[choice.name].params

    def is_aside(self, action: Action) -> bool:
        return self.verb_of[type(action)].aside

    def text(self, action: Action) -> str:
        """The one-line text form, the same in logs, records, commands and tests."""
        if isinstance(action, Undo):
            return "undo"
        verb = self.verb_of[type(action)]
        parts = [verb.name]
        for param in verb.params:
            value = getattr(action, param.name)
            if param.optional and not value:
                continue
            if param.keyword:
                parts.append(param.keyword)
            parts.extend(value if param.many else (str(value),))
        return " ".join(parts)

    def parse(self, text: str) -> A | Undo:
        """The action a text means; BadNotation with what was wrong if it means none."""
        name, *rest = measured(text).split(" ")
        if name == "undo" and not rest:
            return UNDO
        verb = self.verb_named.get(name)
        if verb is None:
            raise BadNotation("{title} knows no decision “{verb}”.", title=self.name, verb=name)
        fields: dict[str, object] = {"verb": name}
        for position, param in enumerate(verb.params):
            if param.keyword:
                if not rest or rest[0] != param.keyword:
                    if param.optional:
                        continue
                    raise BadNotation("“{text}” lacks “{keyword}”.", text=text, keyword=param.keyword)
                rest = rest[1:]
            stops = {later.keyword for later in verb.params[position + 1 :] if later.keyword}
            count = next((i for i, word in enumerate(rest) if word in stops), len(rest)) if param.many else 1
            if len(rest) < max(count, 1):
                if param.optional and not param.keyword:
                    continue
                raise BadNotation("“{text}” lacks its {parameter}.", text=text, parameter=param.name)
            fields[param.name] = rest[:count] if param.many else rest[0]
            rest = rest[count:]
        if rest:
            raise BadNotation("“{text}” has too many words: “{rest}”.", text=text, rest=" ".join(rest))
        return self.read(fields, strict=False)

    def read(self, value: object, *, strict: bool = True) -> A | Undo:
        """The action a JSON object (or, with strict off, words only) means; the same checks as for texts."""
        if value == {"verb": "undo"}:
            return UNDO
        try:
            action: A = msgspec.convert(value, self._type_named_in(value), strict=strict)
        except msgspec.ValidationError as error:
            raise BadNotation("This is no decision of {title}: {error}.", title=self.name, error=str(error)) from None
        for param in self.verb_of[type(action)].params:
            content = getattr(action, param.name)
            if param.optional and not content:
                continue
            words = self.words(param.kind)
            for word in content if param.many else (str(content),):
                if word not in words:
                    raise BadNotation("“{word}” is no {kind} of {title}.", word=word, kind=param.kind, title=self.name)
        return self.canonical(action)

    def _type_named_in(self, value: object) -> Any:
        """The type of the verb, if one is named: converting to a union of many costs a hundred times as much."""
        name = value.get("verb") if isinstance(value, dict) else None
        verb = self.verb_named.get(name) if isinstance(name, str) else None
        return self.action_type if verb is None else verb.action

    def canonical(self, action: A) -> A:
        """The one form of actions that mean the same (sorted words)."""
        return action

    def to_object(self, action: Action) -> object:
        return msgspec.to_builtins(action)


AnyNotation = Notation[Any]
"""One whose actions are not known at this place."""
