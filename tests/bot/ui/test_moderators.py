"""What those do in Discord who may manage a game's channel, what the channel reads of it, and who is refused.

Not for who must agree to what: `tests/bot/table/test_moderators.py`, `test_pauses.py`. simcord drives the bot.
"""

import discord
import pytest
import simcord
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from tests.bot.lounge import Lounge, labels, shown, text_of

HOUR = 3600.0


def keeper(lounge: Lounge) -> simcord.MemberActor:
    """Somebody who may manage channels, and plays nowhere."""
    role = lounge.guild.create_role("keeper", permissions=discord.Permissions(manage_channels=True))
    return lounge.guild.add_member(lounge.env.create_user("keeper"), roles=[role])


async def say(lounge: Lounge, who: simcord.MemberActor, command: str, **given: object) -> str:
    answer = text_of(shown(await who.slash(lounge.channel, command, **given)))
    await lounge.settle()
    return answer


async def test_a_moderator_gathers_and_starts_a_game(lounge: Lounge) -> None:
    await lounge.opened()
    mia = keeper(lounge)
    for command in ("game computer", "game start"):
        assert "Only the person who opened" in await say(lounge, lounge.bert, command)
    assert "A computer takes a seat" in await say(lounge, mia, "game computer")
    assert text_of(lounge.posts()[-1]) == "**keeper** has seated a computer in game 1 as a moderator."
    lobby = lounge.posts()[0]
    assert "A computer leaves" in text_of(shown(await mia.click(lobby, label="Remove a computer")))
    await mia.click(lobby, label="Add a computer")
    assert "begins" in text_of(shown(await mia.click(lobby, label="Start")))
    await lounge.settle()
    told = [text_of(post) for post in lounge.posts()]
    assert "**keeper** has taken a computer out of game 1 as a moderator." in told
    assert "**keeper** has started game 1 as a moderator." in told
    assert (await lounge.hosted()).status == "running"


async def test_a_moderator_pauses_and_takes_up_again(lounge: Lounge) -> None:
    await lounge.started("hansa", hours=1.0)
    mia = keeper(lounge)
    assert "Only those who may manage the channel" in await say(lounge, lounge.anna, "game pause")
    assert (await say(lounge, mia, "game pause")).startswith("Game 1 is paused; </game resume:")
    assert text_of(lounge.posts()[-1]).startswith("**keeper** has paused game 1 as a moderator: no clock runs.")
    paused = "Game 1 is paused: no clock runs."
    assert paused in await say(lounge, lounge.anna, "hansa place", port="riga")
    assert paused in await say(lounge, lounge.anna, "game play")
    assert paused in text_of(shown(await lounge.anna.click(lounge.board(), label="Play")))
    lounge.clock.advance(10 * HOUR)
    await lounge.settle()
    assert (await lounge.hosted()).version == 0
    assert "A moderator has paused game 1" in await say(lounge, lounge.anna, "game resume")
    await lounge.restart()
    assert await say(lounge, mia, "game resume") == "Game 1 goes on."
    *_, news, board = lounge.posts()
    assert text_of(news) == "**keeper** has taken game 1 up again as a moderator. Everybody has their whole time anew."
    assert "Play" in labels(board)
    assert lounge.anna.mention in text_of(board), "who is waited for is called once more"
    assert sum("Play" in labels(post) for post in lounge.posts()) == 1, "the board before has no buttons any more"
    assert "✓" in await say(lounge, lounge.anna, "hansa place", port="riga")


async def test_who_is_called_in_private_is_called_again_after_a_pause(lounge: Lounge) -> None:
    await lounge.anna.slash(lounge.channel, "settings me", ping="dm")
    await lounge.started()
    mia = keeper(lounge)

    def calls() -> int:
        return sum("it is up to you" in text_of(each) for each in lounge.private(lounge.anna))

    assert calls() == 1
    await say(lounge, mia, "game pause")
    assert calls() == 0, "what called them holds no longer"
    await say(lounge, mia, "game resume")
    assert calls() == 1


async def test_nobody_is_called_while_a_game_is_paused(lounge: Lounge) -> None:
    await lounge.started("hansa", lounge.bert)
    mia = keeper(lounge)
    await lounge.anna.slash(lounge.channel, "hansa place", port="riga")
    await mia.slash(lounge.channel, "game pause")
    before = len(lounge.posts())
    await lounge.settle()
    assert len(lounge.posts()) > before
    assert not any(lounge.bert.mention in text_of(post) for post in lounge.posts()[before:])
    await mia.slash(lounge.channel, "game resume")
    await lounge.settle()
    assert lounge.bert.mention in text_of(lounge.posts()[-1])


async def test_who_plays_alone_pauses_without_a_moderator(lounge: Lounge) -> None:
    await lounge.opened("hansa", computers=1)
    await lounge.anna.slash(lounge.channel, "game start")
    await lounge.settle()
    assert "is paused" in await say(lounge, lounge.anna, "game pause")
    assert text_of(lounge.posts()[-1]).startswith("**anna** has paused game 1: no clock runs.")
    assert "goes on" in await say(lounge, lounge.anna, "game resume")


