"""All workers together: a game with computers runs by itself, its letters arrive, old ones are thrown away.

Not for each worker: they have tests of their own.
"""

import asyncio

import pytest
from sqlalchemy import select

from bot.clock import WallClock
from bot.settings import Settings
from bot.store.schema import interactions, outbox
from bot.table.seating import Opening
from bot.works import KEEP, SWEEP, run_works
from tests.bot.clocks import HandClock
from tests.bot.house import ANNA, CHANNEL, House, open_house
from tests.bot.test_courier import Post
from tests.patience import until


async def eventually(house: House, post: Post, letters: int) -> None:
    await until(lambda: len(post.came) >= letters)


async def test_a_command_sets_everything_going(settings: Settings) -> None:
    async with open_house(settings, WallClock()) as house:
        post = Post()
        works = asyncio.create_task(run_works(house.store, house.table, post, settings, house.clock))
        game = (await house.table.open(Opening(title="hansa", owner=ANNA, channel=CHANNEL))).game
        await house.table.seat_computer(game, ANNA, "simple")
        await house.table.start(game, ANNA)
        for _ in range(3):

            async def my_turn() -> bool:
                return (await house.table.sheet(game)).owed() == {0}

            await until(my_turn)
            await house.play(game, 1)
        count = await house.store.database.read(lambda found: len(found.execute(select(outbox.c.id)).all()))
        await eventually(house, post, count)
        works.cancel()
        with pytest.raises(asyncio.CancelledError):
            await works
        assert house.table.bells == []


async def test_what_is_old_is_thrown_away(house: House, settings: Settings, clock: HandClock) -> None:
    post = Post()
    works = asyncio.create_task(run_works(house.store, house.table, post, settings, clock))
    await house.table.open(Opening(title="hansa", owner=ANNA, channel=CHANNEL), "long ago")
    await eventually(house, post, 1)

    def left() -> "asyncio.Future[int]":
        query = select(interactions.c.id).union_all(select(outbox.c.nonce))
        return asyncio.ensure_future(house.store.database.read(lambda found: len(found.execute(query).all())))

    async def has_left(wanted: int) -> bool:
        clock.advance(0.0)  # rings for those who have begun to sleep meanwhile
        return await left() == wanted

    for advance, wanted in ((SWEEP, 2), (KEEP, 0)):
        clock.advance(advance)
        await until(lambda wanted=wanted: has_left(wanted))
    works.cancel()
    with pytest.raises(asyncio.CancelledError):
        await works
