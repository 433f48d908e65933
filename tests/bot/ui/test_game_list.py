"""/game list: the games of a server by status, with links, turns and times, for those who see their channels.

Not for what is counted: `tests/bot/store/test_server_games.py`. simcord's Discord drives the real bot.
"""

import re

import discord
import simcord
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from tests.bot.lounge import Lounge, labels, shown, text_of


def hide(lounge: Lounge, channel: int, *people: simcord.MemberActor) -> None:
    """The channel from these people."""
    denied = discord.Permissions(view_channel=True).value
    wishes = [Overwrite(person.id, OverwriteType.MEMBER, deny=denied) for person in people]
    lounge.env.backend.edit_channel(channel, {}, overwrites=wishes)


async def game_in(lounge: Lounge, name: str, *, start: bool = True) -> simcord.builders.ChannelHandle:
    """A game of Anna's against a computer in a channel of its own."""
    place = lounge.guild.create_text_channel(name)
    await lounge.anna.slash(place, "game new", title="hansa", computers=1, shuffle=False)
    if start:
        await lounge.anna.slash(place, "game start")
    await lounge.settle()
    return place


async def test_games_stand_under_what_they_are(lounge: Lounge) -> None:
    running, opened = await game_in(lounge, "one"), await game_in(lounge, "two", start=False)
    paused, over = await game_in(lounge, "three"), await game_in(lounge, "four")
    await lounge.anna.slash(paused, "game pause")
    await lounge.sure(lounge.anna, "game abort", over)
    await lounge.settle()
    page = shown(await lounge.bert.slash(lounge.channel, "game list"))
    board = next(post for post in running.history() if "Play" in labels(post))
    now = int(lounge.clock.now())
    assert text_of(page) == (
        "**Games that are being played**\n"
        f"- [Hansa, game 1]({board.jump_url}) · {running.mention} · anna, Computer 2 · it is up to **anna** · "
        f"<t:{now}:R>"
    )
    assert labels(page) == ["Open", "Running", "Waiting", "Over"]
    page = shown(await lounge.bert.click(page, label="Open"))
    lobby = next(iter(opened.history()))
    assert text_of(page) == (
        "**Games that people gather for**\n"
        f"- [Hansa, game 2]({lobby.jump_url}) · {opened.mention} · anna, Computer 2 · <t:{now}:R>"
    )
    page = shown(await lounge.bert.click(page, label="Waiting"))
    assert re.search(r"\[Hansa, game 3\]\(https://\S+\) · .* · paused · <t:", text_of(page))
    page = shown(await lounge.bert.click(page, label="Over"))
    assert re.search(r"\[Hansa, game 4\]\(https://\S+\) · .* · called off · <t:", text_of(page))


async def test_an_empty_server_says_so(lounge: Lounge) -> None:
    page = shown(await lounge.bert.slash(lounge.channel, "game list"))
    assert text_of(page) == "**Games that are being played**\nNone that you can see."


async def test_the_first_page_is_one_with_games(lounge: Lounge) -> None:
    await game_in(lounge, "one", start=False)
    page = shown(await lounge.bert.slash(lounge.channel, "game list"))
    assert text_of(page).startswith("**Games that people gather for**\n- [Hansa, game 1]")


async def test_hidden_channels_stay_hidden(lounge: Lounge) -> None:
    secret, thread_home = await game_in(lounge, "secret"), lounge.guild.create_text_channel("home")
    await lounge.anna.slash(thread_home, "game new", title="hansa", thread=True, computers=1)
    await lounge.settle()
    hide(lounge, secret.id, lounge.bert)
    hide(lounge, thread_home.id, lounge.bert)
    await lounge.env.settle()
    page = shown(await lounge.bert.slash(lounge.channel, "game list"))
    assert text_of(page) == "**Games that are being played**\nNone that you can see."
    page = shown(await lounge.bert.click(page, label="Open"))
    assert "None that you can see." in text_of(page)
    theirs = shown(await lounge.carl.slash(lounge.channel, "game list"))
    assert "game 1" in text_of(theirs)
    assert "game 2" in text_of(shown(await lounge.carl.click(theirs, label="Open")))


async def test_games_of_lost_channels_are_shown_to_moderators(lounge: Lounge) -> None:
    place = await game_in(lounge, "one")
    lounge.env.backend.delete_channel(place.id)
    await lounge.settle()
    role = lounge.guild.create_role("keeper", permissions=discord.Permissions(manage_channels=True))
    mia = lounge.guild.add_member(lounge.env.create_user("mia"), roles=[role])
    page = shown(await mia.slash(lounge.channel, "game list"))
    assert "its channel is gone" in text_of(page)
    assert "None that you can see." in text_of(shown(await lounge.bert.slash(lounge.channel, "game list")))


async def test_many_games_have_pages(lounge: Lounge) -> None:
    for number in range(13):
        await game_in(lounge, f"room-{number}", start=False)
    page = shown(await lounge.bert.slash(lounge.channel, "game list"))
    seen = [int(number) for number in re.findall(r"game (\d+)\]", text_of(page))]
    assert seen == list(range(13, 13 - len(seen), -1)), "the latest first"
    assert len(text_of(page)) <= 2000
    while "Older ones" in labels(page):
        page = shown(await lounge.bert.click(page, label="Older ones"))
        seen += [int(number) for number in re.findall(r"game (\d+)\]", text_of(page))]
    assert seen == list(range(13, 0, -1)), "every game once"
    assert "game 13]" in text_of(shown(await lounge.bert.click(page, label="Open"))), "and back to the first page"


async def test_the_list_speaks_the_readers_language(lounge: Lounge) -> None:
    await game_in(lounge, "one")
    await lounge.bert.slash(lounge.channel, "settings me", language="fr")
    page = shown(await lounge.bert.slash(lounge.channel, "game list"))
    assert text_of(page).startswith("**Parties en cours**\n- [Hansa, partie 1](https://")
    assert "c’est à **anna**" in text_of(page)
    assert labels(page) == ["Ouvertes", "En cours", "En attente", "Terminées"]
