"""/game new without a title: a private panel that asks for everything, and what comes of *Open*.

Not for the typed command (`test_lobby.py`) and not for invitations (`test_invitations.py`).
"""

import discord
import msgspec
from simcord.results import ResponseMessage

from bot.store.hosted_game import Lobby
from bot.table.preferences import ServerPreferences
from bot.table.sketch import Sketch
from bot.texts import texts
from bot.workers.upkeep import SKETCHES_LAST
from engine.registry import titles
from tests.bot.lounge import Lounge, everything, labels, parts, shown, text_of


async def begun(lounge: Lounge, **given: object) -> ResponseMessage:
    return shown(await lounge.anna.slash(lounge.channel, "game new", **given))


def menus(panel: ResponseMessage) -> dict[str, str]:
    """The ids of the menus by what they choose."""
    found = [str(part["custom_id"]) for part in parts(panel) if not str(part["custom_id"]).startswith("b:")]
    return {one.split(":", 4)[4].rpartition("/")[2]: one for one in found}


async def chosen(lounge: Lounge, panel: ResponseMessage, name: str, *values: object) -> ResponseMessage:
    return shown(await lounge.anna.select(panel, list(values), custom_id=menus(panel)[name]))


async def pressed(lounge: Lounge, panel: ResponseMessage, label: str) -> ResponseMessage:
    return shown(await lounge.anna.click(panel, label=label))


async def test_the_panel_says_what_a_title_is_with_its_picture(lounge: Lounge) -> None:
    panel = await begun(lounge)
    assert panel.ephemeral
    for title in titles():
        panel = await chosen(lounge, panel, "title", title.key)
        lasts = "" if title.minutes is None else "{}–{} minutes · ".format(*title.minutes)
        weight = {"light": "easy", "medium": "some thought", "heavy": "demanding"}[title.weight]
        assert text_of(panel).startswith(f"**{title.name}** · {lasts}{weight}\n")
        assert texts("en").about(title) in text_of(panel)
        (picture,) = [part for part in everything(panel) if part["type"] == discord.ComponentType.media_gallery.value]
        (item,) = msgspec.convert(picture["items"], list[dict[str, object]])
        assert item["description"] == f"A part of the board of {title.name}."
    assert await lounge.client.context.queries.in_channel(lounge.channel.id) is None, "nothing is open yet"


async def test_everything_is_chosen_by_tapping_and_then_opened(lounge: Lounge) -> None:
    panel = await chosen(lounge, await begun(lounge), "title", "teutonica")
    panel = await chosen(lounge, panel, "computer", "trader")
    panel = await chosen(lounge, panel, "computer", "strong")
    panel = await chosen(lounge, panel, "pace", "24")
    panel = await pressed(lounge, panel, "Options")
    panel = await chosen(lounge, panel, "option.board", "britannia")
    while "full" not in menus(panel):
        pages = [part for part in parts(panel) if str(part.get("label", "")).isdecimal()]
        here = next(number for number, part in enumerate(pages) if part["disabled"])
        panel = await pressed(lounge, panel, str(pages[here + 1]["label"]))
    panel = await chosen(lounge, panel, "seats", "4")
    panel = await pressed(lounge, panel, "Back")
    assert "Who plays: you, computer (Trader), computer (Alderman); 1 seat is free." in text_of(panel)
    assert "Time to think: 24 h for a decision." in text_of(panel)
    assert "Britannia" in text_of(panel)
    panel = await pressed(lounge, panel, "Remove a computer")
    assert "Game 1 is open in" in text_of(await pressed(lounge, panel, "Open the game"))
    hosted = await lounge.hosted()
    assert (hosted.title.key, hosted.header.options) == ("teutonica", {"board": "britannia"})
    assert hosted.header.pace == 24 * 3600
    assert [(seat.user, seat.policy) for seat in hosted.seats] == [(lounge.anna.id, None), (None, "trader")]
    assert hosted.header.lobby == Lobby(limit=4, language="en", shuffle=True)
    await lounge.settle()
    assert "who plays?" in text_of(lounge.posts()[0])


async def test_a_thread_is_a_press(lounge: Lounge) -> None:
    panel = await pressed(lounge, await begun(lounge), "In a thread")
    panel = await pressed(lounge, panel, "✓ In a thread")
    panel = await pressed(lounge, panel, "In a thread")
    await pressed(lounge, panel, "Open the game")
    (thread,) = lounge.channel.threads
    assert await lounge.client.context.queries.in_channel(thread.id) == 1


