"""/settings me and /settings server as panels: what is in force and where from, changes by tapping, and who may change.

Not for what the settings do: `test_house_rules.py`, `test_posts.py`. simcord's Discord drives the real bot.
"""

import discord
import pytest
import simcord
from sqlalchemy import insert

from bot.limits import MENU_CHOICES
from bot.store.schema import guild_settings, user_settings
from bot.table.preferences import PersonPreferences, ServerPreferences
from tests.bot.lounge import Lounge, labels, menu_of, parts, shown, text_of

OWN = [
    *("Language", "Palette", "Private messages", "Calls", "Invitations", "Reminders"),
    *("Time zone", "Quiet hours", "Quiet weekends"),
]
OF_SERVER = [
    *(
        "Who may open games",
        "Where games may be",
        "Forum for games",
        "Games at once",
        "Games per person",
        "Threads",
        "Names of threads",
    ),
    *("Role for new games", "Calls of that role", "Invitations by one person", "Invitations to one person"),
    *("Language", "Palette", "Time to think", "Hints", "Private messages", "Calls", "Reminders"),
]


def boss(lounge: Lounge) -> simcord.MemberActor:
    """Somebody who may manage the server."""
    role = lounge.guild.create_role("boss", permissions=discord.Permissions(manage_guild=True))
    return lounge.guild.add_member(lounge.env.create_user("boss"), roles=[role])


async def of_server(lounge: Lounge) -> ServerPreferences:
    return await lounge.client.context.chosen.of_server(lounge.guild.id)


async def test_a_person_taps_through_their_settings(lounge: Lounge) -> None:
    panel = shown(await lounge.anna.slash(lounge.channel, "settings me"))
    assert list(menu_of(panel)) == OWN
    assert "- Palette: **day (light)** · as the server has it" in text_of(panel)
    assert labels(panel) == ["Forget me …"]
    one = shown(await lounge.anna.select(panel, ["palette"]))
    assert text_of(one) == "Palette: **day (light)** · as the server has it\nThe colours of pictures that only you see"
    one = shown(await lounge.anna.select(one, ["night"]))
    assert text_of(one).startswith("Palette: **night (dark)** · your own choice")
    assert labels(one) == ["Take this choice back", "Back"]
    panel = shown(await lounge.anna.click(one, label="Back"))
    assert "- Palette: **night (dark)** · your own choice" in text_of(panel)
    one = shown(await lounge.anna.select(panel, ["palette"]))
    one = shown(await lounge.anna.click(one, label="Take this choice back"))
    assert text_of(one).startswith("Palette: **day (light)** · as the server has it")
    assert (await lounge.client.context.chosen.of_person(lounge.anna.id)).palette is None


async def test_all_own_choices_are_taken_back_at_once(lounge: Lounge) -> None:
    await lounge.anna.slash(lounge.channel, "settings me", palette="night", ping="none", private=False)
    panel = shown(await lounge.anna.slash(lounge.channel, "settings me"))
    assert text_of(panel).count("your own choice") == 3
    panel = shown(await lounge.anna.click(panel, label="Take all choices back"))
    assert "your own choice" not in text_of(panel)
    wish = await lounge.client.context.chosen.of_person(lounge.anna.id)
    assert wish == PersonPreferences(spoken=wish.spoken)
    assert not wish.is_stranger, "that somebody has used the bot is no choice"


async def test_who_asks_for_private_messages_gets_them_tried_again(lounge: Lounge) -> None:
    await lounge.client.context.chosen.change_person(lounge.anna.id, closed=True, spoken="en-US")
    panel = shown(await lounge.anna.slash(lounge.channel, "settings me"))
    one = shown(await lounge.anna.select(panel, ["private"]))
    await lounge.anna.select(one, ["True"])
    wish = await lounge.client.context.chosen.of_person(lounge.anna.id)
    assert (wish.private, wish.closed) == (True, False)


