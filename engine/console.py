"""The engine console: one JSON request per line in, one JSON reply per line out. `python -m engine` runs it.

Not for people at a table: it shows everything, secrets included, and keeps games in memory only.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Annotated, Any

import msgspec

from engine import record, registry
from engine.chance import commitment
from engine.errors import BadRequest, EngineError, Illegal, UnknownGame
from engine.history import Game
from engine.policies import perft, playout, policy_named
from engine.title import AnyTitle
from engine.values import Action, Setup

Reply = dict[str, object]
Count = Annotated[int, msgspec.Meta(ge=0)]
Notation = str | dict[str, object]


class Request(msgspec.Struct, frozen=True, tag_field="op", tag=str.lower, forbid_unknown_fields=True):
    """Base of all requests; the tag is the name of the operation."""


class OfGame(Request, frozen=True):
    game: int


class Titles(Request, frozen=True):
    pass


class New(Request, frozen=True):
    title: str
    seats: int
    seed: str
    options: dict[str, object] = {}
    rules: str | None = None


class To_Act(OfGame, frozen=True):  # noqa: N801 - the tag is made from the name
    pass


class Legal(OfGame, frozen=True):
    seat: int


class Apply(OfGame, frozen=True):
    seat: int
    action: Notation | list[Notation]


class View(OfGame, frozen=True):
    seat: int | None


class State(OfGame, frozen=True):
    pass


class Load(Request, frozen=True):
    title: str
    state: dict[str, object]
    rules: str | None = None


class Result(OfGame, frozen=True):
    pass


class Record(OfGame, frozen=True):
    pass


class Replay(Request, frozen=True):
    record: dict[str, object]
    upto: Count | None = None


class Verify(Request, frozen=True):
    record: dict[str, object]


class Playout(OfGame, frozen=True):
    policy: str
    limit: Count = 100_000
    seed: str = ""


class Perft(OfGame, frozen=True):
    depth: Annotated[int, msgspec.Meta(ge=0, le=20)]


class Close(OfGame, frozen=True):
    pass


AnyRequest = (
    Titles | New | To_Act | Legal | Apply | View | State | Load | Result | Record | Replay | Verify | Playout
    | Perft | Close
)  # fmt: skip


class Console:
    """Any number of games, numbered from 1, and the operations on them."""

    def __init__(self) -> None:
        self._games: dict[int, Game] = {}
        self._last = 0
        self._operations: dict[type[Request], Callable[[Any], Reply]] = {
            Titles: self._titles, New: self._new, To_Act: self._to_act, Legal: self._legal, Apply: self._apply,
            View: self._view, State: self._state, Load: self._load, Result: self._result, Record: self._record,
            Replay: self._replay, Verify: self._verify, Playout: self._playout, Perft: self._perft,
            Close: self._close,
        }  # fmt: skip

    def answer(self, line: bytes | str) -> bytes:
        """The reply to one line; whatever was wrong is in the reply, never raised."""
        try:
            return msgspec.json.encode({"ok": True} | self._run(line))
        except EngineError as error:
            return _refusal(error)
        except Exception as error:  # a fault of ours; the other games must not be lost with it
            return _refusal(
                BadRequest(
                    "The program has a fault and cannot answer this: {kind}, {error}.",
                    kind=type(error).__name__,
                    error=str(error),
                )
            )

    def answers(self, lines: Iterable[bytes]) -> Iterator[bytes]:
        return (self.answer(line) for line in lines)

    def _run(self, line: bytes | str) -> Reply:
        try:
            request = _DECODER.decode(line)
        except (msgspec.MsgspecError, UnicodeDecodeError) as error:
            raise BadRequest("This is no request: {error}.", error=str(error)) from None
        except RecursionError:
            raise BadRequest("This is no request: it is nested too deeply.") from None
        return self._operations[type(request)](request)

    # ---- games and seats

    def _keep(self, game: Game) -> Reply:
        self._last += 1
        self._games[self._last] = game
        return {"game": self._last}

    def _game(self, request: OfGame) -> Game:
        if request.game not in self._games:
            raise UnknownGame("There is no game {game}.", game=request.game)
        return self._games[request.game]

    def _seat(self, game: Game, seat: int) -> int:
        seats = game.title.view(game.first, None).seats
        if not 0 <= seat < seats:
            raise BadRequest("There is no seat {seat}: seats are 0 to {last}.", seat=seat, last=seats - 1)
        return seat

    # ---- operations

    def _titles(self, _: Titles) -> Reply:
        return {"titles": [_describe(registry.title(key)) for key in registry.KEYS]}

    def _new(self, request: New) -> Reply:
        title = registry.title(request.title, request.rules)
        options = title.read_options(request.seats, request.options)
        reply = self._keep(Game.new(title, Setup(request.seats, options, request.seed)))
        return reply | {"commitment": commitment(request.seed)}

    def _to_act(self, request: To_Act) -> Reply:
        return {"decisions": self._game(request).to_act()}

    def _legal(self, request: Legal) -> Reply:
        game = self._game(request)
        title = game.title
        actions = game.legal(self._seat(game, request.seat))
        return {"actions": [{"text": title.text(action), "action": title.to_object(action)} for action in actions]}

    def _apply(self, request: Apply) -> Reply:
        game = self._game(request)
        seat = self._seat(game, request.seat)
        given = request.action if isinstance(request.action, list) else [request.action]
        if not given:
            raise BadRequest("The list of actions is empty.")
        events = game.apply(seat, *(_read_action(game.title, item) for item in given))
        return {"events": events, "to_act": game.to_act()}

    def _view(self, request: View) -> Reply:
        game = self._game(request)
        seat = None if request.seat is None else self._seat(game, request.seat)
        return {"view": game.title.view(game.state, seat)}

    def _state(self, request: State) -> Reply:
        return {"state": self._game(request).state}

    def _load(self, request: Load) -> Reply:
        title = registry.title(request.title, request.rules)
        return self._keep(Game(title, None, title.to_state(request.state)))

    def _result(self, request: Result) -> Reply:
        return {"result": self._game(request).result()}

    def _record(self, request: Record) -> Reply:
        return {"record": record.export(self._game(request))}

    def _replay(self, request: Replay) -> Reply:
        return self._keep(record.replay(record.read(request.record), request.upto))

    def _verify(self, request: Verify) -> Reply:
        verdict = record.verify(record.read(request.record))
        return {"valid": True} if verdict.valid else {"valid": False, "at": verdict.at, "why": verdict.why}

    def _playout(self, request: Playout) -> Reply:
        game = self._game(request)
        made = playout(game, policy_named(request.policy), request.limit, request.seed)
        return {"decisions": made, "finished": not game.to_act(), "result": game.result()}

    def _perft(self, request: Perft) -> Reply:
        game = self._game(request)
        return {"nodes": perft(game.title, game.state, request.depth)}

    def _close(self, request: Close) -> Reply:
        self._game(request)
        del self._games[request.game]
        return {}


_DECODER = msgspec.json.Decoder(AnyRequest)


def _refusal(error: EngineError) -> bytes:
    detail: Reply = {"code": error.code, "message": str(error)}
    if isinstance(error, Illegal):
        detail["clause"] = error.clause
    return msgspec.json.encode({"ok": False, "error": detail})


def _read_action(title: AnyTitle, item: Notation) -> Action:
    return title.parse(item) if isinstance(item, str) else title.read(item)


def _describe(title: AnyTitle) -> Reply:
    schema = msgspec.json.schema(title.options_type)
    definition = schema["$defs"][title.options_type.__name__]
    definition.pop("description", None)  # our docstring, not the reader's business
    for name, default in title.options_type.later.items():
        definition["properties"][name]["default"] = default
    return {
        "key": title.key,
        "name": title.name,
        "seats": title.seats,
        "options": definition,
        "rules": title.rules_version,
        "versions": registry.versions(title.key),
    }