async def test_what_is_typed_besides_a_title_is_on_the_panel(lounge: Lounge) -> None:
    panel = await begun(lounge, computers=1, hours=12, seats=3, shuffle=False)
    assert "computer (Regular player); 1 seat is free." in text_of(panel)
    assert "12 h for a decision" in text_of(panel)
    await pressed(lounge, panel, "Open the game")
    hosted = await lounge.hosted()
    assert (hosted.header.lobby.limit, hosted.header.lobby.shuffle, hosted.header.pace) == (3, False, 12 * 3600)
    refused = await begun(lounge, options="traps=True")
    assert "Options belong to a title" in text_of(refused)


async def test_another_title_has_options_and_seats_of_its_own(lounge: Lounge) -> None:
    panel = await chosen(lounge, await begun(lounge), "title", "teutonica")
    panel = await pressed(lounge, panel, "Options")
    panel = await chosen(lounge, panel, "option.missions", "True")
    panel = await pressed(lounge, panel, "Back")
    for _ in range(4):
        panel = await chosen(lounge, panel, "computer", "random")
    assert "All 5 seats are taken." in text_of(await chosen(lounge, panel, "computer", "random"))
    panel = await chosen(lounge, panel, "title", "haithabu")
    sketch = await lounge.store.sketches.of(lounge.anna.id, Sketch)
    assert sketch is not None
    assert sketch.options == {}
    assert len(sketch.computers) == sketch.of.seats[1] - 1
    assert "0 seats are free." in text_of(panel)


async def test_two_presses_open_one_game_and_the_panel_is_spent(lounge: Lounge) -> None:
    panel = await begun(lounge)
    other = await begun(lounge)
    opened = await pressed(lounge, panel, "Open the game")
    assert "is open in" in text_of(opened)
    assert labels(opened) == []
    assert "is open already" in text_of(await pressed(lounge, other, "Open the game"))
    assert "is open already" in text_of(await chosen(lounge, other, "computer", "random"))
    (one,) = await lounge.client.context.queries.live_in_channel(lounge.channel.id)
    assert one == 1


async def test_a_panel_outlives_a_restart_for_a_day(lounge: Lounge) -> None:
    panel = await chosen(lounge, await begun(lounge), "computer", "strong")
    await lounge.restart()
    panel = await chosen(lounge, panel, "computer", "random")
    assert "computer (Alderman), computer (Beginner)" in text_of(panel)
    lounge.clock.advance(SKETCHES_LAST + 1)
    await lounge.workers.tidy()
    assert "was put away after a day" in text_of(await pressed(lounge, panel, "Open the game"))


async def test_who_may_not_open_a_game_here_hears_so_at_once(lounge: Lounge) -> None:
    rules = ServerPreferences(opener=17)
    await lounge.client.context.chosen.change_server(lounge.guild.id, lambda _: rules)
    assert "may open games on this server" in text_of(await begun(lounge))
    await lounge.client.context.chosen.change_server(lounge.guild.id, lambda _: ServerPreferences())
    panel = await begun(lounge)
    await lounge.client.context.chosen.change_server(lounge.guild.id, lambda _: rules)
    assert "may open games on this server" in text_of(await pressed(lounge, panel, "Open the game"))
    await lounge.client.context.chosen.change_server(lounge.guild.id, lambda _: ServerPreferences())
    assert "is open in" in text_of(await pressed(lounge, panel, "Open the game")), "what was chosen is kept"


async def test_in_private_nobody_is_invited(lounge: Lounge) -> None:
    person = lounge.anna.user
    panel = shown(await person.slash("game new"))
    assert {"title", "computer", "pace"} == set(menus(panel))
    assert "In a thread" not in labels(panel)
    panel = shown(await person.select(panel, ["random"], custom_id=menus(panel)["computer"]))
    assert "is open in" in text_of(shown(await person.click(panel, label="Open the game")))


async def test_the_server_decides_about_threads_and_pace(lounge: Lounge) -> None:
    rules = ServerPreferences(threads="never", pace=48 * 3600.0)
    await lounge.client.context.chosen.change_server(lounge.guild.id, lambda _: rules)
    panel = await begun(lounge)
    assert "In a thread" not in labels(panel)
    assert "48 h for a decision" in text_of(panel)
