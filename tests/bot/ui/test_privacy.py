"""/privacy and being forgotten, as somebody does it in Discord; and what people read of games that are put away.

Not for what the database holds afterwards: tests/bot/workers/test_forgetting.py.
"""

import logging
import re
from pathlib import Path

import discord
import pytest
from sqlalchemy import Connection, MetaData, select

from bot.settings import Settings
from bot.texts import LANGUAGES, texts
from bot.texts.pages import page
from bot.ui.commands.privacy import fields, privacy_reply
from bot.workers.retention import DAY, HOUR
from tests.bot.lounge import Lounge, labels, menu_of, shown, text_of
from tests.bot.texts.prose import assert_finished


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("name", ["privacy", "terms"])
def test_the_pages_say_what_the_settings_say(code: str, name: str) -> None:
    settings = Settings(contact="host@example.org", rest_days=90, left_days=1, lobby_hours=0)
    found = [privacy_reply(texts(code), settings, name).content]
    found += [privacy_reply(texts(code), settings, name, section.id).content for section in page(code, name).sections]
    whole = "\n".join(found)
    assert "host@example.org" in whole
    assert ("90" in whole) == (name == "privacy")
    assert not [field for field in fields(texts(code), settings) if f"{{{field}}}" in whole]
    assert "{" not in whole


def test_terms_are_said_as_people_say_them() -> None:
    said = fields(texts("fr"), Settings(rest_days=60, left_days=1, posts_days=0))
    assert (said["rest"], said["left"], said["posts"]) == ("après 60 jours", "après 1 jour", "jamais")
    assert said["backups"].startswith("Des sauvegardes quotidiennes, les 7 dernières sont gardées")
    assert fields(texts("en"), Settings(backups=0))["backups"] == "Kontor makes no backups by itself."
    for value in said.values():
        assert_finished(value)


async def test_privacy_leads_through_its_pages(lounge: Lounge) -> None:
    first = shown(await lounge.anna.slash(lounge.channel, "privacy"))
    assert text_of(first).startswith("# What Kontor keeps of you")
    chosen = shown(await lounge.anna.select(first, [menu_of(first)["Being forgotten"]]))
    assert "/settings me" in text_of(chosen)
    terms = shown(await lounge.anna.click(chosen, label="Terms of service"))
    assert text_of(terms).startswith("# Terms of service")
    assert "What is kept" in labels(terms)


def whole_text(connection: Connection) -> str:
    found = MetaData()
    found.reflect(connection)
    return "\n".join(str([*row]) for table in found.sorted_tables for row in connection.execute(select(table)))


async def test_somebody_is_forgotten_after_a_question(lounge: Lounge) -> None:
    await lounge.started("hansa", lounge.bert)
    await lounge.play_by_slash(4)
    asked = shown(await lounge.bert.slash(lounge.channel, "settings me", forget=True))
    assert "cannot be taken back" in text_of(asked)
    kept = shown(await lounge.bert.click(asked, label="No"))
    assert "all is as it was" in text_of(kept)
    assert str(lounge.bert.id) in await lounge.store.database.read(whole_text)
    asked = shown(await lounge.bert.slash(lounge.channel, "settings me", forget=True))
    done = shown(await lounge.bert.click(asked, label="Forget me"))
    assert "You are forgotten" in text_of(done)
    await lounge.settle()
    text = await lounge.store.database.read(whole_text)
    assert str(lounge.bert.id) not in text
    assert "bert" not in text
    left = next(text_of(post) for post in lounge.posts() if "for good" in text_of(post))
    assert left == "The player of seat 2 has left game 1 for good; a computer takes over."
    assert (await lounge.hosted()).seats[1].policy == "simple"
    assert str(lounge.anna.id) in text


async def eventful(lounge: Lounge) -> int:
    """A game with all that somebody can do or suffer at a table: cards, requests, closed messages, a moderator."""
    mia = lounge.guild.add_member(
        lounge.env.create_user("miriam"),
        roles=[lounge.guild.create_role("keeper", permissions=discord.Permissions(manage_channels=True))],
    )
    await lounge.bert.slash(lounge.channel, "settings me", ping="dm")
    game = await lounge.started("bohn", lounge.bert, lounge.carl)
    await lounge.play_by_slash(6)
    path = f"/channels/{lounge.channel.id}/messages"
    lounge.env.inject_error("POST", path, status=500, times=1)
    lounge.env.inject_error("POST", "/users/@me/channels", status=403, code=50007, times=2)
    await lounge.play_by_slash(6)
    await lounge.bert.slash(lounge.channel, "game back", position=2)
    for command in ("game pause", "game resume"):
        await mia.slash(lounge.channel, command)
        await lounge.settle()
    await lounge.bert.slash(lounge.channel, "game log")
    await mia.slash(lounge.channel, "game replace", seat=2, computer=True)
    await lounge.settle()
    assert (await lounge.hosted()).seats[1].policy is not None
    await lounge.bert.slash(lounge.channel, "game replace", seat=2)
    await lounge.settle()
    return game


