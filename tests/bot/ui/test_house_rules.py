"""What a server does not allow is refused where games are opened, joined and moved; threads, their names, the pace.

Not for the rules one by one: `tests/bot/table/test_house_rules.py`. simcord's Discord drives the real bot.
"""

import asyncio
import re
from typing import Any

import discord
import simcord
from simcord.results import InteractionResult

from bot.errors import Refused
from bot.table.preferences import ServerPreferences
from bot.table.seats import Opening
from bot.ui.panels.lobby import open_game
from tests.bot.lounge import Lounge, labels, shown, text_of

HOUR = 3600.0


async def allow(lounge: Lounge, **rules: Any) -> None:
    await lounge.store.preferences.set_guild(lounge.guild.id, ServerPreferences(**rules))


def keeper(lounge: Lounge) -> simcord.MemberActor:
    """Somebody who may manage channels."""
    role = lounge.guild.create_role("keeper", permissions=discord.Permissions(manage_channels=True))
    return lounge.guild.add_member(lounge.env.create_user("keeper"), roles=[role])


async def new(lounge: Lounge, person: simcord.MemberActor, place: Any = None, **options: object) -> str:
    """What opening a game is answered."""
    said = told(await person.slash(place or lounge.channel, "game new", **({"title": "hansa"} | options)))
    await lounge.settle()
    return said


def told(result: InteractionResult) -> str:
    """What somebody is answered, commands as they are typed."""
    return re.sub(r"</([^:>]+):\d+>", r"/\1", text_of(shown(result)))


def threads(lounge: Lounge) -> list[discord.Thread]:
    return list(lounge.client.guilds[0].threads)


# ---- who


async def test_only_those_with_the_role_open_games(lounge: Lounge) -> None:
    role = lounge.guild.create_role("players")
    dora = lounge.guild.add_member(lounge.env.create_user("dora"), roles=[role])
    await allow(lounge, opener=role.id)
    refused = await new(lounge, lounge.anna)
    assert refused == f"Only members with the role <@&{role.id}> may open games on this server (see /settings server)."
    assert lounge.posts() == []
    assert "is open" in await new(lounge, dora)
    assert "You play" in told(await lounge.anna.slash(lounge.channel, "game join")), "joining is free"


async def test_who_manages_channels_is_not_bound_by_the_role(lounge: Lounge) -> None:
    await allow(lounge, opener=lounge.guild.create_role("players").id)
    assert "is open" in await new(lounge, keeper(lounge))


async def test_a_rematch_is_a_game_that_is_opened(lounge: Lounge) -> None:
    await lounge.started("nim", lounge.bert)
    await lounge.play_by_slash()
    await lounge.settle()
    role = lounge.guild.create_role("players")
    await allow(lounge, opener=role.id)
    over = next(post for post in lounge.posts() if "Rematch" in labels(post))
    assert "Only members with the role" in told(await lounge.anna.click(over, label="Rematch"))
    await allow(lounge, channels=(1,))
    assert "games may be in <#1> only" in told(await lounge.anna.click(over, label="Rematch"))
    await allow(lounge, most_games=1)
    await new(lounge, lounge.bert, lounge.guild.create_text_channel("other"))
    assert "go on already: 1 (see" in told(await lounge.anna.click(over, label="Rematch"))
    await allow(lounge)
    assert "is open" in told(await lounge.anna.click(over, label="Rematch"))


# ---- where


async def test_games_are_opened_in_the_chosen_channels_and_their_threads(lounge: Lounge) -> None:
    games = lounge.guild.create_text_channel("games")
    await allow(lounge, channels=(games.id,))
    refused = await new(lounge, lounge.anna)
    assert refused == f"On this server games may be in <#{games.id}> only (see /settings server)."
    assert "games may be in" in await new(lounge, keeper(lounge)), "a flood is a flood"
    assert "games may be in" in await new(lounge, lounge.anna, thread=True)
    assert threads(lounge) == []
    assert "is open" in await new(lounge, lounge.anna, games)
    assert "is open" in await new(lounge, lounge.bert, games, thread=True)
    (thread,) = threads(lounge)
    assert thread.parent_id == games.id


