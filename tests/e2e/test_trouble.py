"""Games through trouble: a killed bot, a cut gateway, failing, slow and limited REST, doubled interactions.

Not for how long it takes: what was decided stands exactly once, and the game comes to its end.
"""

import asyncio
import copy
import random
import time
from pathlib import Path

import pytest

from bot.local.interactions import InteractionKind
from bot.local.models import Json
from bot.local.server import Server
from tests.bot.local.faults import Fault, Faults
from tests.bot.local.people import Guest, text_of
from tests.e2e.answers import Answers
from tests.e2e.kontor import Kontor
from tests.e2e.stored import decided, waiting
from tests.e2e.thumb import Thumb, controls
from tests.patience import PATIENCE, until

TITLE = "hansa"


def once(thumb: Thumb) -> None:
    """The game was announced once and ended once, whatever had to be sent again."""
    posts = thumb.posts()
    assert sum(1 for post in posts if controls(post, "b:rematch:")) == 1
    assert sum(1 for post in posts if "Seats, in order:" in text_of(post)) == 1


@pytest.mark.long
async def test_a_killed_bot_goes_on_where_it_was(kontor: Kontor, anna: Guest, folder: Path) -> None:
    thumb = await kontor.open(anna, TITLE)
    for most in (3, 6, 9):
        await thumb.play(most)
        await kontor.kill()
        assert decided(folder) == thumb.decisions
        await kontor.start()
    await thumb.play(12)
    assert decided(folder) == thumb.decisions == 12
    assert sum(1 for post in thumb.posts() if "Seats, in order:" in text_of(post)) == 1


@pytest.mark.long
async def test_a_cut_gateway_costs_nothing(kontor: Kontor, server: Server, anna: Guest, folder: Path) -> None:
    thumb = await kontor.open(anna, TITLE)

    dice = random.Random(7)
    while thumb.decisions < 12:
        turn = asyncio.create_task(thumb.play(thumb.decisions + 1))
        await asyncio.sleep(dice.uniform(0.0, 0.1))  # in the middle of a decision, or between two
        server.services.gateway.cut()
        await turn
        await until(server.services.gateway.ready.is_set)
    assert decided(folder) == thumb.decisions == 12


@pytest.mark.long
async def test_failing_slow_and_limited_rest(kontor: Kontor, faults: Faults, anna: Guest, folder: Path) -> None:
    thumb = await kontor.open(anna, TITLE)
    new, changed = r"POST .*/channels/\d+/messages", r"PATCH .*/messages/\d+"
    for trouble in (
        Fault(new, 2, 500),
        Fault(changed, 2, 502, applied=True),
        Fault(f"{new}|{changed}", 3, 429),
        Fault(f"{new}|{changed}", 2, seconds=1.0),
        Fault(new, 2, 502, applied=True),
    ):
        fault = faults.add(trouble)
        while fault.met < fault.times:
            assert not thumb.over()
            await thumb.play(thumb.decisions + 1)
            # Boards that wait are merged: of a thumb that is quicker than Discord few would be sent.
            await until(lambda: not waiting(folder))
    await thumb.play()
    assert decided(folder) == thumb.decisions
    once(thumb)


@pytest.mark.long
async def test_an_interaction_delivered_twice_counts_once(
    kontor: Kontor, server: Server, anna: Guest, folder: Path
) -> None:
    thumb = await kontor.open(anna, TITLE)
    send = server.services.interactions.deliver

    def deliver_twice(interaction: object) -> None:
        send(interaction)  # type: ignore[arg-type]
        send(interaction)  # type: ignore[arg-type]

    server.services.interactions.deliver = deliver_twice  # type: ignore[method-assign]
    await thumb.play(10)
    assert decided(folder) == thumb.decisions == 10


@pytest.mark.long
async def test_a_button_from_an_older_position_decides_nothing(
    kontor: Kontor, server: Server, anna: Guest, folder: Path
) -> None:
    thumb = await kontor.open(anna, TITLE)
    panel = await thumb.look("b:play:")
    older = controls(panel, "b:take:")[0]
    held = server.world.message(thumb.thread, thumb.panel)
    assert held is not None
    seen = copy.copy(held)
    await thumb.play(3)
    before = decided(folder)
    assert before == 3
    seen.id = thumb.panel
    data: Json = {"custom_id": older, "component_type": 2}
    late = server.services.interactions.send(
        InteractionKind.COMPONENT, data, person=anna.id, channel=thumb.thread, locale="en-US", message=seen
    )  # pressed before the panel was changed, and slow on its way
    await until(lambda: Answers.of(server).to(late.id))
    given = Answers.of(server).to(late.id)
    assert given is not None
    assert "moved on" in given.content
    assert decided(folder) == before


@pytest.mark.long
async def test_a_bot_that_is_asked_to_leave_answers_first(
    kontor: Kontor, server: Server, faults: Faults, anna: Guest, folder: Path
) -> None:
    """SIGTERM while somebody waits for the answer to a decision: they get it, and the next start goes on."""
    thumb = await kontor.open(anna, TITLE)
    panel = await thumb.look("b:play:")
    slow = faults.add(Fault(r"POST .*/interactions/\d+/[^/]+/callback", 1, seconds=1.0))
    answer = asyncio.create_task(thumb.press(panel, controls(panel, "b:take:")[0]))
    await until(lambda: slow.met)
    kontor.process.terminate()
    assert "✓" in (await answer)["said"]
    assert await asyncio.wait_for(kontor.process.wait(), PATIENCE) == 0
    assert decided(folder) == 1
    board = thumb.board()
    await kontor.restart()
    assert (await thumb.press(board, controls(board, "b:play:")[0]))["said"]
    await thumb.play(3)
    assert sum(1 for post in thumb.posts() if "Seats, in order:" in text_of(post)) == 1


@pytest.mark.long
async def test_a_bot_that_is_asked_to_leave_while_discord_fails_leaves_in_time(
    kontor: Kontor, server: Server, faults: Faults, anna: Guest
) -> None:
    """Whoever stops a container kills it after ten seconds; what could not be sent goes out after the next start."""
    thumb = await kontor.open(anna, TITLE)
    fails = faults.add(Fault(rf"(POST|PATCH) .*{thumb.thread}", 1000, 500))
    await thumb.play(1)
    await until(lambda: fails.met)
    kontor.process.terminate()
    began = time.monotonic()
    assert await asyncio.wait_for(kontor.process.wait(), PATIENCE) == 0
    took = time.monotonic() - began
    print(f"it left after {took:.1f} s")
    assert took < 10.0
    fails.times = 0
    await kontor.restart()
    await thumb.play(3)
    assert thumb.decisions == 3
