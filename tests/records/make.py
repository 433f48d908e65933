"""Plays the recorded games of a title that are missing, and writes them: `python -m tests.records.make hansa`.

Not for the test run, which only replays them: run this when a title is new, has another option or another rules
version. Records that are there stay as they are: games that were begun like them must replay for ever.
"""

import sys
from pathlib import Path

import msgspec

import tests.example  # noqa: F401 - it registers the example, whose games can be made too
from engine import record
from engine.chance import Stream
from engine.history import Game
from engine.policies import simple_policy
from engine.registry import title
from tests.engine.walks import VARIANTS, Variant
from tests.facts import facts

HERE = Path(__file__).parent
ODD_DECISION = 12
"""One decision in so many is any legal one, standing orders and undo included, instead of a sensible one."""
MOST_DECISIONS = 6000


def play(variant: Variant, seed: str) -> Game:
    """A whole game of simple players who sometimes do something odd."""
    game, stream = variant.game(seed), Stream(seed, "recorded game")
    for _ in range(MOST_DECISIONS):
        decisions = game.to_act()
        if not decisions:
            return game
        seat = stream.choice(decisions).seat
        if stream.below(ODD_DECISION):
            game.apply(seat, simple_policy(game.title, game.state, seat, stream))
        else:
            game.apply(seat, stream.choice(game.legal(seat)))
    raise RuntimeError(f"{variant} with seed {seed!r} did not end")


def main(key: str) -> None:
    variants = [variant for variant in VARIANTS if variant.key == key]
    version = title(key).rules_version
    folder = HERE / key
    folder.mkdir(exist_ok=True)
    first = version == title(key).versions[0]
    per_variant = -(-facts(key).records // len(variants)) if first else 1
    for variant in variants:
        for number in range(1, per_variant + 1):
            name = f"{variant}-{number}" if first else f"{variant}-rules-{version}-{number}"
            file = folder / f"{name}.json"
            if not file.exists():
                plain = msgspec.json.encode(record.export(play(variant, f"record {name}")))
                file.write_bytes(msgspec.json.format(plain, indent=1) + b"\n")


if __name__ == "__main__":
    main(sys.argv[1])