async def test_a_moderator_takes_a_game_to_another_channel(lounge: Lounge) -> None:
    game = await lounge.started()
    mia = keeper(lounge)
    other = lounge.guild.create_text_channel("other")
    refused = text_of(shown(await lounge.carl.slash(other, "game move", game=game)))
    assert "no seat" in refused
    assert "goes on here" in text_of(shown(await mia.slash(other, "game move", game=game)))
    await lounge.settle()
    first, board, *_ = other.history()
    assert text_of(first) == "**Hansa**, game 1, goes on here. **keeper** has moved it as a moderator."
    assert "Play" in labels(board)


async def test_games_are_completed_for_their_players_and_for_moderators(lounge: Lounge) -> None:
    game = await lounge.started()
    mia = keeper(lounge)
    other = lounge.guild.create_text_channel("other")
    assert [each["value"] for each in await lounge.anna.autocomplete(other, "game move", "game", "")] == [game]
    (found,) = await mia.autocomplete(other, "game abort", "game", "")
    assert found == {"name": "Hansa, game 1 · anna, bert", "value": game}
    assert await lounge.carl.autocomplete(other, "game move", "game", "") == []


async def test_a_moderator_ends_a_game_whose_channel_is_gone(lounge: Lounge) -> None:
    game = await lounge.started()
    mia = keeper(lounge)
    office = lounge.guild.create_text_channel("office")
    lounge.env.backend.delete_channel(lounge.channel.id)
    await lounge.settle()
    refused = text_of(shown(await lounge.carl.slash(office, "game abort", game=game)))
    assert "Only the person who opened" in refused
    asked = shown(await mia.slash(office, "game abort", game=game))
    assert "has been called off" in text_of(await lounge.yes(mia, asked))
    assert (await lounge.client.context.table.hosted(game)).status == "aborted"


async def test_a_computer_takes_a_seat_and_all_read_who_did_it(lounge: Lounge) -> None:
    await lounge.started()
    mia = keeper(lounge)
    refused = await say(lounge, lounge.carl, "game replace", seat=2, computer=True)
    assert "Only the person who opened" in refused
    assert "A computer has seat 2 now." in await say(lounge, mia, "game replace", seat=2, computer=True)
    told = "**bert** leaves game 1; a computer takes over. **keeper** asked for it as a moderator."
    assert any(text_of(post) == told for post in lounge.posts())


async def test_an_agreed_substitute_takes_a_seat(lounge: Lounge) -> None:
    await lounge.started("hansa", lounge.bert, computers=1)
    mia = keeper(lounge)
    seat = next(number for number, one in enumerate((await lounge.hosted()).seats, 1) if one.user is None)
    assert "are asked" in await say(lounge, mia, "game replace", seat=seat, person=lounge.carl.user)
    request = next(post for post in lounge.posts() if "Agree" in labels(post))
    assert f"Do you agree, {lounge.carl.mention}?" in text_of(request)
    assert "You have agreed" in text_of(shown(await lounge.carl.click(request, label="Agree")))
    await lounge.settle()
    assert any("**keeper** asked for it as a moderator. Agreed: **carl**." in text_of(post) for post in lounge.posts())


async def test_a_moderator_has_no_seat_without_the_tables_yes(lounge: Lounge) -> None:
    await lounge.started("hansa", lounge.bert, computers=1)
    mia = keeper(lounge)
    seat = next(number for number, one in enumerate((await lounge.hosted()).seats, 1) if one.user is None)
    assert "are asked" in await say(lounge, mia, "game replace", seat=seat)
    assert mia.id not in (await lounge.hosted()).people()
    request = next(post for post in lounge.posts() if "Agree" in labels(post))
    assert f"Do you agree, {lounge.anna.mention}?" in text_of(request)
    await mia.click(request, label="Agree")
    assert mia.id not in (await lounge.hosted()).people()
    await lounge.anna.click(request, label="Agree")
    assert (await lounge.hosted()).people()[mia.id] == seat - 1


@pytest.mark.parametrize("command", ["game start", "game computer", "game pause", "game resume", "game abort"])
async def test_rights_in_another_channel_are_none_here(lounge: Lounge, command: str) -> None:
    """Somebody who may manage one channel is nobody in the others."""
    game = await (lounge.opened() if command in ("game start", "game computer") else lounge.started())
    other = lounge.guild.create_text_channel("other")
    wish = Overwrite(lounge.carl.id, OverwriteType.MEMBER, allow=discord.Permissions(manage_channels=True).value)
    lounge.env.backend.edit_channel(other.id, {}, overwrites=[wish])
    await lounge.env.settle()
    if command in ("game pause", "game resume", "game abort"):
        refused = text_of(shown(await lounge.carl.slash(other, command, game=game)))
    else:
        refused = text_of(shown(await lounge.carl.slash(lounge.channel, command)))
    assert "Only" in refused or "is not paused" in refused
    assert (await lounge.client.context.table.hosted(game)).pause is None
    assert (await lounge.client.context.table.hosted(game)).status in ("open", "running")


async def test_what_moderators_do_is_told_in_the_language_of_the_channel(lounge: Lounge) -> None:
    await lounge.started("hansa", language="fr")
    mia = keeper(lounge)
    await say(lounge, mia, "game pause")
    assert text_of(lounge.posts()[-1]).startswith(
        "**keeper** a mis la partie 1 en pause au titre de la modération\u202f: aucun délai ne court."
    )
