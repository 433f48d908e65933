"""People are invited by name: the call, its two answers, what becomes of it, who may invite whom how often; and the
role that a new lobby calls.

Not for the panel people are chosen on when a game is opened: `test_opening.py`.
"""

import discord
import msgspec
import pytest
import simcord

from bot.store.maintenance.forget import everybody, forget
from bot.store.maintenance.person import told_of
from bot.table.preferences import ServerPreferences
from bot.table.sketch import Sketch
from tests.bot.lounge import Lounge, answer_of, id_of, labels, parts, shown, text_of

DAY = 24 * 3600.0


async def invite(lounge: Lounge, by: simcord.MemberActor, *people: simcord.MemberActor) -> str:
    """From the menu; what the inviter is told."""
    asked = shown(await by.slash(lounge.channel, "game invite"))
    if not parts(asked):
        return text_of(asked)
    answer = shown(await by.select(asked, list(people)))
    await lounge.settle()
    return text_of(answer)


def lobby(lounge: Lounge) -> discord.Message:
    return next(post for post in reversed(lounge.posts()) if "Start" in labels(post))


def call(lounge: Lounge) -> discord.Message:
    return next(post for post in reversed(lounge.posts()) if "No, thanks" in labels(post))


async def rule(lounge: Lounge, **fields: object) -> None:
    rules = ServerPreferences(**fields)  # type: ignore[arg-type]
    await lounge.client.context.chosen.change_server(lounge.guild.id, lambda _: rules)


def settings(lounge: Lounge) -> str:
    """The command that a refusal names, as one presses it."""
    return lounge.client.context.mentions.in_text("/settings server")


async def test_who_is_invited_is_called_once_and_joins(lounge: Lounge) -> None:
    await lounge.opened()
    assert await invite(lounge, lounge.anna, lounge.bert, lounge.carl) == "Invited: **bert**, **carl**."
    assert "Invited: **bert**, **carl**." in text_of(lobby(lounge))
    post = call(lounge)
    assert text_of(post).startswith(
        f"{lounge.bert.mention}, {lounge.carl.mention}: **anna** invites you to **Hansa**, game 1."
    )
    assert {user.id for user in post.mentions} == {lounge.bert.id, lounge.carl.id}
    assert "You play in game 1." in text_of(shown(await lounge.bert.click(post, label="Join")))
    await lounge.settle()
    assert "2. bert" in text_of(lobby(lounge))
    assert "Invited: **carl**." in text_of(lobby(lounge))
    assert len([one for one in lounge.posts() if "No, thanks" in labels(one)]) == 1


async def test_no_thanks_tells_the_lobby(lounge: Lounge) -> None:
    await lounge.opened()
    await invite(lounge, lounge.anna, lounge.bert)
    answer = text_of(shown(await lounge.bert.click(call(lounge), label="No, thanks")))
    assert answer == "You have said no, thanks, to game 1. The others are told."
    await lounge.settle()
    assert "No, thanks: **bert**." in text_of(lobby(lounge))
    assert "Invited" not in text_of(lobby(lounge))
    assert text_of(lounge.posts()[-1]) == "**bert** says no, thanks."
    again = text_of(shown(await lounge.bert.click(call(lounge), label="No, thanks")))
    assert again == "You have said no, thanks, to game 1 already."
    assert await invite(lounge, lounge.anna, lounge.bert) == "**bert** has said no, thanks, to game 1."
    assert "You play" in text_of(shown(await lounge.bert.click(call(lounge), label="Join"))), "one may think again"
    await lounge.settle()
    assert "No, thanks" not in text_of(lobby(lounge))


async def test_nobody_declines_for_others(lounge: Lounge) -> None:
    await lounge.opened()
    await invite(lounge, lounge.anna, lounge.bert)
    for person, told in ((lounge.carl, "You are not invited to game 1."), (lounge.anna, "You play in game 1 already.")):
        assert text_of(shown(await person.click(call(lounge), label="No, thanks"))) == told


