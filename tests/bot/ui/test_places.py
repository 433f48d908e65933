"""Nobody is stuck: lost permissions, channels and servers that are gone, several games, names, languages, strangers.

Not for the wire: `tests/e2e/test_places.py`. simcord's Discord drives the real bot.
"""

import discord
import pytest
import simcord
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType
from sqlalchemy import select

from bot.pictures.pool import Style
from bot.recent import Recent
from bot.store.schema import outbox, timers
from bot.table.preferences import PersonPreferences
from bot.ui.names import Names
from bot.ui.posts import board as board_posts
from engine.history import Game
from render.film import Film
from tests.bot.clocks import HandClock
from tests.bot.lounge import Lounge, labels, menu_of, shown, text_of

HOUR = 3600.0


def allow(lounge: Lounge, *denied: str) -> None:
    """What the bot may not do in the channel; nothing: it may do everything again."""
    assert lounge.client.user is not None
    wish = Overwrite(
        lounge.client.user.id,
        OverwriteType.MEMBER,
        deny=discord.Permissions(**dict.fromkeys(denied, True)).value,
    )
    lounge.env.backend.edit_channel(lounge.channel.id, {}, overwrites=[wish])


async def queued(lounge: Lounge, kind: str) -> int:
    query = select(outbox.c.id).where(outbox.c.kind == kind, outbox.c.status == "queued")
    return len(await lounge.store.database.read(lambda connection: connection.execute(query).all()))


def elsewhere(lounge: Lounge) -> simcord.builders.ChannelHandle:
    return lounge.guild.create_text_channel("elsewhere")


# ---- lost permissions


async def test_a_lost_permission_stalls_nobody(lounge: Lounge) -> None:
    await lounge.started()
    allow(lounge, "send_messages")
    await lounge.env.settle()
    before = len(lounge.posts())
    answer = text_of(shown(await lounge.anna.slash(lounge.channel, "hansa place", port="riga")))
    assert answer.startswith("✓")
    assert f"The board could not be posted: I lack Send Messages in {lounge.channel.mention}." in answer
    await lounge.settle()
    assert len(lounge.posts()) == before
    (call,) = [each for each in lounge.private(lounge.bert) if "it is up to you" in text_of(each)]
    assert "I cannot post there at the moment." in text_of(call)
    assert labels(call) == ["Play", "Board"]
    shown(await lounge.bert.slash(lounge.channel, "hansa place", port="reval"))
    await lounge.settle()
    assert any("it is up to you" in text_of(each) for each in lounge.private(lounge.anna)), (
        "later turns are called, too"
    )
    lounge.clock.advance(6 * HOUR)
    await lounge.settle()
    assert await queued(lounge, "board"), "it is tried for the day"
    allow(lounge)
    await lounge.settle()
    assert not await queued(lounge, "board"), "what was refused is sent as soon as it may be"
    assert len(lounge.posts()) > before


async def test_a_call_is_not_made_twice_for_one_turn(lounge: Lounge) -> None:
    await lounge.bert.slash(lounge.channel, "settings me", ping="dm")
    await lounge.started()
    allow(lounge, "send_messages")
    await lounge.anna.slash(lounge.channel, "hansa place", port="riga")
    await lounge.settle()
    for _ in range(3):
        lounge.clock.advance(HOUR)
        await lounge.settle()
    assert sum("it is up to you" in text_of(each) for each in lounge.private(lounge.bert)) == 1


@pytest.mark.parametrize(("status", "code"), [(403, 50013), (403, 50001), (400, 160005), (404, 10003)])
async def test_what_may_come_back_is_tried_again(lounge: Lounge, status: int, code: int) -> None:
    await lounge.started()
    lounge.env.inject_error("POST", f"/channels/{lounge.channel.id}/messages", status=status, code=code, times=1)
    before = len(lounge.posts())
    await lounge.anna.slash(lounge.channel, "hansa place", port="riga")
    await lounge.settle()
    assert len(lounge.posts()) == before
    lounge.clock.advance(60.0)
    await lounge.settle()
    assert len(lounge.posts()) == before + 1


async def test_a_game_that_cannot_be_announced_is_not_left_behind(lounge: Lounge) -> None:
    lounge.env.inject_error("POST", f"/channels/{lounge.channel.id}/messages", status=403, code=50013, times=None)
    await lounge.anna.slash(lounge.channel, "game new", title="hansa")
    await lounge.settle()
    assert (await lounge.hosted()).status == "aborted"
    (told,) = lounge.private(lounge.anna)
    assert text_of(told) == f"Game 1 is called off: I cannot post in {lounge.channel.mention}."