async def test_forgetting_is_asked_for_from_the_panel_too(lounge: Lounge) -> None:
    panel = shown(await lounge.anna.slash(lounge.channel, "settings me"))
    asked = shown(await lounge.anna.click(panel, label="Forget me …"))
    assert "Shall I forget you?" in text_of(asked)
    assert "all is as it was" in text_of(shown(await lounge.anna.click(asked, label="No")))
    panel = shown(await lounge.anna.slash(lounge.channel, "settings me"))
    asked = shown(await lounge.anna.click(panel, label="Forget me …"))
    assert "You are forgotten" in text_of(shown(await lounge.anna.click(asked, label="Forget me")))


async def test_outside_of_servers_nothing_comes_from_one(lounge: Lounge) -> None:
    panel = shown(await lounge.anna.user.slash("settings me"))
    assert "- Palette: **day (light)**\n" in text_of(panel)
    assert "server" not in text_of(panel)


async def test_a_server_is_set_up_by_those_who_manage_it(lounge: Lounge) -> None:
    manager = boss(lounge)
    role = lounge.guild.create_role("players")
    panel = shown(await manager.slash(lounge.channel, "settings server"))
    assert list(menu_of(panel)) == OF_SERVER
    assert "chosen here" not in text_of(panel)
    one = shown(await manager.select(panel, ["opener"]))
    assert set(menu_of(one)) == {"everybody", "@players", "@boss"}
    one = shown(await manager.select(one, [str(role.id)]))
    assert text_of(one).startswith(f"Who may open games: **<@&{role.id}>** · chosen here")
    for name, value in (("most_games", "3"), ("most_own", "2"), ("threads", "always"), ("pace", "24")):
        one = shown(await manager.select(shown(await manager.click(one, label="Back")), [name]))
        one = shown(await manager.select(one, [value]))
    one = shown(await manager.select(shown(await manager.click(one, label="Back")), ["thread_name"]))
    assert list(menu_of(one)) == [
        *("Hansa · Anna, Bruno · 12", "Hansa · 12", "12 · Hansa · Anna, Bruno", "Anna, Bruno · Hansa"),
    ]
    await manager.select(one, ["title number"])
    assert await of_server(lounge) == ServerPreferences(
        opener=role.id, most_games=3, most_own=2, threads="always", thread_name="title number", pace=24 * 3600.0
    )
    panel = shown(await manager.click(one, label="Back"))
    assert text_of(panel).count("chosen here") == 6
    await manager.click(panel, label="Take all choices back")
    assert await of_server(lounge) == ServerPreferences()


async def test_channels_are_chosen_and_given_up_one_by_one(lounge: Lounge) -> None:
    manager = boss(lounge)
    other = lounge.guild.create_text_channel("other")
    one = shown(await manager.select(shown(await manager.slash(lounge.channel, "settings server")), ["channels"]))
    assert {"#table", "#other"} <= menu_of(one).keys()
    one = shown(await manager.select(one, [str(lounge.channel.id)]))
    one = shown(await manager.select(one, [str(other.id)]))
    assert {"✓ #table", "✓ #other"} <= menu_of(one).keys()
    assert f"**<#{lounge.channel.id}>, <#{other.id}>** · chosen here" in text_of(one)
    one = shown(await manager.select(one, [str(lounge.channel.id)]))
    assert (await of_server(lounge)).channels == (other.id,)
    await manager.click(one, label="Take this choice back")
    assert (await of_server(lounge)).channels == ()


async def test_a_channel_that_is_gone_can_be_given_up(lounge: Lounge) -> None:
    manager = boss(lounge)
    gone = lounge.guild.create_text_channel("gone")
    await lounge.store.preferences.set_guild(lounge.guild.id, ServerPreferences(channels=(gone.id, lounge.channel.id)))
    lounge.env.backend.delete_channel(gone.id)
    await lounge.env.settle()
    one = shown(await manager.select(shown(await manager.slash(lounge.channel, "settings server")), ["channels"]))
    assert menu_of(one)[f"✓ channel {gone.id}"] == str(gone.id)
    await manager.select(one, [str(gone.id)])
    assert (await of_server(lounge)).channels == (lounge.channel.id,)


