"""What people see of a game whose rules this program does not play: a sentence at every command, never a fault.

Not for what is kept: `tests/bot/store/test_versions.py`. Both databases, simcord's Discord.
"""

from collections.abc import AsyncIterator

import pytest

from bot.settings import Settings
from bot.store.maintenance.doctor import examine
from bot.store.maintenance.transfer import export_game
from tests.bot.lounge import Lounge, open_lounge, shown, text_of
from tests.bot.versions import GONE, TO_COME, set_rules

KEPT = "follows version 0 of the rules; this program plays version 1. The game is kept"


@pytest.fixture
async def anywhere(settings: Settings) -> AsyncIterator[Lounge]:
    """The lounge on either database."""
    async with open_lounge(settings) as one:
        yield one


def failures(lounge: Lounge) -> float:
    """How often anything failed that nobody had foreseen."""
    counted = lounge.client.context.metrics.failures
    return sum(
        sample.value for metric in counted.collect() for sample in metric.samples if sample.name.endswith("_total")
    )


async def says(lounge: Lounge, command: str, **options: object) -> str:
    return text_of(shown(await lounge.anna.slash(lounge.channel, command, **options)))


async def test_a_running_game_answers_every_command_and_button(anywhere: Lounge) -> None:
    lounge = anywhere
    game = await lounge.started(hours=1.0)
    await lounge.play_by_slash(5)
    await lounge.settle()
    await set_rules(lounge.store, game, GONE)
    await lounge.restart()
    for command in ("play", "board", "hand", "log", "undo", "resign"):
        assert KEPT in await says(lounge, f"game {command}"), command
    assert KEPT in await says(lounge, "game back", position=0)
    assert KEPT in await says(lounge, "game replace", seat=2, computer=True)
    assert KEPT in await says(lounge, "hansa end")
    assert KEPT in await says(lounge, "hansa several", line="end")
    for button in ("Play", "Since my turn", "Undo", "More"):
        assert KEPT in text_of(shown(await lounge.anna.click(lounge.board(), label=button))), button
    for command in ("join", "leave", "computer", "start"):
        assert "has started already" in await says(lounge, f"game {command}")
    assert "when it is over" in await says(lounge, "game export")
    assert "when it is over" in await says(lounge, "game replay")
    assert "not over yet" in await says(lounge, "game rematch")
    assert await lounge.anna.autocomplete(lounge.channel, "hansa several", "line", "") == []
    assert len(await lounge.anna.autocomplete(lounge.channel, "game replace", "seat", "")) == 2
    lounge.clock.advance(7200.0)
    await lounge.settle()
    assert failures(lounge) == 0


async def test_a_kept_game_is_called_off_and_its_record_had(anywhere: Lounge) -> None:
    lounge = anywhere
    game = await lounge.started()
    await lounge.play_by_slash(5)
    await set_rules(lounge.store, game, GONE)
    await lounge.restart()
    await lounge.settle()  # letters of the position that were not delivered before are given up
    assert f"Game {game} has been called off." in text_of(await lounge.sure(lounge.anna, "game abort"))
    await lounge.settle()
    assert text_of(lounge.posts()[-1]) == f"**anna** has called game {game} off."
    had = shown(await lounge.bert.slash(lounge.channel, "game export"))
    assert [file.filename for file in had.attachments] == [f"kontor-{game}.json"]
    assert KEPT in await says(lounge, "game replay")
    assert KEPT in await says(lounge, "game board")
    assert "is open" in await says(lounge, "game rematch")
    assert failures(lounge) == 0


async def test_another_game_is_opened_beside_it_with_a_word(anywhere: Lounge) -> None:
    lounge = anywhere
    game = await lounge.started()
    await set_rules(lounge.store, game, GONE)
    said = await says(lounge, "game new", title="hansa", shuffle=False)
    assert f"Game {game + 1} is open" in said
    assert f"Game {game} of this channel is kept aside" in said
    await lounge.settle()
    await lounge.bert.slash(lounge.channel, "game join")
    await lounge.anna.slash(lounge.channel, "game start")
    assert await lounge.play_by_slash(5) == 5
    for number in (game + 1, game):
        assert f"Game {number} has been called off." in text_of(await lounge.sure(lounge.anna, "game abort"))
    assert "no game in this channel" in await says(lounge, "game abort")


async def test_a_lobby_starts_under_the_newest_rules(anywhere: Lounge) -> None:
    lounge = anywhere
    game = await lounge.opened("hansa", lounge.bert)
    await set_rules(lounge.store, game, GONE)
    await lounge.restart()
    assert "going on in this channel" in await says(lounge, "game new", title="hansa")
    assert f"Game {game} begins." in await says(lounge, "game start")
    assert await lounge.play_by_slash(5) == 5


@pytest.mark.long
async def test_a_finished_game_is_looked_at_and_played_again(anywhere: Lounge) -> None:
    lounge = anywhere
    game = await lounge.started()
    await lounge.play_by_slash()
    await lounge.settle()
    await set_rules(lounge.store, game, TO_COME)
    await lounge.restart()
    for command in ("board", "hand", "log", "replay"):
        assert "version 99" in await says(lounge, f"game {command}"), command
    had = shown(await lounge.bert.slash(lounge.channel, "game export"))
    assert [file.filename for file in had.attachments] == [f"kontor-{game}.json"]
    assert b'"99"' in await export_game(lounge.store.database, game)
    assert f"Game {game + 1} is open" in await says(lounge, "game rematch")
    assert failures(lounge) == 0


async def test_an_older_game_and_a_newer_one_go_by_their_own_rules(anywhere: Lounge) -> None:
    """Fewer pieces than offered can be typed under version 2; under version 1 the number is exact."""
    lounge = anywhere
    game = await lounge.started("teutonica", lounge.bert, lounge.carl)
    await set_rules(lounge.store, game, "1")
    await lounge.restart()
    assert "You hire exactly 3 pieces" in await says(lounge, "teutonica recruit", pieces="1T")
    assert (await says(lounge, "teutonica recruit", pieces="3T")).startswith("✓")
    await lounge.play_by_slash(10)
    assert (await lounge.hosted()).rules == "1"
    await lounge.sure(lounge.anna, "game abort")
    game = await lounge.started("teutonica", lounge.bert, lounge.carl)
    assert (await lounge.hosted()).rules == "2"
    assert "at most 3 pieces" in await says(lounge, "teutonica recruit", pieces="4T")
    assert (await says(lounge, "teutonica recruit", pieces="1T")).startswith("✓")
    assert failures(lounge) == 0


async def test_a_game_that_was_carried_over_says_so_and_goes_on(anywhere: Lounge) -> None:
    lounge = anywhere
    game = await lounge.started()
    await lounge.play_by_slash(5)
    await set_rules(lounge.store, game, GONE)
    await examine(lounge.store.database, lounge.clock.now(), repair=True)
    await lounge.restart()
    await lounge.settle()
    assert f"Game {game} goes on under version 1 of the rules." in [text_of(post) for post in lounge.posts()]
    assert await lounge.play_by_slash(5) == 5
