"""/games: one's games on all servers, the way from one that waits to the next, open tables; and what a decision costs.

Not for which games wait: `tests/bot/store/test_own_games.py`. simcord's Discord drives the real bot.
"""

import re

import pytest
import simcord
from sqlalchemy import update

from bot.store.games import Games
from bot.store.schema import games
from tests.bot.lounge import Lounge, labels, shown, text_of
from tests.bot.store.test_plans import noted
from tests.bot.ui.test_game_list import hide


async def game_in(
    lounge: Lounge, name: str, *others: simcord.MemberActor, start: bool = True, **options: object
) -> simcord.builders.ChannelHandle:
    """A game of Anna's in a channel of its own, in which she is asked first."""
    place = lounge.guild.create_text_channel(name)
    await lounge.anna.slash(place, "game new", title="hansa", shuffle=False, **options)
    await lounge.settle()
    for other in others:
        await other.slash(place, "game join")
    if start:
        await lounge.anna.slash(place, "game start")
    await lounge.settle()
    return place


def board_in(place: simcord.builders.ChannelHandle) -> str:
    return next(post.jump_url for post in place.history() if "Play" in labels(post))


async def test_games_stand_by_what_waits_for_whom(lounge: Lounge) -> None:
    one = await game_in(lounge, "one", lounge.bert)
    two = await game_in(lounge, "two", lounge.bert, hours=2)
    lobby = await game_in(lounge, "three", start=False)
    now = int(lounge.clock.now())
    page = shown(await lounge.anna.slash(lounge.channel, "games"))
    post = next(iter(lobby.history()))
    assert text_of(page) == (
        "**Your games**\n"
        "-# Waiting for you: 2\n"
        f"- [Hansa, game 2]({board_in(two)}) · {two.mention} · anna, bert · asked <t:{now}:R> · "
        f"your time runs out <t:{now + 7200}:R>\n"
        f"- [Hansa, game 1]({board_in(one)}) · {one.mention} · anna, bert · asked <t:{now}:R>\n"
        "-# Not waiting for you: 1\n"
        f"- [Hansa, game 3]({post.jump_url}) · {lobby.mention} · anna"
    )
    assert labels(page) == ["Next ›"]
    page = shown(await lounge.bert.slash(lounge.channel, "games"))
    assert "it is up to **anna**" in text_of(page)
    assert text_of(page).endswith(
        f"-# Open tables here\n- [Hansa, game 3]({post.jump_url}) · {lobby.mention} · anna · 3 free seats"
    )
    assert labels(page) == ["Join game 3"]
    assert "You play in game 3." in text_of(shown(await lounge.bert.click(page, label="Join game 3")))
    page = shown(await lounge.bert.slash(lounge.channel, "games"))
    assert "Open tables" not in text_of(page), "one's own table is among one's games"


async def test_they_are_the_same_from_anywhere(lounge: Lounge) -> None:
    await game_in(lounge, "one", lounge.bert)
    elsewhere = lounge.env.create_guild()
    place = elsewhere.create_text_channel("elsewhere")
    there = elsewhere.add_member(lounge.anna.user)
    here = text_of(shown(await lounge.anna.slash(lounge.channel, "games")))
    assert "[Hansa, game 1]" in here
    assert text_of(shown(await there.slash(place, "games"))) == here
    assert text_of(shown(await lounge.anna.user.slash("games"))) == here, "in private messages too"


async def test_who_plays_nowhere_is_told_so(lounge: Lounge) -> None:
    page = shown(await lounge.carl.slash(lounge.channel, "games"))
    assert text_of(page) == "**Your games**\nYou play in no game."
    assert labels(page) == []


async def test_next_leads_through_all_that_wait(lounge: Lounge) -> None:
    for name in ("one", "two", "three"):
        await game_in(lounge, name, lounge.bert)
        lounge.clock.advance(60.0)
    page = shown(await lounge.anna.slash(lounge.channel, "games"))
    seen = []
    for _ in range(4):
        page = shown(await lounge.anna.click(page, label="Next ›"))
        assert labels(page) == ["Play", "Next ›", "Your games"]
        seen += re.findall(r"^\[Hansa, game (\d)\]\(https://", text_of(page))
    assert seen == ["1", "2", "3", "1"], "those that have waited longest first"
    panel = shown(await lounge.anna.click(page, label="Play"))
    assert text_of(panel).startswith("**Hansa**, game 1. You:")
    assert panel.message.id == page.message.id, "in the same place"


async def turn_in(lounge: Lounge, place: simcord.builders.ChannelHandle) -> str:
    """Anna's whole turn there by command; the last answer."""
    lounge.channel = place
    said = ""
    while (advised := await lounge.advised()) is not None and advised[0] == lounge.anna:
        said = text_of(shown(await lounge.command(*advised)))
        await lounge.settle()
    return said