async def test_a_game_does_not_move_to_where_none_may_be(lounge: Lounge) -> None:
    game = await lounge.started()
    games = lounge.guild.create_text_channel("games")
    other = lounge.guild.create_text_channel("other")
    await allow(lounge, channels=(games.id,))
    refused = told(await lounge.anna.slash(other, "game move"))
    assert refused == f"On this server games may be in <#{games.id}> only (see /settings server)."
    assert "goes on here" in told(await lounge.anna.slash(games, "game move"))
    assert (await lounge.client.context.table.hosted(game)).header.channel == games.id


async def test_private_messages_know_no_house_rules(lounge: Lounge) -> None:
    await allow(lounge, channels=(1,), most_own=1, most_games=1)
    assert "is open" in told(await lounge.anna.user.slash("game new", title="hansa"))


# ---- how many


async def test_a_server_has_so_many_games_at_once(lounge: Lounge) -> None:
    await allow(lounge, most_games=2)
    second, third = (lounge.guild.create_text_channel(name) for name in ("second", "third"))
    assert "is open" in await new(lounge, lounge.anna)
    assert "is open" in await new(lounge, lounge.bert, second)
    refused = "As many games as this server allows go on already: 2 (see /settings server)."
    assert await new(lounge, lounge.carl, third) == refused
    assert await new(lounge, keeper(lounge), third, thread=True) == refused, "who manages channels could flood it, too"
    assert threads(lounge) == []
    await lounge.bert.slash(second, "game abort")
    assert "is open" in await new(lounge, lounge.carl, third)


async def test_what_is_set_aside_does_not_count_until_it_comes_back(lounge: Lounge) -> None:
    game = await lounge.started()
    await lounge.client.context.table.park(game)
    await allow(lounge, most_games=1)
    other = lounge.guild.create_text_channel("other")
    assert "is open" in await new(lounge, lounge.carl, other)
    assert "go on already: 1" in told(await lounge.anna.slash(lounge.channel, "game move"))
    await lounge.carl.slash(other, "game abort")
    assert "goes on here" in told(await lounge.anna.slash(lounge.channel, "game move"))


async def test_moving_within_a_full_server_is_free(lounge: Lounge) -> None:
    await lounge.started()
    await allow(lounge, most_games=1)
    other = lounge.guild.create_text_channel("other")
    assert "goes on here" in told(await lounge.anna.slash(other, "game move"))


async def test_a_game_from_another_server_is_as_good_as_opened_here(lounge: Lounge) -> None:
    await lounge.started()
    foreign = lounge.env.create_guild()
    place = foreign.create_text_channel("foreign")
    anna = foreign.add_member(lounge.anna.user)
    role = foreign.create_role("players")
    await lounge.store.preferences.set_guild(foreign.id, ServerPreferences(opener=role.id))
    assert "Only members with the role" in told(await anna.slash(place, "game move"))


async def test_two_at_the_same_moment_do_not_exceed_it(lounge: Lounge) -> None:
    await allow(lounge, most_games=1, most_own=1)
    context = lounge.client.context
    openings = [Opening(title="hansa", owner=number, channel=number, guild=lounge.guild.id) for number in range(1, 6)]
    results = await asyncio.gather(
        *(open_game(context, opening, f"i{opening.owner}") for opening in openings), return_exceptions=True
    )
    assert sum(isinstance(result, Refused) for result in results) == len(openings) - 1


