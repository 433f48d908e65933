"""What the bot sends by itself: board posts, pings, private hands; after closed doors, faults and restarts, too.

Not for answers to commands. simcord's Discord drives the real bot.
"""

import asyncio
import io
import re
from pathlib import Path

import discord
import msgspec
import pytest
import simcord
from PIL import Image
from sqlalchemy import insert, select

import render
from bot.errors import BadPicture
from bot.limits import UPLOAD
from bot.pictures.film import film
from bot.pictures.pool import Style
from bot.settings import Settings
from bot.store.games import letter_row
from bot.store.hosted_game import Draft
from bot.store.schema import outbox
from bot.table.preferences import PersonPreferences
from bot.ui.posts import board as posts
from engine.bohn.actions import Propose
from engine.history import Game, decisions
from engine.policies import playout, simple_policy
from engine.registry import KEYS, title
from render.film import Film
from tests.bot.lounge import Lounge, Shown, labels, menu_of, open_lounge, parts, shown, text_of
from tests.bot.texts.test_summary import begun
from tests.patience import PATIENCE


def pings(lounge: Lounge) -> list[str]:
    """Who was called in the channel, in order: by a board, or by a post of its own."""
    found = [re.findall(r"→ (<@\d+>)|(<@\d+>) →", text_of(post)) for post in lounge.posts()]
    return [one or two for calls in found for one, two in calls]


async def outcomes(lounge: Lounge, kind: str) -> list[str]:
    query = select(outbox.c.status).where(outbox.c.kind == kind).order_by(outbox.c.id)
    return await lounge.store.database.read(lambda connection: list(connection.execute(query).scalars()))


# ---- the board


async def test_one_post_per_turn_edited_while_it_goes_on_and_one_ping(lounge: Lounge) -> None:
    await lounge.started()
    await lounge.play_by_slash(6)
    await lounge.settle()
    hosted = await lounge.hosted()
    seen = hosted.title.view(hosted.state, None)
    board, boards = lounge.board(), _boards(lounge)
    posts, made = len(lounge.posts()), 0
    while True:
        await lounge.play_by_slash(1)
        await lounge.settle()
        hosted = await lounge.hosted()
        now = hosted.title.view(hosted.state, None)
        if (now.round, now.active) != (seen.round, seen.active):
            break
        made += 1
        assert lounge.board().id == board.id
        assert _boards(lounge) == boards
        assert "→ **anna**" in text_of(lounge.board()), "an edited board calls nobody"
    assert made > 0
    assert _boards(lounge) == boards + 1
    assert len(lounge.posts()) == posts + 1, "one post shows the board and calls whose turn it is"
    assert pings(lounge)[-1] == lounge.bert.mention


async def test_who_must_answer_in_anothers_turn_is_called_by_a_post_of_its_own(lounge: Lounge) -> None:
    """An offer: the board of the turn is there already, and an edited post pings nobody."""
    await lounge.started("bohn", lounge.bert, lounge.carl)
    for _ in range(20):
        before = len(lounge.posts())
        await lounge.play_by_slash(1)
        await lounge.settle()
        hosted = await lounge.hosted()
        view = hosted.title.view(hosted.state, None)
        if (owing := {decision.seat for decision in view.decisions} - {view.active}) and view.active is not None:
            break
    (seat,) = owing
    assert len(lounge.posts()) == before + 1, [text_of(post) for post in lounge.posts()[before:]]
    post = lounge.posts()[-1]
    assert text_of(post).startswith(f"<@{hosted.seats[seat].user}> →")
    assert labels(post) == ["Play"]


