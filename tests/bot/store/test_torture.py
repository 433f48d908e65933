"""Nothing lost, nothing twice: processes killed hundreds of times, and processes that fight over the same games.

Not for single faults of the database: `test_faults.py`. KONTOR_TORTURE sets the number of kills.
"""

import os
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import msgspec
import pytest
from sqlalchemy import Connection, select

from bot.settings import Settings
from bot.store.maintenance.doctor import examine
from bot.store.schema import interactions, moves, outbox
from tests.bot.databases import quick_folder
from tests.bot.offline import open_offline
from tests.bot.store.lives import Command, Delivery, Files
from tests.patience import PATIENCE

KILLS = int(os.environ.get("KONTOR_TORTURE", "30"))
TOGETHER = 2


def run(how: str, settings: Settings, folder: Path, number: int) -> None:
    address = settings.url().set(drivername=settings.url().drivername.partition("+")[0])
    words = [
        sys.executable,
        "-m",
        "tests.bot.store.lives",
        how,
        address.render_as_string(False),
        str(folder),
        str(number),
    ]
    done = subprocess.run(words, capture_output=True, text=True, timeout=PATIENCE + 10 * number, check=False)
    assert done.returncode == 0, done.stderr[-3000:]


class Left:
    """What the database has afterwards."""

    def __init__(self, connection: Connection) -> None:
        self.moves = connection.execute(select(moves)).all()
        self.interactions = set(connection.execute(select(interactions.c.id)).scalars())
        self.letters = connection.execute(select(outbox).order_by(outbox.c.id)).all()


def assert_answered_moves_are_there_once(left: Left, answered: Sequence[Command]) -> None:
    there = {(move.game, move.number): move for move in left.moves}
    for command in answered:
        move = there[command.game, command.led_to]
        assert (move.text, move.interaction) == (command.text, command.interaction)
        assert command.interaction in left.interactions
    per_interaction = Counter(move.interaction for move in left.moves if move.interaction is not None)
    assert set(per_interaction.values()) == {1}
    assert len({(command.game, command.led_to) for command in answered}) == len(
        {command.interaction for command in answered}
    )


def assert_letters_are_delivered_or_queued(left: Left, deliveries: Sequence[Delivery]) -> None:
    sent = Counter(delivery.nonce for delivery in deliveries)
    for letter in left.letters:
        assert letter.status in ("delivered", "queued"), letter.reason
        assert letter.status == "queued" or sent[letter.nonce] >= 1
    assert set(sent) <= {letter.nonce for letter in left.letters}
    in_one_life = Counter((delivery.life, delivery.nonce) for delivery in deliveries)
    assert max(in_one_life.values()) == 1


def assert_letters_came_in_order(left: Left, deliveries: Sequence[Delivery]) -> None:
    queue_of = {letter.id: (letter.game, letter.target) for letter in left.letters}
    latest: dict[tuple[int, str], int] = {}
    seen: set[str] = set()
    for delivery in deliveries:
        queue = queue_of[delivery.number]
        if delivery.nonce not in seen:
            assert latest.get(queue, 0) < delivery.number
            latest[queue] = delivery.number
        seen.add(delivery.nonce)


def assert_every_move_has_its_letter(left: Left) -> None:
    """Each command has told of the board after it, in order, up to the last line."""
    told: dict[int, list[int]] = {}
    for letter in left.letters:
        if letter.kind == "board":
            told.setdefault(letter.game, []).append(msgspec.json.decode(letter.payload)["version"])
    assert all(versions == sorted(set(versions)) for versions in told.values())
    ends: dict[tuple[int, object], int] = {}
    for move in left.moves:
        if move.interaction is not None:
            ends[move.game, move.interaction] = max(move.number, ends.get((move.game, move.interaction), 0))
    assert all(end in told[game] for (game, _), end in ends.items())
    lines = Counter(move.game for move in left.moves)
    assert {game: versions[-1] for game, versions in told.items() if versions[-1]} == dict(lines)


@pytest.mark.long
async def test_a_process_that_is_killed_again_and_again_loses_and_doubles_nothing(settings: Settings) -> None:
    with quick_folder() as folder:
        run("kill", settings, folder, KILLS)
        files = Files(folder)
        answered, deliveries = files.commands("answered"), files.deliveries()
    async with open_offline(settings) as offline:
        left = await offline.store.database.read(Left)
        checkup = await examine(offline.store.database, 0.0)
    print(f"{KILLS} kills, {len(answered)} moves, {len(left.letters)} letters, {len(deliveries)} deliveries")
    assert len(answered) > KILLS
    assert checkup.findings == ()
    assert checkup.lines == len(left.moves)
    assert_answered_moves_are_there_once(left, answered)
    assert_every_move_has_its_letter(left)
    assert_letters_are_delivered_or_queued(left, deliveries)
    assert_letters_came_in_order(left, deliveries)
    again = Counter(delivery.nonce for delivery in deliveries)
    assert sum(again.values()) - len(again) < KILLS * 8  # at most what was under way when a process was killed


@pytest.mark.long
async def test_two_processes_on_the_same_games_lose_and_double_nothing(settings: Settings) -> None:
    with quick_folder() as folder:
        run("together", settings, folder, TOGETHER)
        files = Files(folder)
        sent, answered, deliveries = files.commands("sent"), files.commands("answered"), files.deliveries()
    async with open_offline(settings) as offline:
        left = await offline.store.database.read(Left)
        checkup = await examine(offline.store.database, 0.0)
    print(f"{len(sent)} decisions sent, {len(answered)} accepted, {len(deliveries)} letters")
    assert {command.life for command in answered} == {0, 1}
    assert len(sent) > len(answered) > 20  # they did get in each other's way
    assert checkup.findings == ()
    assert_answered_moves_are_there_once(left, answered)
    assert_every_move_has_its_letter(left)
    assert_letters_are_delivered_or_queued(left, deliveries)
    assert_letters_came_in_order(left, deliveries)
    assert max(Counter(delivery.nonce for delivery in deliveries).values()) == 1