async def test_a_person_has_so_many_seats_at_once(lounge: Lounge) -> None:
    await allow(lounge, most_own=1)
    second = lounge.guild.create_text_channel("second")
    await new(lounge, lounge.anna)
    refused = "You have a seat in as many games as this server allows: 1 (see /settings server)."
    assert await new(lounge, lounge.anna, second) == refused
    assert "is open" in await new(lounge, lounge.bert, second)
    post = lounge.posts()[0]
    assert told(await lounge.bert.click(post, label="Join")) == refused
    assert told(await lounge.bert.slash(lounge.channel, "game join")) == refused
    assert "You play" in told(await lounge.carl.click(post, label="Join"))
    assert "have left" in told(await lounge.carl.slash(lounge.channel, "game leave"))
    assert "You play" in told(await lounge.carl.slash(second, "game join"))


async def test_taking_over_a_seat_is_one_more_game(lounge: Lounge) -> None:
    await allow(lounge, most_own=1)
    second = lounge.guild.create_text_channel("second")
    await new(lounge, lounge.carl, second)
    await lounge.started("hansa", lounge.bert, computers=1)
    asked = told(await lounge.carl.slash(lounge.channel, "game replace", seat=2))
    assert asked == "You have a seat in as many games as this server allows: 1 (see /settings server)."
    theirs = told(await lounge.anna.slash(lounge.channel, "game replace", seat=2, person=lounge.carl.user))
    assert theirs == "This person has a seat in as many games as this server allows: 1 (see /settings server)."
    await lounge.carl.slash(second, "game abort")
    assert "are asked" in told(await lounge.carl.slash(lounge.channel, "game replace", seat=2))
    await lounge.settle()
    await new(lounge, lounge.carl, second)
    request = next(post for post in lounge.posts() if "Agree" in labels(post))
    said = told(await lounge.anna.click(request, label="Agree"))
    assert said == "This person has a seat in as many games as this server allows: 1 (see /settings server)."


# ---- threads


async def test_no_threads_where_the_server_wants_none(lounge: Lounge) -> None:
    await allow(lounge, threads="never")
    refused = await new(lounge, lounge.anna, thread=True)
    assert refused == "On this server games get no threads (see /settings server)."
    assert threads(lounge) == []
    assert "is open" in await new(lounge, lounge.anna)


async def test_always_a_thread_where_the_server_wants_one(lounge: Lounge) -> None:
    await allow(lounge, threads="always")
    assert "is open" in await new(lounge, lounge.anna)
    assert "is open" in await new(lounge, lounge.bert, thread=False)
    assert len(threads(lounge)) == 2
    assert [thread.name for thread in threads(lounge)] == ["Hansa · anna", "Hansa · bert"]


async def test_a_thread_gets_the_name_that_the_server_has_chosen(lounge: Lounge) -> None:
    names = {}
    for pattern in ("title people number", "title number", "number title people", "people title"):
        await allow(lounge, threads="always", thread_name=pattern)
        await new(lounge, lounge.anna, computers=1, shuffle=False)
        thread = max(lounge.channel.threads, key=lambda one: one.id)
        await lounge.anna.slash(thread, "game start")
        await lounge.settle()
        names[pattern] = next(each.name for each in threads(lounge) if each.id == thread.id)
    assert list(names.values()) == [
        "Hansa · anna, Computer 2 · 1",
        "Hansa · 2",
        "3 · Hansa · anna, Computer 2",
        "anna, Computer 2 · Hansa",
    ]


# ---- the pace


async def test_the_servers_pace_counts_where_nobody_says_another(lounge: Lounge) -> None:
    await allow(lounge, pace=24 * HOUR)
    paces = []
    for number, options in enumerate(({}, {"hours": 2.0}, {"hours": 0.0})):
        place = lounge.guild.create_text_channel(f"room-{number}")
        await new(lounge, lounge.anna, place, **options)
        game = await lounge.client.context.queries.in_channel(place.id)
        assert game is not None
        paces.append((await lounge.client.context.table.hosted(game)).header.pace)
    assert paces == [24 * HOUR, 2 * HOUR, None]
