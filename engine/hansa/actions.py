"""The smallest decisions of Hansa, their notation and how a command asks for them (HA-19.1).

Not for whether they are legal: `legal.py` says that.
"""

from collections.abc import Iterable

from engine.hansa.board import BOARD, COLOURS, FACE_ORDER, FACES, Faces
from engine.values import Action, Param, Verb


class Place(Action, frozen=True, tag="place"):
    port: str


class Refill(Action, frozen=True, tag="refill"):
    pass


class Skip(Action, frozen=True, tag="skip"):
    pass


class Sail(Action, frozen=True, tag="sail"):
    port: str


class Buy(Action, frozen=True, tag="buy"):
    face: str


class Establish(Action, frozen=True, tag="establish"):
    face: str


class Sell(Action, frozen=True, tag="sell"):
    faces: Faces


class Lose(Action, frozen=True, tag="lose"):
    face: str


class End(Action, frozen=True, tag="end"):
    pass


class Discard(Action, frozen=True, tag="discard"):
    faces: Faces


class Standing(Action, frozen=True, tag="standing"):
    order: str


HansaAction = Place | Refill | Skip | Sail | Buy | Establish | Sell | Lose | End | Discard | Standing

PORT = Param("port", "port")
FACE = Param("face", "face")
SEVERAL_FACES = Param("faces", "face", many=True)

VERBS = (
    Verb("place", Place, (PORT,)),
    Verb("refill", Refill),
    Verb("skip", Skip),
    Verb("sail", Sail, (PORT,)),
    Verb("buy", Buy, (FACE,)),
    Verb("establish", Establish, (FACE,)),
    Verb("sell", Sell, (SEVERAL_FACES,)),
    Verb("lose", Lose, (FACE,)),
    Verb("end", End),
    Verb("discard", Discard, (SEVERAL_FACES,)),
    Verb("standing", Standing, (Param("order", "order"),), aside=True),
)

WORDS: dict[str, tuple[str, ...]] = {
    "port": BOARD.ports,
    "face": FACES,
    "order": ("fewest", "off"),
    "colour": tuple(COLOURS),
}

# Actions are values: one object for each is enough, and making none is quickest.
PLACE = {port: Place(port) for port in BOARD.ports}
SAIL = {port: Sail(port) for port in BOARD.ports}
BUY = {face: Buy(face) for face in FACES}
ESTABLISH = {face: Establish(face) for face in FACES}
LOSE = {face: Lose(face) for face in FACES}
REFILL, SKIP, END = Refill(), Skip(), End()
FEWEST, OFF = Standing("fewest"), Standing("off")


def in_order(faces: Iterable[str]) -> Faces:
    """HA-19.3: colour order, then barrels."""
    return tuple(sorted(faces, key=FACE_ORDER.__getitem__))


def fewest_first(face: str) -> tuple[str, int]:
    """HA-18.4, HA-18.6: fewest barrels first, ties by colour order."""
    return face[1], FACE_ORDER[face]


def canonical(action: HansaAction) -> HansaAction:
    """HA-19.3: faces in one line stand in colour order, then barrels."""
    if isinstance(action, Sell | Discard):
        return type(action)(in_order(action.faces))
    return action