async def test_who_leaves_an_offer_unanswered_is_called_to_the_next_turn(lounge: Lounge) -> None:
    """What somebody owed in a turn that is over is not what they owe in their own (Bohn Hansa, BH-9.11)."""
    await lounge.started("bohn", lounge.bert, lounge.carl)
    title, game = (await lounge.hosted()).title, await lounge.game()
    table = lounge.client.context.table
    offers = list[Propose]()
    while not offers:
        await lounge.play_by_slash(1)
        hosted = await lounge.hosted()
        seat = hosted.title.view(hosted.state, None).active
        legal = [] if seat is None else title.legal(hosted.state, seat)
        offers = [each for each in legal if isinstance(each, Propose) and each.target == _after(seat)]
    assert seat is not None
    me, next_one = hosted.seats[seat].user, hosted.seats[(seat + 1) % 3].user
    assert me is not None
    await table.act(game, me, title.text(offers[0]))
    await lounge.settle()
    assert pings(lounge)[-1] == f"<@{next_one}>"
    calls = len(pings(lounge))
    await table.act(game, me, "close auto")
    hosted = await lounge.hosted()
    if hosted.owed() == {seat}:  # a contract could be fulfilled: the turn has a last phase (BH-13.3)
        await table.act(game, me, "end")
    await lounge.settle()
    assert len(pings(lounge)) == calls, "the call to the offer is gone, and there is another one"
    assert pings(lounge)[-1] == f"<@{next_one}>"
    assert f"→ <@{next_one}>" in text_of(lounge.board()), "by the board of their turn"


def _after(seat: int | None) -> str:
    return "" if seat is None else f"P{(seat + 1) % 3 + 1}"


def _boards(lounge: Lounge) -> int:
    return sum(file.filename == "board.png" for post in lounge.posts() for file in post.attachments)


async def test_computers_turns_are_told_together_with_the_persons_turn(lounge: Lounge) -> None:
    await lounge.opened("hansa", computers=3)
    await lounge.anna.slash(lounge.channel, "game start")
    await lounge.settle()
    await lounge.play_by_slash(1)
    await lounge.settle()
    assert _boards(lounge) == 2
    for name in ("Computer 2", "Computer 3", "Computer 4"):
        assert f"**{name}**" in text_of(lounge.board())
    assert "→ <@" in text_of(lounge.board()), "and whose turn it is now"


@pytest.mark.parametrize("key", KEYS)
async def test_the_pictures_are_drawn_and_have_alt_texts(folder: Path, key: str) -> None:
    async with open_lounge(Settings(data=folder), pictures=True) as lounge:
        others = [lounge.bert, lounge.carl][: title(key).seats[0] - 1]
        await lounge.started(key, *others)
        private = shown(await lounge.anna.slash(lounge.channel, "game hand"))
        messages: list[Shown] = [lounge.board(), *([private] if private.attachments else [])]
        for message in messages:
            (file,) = message.attachments
            assert file.description
            assert len(file.description) <= 1024
            assert Image.open(io.BytesIO(await file.read())).width >= 400
        assert (
            lounge.client.context.metrics.registry.get_sample_value("kontor_failures_total", {"stage": "draw"}) is None
        )


async def test_a_deleted_board_is_posted_again(lounge: Lounge) -> None:
    await lounge.started()
    await lounge.play_by_slash(6)
    await lounge.settle()
    old = lounge.board()
    lounge.env.backend.delete_message(lounge.channel.id, old.id)
    await lounge.play_by_slash(1)
    await lounge.settle()
    assert lounge.board().id != old.id


async def test_a_fault_of_discord_makes_a_post_late_not_lost(lounge: Lounge) -> None:
    await lounge.started()
    boards = _boards(lounge)
    lounge.env.inject_error("POST", "/channels/*/messages", status=500, times=1)
    await lounge.anna.slash(lounge.channel, "hansa place", port="riga")
    await lounge.settle()
    assert _boards(lounge) == boards
    assert "queued" in await outcomes(lounge, "board")
    lounge.clock.advance(30.0)
    await lounge.settle()
    assert _boards(lounge) == boards + 1
    assert set(await outcomes(lounge, "board")) == {"delivered"}


async def test_a_channel_that_is_gone_stops_nobody(lounge: Lounge) -> None:
    await lounge.started()
    lounge.env.inject_error("POST", "/channels/*/messages", status=404, code=10003, times=None)
    await lounge.anna.slash(lounge.channel, "hansa place", port="riga")
    await lounge.settle()
    assert "queued" in await outcomes(lounge, "board"), "it may come back"
    assert "✓" in text_of(shown(await lounge.bert.slash(lounge.channel, "hansa place", port="reval")))