async def test_a_stale_invitation_says_what_has_become_of_it(lounge: Lounge) -> None:
    await lounge.opened("hansa", lounge.carl)
    await invite(lounge, lounge.anna, lounge.bert)
    post = call(lounge)
    await lounge.anna.slash(lounge.channel, "game start")
    await lounge.settle()
    for label in ("Join", "No, thanks"):
        assert text_of(shown(await lounge.bert.click(post, label=label))) == "Game 1 has begun without you."
    assert text_of(shown(await lounge.carl.click(post, label="Join"))) == "You play in game 1 already."
    await lounge.sure(lounge.anna, "game abort")
    for label in ("Join", "No, thanks"):
        assert text_of(shown(await lounge.bert.click(post, label=label))) == "Game 1 has been called off."


async def test_a_full_table_has_no_seat_for_who_was_invited(lounge: Lounge) -> None:
    await lounge.opened(seats=2)
    await invite(lounge, lounge.anna, lounge.bert)
    await lounge.carl.slash(lounge.channel, "game join")
    await lounge.settle()
    answer = text_of(shown(await lounge.bert.click(call(lounge), label="Join")))
    assert answer == "All 2 seats of game 1 are taken."
    dora = lounge.guild.add_member(lounge.env.create_user("dora"))
    assert await invite(lounge, lounge.anna, dora) == "All 2 seats of game 1 are taken."


async def test_only_who_plays_may_invite(lounge: Lounge) -> None:
    await lounge.opened("hansa", lounge.bert)
    await lounge.settle()
    refusal = "Only those who play in game 1 may invite others to it."
    assert text_of(shown(await lounge.carl.click(lobby(lounge), label="Invite"))) == refusal
    assert text_of(shown(await lounge.carl.slash(lounge.channel, "game invite", person=lounge.bert))) == refusal
    assert text_of(shown(await lounge.bert.slash(lounge.channel, "game invite", person=lounge.carl))) == (
        "Invited: **carl**."
    )
    answer = text_of(shown(await lounge.bert.slash(lounge.channel, "game invite", person=lounge.carl)))
    assert answer == "**carl** is invited to game 1 already."
    answer = text_of(shown(await lounge.bert.slash(lounge.channel, "game invite", person=lounge.anna)))
    assert answer == "**anna** has a seat in game 1 already."
    assert "need not invite yourself" in text_of(
        shown(await lounge.bert.slash(lounge.channel, "game invite", person=lounge.bert))
    )
    await lounge.anna.slash(lounge.channel, "game start")
    await lounge.settle()
    assert "has started already" in text_of(shown(await lounge.bert.slash(lounge.channel, "game invite")))


async def test_people_are_chosen_on_the_panel_and_invited_with_open(lounge: Lounge) -> None:
    panel = shown(await lounge.anna.slash(lounge.channel, "game new"))
    (people,) = [str(part["custom_id"]) for part in parts(panel) if str(part["custom_id"]).startswith("u:")]
    panel = shown(await lounge.anna.select(panel, [lounge.bert, lounge.anna, lounge.carl], custom_id=people))
    assert f"Who plays: you, {lounge.bert.mention}, {lounge.carl.mention}; " in text_of(panel)
    (menu,) = [part for part in parts(panel) if str(part["custom_id"]).startswith("u:")]
    chosen = menu["default_values"]
    assert isinstance(chosen, list)
    assert {int(one["id"]) for one in chosen} == {lounge.bert.id, lounge.carl.id}, "who opens it is not invited"
    await lounge.bert.slash(lounge.channel, "settings me")
    await lounge.anna.click(panel, label="Open the game")
    await lounge.settle()
    assert "Invited: **bert**, **carl**." in text_of(lobby(lounge))
    assert text_of(call(lounge)).startswith(f"{lounge.bert.mention}, {lounge.carl.mention}: **anna** invites you")


# ---- private messages


async def test_who_has_used_the_bot_is_called_in_private_too(lounge: Lounge) -> None:
    await lounge.bert.slash(lounge.channel, "settings me", language="fr")
    await lounge.opened()
    await invite(lounge, lounge.anna, lounge.bert, lounge.carl)
    (message,) = lounge.private(lounge.bert)
    assert text_of(message).startswith("Invitation de **anna** à **Hansa**, partie 1")
    assert lounge.private(lounge.carl) == [], "nobody gets a private message who has never used the bot"
    answer = answer_of(await lounge.bert.user.click(message, custom_id=id_of(message, "nothanks")))
    assert text_of(answer).startswith("Vous avez répondu «")
    await lounge.settle()
    assert "No, thanks: **bert**." in text_of(lobby(lounge))