async def test_a_server_with_many_channels_has_pages_of_them(lounge: Lounge) -> None:
    manager = boss(lounge)
    made = [lounge.guild.create_text_channel(f"room-{number}") for number in range(2 * MENU_CHOICES)]
    one = shown(await manager.select(shown(await manager.slash(lounge.channel, "settings server")), ["channels"]))
    seen = set(menu_of(one))
    assert len(seen) == MENU_CHOICES
    for page in ("2", "3"):
        one = shown(await manager.click(one, label=page))
        seen |= set(menu_of(one))
    assert {f"#room-{number}" for number in range(len(made))} <= seen
    one = shown(await manager.select(one, [next(iter(menu_of(one).values()))]))
    assert next(iter(menu_of(one))).startswith("✓ "), "a choice stays on its page"


async def test_others_see_the_settings_of_the_server_and_change_none(lounge: Lounge) -> None:
    panel = shown(await lounge.anna.slash(lounge.channel, "settings server"))
    assert "Games at once: **no limit**" in text_of(panel)
    assert parts(panel) == []
    refused = shown(await lounge.anna.slash(lounge.channel, "settings server", palette="night"))
    assert text_of(refused) == "Only those who may manage this server can choose for it."


async def test_who_does_not_manage_the_server_any_more_changes_nothing(lounge: Lounge) -> None:
    role = lounge.guild.create_role("boss", permissions=discord.Permissions(manage_guild=True))
    manager = lounge.guild.add_member(lounge.env.create_user("boss"), roles=[role])
    one = shown(await manager.select(shown(await manager.slash(lounge.channel, "settings server")), ["most_own"]))
    lounge.env.backend.guilds[lounge.guild.id].members[manager.id].role_ids.clear()
    refused = shown(await manager.select(one, ["1"]))
    assert text_of(refused) == "Only those who may manage this server can choose for it."
    assert await of_server(lounge) == ServerPreferences()


async def test_the_panel_speaks_french(lounge: Lounge) -> None:
    manager = boss(lounge)
    await manager.slash(lounge.channel, "settings me", language="fr")
    own = shown(await manager.slash(lounge.channel, "settings me"))
    assert text_of(own).startswith("**Ce que vous choisissez pour vous**\n- Langue\u202f: **français** · votre choix\n")
    assert labels(own) == ["Annuler tous les choix", "M’oublier…"]
    panel = shown(await manager.slash(lounge.channel, "settings server"))
    assert "- Qui peut ouvrir des parties\u202f: **tout le monde**" in text_of(panel)
    one = shown(await manager.select(panel, ["channels"]))
    assert text_of(one).startswith("Où il peut y avoir des parties\u202f: **partout**\n")
    assert labels(one) == ["Retour"]


async def test_menus_of_two_views_are_never_the_same_component(lounge: Lounge) -> None:
    """A client that remembers a choice would offer it as taken, and nobody could choose it again."""
    panel = shown(await lounge.anna.slash(lounge.channel, "settings me"))
    first = parts(panel)[0]["custom_id"]
    one = shown(await lounge.anna.select(panel, ["palette"]))
    back = shown(await lounge.anna.click(one, label="Back"))
    assert parts(back)[0]["custom_id"] != first


@pytest.mark.parametrize("stored", ['{"palette":"night","ping":"dm"}', '{"palette":"night","ping":"dm","later":1}'])
async def test_what_older_and_newer_programs_stored_is_read(lounge: Lounge, stored: str) -> None:
    for table, key, number in (
        (guild_settings, "guild", lounge.guild.id),
        (user_settings, "user", lounge.bert.id),
    ):
        row = insert(table).values({key: number, "settings": stored})
        await lounge.store.database.write(lambda connection, row=row: connection.execute(row))  # type: ignore[misc]
    assert await of_server(lounge) == ServerPreferences(palette="night", ping="dm")
    panel = shown(await lounge.bert.slash(lounge.channel, "settings me"))
    assert "- Palette: **night (dark)** · your own choice" in text_of(panel)