async def test_a_board_loses_its_buttons_when_the_next_one_is_posted(lounge: Lounge) -> None:
    """Of a running game only the latest board can be pressed; what the old ones tell stays."""
    await lounge.started()
    for made in range(1, 6):
        await lounge.play_by_slash(1)
        await lounge.settle()
        boards = [post for post in lounge.posts() if post.attachments]
        assert len(boards) == made + 1
        assert [bool(labels(post)) for post in boards] == [False] * made + [True]
        assert all(text_of(post) for post in boards)


# ---- what only one may see


async def test_hands_come_by_private_message_and_nowhere_else(lounge: Lounge) -> None:
    """One message for each, kept up to date, also by a process that did not send it."""
    await lounge.started("bohn", lounge.bert, lounge.carl)
    await lounge.play_by_slash(6)
    await lounge.settle()
    await lounge.restart()
    await lounge.play_by_slash(6)
    await lounge.settle()
    for person in (lounge.anna, lounge.bert, lounge.carl):
        (message,) = [each for each in lounge.private(person) if each.attachments]
        assert message.attachments[0].filename == "hand.png"
    assert all(file.filename != "hand.png" for post in lounge.posts() for file in post.attachments)


async def test_closed_doors_are_met_with_one_discreet_hint(lounge: Lounge) -> None:
    await lounge.opened("bohn", lounge.bert, lounge.carl)
    dm = lounge.anna.user.dm_channel
    lounge.env.inject_error("POST", f"/channels/{dm.id}/messages", status=403, code=50007, times=None)
    await lounge.anna.slash(lounge.channel, "game start")
    await lounge.settle()
    await lounge.play_by_slash(12)
    await lounge.settle()
    hints = [post for post in lounge.posts() if "cannot write to you in private" in text_of(post)]
    assert len(hints) == 1
    assert lounge.anna.mention in text_of(hints[0])
    assert hints[0].mentions == [] or not hints[0].mention_everyone
    assert shown(await lounge.anna.click(hints[0], label="My hand")).attachments[0].filename == "hand.png"
    wish = await lounge.store.preferences.of_user(lounge.anna.id, PersonPreferences)
    assert wish.closed
    await lounge.anna.slash(lounge.channel, "settings me", private=True)
    assert not (await lounge.store.preferences.of_user(lounge.anna.id, PersonPreferences)).closed


async def test_my_hand_is_the_pressers_own(lounge: Lounge) -> None:
    await lounge.started("bohn", lounge.bert, lounge.carl)
    for seat, person in enumerate((lounge.anna, lounge.bert, lounge.carl)):
        (file,) = shown(await person.click(lounge.board(), label="My hand")).attachments
        assert file.description == f"hand of {seat} en day"


async def test_who_wants_no_private_messages_or_pings_gets_none(lounge: Lounge) -> None:
    await lounge.bert.slash(lounge.channel, "settings me", private=False, ping="none")
    await lounge.carl.slash(lounge.channel, "settings me", ping="dm")
    await lounge.started("bohn", lounge.bert, lounge.carl)
    assert pings(lounge) == [lounge.anna.mention]
    assert lounge.private(lounge.bert) == []
    assert any("it is up to you" in text_of(message) for message in lounge.private(lounge.carl))


