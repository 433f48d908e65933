"""Requests to the table on Discord: going back and seats, by command and by button; and rights where the game lives.

Not for all cases of who must agree: `tests/bot/table/test_handover.py`. simcord's Discord drives the real bot.
"""

import discord
import pytest
import simcord
from sqlalchemy import insert

from bot.store.games import letter_row
from bot.store.hosted_game import Draft
from bot.store.schema import outbox
from bot.table.presence import DAY
from tests.bot.lounge import Lounge, labels, shown, text_of


def question(lounge: Lounge) -> discord.Message:
    """The latest request that can still be answered."""
    return next(post for post in reversed(lounge.posts()) if labels(post) == ["Agree", "Decline"])


def again(lounge: Lounge, post: discord.Message) -> discord.Message:
    """A post as it is now."""
    return next(one for one in lounge.posts() if one.id == post.id)


# ---- going back


async def test_going_back_further_needs_everybody(lounge: Lounge) -> None:
    await lounge.started()
    await lounge.play_by_slash(4)
    assert "asked" in text_of(shown(await lounge.anna.slash(lounge.channel, "game back", position=1)))
    await lounge.settle()
    first = lounge.posts()[-1]
    assert labels(first) == ["Agree", "Decline"]
    assert "no seat" in text_of(shown(await lounge.carl.click(first, label="Agree")))
    assert "declined" in text_of(shown(await lounge.bert.click(first, label="Decline")))
    await lounge.settle()
    assert "does not agree" in text_of(lounge.posts()[-1])
    assert text_of(again(lounge, first)).endswith("✗ **bert** does not agree.")
    assert labels(again(lounge, first)) == []
    await lounge.anna.slash(lounge.channel, "game back", position=1)
    await lounge.settle()
    second = question(lounge)
    await lounge.bert.click(second, label="Agree")
    await lounge.settle()
    hosted, whole = await lounge.client.context.whole_games.started(await lounge.game())
    assert len(whole.steps) == 1
    assert hosted.version == 5
    assert text_of(again(lounge, second)).endswith("✓ Agreed.")
    assert labels(again(lounge, second)) == []


async def test_agree_under_an_old_proposal_agrees_to_nothing_else(lounge: Lounge) -> None:
    """Its buttons are still there when the press is on its way."""
    await lounge.started()
    await lounge.play_by_slash(4)
    await lounge.anna.slash(lounge.channel, "game back", position=2)
    await lounge.settle()
    first = question(lounge)
    await lounge.bert.click(first, label="Decline")
    await lounge.anna.slash(lounge.channel, "game back", position=0)
    late = shown(await lounge.bert.click(first, label="Agree"))
    assert text_of(late) == "This request to the table of game 1 does not stand any more."
    await lounge.settle()
    assert (await lounge.hosted()).version == 4
    assert question(lounge).id != first.id


async def test_a_proposal_that_play_has_overtaken_loses_its_buttons(lounge: Lounge) -> None:
    await lounge.started()
    await lounge.play_by_slash(4)
    await lounge.anna.slash(lounge.channel, "game back", position=2)
    await lounge.settle()
    first = question(lounge)
    await lounge.play_by_slash(1)
    await lounge.settle()
    assert text_of(again(lounge, first)).endswith("Overtaken: the table went on without it.")
    assert labels(again(lounge, first)) == []


async def test_who_plays_alone_with_computers_goes_back_at_once(lounge: Lounge) -> None:
    await lounge.anna.slash(lounge.channel, "game new", title="hansa", shuffle=False, computers=1)
    await lounge.anna.slash(lounge.channel, "game start")
    await lounge.play_by_slash(3)
    await lounge.settle()
    answer = await lounge.anna.slash(lounge.channel, "game back", position=0)
    assert text_of(shown(answer)).startswith("The game is back at this entry:\n`0` The game begins.")
    await lounge.settle()
    assert not any("asks to go back" in text_of(post) for post in lounge.posts())


# ---- seats