async def test_a_refused_thread_is_said_in_a_sentence(lounge: Lounge) -> None:
    lounge.env.inject_error("POST", "/channels/*/threads", status=400, code=160006)
    answer = text_of(shown(await lounge.anna.slash(lounge.channel, "game new", title="hansa", thread=True)))
    assert "does not let me open a thread" in answer
    assert await lounge.client.context.queries.in_channel(lounge.channel.id, live=False) is None


async def test_a_film_that_is_too_large_is_said_so(lounge: Lounge, monkeypatch: pytest.MonkeyPatch) -> None:
    async def film(_: Game, __: Style) -> Film:
        return Film("mp4", b"film", 1)

    monkeypatch.setattr(board_posts, "film", film)
    await lounge.started()
    await lounge.sure(lounge.anna, "game abort")
    await lounge.settle()
    lounge.env.inject_error("POST", f"/channels/{lounge.channel.id}/messages", status=413, code=40005)
    await lounge.anna.slash(lounge.channel, "game replay")
    await lounge.settle()
    assert text_of(lounge.posts()[-1]) == "The replay is too large for this channel."


async def test_letters_wait_when_discord_has_refused_too_much(lounge: Lounge) -> None:
    await lounge.started()
    for _ in range(900):
        lounge.client.context.refusals.note()
    before = len(lounge.posts())
    await lounge.anna.slash(lounge.channel, "hansa place", port="riga")
    await lounge.settle()
    assert len(lounge.posts()) == before
    lounge.client.context.refusals._times.clear()
    lounge.clock.advance(601.0)
    await lounge.settle()
    assert len(lounge.posts()) == before + 1


# ---- channels that are gone


async def test_a_deleted_channel_parks_its_game_and_it_moves_on_elsewhere(lounge: Lounge) -> None:
    game = await lounge.opened("hansa", lounge.bert, computers=1, hours=1.0)
    await lounge.anna.slash(lounge.channel, "game start")
    await lounge.settle()
    lounge.env.backend.delete_channel(lounge.channel.id)
    await lounge.settle()
    hosted = await lounge.client.context.table.hosted(game)
    assert hosted.status == "running"
    assert hosted.is_parked
    for person in (lounge.anna, lounge.bert):
        assert any("its channel is gone" in text_of(each) for each in lounge.private(person))
    kept = await lounge.store.database.read(lambda connection: connection.execute(select(timers.c.id)).all())
    assert kept == [], "no clock runs"
    lounge.channel = elsewhere(lounge)
    refused = text_of(shown(await lounge.anna.slash(lounge.channel, "hansa place", port="riga")))
    assert "The channel of game 1 is gone" in refused
    assert "goes on here" in text_of(shown(await lounge.bert.slash(lounge.channel, "game move")))
    await lounge.settle()
    assert "goes on here" in text_of(lounge.posts()[0])
    assert lounge.board()
    await lounge.play_by_slash(3)


async def test_a_parked_game_is_left_or_ended_from_anywhere(lounge: Lounge) -> None:
    game = await lounge.started()
    lounge.env.backend.delete_channel(lounge.channel.id)
    await lounge.settle()
    other = elsewhere(lounge)
    assert "computer plays on for you" in text_of(await lounge.sure(lounge.bert, "game resign", other))
    assert "called off" in text_of(await lounge.sure(lounge.anna, "game abort", other))
    assert (await lounge.client.context.table.hosted(game)).status == "aborted"


async def test_a_parked_game_blocks_nothing(lounge: Lounge) -> None:
    await lounge.started()
    await lounge.client.places.channel_gone(lounge.channel.id)
    await lounge.settle()
    assert "is open" in text_of(shown(await lounge.carl.slash(lounge.channel, "game new", title="bohn")))


async def test_a_channel_that_is_not_found_for_long_is_gone(lounge: Lounge) -> None:
    game = await lounge.started()
    lounge.env.inject_error("POST", f"/channels/{lounge.channel.id}/messages", status=404, code=10003, times=None)
    await lounge.anna.slash(lounge.channel, "hansa place", port="riga")
    await lounge.settle()
    assert not (await lounge.client.context.table.hosted(game)).is_parked
    for _ in range(4):
        lounge.clock.advance(400.0)
        await lounge.settle()
    assert (await lounge.client.context.table.hosted(game)).is_parked


async def test_a_server_that_removes_the_bot_and_takes_it_back_loses_nothing(lounge: Lounge) -> None:
    game = await lounge.started()
    lounge.env.backend.emit("GUILD_DELETE", {"id": str(lounge.guild.id)})
    await lounge.env.settle()
    assert (await lounge.client.context.table.hosted(game)).is_parked
    assert await lounge.store.servers.has_left(lounge.guild.id), "from here on the term runs after which it is deleted"
    payload = simcord.backend.serializers.guild_create_payload(
        lounge.env.backend, lounge.env.backend.get_guild(lounge.guild.id)
    )
    lounge.env.backend.emit("GUILD_CREATE", payload)
    await lounge.env.settle()
    assert not (await lounge.client.context.table.hosted(game)).is_parked
    assert not await lounge.store.servers.has_left(lounge.guild.id)
    await lounge.settle()
    await lounge.play_by_slash(2)


