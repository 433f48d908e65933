"""`python -m tests.arena`: plays what is missing, appends each game to a file, and prints the table.

Not for choosing who plays: `lines` says that. It can be stopped at any time; started again it goes on.
"""

import argparse
from collections.abc import Sequence
from datetime import date
from pathlib import Path

import msgspec

from tests.arena.lines import controls, lines
from tests.arena.match import Line, Played, Thinking, play
from tests.arena.table import told

GAMES = 200
SECONDS = 0.1
FILE = Path("arena.jsonl")


def read(file: Path) -> list[Played]:
    """The games so far; a last line that was cut off by a stop is left out."""
    found = []
    for line in file.read_bytes().splitlines() if file.exists() else []:
        try:
            found.append(msgspec.json.decode(line, type=Played))
        except msgspec.MsgspecError:
            continue
    return found


def run(chosen: Sequence[Line], games: int, thinking: Thinking, file: Path) -> None:
    """All lines in turn, a round of seats of each, so that whoever stops early has some of all."""
    done = {(game.line, game.budget, game.number) for game in read(file)}
    with file.open("ab") as out:
        if file.stat().st_size and not file.read_bytes().endswith(b"\n"):
            out.write(b"\n")
        for number in range(games):
            for line in chosen:
                for each in range(number * line.seats, min((number + 1) * line.seats, games)):
                    if (line.name, str(thinking), each) not in done:
                        out.write(msgspec.json.encode(play(line, each, thinking)) + b"\n")
                        out.flush()


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.arena", description="How strong computers are.")
    parser.add_argument("line", nargs="*", help="only lines whose name has this in it")
    parser.add_argument("--games", type=int, default=GAMES, help="of each line")
    parser.add_argument("--seconds", type=float, default=SECONDS, help="CPU for each decision")
    parser.add_argument("--nodes", type=int, help="positions for each decision instead")
    parser.add_argument("--file", type=Path, default=FILE, help="where games are kept")
    parser.add_argument("--table", type=Path, help="where to write the table, beside printing it")
    given = parser.parse_args()
    everybody = [*lines(), *controls()]
    chosen = [line for line in everybody if not given.line or any(part in line.name for part in given.line)]
    thinking = Thinking(None if given.nodes else given.seconds, given.nodes)
    run(chosen, given.games, thinking, given.file)
    table = told(date.today().isoformat(), str(thinking), everybody, read(given.file))
    print(table)
    if given.table is not None:
        given.table.write_text(table, encoding="utf-8")


if __name__ == "__main__":
    main()