async def test_a_seat_changes_hands(lounge: Lounge) -> None:
    await lounge.started()
    answer = await lounge.anna.slash(lounge.channel, "game replace", seat=2, person=lounge.carl)
    assert "asked" in text_of(shown(answer))
    await lounge.settle()
    post = question(lounge)
    calls = f"Do you agree, {lounge.bert.mention}, {lounge.carl.mention}?"
    ends = f"-# Ends <t:{int(lounge.clock.now() + DAY)}:R>; then those count who are there."
    assert text_of(post) == f"**anna** asks that **carl** take the seat of **bert** in game 1. {calls}\n{ends}"
    assert "not for you" in text_of(shown(await lounge.anna.click(post, label="Agree")))
    assert "agreed" in text_of(shown(await lounge.carl.click(post, label="Agree")))
    assert "no seat" in text_of(shown(await lounge.carl.click(lounge.board(), label="Play")))
    await lounge.bert.click(post, label="Agree")
    assert "no seat" in text_of(shown(await lounge.bert.click(lounge.board(), label="Play")))
    await lounge.settle()
    told = "**carl** takes the seat of **bert** in game 1. **anna** asked for it. Agreed: **carl**, **bert**."
    assert told in [text_of(one) for one in lounge.posts()]
    assert text_of(again(lounge, post)) == "**anna** asks that **carl** take the seat of **bert** in game 1.\n✓ Agreed."
    await lounge.play_by_slash(4)
    await lounge.sure(lounge.carl, "game resign")
    await lounge.settle()
    assert text_of(shown(await lounge.carl.slash(lounge.channel, "game replace", seat=2))).startswith("**carl**")
    await lounge.settle()
    await lounge.play_by_slash(4)
    robot = lounge.guild.add_member(lounge.env.create_user("robot", bot=True))
    refused = await lounge.carl.slash(lounge.channel, "game replace", seat=2, person=robot)
    assert "bot cannot" in text_of(shown(refused))


async def test_a_stranger_sees_no_computers_hand_without_the_owners_yes(lounge: Lounge) -> None:
    await lounge.started("teutonica", lounge.bert, computers=2)
    assert "asked" in text_of(shown(await lounge.carl.slash(lounge.channel, "game replace", seat=2)))
    await lounge.settle()
    post = question(lounge)
    assert text_of(post).startswith(
        f"**carl** asks for the seat of **Computer 2** in game 1. Do you agree, {lounge.anna.mention}?\n"
    )
    assert "no seat" in text_of(shown(await lounge.carl.slash(lounge.channel, "game hand")))
    assert "not for you" in text_of(shown(await lounge.bert.click(post, label="Agree")))
    await lounge.anna.click(post, label="Agree")
    await lounge.settle()
    assert "**carl** takes the seat of **Computer 2** in game 1. Agreed: **anna**." in [
        text_of(one) for one in lounge.posts()
    ]
    await lounge.sure(lounge.carl, "game resign")
    another = shown(await lounge.carl.slash(lounge.channel, "game replace", seat=3))
    assert text_of(another) == (
        "This person has had seat 2 of game 1 and knows its secrets: no other seat is open to them."
    )


async def test_a_request_for_a_seat_can_be_declined_and_lapses_after_a_day(lounge: Lounge) -> None:
    await lounge.started()
    await lounge.carl.slash(lounge.channel, "game replace", seat=2)
    await lounge.settle()
    declined = question(lounge)
    assert "declined" in text_of(shown(await lounge.bert.click(declined, label="Decline")))
    await lounge.carl.slash(lounge.channel, "game replace", seat=2)
    await lounge.settle()
    assert text_of(again(lounge, declined)).endswith("✗ **bert** does not agree.")
    post = question(lounge)
    lounge.clock.advance(DAY + 1)
    assert "does not stand" in text_of(shown(await lounge.bert.click(post, label="Agree")))
    await lounge.settle()
    assert text_of(again(lounge, post)).endswith("Nobody has answered in time.")
    assert labels(again(lounge, post)) == []
    assert (await lounge.hosted()).seats[1].user == lounge.bert.id


async def test_who_wants_no_calls_is_asked_without_one(lounge: Lounge) -> None:
    await lounge.started()
    await lounge.bert.slash(lounge.channel, "settings me", ping="none")
    await lounge.carl.slash(lounge.channel, "game replace", seat=2)
    await lounge.settle()
    assert "Do you agree, **bert**?" in text_of(question(lounge))


async def test_a_request_survives_a_restart(lounge: Lounge) -> None:
    await lounge.started()
    await lounge.carl.slash(lounge.channel, "game replace", seat=2)
    await lounge.settle()
    await lounge.restart()
    await lounge.bert.click(question(lounge), label="Agree")
    await lounge.settle()
    assert (await lounge.hosted()).seats[1].user == lounge.carl.id