async def test_the_term_of_a_server_begins_only_when_discord_says_that_it_is_gone(lounge: Lounge) -> None:
    """What the process does not know of may still be there; what is deleted does not come back."""
    await lounge.started()
    path, servers = f"/guilds/{lounge.guild.id}", lounge.store.servers
    lounge.client._connection._guilds.clear()
    await lounge.client.places.look_around()
    assert not await servers.has_left(lounge.guild.id), "Discord knows it"
    lounge.env.inject_error("GET", path, status=400, code=0)
    await lounge.client.places.look_around()
    assert not await servers.has_left(lounge.guild.id), "Discord does not say"
    lounge.env.inject_error("GET", path, status=404, code=10004, times=None)
    await lounge.client.places.look_around()
    assert await servers.has_left(lounge.guild.id)


async def test_a_server_that_was_left_while_nobody_listened_is_noticed(lounge: Lounge) -> None:
    game = await lounge.started()
    lounge.client._connection._guilds.clear()
    lounge.env.inject_error("POST", f"/channels/{lounge.channel.id}/messages", status=403, code=50001, times=None)
    await lounge.client.context.table.act(game, lounge.anna.id, "place riga")
    for _ in range(4):
        await lounge.settle()
        lounge.clock.advance(400.0)
    await lounge.settle()
    assert (await lounge.client.context.table.hosted(game)).is_parked


# ---- several games


async def test_who_has_several_games_is_shown_them_and_chooses(lounge: Lounge) -> None:
    first = await lounge.started()
    lounge.env.backend.delete_channel(lounge.channel.id)
    lounge.channel = elsewhere(lounge)
    second = await lounge.started("haithabu")
    quiet = lounge.guild.create_text_channel("quiet")
    asked = shown(await lounge.bert.slash(quiet, "game resign"))
    assert text_of(asked) == "You play several games. Which one do you mean?"
    games = menu_of(asked)
    assert list(games) == [f"Haithabu, game {second}", f"Hansa, game {first}"]
    sure = shown(await lounge.bert.select(asked, [games[f"Hansa, game {first}"]]))
    assert text_of(sure).startswith(f"Leave game {first} (Hansa) to a computer?")
    done = await lounge.yes(lounge.bert, sure)
    assert text_of(done) == f"A computer plays on for you in game {first}."
    assert [game.number for game in await lounge.client.context.queries.of_person(lounge.bert.id)] == [second]


async def test_what_was_typed_goes_along_with_the_choice(lounge: Lounge) -> None:
    await lounge.started()
    lounge.channel = elsewhere(lounge)
    second = await lounge.started()
    quiet = lounge.guild.create_text_channel("quiet")
    asked = shown(await lounge.anna.slash(quiet, "hansa place", port="riga"))
    done = shown(await lounge.anna.select(asked, [menu_of(asked)[f"Hansa, game {second}"]]))
    assert text_of(done).startswith("✓")
    assert (await lounge.client.context.table.hosted(second)).version == 1


async def test_a_commands_title_tells_games_apart(lounge: Lounge) -> None:
    first = await lounge.started()
    lounge.channel = elsewhere(lounge)
    await lounge.started("haithabu")
    quiet = lounge.guild.create_text_channel("quiet")
    assert text_of(shown(await lounge.anna.slash(quiet, "hansa place", port="riga"))).startswith("✓")
    assert (await lounge.client.context.table.hosted(first)).version == 1


async def test_there_is_no_game_only_where_that_is_true(lounge: Lounge) -> None:
    assert "There is no game in this channel" in text_of(shown(await lounge.carl.slash(lounge.channel, "game board")))
    assert "no game that could be moved" in text_of(shown(await lounge.carl.slash(lounge.channel, "game move")))


async def test_only_its_owner_moves_a_game_that_has_a_channel(lounge: Lounge) -> None:
    await lounge.started()
    other = elsewhere(lounge)
    assert "Only the person who opened" in text_of(shown(await lounge.bert.slash(other, "game move")))
    assert "goes on here" in text_of(shown(await lounge.anna.slash(other, "game move")))
    await lounge.settle()
    lounge.channel = other
    await lounge.play_by_slash(2)


# ---- names