async def test_a_private_invitation_is_joined_from_where_it_is(lounge: Lounge) -> None:
    await lounge.bert.slash(lounge.channel, "settings me")
    await lounge.opened()
    await invite(lounge, lounge.anna, lounge.bert)
    (message,) = lounge.private(lounge.bert)
    await lounge.bert.user.click(message, custom_id=id_of(message, "accept"))
    (message,) = lounge.private(lounge.bert)
    assert (text_of(message), labels(message)) == ("You play in game 1.", [])


async def test_who_wishes_no_calls_is_named_only(lounge: Lounge) -> None:
    await lounge.bert.slash(lounge.channel, "settings me", ping="none")
    await lounge.opened()
    await invite(lounge, lounge.anna, lounge.bert)
    assert text_of(call(lounge)).startswith("**bert**: **anna** invites you")
    assert not call(lounge).mentions
    assert lounge.private(lounge.bert) == []


async def test_closed_private_messages_change_nothing(lounge: Lounge) -> None:
    await lounge.bert.slash(lounge.channel, "settings me")
    lounge.env.inject_error("POST", "/users/@me/channels", status=403, code=50007, times=None)
    await lounge.opened()
    await invite(lounge, lounge.anna, lounge.bert)
    assert lounge.private(lounge.bert) == []
    assert not any("cannot write to you" in text_of(post) for post in lounge.posts()), "no cards are missed by that"
    assert "You play" in text_of(shown(await lounge.bert.click(call(lounge), label="Join")))


# ---- limits and refusals


async def test_invitations_are_refused_for_good(lounge: Lounge) -> None:
    panel = shown(await lounge.bert.slash(lounge.channel, "settings me"))
    one = shown(await lounge.bert.select(panel, ["invitations"]))
    assert text_of(one) == "Invitations: **yes**\nWhether others may invite you to games by name"
    await lounge.bert.select(one, ["False"])
    await lounge.opened()
    answer = await invite(lounge, lounge.anna, lounge.bert, lounge.carl)
    assert answer == "Invited: **carl**.\n**bert** prefers not to be invited to games."
    assert await invite(lounge, lounge.anna, lounge.bert) == "**bert** prefers not to be invited to games."
    assert "bert" not in text_of(lobby(lounge))


async def test_a_person_invites_so_many_a_day(lounge: Lounge) -> None:
    await rule(lounge, invitations=1)
    await lounge.opened()
    refusal = f"You have invited as many people today as this server allows: 1 (see {settings(lounge)})."
    assert await invite(lounge, lounge.anna, lounge.bert, lounge.carl) == f"Invited: **bert**.\n{refusal}"
    assert await invite(lounge, lounge.anna, lounge.carl) == refusal
    lounge.clock.advance(DAY - 60)
    assert await invite(lounge, lounge.anna, lounge.carl) == refusal
    lounge.clock.advance(120)
    assert await invite(lounge, lounge.anna, lounge.carl) == "Invited: **carl**."


async def test_a_person_is_invited_so_often_a_day_by_whomever(lounge: Lounge) -> None:
    await rule(lounge, invited=1)
    other = lounge.guild.create_text_channel("other")
    await lounge.opened()
    await lounge.carl.slash(other, "game new", title="hansa")
    await lounge.settle()
    assert await invite(lounge, lounge.anna, lounge.bert) == "Invited: **bert**."
    answer = text_of(shown(await lounge.carl.slash(other, "game invite", person=lounge.bert)))
    refusal = f"**bert** has been invited as often today as this server allows: 1 (see {settings(lounge)})."
    assert answer == refusal
    await rule(lounge, invited=None, invitations=0)
    answer = text_of(shown(await lounge.carl.slash(other, "game invite", person=lounge.bert)))
    assert answer.startswith("You have invited as many people today as this server allows: 0")