async def test_the_owner_leaves_the_seat_of_somebody_absent_to_a_computer(lounge: Lounge) -> None:
    await lounge.started()
    refused = await lounge.bert.slash(lounge.channel, "game replace", seat=1, computer=True)
    assert "Only the person who opened" in text_of(shown(refused))
    seats = await lounge.anna.autocomplete(lounge.channel, "game replace", "seat", "")
    assert [(choice["name"], choice["value"]) for choice in seats] == [("1. anna", 1), ("2. bert", 2)]
    present = await lounge.anna.slash(lounge.channel, "game replace", seat=2, computer=True)
    assert "asked" in text_of(shown(present))
    await lounge.settle()
    assert text_of(question(lounge)).startswith("**anna** asks that a computer take the seat of **bert** in game 1.")
    lounge.clock.advance(DAY + 1)
    answer = await lounge.anna.slash(lounge.channel, "game replace", seat=2, computer=True)
    assert text_of(shown(answer)) == "A computer has seat 2 now."
    await lounge.settle()
    told = "**bert** leaves game 1; a computer takes over. **anna** asked for it."
    assert told in [text_of(post) for post in lounge.posts()]
    again = await lounge.anna.slash(lounge.channel, "game replace", seat=2, computer=True)
    assert "A computer plays seat 2 of game 1 already." in text_of(shown(again))
    assert await lounge.play_by_slash(6) == 6
    assert text_of(shown(await lounge.bert.slash(lounge.channel, "game replace", seat=2))).startswith("**bert**")


# ---- rights where the game lives

MAY = discord.Permissions(manage_channels=True)


async def test_rights_in_another_server_are_none_here(lounge: Lounge) -> None:
    await lounge.started()
    own = lounge.env.create_guild()
    place = own.create_text_channel("own")
    host = own.add_member(lounge.bert.user, roles=[own.create_role("host", permissions=MAY)])
    assert "Only the person" in text_of(shown(await host.slash(place, "game abort")))
    assert (await lounge.hosted()).status == "running"


async def test_rights_count_from_anywhere_where_the_game_lives(lounge: Lounge) -> None:
    keeper = await _keeper(lounge)
    elsewhere = lounge.guild.create_text_channel("elsewhere")
    assert "called off" in text_of(await lounge.sure(keeper, "game abort", elsewhere))
    lounge.channel = lounge.guild.create_text_channel("second")
    keeper = await _keeper(lounge)
    assert "called off" in text_of(await lounge.yes(keeper.user, shown(await keeper.user.slash("game abort"))))


async def test_discord_is_asked_where_another_process_has_the_server(
    lounge: Lounge, monkeypatch: pytest.MonkeyPatch
) -> None:
    keeper = await _keeper(lounge)
    monkeypatch.setattr(lounge.client, "get_guild", lambda _: None)
    assert "Only the person" in text_of(shown(await lounge.bert.user.slash("game abort")))
    assert "called off" in text_of(await lounge.yes(keeper.user, shown(await keeper.user.slash("game abort"))))


async def test_what_a_channel_takes_away_counts_there_too(lounge: Lounge) -> None:
    may_not = discord.PermissionOverwrite(manage_channels=False)
    everyone = lounge.guild.default_role
    lounge.channel = lounge.guild.create_text_channel("quiet", overwrites={everyone: may_not})
    keeper = await _keeper(lounge)
    elsewhere = lounge.guild.create_text_channel("elsewhere")
    assert "Only the person" in text_of(shown(await keeper.slash(elsewhere, "game abort")))


async def test_rights_in_a_thread_are_those_of_its_channel(lounge: Lounge) -> None:
    role = lounge.guild.create_role("keeper", permissions=MAY)
    keeper = lounge.guild.add_member(lounge.env.create_user("keeper"), roles=[role])
    await lounge.anna.slash(lounge.channel, "game new", title="hansa", thread=True)
    table = lounge.client.context.table
    await table.join(1, keeper.id)
    await table.join(1, lounge.bert.id)
    await table.start(1, lounge.anna.id)
    assert "Only the person" in text_of(shown(await lounge.bert.user.slash("game abort")))
    assert "called off" in text_of(await lounge.yes(keeper.user, shown(await keeper.user.slash("game abort"))))


async def test_who_is_not_known_where_the_game_lives_has_no_rights(lounge: Lounge) -> None:
    keeper = await _keeper(lounge)
    lounge.guild.remove_member(keeper)
    assert "Only the person" in text_of(shown(await keeper.user.slash("game abort")))


async def _keeper(lounge: Lounge) -> simcord.MemberActor:
    """Somebody who plays in a running game and may manage the server's channels."""
    role = lounge.guild.create_role("keeper", permissions=MAY)
    keeper = lounge.guild.add_member(lounge.env.create_user("keeper"), roles=[role])
    await lounge.started("hansa", lounge.bert, keeper)
    return keeper


async def test_a_letter_of_an_older_program_names_whoever_has_the_seat_now(lounge: Lounge) -> None:
    """It did not write down who had it."""
    await lounge.started()
    old = Draft("channel", "replaced", {"seat": 1, "user": lounge.carl.id, "by": lounge.carl.id, "agreed": []})
    row = letter_row(await lounge.game(), old, 0.0)
    await lounge.store.database.write(lambda connection: connection.execute(insert(outbox), [row]))
    await lounge.settle()
    assert text_of(lounge.posts()[-1]) == "**carl** takes the seat of **bert** in game 1."