async def test_names_are_those_of_the_games_own_server(lounge: Lounge) -> None:
    second = lounge.env.create_guild()
    den = second.create_text_channel("den")
    there = second.add_member(lounge.anna.user, nick="Secret Nick")
    await there.slash(den, "rules", title="hansa")
    await lounge.started()
    await there.slash(den, "rules", title="hansa")
    await lounge.play_by_slash(3)
    await lounge.settle()
    assert all("Secret Nick" not in text_of(post) for post in lounge.posts())
    await lounge.restart()
    await lounge.play_by_slash(1)
    await lounge.settle()
    assert "anna" in text_of(lounge.board())
    await there.slash(den, "game new", title="hansa")
    await lounge.settle()
    (lobby,) = den.history()
    assert "1. Secret Nick" in text_of(lobby)
    lounge.client.context.names._seen = Recent(10)
    words = await lounge.client.context.names.of_person(second.id, there.id)
    assert words == "Secret Nick", "a process that has not met them knows it, too"
    assert await lounge.client.context.names.of_person(second.id, lounge.bert.id) == "bert"


async def test_names_are_forgotten_when_there_are_too_many_and_looked_up_when_old() -> None:
    clock, asked = HandClock(), []

    async def find(guild: int | None, user: int) -> str | None:
        asked.append((guild, user))
        return None if user == 9 else f"{user} of {guild}"

    names = Names(clock, most=2)
    names.find = find
    for user in (1, 2, 3):
        names.saw(5, user, f"{user} of 5")
    assert await names.of_person(5, 3) == "3 of 5"
    assert asked == []
    assert await names.of_person(5, 1) == "1 of 5"
    assert await names.of_person(6, 3) == "3 of 6"
    assert await names.of_person(None, 9) == "#0009"
    clock.advance(601.0)
    assert await names.of_person(6, 3) == "3 of 6"
    assert asked == [(5, 1), (6, 3), (None, 9), (6, 3)]


# ---- languages and private messages


async def test_the_language_of_somebodys_discord_survives_a_restart(lounge: Lounge) -> None:
    await lounge.started()
    await lounge.store.preferences.set_user(lounge.bert.id, PersonPreferences(spoken="fr", ping="dm"))
    await lounge.restart()
    await lounge.anna.slash(lounge.channel, "hansa place", port="riga")
    await lounge.settle()
    assert any("à vous" in text_of(each).lower() for each in lounge.private(lounge.bert)), lounge.private(lounge.bert)


async def test_what_discord_speaks_is_kept_and_written_once(lounge: Lounge, monkeypatch: pytest.MonkeyPatch) -> None:
    await lounge.anna.slash(lounge.channel, "rules", title="hansa")
    assert (await lounge.store.preferences.of_user(lounge.anna.id, PersonPreferences)).spoken == "en-US"
    written: list[object] = []
    monkeypatch.setattr(lounge.client.context.chosen, "change_person", written.append)
    await lounge.anna.slash(lounge.channel, "rules", title="hansa")
    assert written == []
    await lounge.anna.slash(lounge.channel, "settings me", reset=True)
    assert (await lounge.store.preferences.of_user(lounge.anna.id, PersonPreferences)).spoken == "en-US"


async def test_too_many_doors_opened_closes_none(lounge: Lounge) -> None:
    await lounge.opened("bohn", lounge.bert, lounge.carl)
    dm = lounge.anna.user.dm_channel
    lounge.env.inject_error("POST", f"/channels/{dm.id}/messages", status=400, code=40003, times=1)
    await lounge.anna.slash(lounge.channel, "game start")
    await lounge.settle()
    assert not any("cannot write to you in private" in text_of(post) for post in lounge.posts())
    assert not (await lounge.store.preferences.of_user(lounge.anna.id, PersonPreferences)).closed
    lounge.clock.advance(120.0)
    await lounge.settle()
    assert any(each.attachments for each in lounge.private(lounge.anna))


async def test_a_stranger_is_mentioned_before_anything_private(lounge: Lounge) -> None:
    await lounge.started("bohn", lounge.bert, lounge.carl)
    stranger = lounge.guild.add_member(lounge.env.create_user("dora"))
    await lounge.client.context.table.replace(await lounge.game(), lounge.bert.id, 1, stranger.id)
    await lounge.settle()
    assert lounge.private(stranger) == []
    await stranger.click(lounge.board(), label="My hand")
    assert (await lounge.client.context.chosen.of_person(stranger.id)).spoken == "en-US"


# ---- where commands are offered


async def test_commands_say_where_they_are_offered(lounge: Lounge) -> None:
    for command in lounge.client.tree.get_commands():
        shape = command.to_dict(lounge.client.tree)
        assert shape["contexts"] == [0, 1], command.name
        own = command.name in ("games", "rules", "settings", "privacy")
        assert shape["integration_types"] == ([0, 1] if own else [0]), command.name
