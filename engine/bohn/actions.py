"""The smallest decisions of Bohn Hansa, their one-line notation, and how a command asks for them.

Not for whether a decision is allowed. Numbers of offers and seats are words here (`#1`, `P3`), as they are written.
"""

from collections.abc import Collection

import msgspec

from engine.bohn.board import CONTRACTS, KINDS, MOST_SEATS, NAME, TOWN, TOWNS, TRAVEL_CARDS, cards_for
from engine.bohn.board.beans import in_kind_order
from engine.errors import BadNotation
from engine.values import Action, Param, Undo, Verb

OFFERS_PER_TURN = 20
"""Host limit: offers of one maker in one turn, counters included (BH-9.12)."""
NUMBERS = tuple(f"#{number}" for number in range(1, MOST_SEATS * OFFERS_PER_TURN + 1))
SEATS = tuple(f"P{number}" for number in range(1, MOST_SEATS + 1))
POSITIONS = len(TRAVEL_CARDS) + len(CONTRACTS)
"""No hand can be longer."""
MOST_CARDS = max(cards_for(start, town) for start in TOWNS for town in TOWNS)
"""A journey to the town that is farthest away."""


class Open(Action, frozen=True, tag="open"):
    """The opening contract, then the contracts for hand positions 8 and 9 (BH-2.6)."""

    contract: str
    eighth: str
    ninth: str


class Travel(Action, frozen=True, tag="travel"):
    town: str


class Pay(Action, frozen=True, tag="pay"):
    beans: tuple[str, ...]


class Fulfil(Action, frozen=True, tag="fulfil"):
    contract: str


class BuyContract(Action, frozen=True, tag="contract"):
    """Buys a contract for 5 talers and the ordinary card at this hand position, counted from 1 (BH-14.4)."""

    position: int


class Buy(Action, frozen=True, tag="buy"):
    """Buys the token `kind@square`, or the missing kind `kind@x`."""

    token: str
    drop: tuple[str, ...] = ()


class Propose(Action, frozen=True, tag="offer", gc=False):
    """A new offer; `drop` and `pay` are private terms (BH-9.2)."""

    number: str
    target: str
    invite: str = ""
    buy: tuple[str, ...] = ()
    give: tuple[str, ...] = ()
    take: tuple[str, ...] = ()
    drop: tuple[str, ...] = ()
    pay: tuple[str, ...] = ()


class Counter(Action, frozen=True, tag="counter", gc=False):
    """Declines an offer and makes the reverse one `new` (BH-9.10)."""

    number: str
    new: str
    invite: str = ""
    buy: tuple[str, ...] = ()
    give: tuple[str, ...] = ()
    take: tuple[str, ...] = ()
    drop: tuple[str, ...] = ()
    pay: tuple[str, ...] = ()


class Accept(Action, frozen=True, tag="accept"):
    number: str
    drop: tuple[str, ...] = ()
    pay: tuple[str, ...] = ()


class Decline(Action, frozen=True, tag="decline"):
    number: str


class Withdraw(Action, frozen=True, tag="withdraw"):
    number: str


class Close(Action, frozen=True, tag="close"):
    """Ends trading; `auto` ends the turn too if nothing can be fulfilled then (BH-13.4)."""

    auto: str = ""


class End(Action, frozen=True, tag="end"):
    pass


class Final(Action, frozen=True, tag="final"):
    """The contracts to fulfil after the last turn; none is written `-` (BH-15.6)."""

    contracts: tuple[str, ...] = ()


class Stand(Action, frozen=True, tag="standing"):
    standing: str


BohnAction = (
    Open
    | Travel
    | Pay
    | Fulfil
    | BuyContract
    | Buy
    | Propose
    | Counter
    | Accept
    | Decline
    | Withdraw
    | Close
    | End
    | Final
    | Stand
)

_TERMS = (
    Param("invite", "invite", optional=True),
    Param("buy", "square", many=True, optional=True, keyword="buy"),
    Param("give", "kind", many=True, optional=True, keyword="give"),
    Param("take", "kind", many=True, optional=True, keyword="take"),
)
_DROP = Param("drop", "kind", many=True, optional=True, keyword="drop")
_PAY = Param("pay", "kind", many=True, optional=True, keyword="pay")
_NUMBER = Param("number", "offer")

VERBS = (
    Verb("open", Open, tuple(Param(name, "contract") for name in ("contract", "eighth", "ninth"))),
    Verb("travel", Travel, (Param("town", "town"),)),
    Verb("pay", Pay, (Param("beans", "kind", many=True),)),
    Verb("fulfil", Fulfil, (Param("contract", "contract"),)),
    Verb("contract", BuyContract, (Param("position", "position"),)),
    Verb("buy", Buy, (Param("token", "token"), _DROP)),
    Verb("offer", Propose, (_NUMBER, Param("target", "seat"), *_TERMS, _DROP, _PAY)),
    Verb("counter", Counter, (_NUMBER, Param("new", "offer"), *_TERMS, _DROP, _PAY)),
    Verb("accept", Accept, (_NUMBER, _DROP, _PAY)),
    Verb("decline", Decline, (_NUMBER,)),
    Verb("withdraw", Withdraw, (_NUMBER,)),
    Verb("close", Close, (Param("auto", "auto", optional=True),)),
    Verb("end", End),
    Verb("final", Final, (Param("contracts", "contract", many=True, optional=True),)),
    Verb("standing", Stand, (Param("standing", "standing"),), aside=True),
)
_VERB_OF = {verb.action: verb for verb in VERBS}
_VERB_NAMED = {verb.name: verb for verb in VERBS}

