"""A forum channel as the hall of a server: every game gets a post of its own there, whose tag says how the game stands.

Not for threads in other channels: `test_house_rules.py`.
"""

import discord
import pytest
import simcord

from bot.store.server_games import GROUPS
from bot.table.preferences import ServerPreferences
from bot.texts import LANGUAGES, texts
from bot.ui.halls import tag_name
from tests.bot.lounge import Lounge, labels, menu_of, shown, text_of

LONGEST_TAG = 20


async def hall(lounge: Lounge, **fields: object) -> simcord.ChannelHandle:
    """A forum, chosen by the server."""
    forum = lounge.guild.create_forum_channel("games")
    rules = ServerPreferences(hall=forum.id, **fields)  # type: ignore[arg-type]
    await lounge.client.context.chosen.change_server(lounge.guild.id, lambda _: rules)
    return forum


def seen(lounge: Lounge, forum: simcord.ChannelHandle) -> discord.ForumChannel:
    found = lounge.client.get_channel(forum.id)
    assert isinstance(found, discord.ForumChannel)
    return found


def post_of(lounge: Lounge, forum: simcord.ChannelHandle) -> discord.Thread:
    """The latest."""
    return max(seen(lounge, forum).threads, key=lambda thread: thread.id)


def tags(lounge: Lounge, forum: simcord.ChannelHandle) -> list[str]:
    return [tag.name for tag in post_of(lounge, forum).applied_tags]


def history(thread: discord.Thread, lounge: Lounge, forum: simcord.ChannelHandle) -> list[discord.Message]:
    (found,) = [one for one in forum.threads if one.id == thread.id]
    return list(found.history())


async def opened(lounge: Lounge, **given: object) -> str:
    answer = await lounge.anna.slash(lounge.channel, "game new", **({"title": "hansa", "computers": 1} | given))
    await lounge.settle()
    return text_of(shown(answer))


async def test_every_game_gets_a_post_with_its_lobby(lounge: Lounge) -> None:
    forum = await hall(lounge)
    answer = await opened(lounge)
    post = post_of(lounge, forum)
    assert answer == f"Game 1 is open in {post.mention}."
    assert post.name == "Hansa · anna"
    first, lobby = history(post, lounge, forum)
    assert text_of(first) == "**anna** opens a game of **Hansa**."
    assert "who plays?" in text_of(lobby)
    assert await lounge.client.context.queries.in_channel(lounge.channel.id) is None
    await opened(lounge)
    assert len(seen(lounge, forum).threads) == 2, "one post for each game"


async def test_its_tag_says_how_the_game_stands(lounge: Lounge) -> None:
    forum = await hall(lounge)
    await opened(lounge)
    (thread,) = forum.threads
    assert tags(lounge, forum) == ["open"]
    for command, tag in (("start", "running"), ("pause", "waiting"), ("resume", "running")):
        await lounge.anna.slash(thread, f"game {command}")
        await lounge.settle()
        assert tags(lounge, forum) == [tag], command
    await lounge.sure(lounge.anna, "game abort", thread)
    await lounge.settle()
    assert tags(lounge, forum) == ["over"]
    assert [tag.name for tag in seen(lounge, forum).available_tags] == ["open", "running", "waiting", "over"]


async def test_tags_of_another_language_and_others_are_kept(lounge: Lounge) -> None:
    forum = await hall(lounge, language="fr")
    made = [discord.ForumTag(name=name) for name in ("Hansa", "OPEN", "en cours")]
    await seen(lounge, forum).edit(available_tags=made)
    await lounge.env.settle()
    await opened(lounge)
    assert tags(lounge, forum) == ["OPEN"]
    names = [tag.name for tag in seen(lounge, forum).available_tags]
    assert names == ["Hansa", "OPEN", "en cours", "en attente", "terminée"], "nothing twice"
    theirs = next(tag for tag in seen(lounge, forum).available_tags if tag.name == "Hansa")
    await post_of(lounge, forum).add_tags(theirs)
    await lounge.env.settle()
    await lounge.anna.slash(forum.threads[0], "game start")
    await lounge.settle()
    assert set(tags(lounge, forum)) == {"Hansa", "en cours"}


async def test_a_game_goes_on_where_tags_cannot_be_made(lounge: Lounge) -> None:
    forum = await hall(lounge)
    lounge.env.inject_error("PATCH", f"/channels/{forum.id}", status=403, code=50013, times=None)
    assert "is open in" in await opened(lounge)
    assert tags(lounge, forum) == []
    await lounge.anna.slash(forum.threads[0], "game start")
    await lounge.settle()
    hosted = await lounge.client.context.table.hosted(1)
    assert hosted.status == "running"


async def test_a_hall_that_takes_no_posts_is_said(lounge: Lounge) -> None:
    forum = await hall(lounge)
    lounge.env.inject_error("POST", f"/channels/{forum.id}/threads", status=403, code=50013, times=1)
    assert await opened(lounge) == f"Discord does not let me post in <#{forum.id}>, where this server has its games."
    assert "is open in" in await opened(lounge)


async def test_a_hall_that_is_gone_stands_in_nobodys_way(lounge: Lounge) -> None:
    rules = ServerPreferences(hall=17)
    await lounge.client.context.chosen.change_server(lounge.guild.id, lambda _: rules)
    assert await opened(lounge) == f"Game 1 is open in <#{lounge.channel.id}>."
    assert "who plays?" in text_of(lounge.posts()[0])


async def test_games_may_be_in_the_hall_wherever_else_they_may_be(lounge: Lounge) -> None:
    forum = await hall(lounge, channels=(lounge.channel.id,))
    await opened(lounge)
    (thread,) = forum.threads
    await lounge.anna.slash(thread, "game start")
    await lounge.sure(lounge.anna, "game abort", thread)
    answer = text_of(shown(await lounge.anna.slash(thread, "game rematch")))
    assert answer == f"Game 2 is open in {post_of(lounge, forum).mention}.", "a rematch has a post of its own"
    assert len(seen(lounge, forum).threads) == 2


async def test_games_elsewhere_have_no_tags(lounge: Lounge) -> None:
    await lounge.opened("hansa", computers=1)
    forum = await hall(lounge)
    await lounge.anna.slash(lounge.channel, "game start")
    await lounge.settle()
    assert (await lounge.hosted()).status == "running"
    assert not seen(lounge, forum).available_tags


async def test_the_server_chooses_its_hall_and_the_panel_offers_no_thread_then(lounge: Lounge) -> None:
    forum = lounge.guild.create_forum_channel("games")
    keeper = lounge.guild.create_role("boss", permissions=discord.Permissions(manage_guild=True))
    boss = lounge.guild.add_member(lounge.env.create_user("boss"), roles=[keeper])
    one = shown(await boss.select(shown(await boss.slash(lounge.channel, "settings server")), ["hall"]))
    assert menu_of(one) == {"none": "-", "#games": str(forum.id)}
    assert f"Forum for games: **<#{forum.id}>** · chosen here" in text_of(
        shown(await boss.select(one, [str(forum.id)]))
    )
    panel = shown(await lounge.anna.slash(lounge.channel, "game new"))
    assert "In a thread" not in labels(panel)
    await lounge.anna.click(panel, label="Open the game")
    await lounge.settle()
    assert tags(lounge, forum) == ["open"]


@pytest.mark.parametrize("code", LANGUAGES)
def test_tags_are_short_and_differ(code: str) -> None:
    names = [tag_name(texts(code), state) for state in GROUPS]
    assert len(set(names)) == len(names)
    assert max(map(len, names)) <= LONGEST_TAG