async def test_neither_number_nor_name_of_who_is_forgotten_is_left_in_any_file(lounge: Lounge, folder: Path) -> None:
    await eventful(lounge)

    async def found(who: str) -> bool:
        files = b"\n".join(str(file).encode() + file.read_bytes() for file in folder.rglob("*") if file.is_file())
        return who in await lounge.store.database.read(whole_text) or who.encode() in files

    assert await found(str(lounge.bert.id))
    await lounge.client.context.forgetting.forget(lounge.bert.id)
    await lounge.settle()
    await lounge.store.database.empty_log()
    assert not await found(str(lounge.bert.id))
    assert not await found("bert")
    assert await found(str(lounge.carl.id))


async def test_no_log_names_anybody(
    lounge: Lounge, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    caplog.set_level(logging.INFO)
    await eventful(lounge)
    await lounge.carl.slash(lounge.channel, "settings me", forget=True)
    await lounge.client.context.forgetting.forget(lounge.carl.id)
    await lounge.client.places.server_gone(lounge.guild.id)
    await lounge.settle()
    ours = [record.getMessage() for record in caplog.records if not record.name.startswith("simcord")]
    logged = "\n".join([*ours, *capfd.readouterr()])
    assert "A letter is postponed" in logged
    assert "A server is gone" in logged
    people = [lounge.anna, lounge.bert, lounge.carl]
    assert [each for each in people if str(each.id) in logged] == []
    assert re.findall(r"(?i)\b(anna|bert|carl|miriam)\b", logged) == []


async def test_a_game_that_is_over_shows_a_former_player(lounge: Lounge) -> None:
    game = await lounge.started("nim", lounge.bert)
    await lounge.play_by_slash()
    await lounge.settle()
    await lounge.client.context.forgetting.forget(lounge.bert.id)
    lounge.client.context.names.forget(lounge.bert.id)
    hosted = await lounge.client.context.table.hosted(game)
    names = await lounge.client.context.names.of_seats(hosted, texts("fr"))
    assert names[1] == "Un ancien joueur"
    told = shown(await lounge.anna.slash(lounge.channel, "game log"))
    assert "bert" not in text_of(told)


# ---- tables that nobody comes to


async def put_away(lounge: Lounge) -> None:
    await lounge.workers.chore_worker.round()
    await lounge.settle()


async def test_a_lobby_nobody_joins_is_closed_with_a_word(lounge: Lounge) -> None:
    game = await lounge.opened()
    await put_away(lounge)
    lounge.clock.advance(25 * HOUR)
    await put_away(lounge)
    assert (await lounge.client.context.table.hosted(game)).status == "aborted"
    assert any("Nobody has joined game 1, so it is closed." in text_of(post) for post in lounge.posts())
    assert "is open" in text_of(shown(await lounge.carl.slash(lounge.channel, "game new", title="bohn")))


async def test_a_silent_game_asks_its_people_and_is_taken_up_again(lounge: Lounge) -> None:
    game = await lounge.started("hansa", lounge.bert)
    lounge.clock.advance(61 * DAY)
    await put_away(lounge)
    assert any("so it is set aside" in text_of(post) for post in lounge.posts())
    assert any("Take it up again with </game move:" in text_of(each) for each in lounge.private(lounge.anna))
    refused = shown(await lounge.anna.slash(lounge.channel, "hansa place", port="riga"))
    assert "set aside" in text_of(refused)
    await lounge.client.places.server_back(lounge.client.guilds[0])
    assert (await lounge.client.context.table.hosted(game)).is_parked
    assert "goes on here" in text_of(shown(await lounge.bert.slash(lounge.channel, "game move")))
    await lounge.settle()
    await lounge.play_by_slash(2)


async def test_a_process_goes_by_its_own_settings(lounge: Lounge) -> None:
    assert lounge.client.context.settings.data == lounge.settings.data
