"""Why something is not offered now: for a verb, the rules that forbid it and what each of them forbids.

Not for words, and nothing hidden is looked at: it asks what anybody could ask by trying it.
"""

from collections.abc import Iterable, Iterator
from itertools import islice, product

import msgspec

from engine.choices import Value, value_of, words_of
from engine.errors import EngineError, Illegal
from engine.title import AnyTitle
from engine.values import Action, State, Verb

MOST_TRIED = 2000
"""Decisions that are tried for one verb: it is answered while somebody waits."""
MOST_REASONS = 5


class Reason(msgspec.Struct, frozen=True):
    """A refusal, and the values of the verb's first parameter that meet it; none where it meets all of them."""

    refusal: Illegal
    values: tuple[Value, ...] = ()


def missing(title: AnyTitle, state: State, seat: int) -> list[Verb]:
    """The verbs of which something cannot be done now, those of which nothing can first."""
    legal = title.legal(state, seat)
    possible = {title.verb_of[type(action)].name for action in legal}
    verbs = [verb for verb in title.verbs if not verb.aside]
    return sorted(verbs, key=lambda verb: verb.name in possible)


def reasons(title: AnyTitle, state: State, seat: int, verb: Verb) -> list[Reason]:
    """Why what is not offered of a verb is not, the most frequent reason first."""
    legal = {action for action in title.legal(state, seat) if title.verb_of[type(action)] is verb}
    found: dict[tuple[str, str], tuple[Illegal, dict[Value, None]]] = {}
    allowed = _begun(verb, legal)
    for first, action in islice(_possible(title, verb), MOST_TRIED):
        if action in legal:
            allowed.add(first)
            continue
        try:
            title.check(state, seat, action)
            allowed.add(first)
        except Illegal as error:
            found.setdefault((error.clause, error.reason), (error, {}))[1][first] = None
    ranked = sorted(found.values(), key=lambda pair: -len(pair[1]))
    told = [Reason(error, tuple(value for value in values if value not in allowed)) for error, values in ranked]
    if len(told) == 1 and not allowed:
        return [Reason(told[0].refusal)]
    return [reason for reason in told if reason.values or not verb.params][:MOST_REASONS]


def _begun(verb: Verb, legal: Iterable[Action]) -> set[Value]:
    """The words of the verb's first parameter with which something can be done: not all of it is ever tried."""
    first = next((param for param in verb.params if not param.optional), None)
    if first is None:
        return {"" for _ in legal}
    return {word for action in legal for word in words_of(value_of(action, first), first)}


def _possible(title: AnyTitle, verb: Verb) -> Iterator[tuple[Value, Action]]:
    """Decisions of a verb put together from all words there are; of many, those in which every value comes early."""
    params = [param for param in verb.params if not param.optional]
    kinds = [list(islice(title.words(param.kind), 200)) for param in params]
    for rest in product(*kinds[1:]):
        for first in kinds[0] if kinds else ("",):
            given = dict(zip([param.name for param in params], (first, *rest), strict=True)) if kinds else {}
            fields = {param.name: [given[param.name]] if param.many else given[param.name] for param in params}
            try:
                action = title.read({"verb": verb.name, **fields}, strict=False)
            except EngineError:
                continue
            yield first, action
