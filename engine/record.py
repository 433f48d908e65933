"""Game records: the header and the numbered decisions that are a game; export, import, replay, verification.

Not for storage: a record is one JSON object, wherever it is kept.
"""

import hashlib
import re
from typing import Annotated, Literal

import msgspec

from engine.chance import commitment
from engine.errors import BadRecord, EngineError
from engine.history import MOST_LINES, Game, Line, check_length
from engine.notation import LONGEST_TEXT
from engine.registry import title as find_title
from engine.title import AnyTitle
from engine.values import Setup

LINE = re.compile(r"(?:P([1-9][0-9]?)|\*) (.+?)( !)?")
LONGEST_LINE = len("P99 ") + LONGEST_TEXT + len(" !")


class Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A whole game in text. `digest` covers header, lines and last state, so that a changed line shows.

    `seed` is left out while the game runs at a table; `start` replaces it for a game that began from a loaded state.
    """

    title: str
    rules: str
    seats: int
    options: dict[str, object]
    actions: Annotated[list[Annotated[str, msgspec.Meta(max_length=LONGEST_LINE)]], msgspec.Meta(max_length=MOST_LINES)]
    commitment: str | None = None
    seed: str | None = None
    start: dict[str, object] | None = None
    digest: str | None = None
    format: Literal[1] = 1


class Verdict(msgspec.Struct, frozen=True):
    """What verification found; `at` is the number of actions that were still good."""

    valid: bool
    at: int | None = None
    why: str | None = None


def export(game: Game, *, with_seed: bool = True) -> Record:
    """The record of a game, as far as it went."""
    setup, title = game.setup, game.title
    loaded = setup is None
    record = Record(
        title=title.key,
        rules=title.rules_version,
        seats=title.view(game.first, None).seats,
        options={} if setup is None else msgspec.to_builtins(setup.options),
        actions=[str(line) for line in game.lines],
        commitment=None if setup is None else commitment(setup.seed),
        seed=setup.seed if setup is not None and with_seed else None,
        start=msgspec.to_builtins(game.first) if loaded else None,
    )
    return msgspec.structs.replace(record, digest=_digest(record, game)) if with_seed else record


def _digest(record: Record, game: Game) -> str:
    """SHA-256 over the record without its digest, a zero byte, and the state it leads to."""
    bare = msgspec.json.encode(msgspec.structs.replace(record, digest=None))
    return hashlib.sha256(bare + b"\0" + game.title.encode(game.state)).hexdigest()


def read(value: object) -> Record:
    """A record from plain JSON values."""
    try:
        return msgspec.convert(value, Record, strict=True)
    except msgspec.ValidationError as error:
        raise BadRecord("This is no record: {error}.", error=str(error)) from None


def replay(record: Record, upto: int | None = None) -> Game:
    """The game a record tells, or its first `upto` actions. BadRecord says where it stops making sense."""
    check_length(len(record.actions))
    game = _begin(record)
    if upto is not None and not 0 <= upto <= len(record.actions):
        raise BadRecord("The record has {count} actions, so not {upto}.", count=len(record.actions), upto=upto)
    for number, text in enumerate(record.actions[:upto]):
        try:
            game.follow(_read_line(text, record.seats))
        except EngineError as error:
            raise BadRecord(
                "Action {number}, “{text}”, cannot be played: {why}",
                at=number,
                number=number + 1,
                text=text,
                why=str(error),
            ) from None
        if str(game.lines[-1]) != text:
            raise BadRecord(
                "Action {number} reads “{text}” but is written “{written}”.",
                at=number,
                number=number + 1,
                text=text,
                written=str(game.lines[-1]),
            )
    whole = upto is None or upto == len(record.actions)
    if whole and record.digest is not None and record.digest != _digest(record, game):
        raise BadRecord("The digest does not fit: something in the record was changed.", at=len(record.actions))
    return game


def _begin(record: Record) -> Game:
    try:
        title = find_title(record.title, record.rules)
        if record.start is not None:
            return _begin_loaded(title, record)
        options = title.read_options(record.seats, record.options)
    except BadRecord:
        raise
    except EngineError as error:
        raise BadRecord("The header is wrong: {why}", why=str(error)) from None
    if record.seed is None:
        raise BadRecord("The record has no seed, so the hidden order is not known.")
    if record.commitment is not None and record.commitment != commitment(record.seed):
        raise BadRecord("The seed does not fit the commitment given at the start.")
    return Game.new(title, Setup(record.seats, options, record.seed))


def _begin_loaded(title: AnyTitle, record: Record) -> Game:
    game = Game(title, None, title.to_state(record.start))
    if record.seed is not None or record.commitment is not None or record.options:
        raise BadRecord("A record that starts from a state has neither seed nor options.")
    if title.view(game.first, None).seats != record.seats:
        raise BadRecord("The record names {seats} seats, its state has others.", seats=record.seats)
    return game


def _read_line(text: str, seats: int) -> Line:
    match = LINE.fullmatch(text)
    if match is None:
        raise BadRecord("A line is “P1 …” or “* …”.")
    number, words, host = match.groups()
    if number is not None and int(number) > seats:
        raise BadRecord("There is no seat P{number}.", number=number)
    return Line(None if number is None else int(number) - 1, words, host is not None)


def verify(record: Record) -> Verdict:
    """Whether a record with its seed is a game of our rules, dealt from the deck that was committed to."""
    if record.commitment is None:
        return Verdict(False, 0, "The record has no commitment, so there is no deck to verify.")
    try:
        replay(record)
    except BadRecord as error:
        return Verdict(False, error.at, str(error))
    return Verdict(True)
