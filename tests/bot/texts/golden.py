"""A dozen positions in words, and the files that keep them: `python -m tests.bot.texts.golden` writes them anew.

Not for assertions. Whoever writes them anew reads the difference: it is what players will read.
"""

from pathlib import Path

import msgspec

import render
from bot.texts import LANGUAGES, Texts, texts
from engine.chance import Stream
from engine.errors import Illegal
from engine.history import Game
from engine.record import Record, export, replay
from tests.engine.walks import VARIANTS, built, walk

FOLDER = Path(__file__).parent / "golden"
NAMES = ("Anna", "Björn", "Élise", "Odo", "Uta")
CHOICES = 12
STEPS = 10
REFUSALS = 5
ATTEMPTS = 100

PLACES = {
    "hansa-2": 30,
    "hansa-3": 3,
    "hansa-4": 90,
    "teutonica-2-2009-league-False-False-edge_closed-20": 6,
    "teutonica-4-2020-league-True-True-edge_closed-20": 150,
    "teutonica-5-2020-britannia-False-False-edge_closed-20": 220,
    "bohn-3": 0,
    "bohn-4": 45,
    "bohn-5": 80,
    "haithabu-2-False": 12,
    "haithabu-3-True": 0,
    "haithabu-4-True": 60,
}
"""By variant the number of decisions made before the position."""

POSITIONS = [(name, code) for name in PLACES for code in LANGUAGES]


def who(seat: int) -> str:
    return NAMES[seat]


def record_of(name: str) -> Record:
    """The game the position is of: kept as a record, so that better computer players do not change it."""
    return msgspec.json.decode((FOLDER / f"{name}.json").read_bytes(), type=Record)


def told(name: str, code: str) -> str:
    """What a player at this position reads: duties, choices, what happens next, and why some things are refused."""
    record = record_of(name)
    game = replay(record, PLACES[name])
    title = game.title
    speaker = texts(code).marked(render.marks(title.key, title.view(game.state, None)))
    lines = [speaker.about(title), ""]
    for decision in game.to_act():
        lines.append(f"{who(decision.seat)}: {speaker.decision(title, decision.kind)}")
        actions = game.legal(decision.seat)
        lines += [f"  - {speaker.action(title, action, who)}" for action in actions[:: 1 + len(actions) // CHOICES]]
    lines += ["", *_refused(speaker, game), ""]
    return "\n".join(lines + _played_on(speaker, game, record.actions[PLACES[name] :])) + "\n"


def _refused(speaker: Texts, game: Game) -> list[str]:
    stream, found = Stream("golden", "refused"), dict[str, str]()
    seat = next((decision.seat for decision in game.to_act()), 0)
    for _ in range(ATTEMPTS):
        action = built(game.title, stream)
        if action is not None and len(found) < REFUSALS:
            try:
                game.title.check(game.state, seat, action)
            except Illegal as error:
                found.setdefault(error.reason, f"! {speaker.refusal(error, game.title)}")
    return list(found.values())


def _played_on(speaker: Texts, game: Game, lines: list[str]) -> list[str]:
    told: list[str] = []
    for line in lines:
        seat, text = int(line[1]) - 1, line.partition(" ")[2]
        action = game.title.parse(text)
        events = [event for event in game.apply(seat, action) if event.audience is None]
        told += speaker.news(game.title, seat, action, events, who)
    return told


def main() -> None:
    for name in PLACES:
        if not (FOLDER / f"{name}.json").exists():
            variant = next(each for each in VARIANTS if str(each) == name)
            *_, game = walk(variant, "golden", PLACES[name] + STEPS)
            (FOLDER / f"{name}.json").write_bytes(msgspec.json.format(msgspec.json.encode(export(game))))
    for name, code in POSITIONS:
        (FOLDER / f"{name}.{code}.txt").write_text(told(name, code), encoding="utf-8")


if __name__ == "__main__":
    main()