async def test_a_server_chooses_for_those_who_have_not(lounge: Lounge) -> None:
    boss = _boss(lounge)
    await boss.slash(lounge.channel, "settings server", private=False, ping="none", palette="night")
    await lounge.bert.slash(lounge.channel, "settings me", private=True, ping="mention", palette="day")
    await lounge.started("bohn", lounge.bert, lounge.carl)
    assert pings(lounge) == [lounge.bert.mention]
    assert lounge.private(lounge.anna) == lounge.private(lounge.carl) == []
    assert [each.attachments[0].description for each in lounge.private(lounge.bert)] == ["hand of 1 en day"]
    assert "en night" in str(lounge.board().attachments[0].description)
    for person, palette in ((lounge.anna, "night"), (lounge.bert, "day")):
        for what in ("board", "hand"):
            (file,) = (await lounge.more(person, what)).attachments
            assert f"en {palette}" in str(file.description)
    answer = text_of(shown(await lounge.bert.slash(lounge.channel, "settings me", reset=True)))
    for line in ("Palette: **night (dark)**", "Private messages: **no**", "Calls: **not at all**"):
        assert f"\n- {line} · as the server has it" in answer
    answer = text_of(shown(await lounge.anna.slash(lounge.channel, "settings server")))
    for line in ("Palette: **night (dark)**", "Private messages: **no**", "Calls: **not at all**"):
        assert f"\n- {line} · chosen here" in answer
    answer = text_of(shown(await boss.slash(lounge.channel, "settings server", reset=True, palette="day")))
    for line in ("Palette: **day (light)**", "Private messages: **yes**", "Calls: **in the channel**"):
        assert f"\n- {line}" in answer
    assert "chosen here" not in answer


def _boss(lounge: Lounge) -> simcord.MemberActor:
    """Somebody who may manage the server."""
    role = lounge.guild.create_role("boss", permissions=discord.Permissions(manage_guild=True))
    return lounge.guild.add_member(lounge.env.create_user("boss"), roles=[role])


# ---- languages


async def test_each_reads_their_own_language_and_all_read_the_channels(lounge: Lounge) -> None:
    answer = await lounge.bert.slash(lounge.channel, "settings me", language="fr")
    assert "français" in text_of(shown(answer))
    await lounge.started("hansa", language="en")
    assert "Play" in labels(lounge.board())
    assert "On n’attend rien de vous" in text_of(shown(await lounge.bert.click(lounge.board(), label="Play")))
    assert "HA-" in text_of(shown(await lounge.bert.slash(lounge.channel, "hansa end")))
    english = text_of(await lounge.more(lounge.anna, "help"))
    french = text_of(await lounge.more(lounge.bert, "help"))
    assert english != french
    offered = await lounge.anna.autocomplete(lounge.channel, "hansa place", "port", "lub")
    assert offered[0]["name"] == "Lübeck"


async def test_the_posts_speak_as_the_server_has_chosen_else_as_the_opener(lounge: Lounge) -> None:
    await lounge.anna.slash(lounge.channel, "settings me", language="fr")
    await lounge.opened()
    assert "qui joue" in text_of(lounge.posts()[-1])
    await lounge.anna.slash(lounge.channel, "game abort")
    await lounge.settle()
    await _boss(lounge).slash(lounge.channel, "settings server", language="en")
    await lounge.opened()
    assert "who plays?" in text_of(lounge.posts()[-1])
    assert (await lounge.hosted()).header.lobby.language is None
    await lounge.anna.slash(lounge.channel, "game abort")
    await lounge.settle()
    await lounge.opened(language="fr")
    assert "qui joue" in text_of(lounge.posts()[-1])


async def test_a_whole_table_in_french(lounge: Lounge) -> None:
    await lounge.anna.slash(lounge.channel, "settings me", language="fr")
    await lounge.started("hansa", language="fr")
    post = next(post for post in lounge.posts() if len(labels(post)) == 4)
    assert "Play" not in labels(post)
    panel = shown(await lounge.anna.click(post, label=labels(post)[0]))
    assert {"Lübeck", "Règles", "Plus"} <= set(labels(panel))
    assert not {"Rules", "More", "Undo"} & set(labels(panel))


async def test_only_who_manages_the_server_chooses_for_it(lounge: Lounge) -> None:
    refused = await lounge.anna.slash(lounge.channel, "settings server", language="fr")
    assert "manage this server" in text_of(shown(refused))
    assert "français" in text_of(shown(await _boss(lounge).slash(lounge.channel, "settings server", language="fr")))