async def test_the_end_of_a_turn_says_what_else_waits(lounge: Lounge) -> None:
    places = [await game_in(lounge, name, lounge.bert) for name in ("one", "two", "three")]
    assert f"2 more games wait for you. → [Hansa, game 2]({board_in(places[1])})" in await turn_in(lounge, places[0])
    assert "1 more game waits for you. → [Hansa, game 3]" in await turn_in(lounge, places[1])
    assert "for you" not in await turn_in(lounge, places[2])


async def test_the_panel_leads_on_too(lounge: Lounge) -> None:
    await game_in(lounge, "two", lounge.bert)
    first = await game_in(lounge, "one", lounge.bert)
    lounge.channel = first
    panel = None
    while (advised := await lounge.advised()) is not None and advised[0] == lounge.anna:
        panel = await lounge.thumb(*advised)
        await lounge.settle()
    assert panel is not None
    assert "1 more game waits for you." in text_of(panel)
    step = shown(await lounge.anna.click(panel, label="Next ›"))
    assert step.message.id == panel.message.id
    assert text_of(step).startswith("[Hansa, game 1]")
    assert labels(step) == ["Play", "Your games"]
    assert "Waiting for you: 1" in text_of(shown(await lounge.anna.click(step, label="Your games")))


async def test_next_says_when_nothing_waits_any_more(lounge: Lounge) -> None:
    place = await game_in(lounge, "one", lounge.bert)
    page = shown(await lounge.anna.slash(lounge.channel, "games"))
    await lounge.sure(lounge.anna, "game abort", place)
    assert text_of(shown(await lounge.anna.click(page, label="Next ›"))) == "No game waits for you."


async def test_hidden_and_full_tables_are_not_offered(lounge: Lounge) -> None:
    await game_in(lounge, "full", lounge.carl, start=False, seats=2)
    secret = await game_in(lounge, "secret", start=False)
    await game_in(lounge, "free", start=False)
    hide(lounge, secret.id, lounge.bert)
    await lounge.env.settle()
    assert labels(shown(await lounge.bert.slash(lounge.channel, "games"))) == ["Join game 3"]


async def test_many_games_have_pages_and_none_is_loaded(lounge: Lounge, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(20):
        await game_in(lounge, f"room-{number}", lounge.bert)

    async def load(*_: object, **__: object) -> None:
        raise AssertionError("a list loads no game")

    with monkeypatch.context() as patched:
        patched.setattr(Games, "load", load)
        page = shown(await lounge.anna.slash(lounge.channel, "games"))
        seen = re.findall(r"game (\d+)\]", text_of(page))
        assert len(text_of(page)) <= 2000
        while "Further games" in labels(page):
            page = shown(await lounge.anna.click(page, label="Further games"))
            assert len(text_of(page)) <= 2000
            seen += re.findall(r"game (\d+)\]", text_of(page))
        first = shown(await lounge.anna.click(page, label="First"))
        assert "Waiting for you: 20" in text_of(first)
        listed = shown(await lounge.anna.slash(lounge.channel, "game list"))
    assert seen == [str(number) for number in range(1, 21)], "every game once"
    assert "game 20]" in text_of(listed)


async def test_a_game_of_an_older_program_waits_too(lounge: Lounge) -> None:
    await game_in(lounge, "one", lounge.bert)
    unsaid = update(games).values(owed=None)
    await lounge.store.database.write(lambda connection: connection.execute(unsaid))
    assert "Waiting for you: 1" in text_of(shown(await lounge.anna.slash(lounge.channel, "games")))
    assert "it is up to **anna**" in text_of(shown(await lounge.anna.slash(lounge.channel, "game list")))


async def test_who_has_one_game_pays_one_question_for_the_hint(lounge: Lounge) -> None:
    """Behind the save of the decision, and only when the turn is over."""
    place = await game_in(lounge, "one", lounge.bert)
    lounge.channel = place
    asked = []
    while (advised := await lounge.advised()) is not None and advised[0] == lounge.anna:
        command, given = lounge.spelled((await lounge.hosted()).title, advised[1])
        with noted() as said:
            await lounge.anna.slash(place, command, **given)
        asked.append([statement for statement, _ in said if "seats.seat, timers.due" in statement])
        loads = [statement for statement, _ in said if "games.state" in statement]
        assert len(loads) == 1, "a decision costs one load"
        await lounge.settle()
    assert [len(each) for each in asked] == [0] * (len(asked) - 1) + [1]


async def test_they_speak_the_readers_language(lounge: Lounge) -> None:
    await game_in(lounge, "one", lounge.bert, hours=1)
    await game_in(lounge, "two", start=False)
    await lounge.anna.slash(lounge.channel, "settings me", language="fr")
    page = shown(await lounge.anna.slash(lounge.channel, "games"))
    assert text_of(page).startswith("**Vos parties**\n-# Vous attendent\u202f: 1\n- [Hansa, partie 1](https://")
    assert re.search(r"demandé <t:\d+:R> · votre temps expire <t:\d+:R>", text_of(page))
    assert labels(page) == ["Suivante ›"]