async def test_a_rematch_opens_whatever_becomes_of_its_invitations(lounge: Lounge) -> None:
    await lounge.started("hansa", lounge.bert, lounge.carl)
    await lounge.bert.slash(lounge.channel, "settings me")
    await lounge.client.context.chosen.change_person(lounge.bert.id, invitations=False)
    await lounge.sure(lounge.anna, "game abort")
    answer = text_of(shown(await lounge.anna.slash(lounge.channel, "game rematch")))
    assert answer == "Game 2 is open.\n**bert** prefers not to be invited to games."
    await lounge.settle()
    assert "Invited: **carl**." in text_of(lobby(lounge))
    assert lounge.carl.mention in text_of(call(lounge))


# ---- the role for new tables


async def test_a_role_is_called_once_when_a_lobby_opens(lounge: Lounge) -> None:
    role = lounge.guild.create_role("players")
    await rule(lounge, role=role.id, role_calls=2)
    await lounge.opened()
    post = lobby(lounge)
    assert f"Called: <@&{role.id}>" in text_of(post)
    assert [one.id for one in post.role_mentions] == [role.id]
    await lounge.bert.slash(lounge.channel, "game join")
    await lounge.settle()
    assert [one.id for one in lounge.posts()] == [post.id], "it is edited, which calls nobody"
    for name, called in (("two", True), ("three", False)):
        channel = lounge.guild.create_text_channel(name)
        await lounge.anna.slash(channel, "game new", title="hansa")
        await lounge.settle()
        assert (f"<@&{role.id}>" in text_of(next(iter(channel.history())))) == called, name


async def test_no_role_is_called_where_no_seat_is_free(lounge: Lounge) -> None:
    role = lounge.guild.create_role("players")
    await rule(lounge, role=role.id)
    await lounge.opened(seats=2, computers=1)
    assert "Called" not in text_of(lobby(lounge))


@pytest.mark.parametrize("name", ["role", "role_calls", "invitations", "invited"])
async def test_the_server_chooses_it_on_its_panel(lounge: Lounge, name: str) -> None:
    players = lounge.guild.create_role("players")
    keeper = lounge.guild.create_role("boss", permissions=discord.Permissions(manage_guild=True))
    boss = lounge.guild.add_member(lounge.env.create_user("boss"), roles=[keeper])
    wanted = {"role": str(players.id), "role_calls": "5", "invitations": "0", "invited": "-"}[name]
    panel = shown(await boss.slash(lounge.channel, "settings server"))
    one = shown(await boss.select(panel, [name]))
    one = shown(await boss.select(one, [wanted]))
    rules = await lounge.client.context.chosen.of_server(lounge.guild.id)
    assert getattr(rules, name) == (None if wanted == "-" else int(wanted))
    assert "chosen here" in text_of(one)


# ---- what is kept of people


def rows(told: object) -> list[dict[str, object]]:
    return msgspec.convert(told, list[dict[str, object]])


async def test_who_was_invited_is_found_and_forgotten(lounge: Lounge) -> None:
    await lounge.opened()
    await invite(lounge, lounge.anna, lounge.bert, lounge.carl)
    await lounge.carl.click(call(lounge), label="No, thanks")
    await lounge.settle()
    sketch = Sketch(title="hansa", people=(lounge.bert.id, lounge.carl.id))
    await lounge.store.sketches.put(lounge.anna.id, sketch, lounge.clock.now())
    database = lounge.store.database
    for person in (lounge.bert, lounge.carl):
        told = await told_of(database, person.id)
        assert [one["user"] for one in rows(told["invitations"])] == [person.id]
        assert told["about_to_open"] == [{"invited_by": lounge.anna.id}]
        assert [one["named_in_lobby"] for one in rows(told["presence"])] == [True]
        assert person.id in await everybody(database)
        await lounge.store.sketches.put(lounge.anna.id, sketch, lounge.clock.now())
    for person in (lounge.bert, lounge.carl):
        await forget(database, person.id, lounge.clock.now())
        assert person.id not in await everybody(database)
        told = await told_of(database, person.id)
        assert not any(told[name] for name in ("settings", "invitations", "about_to_open", "presence", "letters"))
    await lounge.store.sketches.put(lounge.anna.id, Sketch(title="hansa"), lounge.clock.now())
    assert (await told_of(database, lounge.anna.id))["about_to_open"]
    lobby_now = (await lounge.hosted()).header.lobby
    assert (lobby_now.invited, lobby_now.declined) == ((), ())