_SQUARES = tuple(
    f"{kind}@{square}"
    for kind in KINDS
    for square in range(1, max(town.squares for town in TOWN.values() if kind in town.sells) + 1)
)
WORDS: dict[str, Collection[str]] = {
    "town": TOWNS,
    "kind": KINDS,
    "contract": CONTRACTS,
    "position": tuple(str(position) for position in range(1, POSITIONS + 1)),
    "square": _SQUARES,
    "token": (*_SQUARES, *(f"{kind}@x" for kind in KINDS)),
    "offer": NUMBERS,
    "seat": SEATS,
    "invite": ("invite",),
    "auto": ("auto",),
    "standing": ("closed", "open"),
    "cards": tuple(str(number) for number in range(1, MOST_CARDS + 1)),
    "card": (*TRAVEL_CARDS, *CONTRACTS),
}


def seat_named(word: str) -> int:
    """The seat a word like `P3` means."""
    return int(word[1:]) - 1


def kind_of(token: str) -> str:
    """The kind of a token `kind@square`."""
    return token.partition("@")[0]


def tokens_in_order(tokens: tuple[str, ...]) -> tuple[str, ...]:
    """Tokens `kind@square` in kind order, then by square."""
    return tuple(sorted(tokens, key=_SQUARES.index)) if len(tokens) > 1 else tokens


def canonical(action: BohnAction) -> BohnAction:
    """The same decision with its lists in order: beans in kind order, tokens and contracts by their words."""
    changes: dict[str, tuple[str, ...]] = {}
    for name in ("beans", "give", "take", "drop", "pay"):
        beans = getattr(action, name, ())
        if len(beans) > 1 and (ordered := in_kind_order(beans)) != beans:
            changes[name] = ordered
    if (ordered := tokens_in_order(buy := getattr(action, "buy", ()))) != buy:
        changes["buy"] = ordered
    if isinstance(action, Final) and (ordered := tuple(sorted(action.contracts))) != action.contracts:
        changes["contracts"] = ordered
    return msgspec.structs.replace(action, **changes) if changes else action


def complete(action: BohnAction | Undo) -> BohnAction | Undo:
    """The same decision; BadNotation if a payment names no bean."""
    if isinstance(action, Pay) and not action.beans:
        raise BadNotation("A toll is paid with at least one bean.")
    return action


def text(action: Action) -> str:
    """The text of a decision: lists with commas, `keyword=list`, contracts after the last turn with spaces."""
    if isinstance(action, Undo):
        return "undo"
    if isinstance(action, Final):
        return " ".join(("final", *(action.contracts or "-")))
    verb = _VERB_OF[type(action)]
    parts = [verb.name]
    for param in verb.params:
        content = getattr(action, param.name)
        if not content:
            continue
        word = ",".join(content) if param.many else str(content)
        parts.append(f"{param.keyword}={word}" if param.keyword else word)
    return " ".join(parts)


def fields_of(text: str) -> dict[str, object]:
    """The decision a text describes, as a JSON object; BadNotation if it has no known verb."""
    name, *words = text.split(" ")
    if text == "undo":
        return {"verb": "undo"}
    if name not in _VERB_NAMED:
        raise BadNotation("{title} knows no decision “{verb}”.", title=NAME, verb=name)
    return {"verb": name} | _parameters(text, _VERB_NAMED[name], words)


def _parameters(text: str, verb: Verb, rest: list[str]) -> dict[str, object]:
    """What the words after the verb say of its parameters; BadNotation if there are too few or too many."""
    fields: dict[str, object] = {}
    if verb.action is Final:
        if not rest:
            raise BadNotation("“{text}” names no contracts; none is written “-”.", text=text)
        return {"contracts": [] if rest == ["-"] else rest}
    for param in verb.params:
        lead = f"{param.keyword}=" if param.keyword else ""
        fits = bool(rest) and rest[0].startswith(lead)
        if fits and param.optional and not param.keyword:
            fits = rest[0] in WORDS[param.kind]
        if not fits:
            if param.optional:
                continue
            raise BadNotation("“{text}” lacks its {parameter}.", text=text, parameter=param.name)
        word = rest.pop(0)[len(lead) :]
        if not word:
            raise BadNotation("“{text}” lacks its {parameter}.", text=text, parameter=param.name)
        fields[param.name] = word.split(",") if param.many else word
    if rest:
        raise BadNotation("“{text}” has too many words: “{rest}”.", text=text, rest=" ".join(rest))
    return fields