@pytest.mark.parametrize("key", KEYS)
async def test_rules_by_title_section_and_clause(lounge: Lounge, key: str) -> None:
    whole = shown(await lounge.anna.slash(lounge.channel, "rules", title=key))
    assert len(text_of(whole)) > 40
    assert whole.attachments == [], "nothing that Discord would show as it is written"
    for name, each in menu_of(whole).items():
        read = shown(await lounge.anna.select(whole, [each]))
        assert text_of(read).startswith(f"## {name}")
        assert len(text_of(read)) < 2000
    sections = await lounge.anna.autocomplete(lounge.channel, "rules", "section", "", title=key)
    assert sections
    one = shown(await lounge.anna.slash(lounge.channel, "rules", title=key, section=sections[0]["value"]))
    assert sections[0]["name"] in text_of(one)
    clause = title(key).undo_clause
    assert clause in text_of(shown(await lounge.anna.slash(lounge.channel, "rules", title=key, section=clause.lower())))
    nothing = shown(await lounge.anna.slash(lounge.channel, "rules", title=key, section="no such thing at all"))
    assert "no section" in text_of(nothing)


# ---- restarts


async def test_a_restart_in_mid_game_changes_nothing(lounge: Lounge) -> None:
    """Components that were posted before still work, and the live post is still the one that is edited."""
    await lounge.started()
    await lounge.play_by_slash(7)
    await lounge.settle()
    board = lounge.board()
    advised = await lounge.advised()
    assert advised is not None
    panel = shown(await advised[0].click(board, label="Play"))
    await lounge.restart()
    action = next(str(part["custom_id"]) for part in parts(panel) if str(part["custom_id"]).startswith("b:take:"))
    after = shown(await advised[0].click(panel, custom_id=action))
    assert text_of(after).startswith("✓") or "Confirm" in labels(after)
    assert (await lounge.more(advised[0], "board")).attachments
    hosted = await lounge.hosted()
    seen = hosted.title.view(hosted.state, None)
    await lounge.play_by_slash(1)
    await lounge.settle()
    now = (await lounge.hosted()).title.view((await lounge.hosted()).state, None)
    assert (lounge.board().id == board.id) == ((seen.round, seen.active) == (now.round, now.active))
    await lounge.play_by_slash(5)


async def test_letters_that_a_crash_left_behind_are_sent_after_the_restart(lounge: Lounge) -> None:
    await lounge.started()
    await lounge.anna.slash(lounge.channel, "hansa place", port="riga")
    before = len(lounge.posts())
    await lounge.restart()
    assert len(lounge.posts()) == before
    await lounge.settle()
    assert "**anna** builds 2 booths in Riga" in text_of(lounge.board())


async def test_a_call_that_an_older_program_queued_is_sent(lounge: Lounge) -> None:
    await lounge.started()
    await lounge.anna.slash(lounge.channel, "hansa place", port="riga")
    await lounge.settle()
    row = letter_row(await lounge.game(), Draft("seat:1", "turn", {"version": 1, "decisions": ["place"]}), 0.0)
    await lounge.store.database.write(lambda connection: connection.execute(insert(outbox), [row]))
    await lounge.settle()
    assert set(await outcomes(lounge, "turn")) == {"delivered"}


async def test_the_figures_count(lounge: Lounge) -> None:
    await lounge.started()
    registry = lounge.client.context.metrics.registry
    assert (registry.get_sample_value("kontor_stage_seconds_count", {"stage": "acknowledge"}) or 0) >= 3
    assert (registry.get_sample_value("kontor_stage_seconds_count", {"stage": "send"}) or 0) >= 3
    await lounge.carl.slash(lounge.channel, "hansa end")
    assert registry.get_sample_value("kontor_refusals_total", {"code": "not_seated"}) == 1
    assert await lounge.client.context.queries.active_games() == 1
    assert (await lounge.client.context.queries.waiting_letters(lounge.clock.now())).letters == 0


def test_preferences_of_a_newer_program_are_read() -> None:
    assert msgspec.json.decode(b'{"language": "fr", "colours": "night"}', type=PersonPreferences).language == "fr"


# ---- the film


async def test_a_game_that_is_over_is_shown_once_more_to_all(lounge: Lounge, monkeypatch: pytest.MonkeyPatch) -> None:
    orders: list[tuple[int, Style]] = []
    steps: list[int] = []

    async def film(game: Game, style: Style) -> Film:
        orders.append((game.version, style))
        steps.append(len(game.steps))
        return Film("mp4", b"film", len(game.steps) + 1 if len(orders) == 1 else 9)

    monkeypatch.setattr(posts, "film", film)
    await lounge.started("haithabu")
    early = text_of(shown(await lounge.carl.slash(lounge.channel, "game replay")))
    assert "can be replayed when it is over" in early
    await lounge.play_by_slash()
    await lounge.settle()
    over = next(post for post in lounge.posts() if "Replay" in labels(post))
    for _ in range(2):  # the second press finds the first one's letter
        assert "everybody will see it" in text_of(shown(await lounge.carl.click(over, label="Replay")))
    await lounge.settle()
    (post,) = [post for post in lounge.posts() if any(file.filename == "replay.mp4" for file in post.attachments)]
    (count,) = steps
    told = f"**Haithabu**, game 1, from its start. Decisions shown: {count}, all of them."
    assert text_of(post) == post.attachments[0].description == told
    assert orders == [((await lounge.hosted()).version, Style(names=("anna", "bert"), language="en", palette="day"))]
    again = text_of(shown(await lounge.bert.slash(lounge.channel, "game replay")))
    assert f"/{lounge.channel.id}/{post.id}" in again
    lounge.env.inject_error("GET", f"/channels/{lounge.channel.id}/messages/{post.id}", status=404, code=10008, times=1)
    assert "being made" in text_of(shown(await lounge.bert.slash(lounge.channel, "game replay")))
    await lounge.settle()
    assert len(orders) == 2
    assert text_of(lounge.posts()[-1]).endswith(f"Decisions: {count}; pictures: 9.")


async def test_a_film_may_take_longer_than_a_letter_has(lounge: Lounge, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a slow machine it would be begun again and again, and never be there."""
    made, begun_films = asyncio.Event(), 0

    async def film(_: Game, __: Style) -> Film:
        nonlocal begun_films
        begun_films += 1
        await made.wait()
        return Film("mp4", b"film", 1)

    monkeypatch.setattr(posts, "film", film)
    await lounge.started()
    await lounge.sure(lounge.anna, "game abort")
    await lounge.settle()
    monkeypatch.setattr(lounge.workers.outbox_worker, "_lease", 0.02)
    for _ in range(2):
        await lounge.anna.slash(lounge.channel, "game replay")
        await lounge.settle()
        lounge.clock.advance(60.0)
    made.set()
    monkeypatch.setattr(lounge.workers.outbox_worker, "_lease", PATIENCE)
    await lounge.settle()
    assert [file.filename for file in lounge.posts()[-1].attachments] == ["replay.mp4"]
    assert begun_films == 1


async def test_a_film_that_fails_is_said_and_may_be_asked_for_again(
    lounge: Lounge, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fails(_: Game, __: Style) -> Film:
        raise BadPicture("no")

    monkeypatch.setattr(posts, "film", fails)
    await lounge.started("hansa")
    await lounge.sure(lounge.anna, "game abort")
    for _ in range(2):
        await lounge.anna.slash(lounge.channel, "game replay")
        await lounge.settle()
    assert sum("could not be made" in text_of(post) for post in lounge.posts()) == 2


async def test_a_film_is_made_in_a_process_of_its_own() -> None:
    game = begun("hansa")
    playout(game, simple_policy, 12, "film")
    style = Style(names=("Zoé, née X", "Bjørn"), language="fr", palette="night")
    made = await film(game, style)
    assert made == render.replay(game.title.key, list(decisions(game)), "mp4", limit=UPLOAD, **style)
    with pytest.raises(BadPicture):
        await film(game, style | {"palette": "dusk"})  # type: ignore[arg-type]
