"""Emojis: brought to Discord once and slowly, used where they are to be had, and never needed.

Not for how they look: tests/render/test_emojis.py. Not for the sentences around them: tests/bot/texts/test_emblems.py.
"""

import asyncio
import re
from typing import Any

import discord
import pytest
from simcord.results import ResponseMessage

from bot.limits import MESSAGE
from bot.store.chores import LEASE
from bot.ui import emoji_sync, replies
from bot.ui.emoji_sync import PAUSE, EmojiSync
from bot.ui.emojis import Emojis, is_ours, name_of
from engine.registry import KEYS, title
from render import emojis
from render.emojis import SEAT
from tests.bot.lounge import Lounge, Shown, parts, shown, text_of
from tests.patience import PATIENCE

MARKUP = re.compile(r"<:(\w+):(\d+)>")
ALL = sum(len(emojis.keys(title)) for title in (SEAT, *KEYS))


@pytest.fixture(autouse=True)
def no_pauses(lounge: Lounge, monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """How long would have been rested."""
    rests = list[float]()

    async def pause(seconds: float, _: asyncio.Event) -> None:
        rests.append(seconds)

    monkeypatch.setattr(lounge.clock, "pause", pause)
    return rests


async def bring(lounge: Lounge) -> None:
    await EmojiSync(lounge.client, lounge.client.context).work()


async def names(lounge: Lounge) -> set[str]:
    return {each.name for each in await lounge.client.fetch_application_emojis()}


def made(lounge: Lounge, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of those that are uploaded from now on."""
    uploaded, upload = list[str](), lounge.client.create_application_emoji

    async def watched(*, name: str, image: bytes) -> discord.Emoji:
        uploaded.append(name)
        return await upload(name=name, image=image)

    monkeypatch.setattr(lounge.client, "create_application_emoji", watched)
    return uploaded


# ---- at Discord


async def test_missing_ones_are_uploaded_one_after_the_other(lounge: Lounge, no_pauses: list[float]) -> None:
    await bring(lounge)
    there = await names(lounge)
    assert len(there) == ALL
    assert all(is_ours(name) and re.fullmatch(r"[A-Za-z0-9_]{2,32}", name) for name in there)
    assert no_pauses.count(PAUSE) == ALL, "a pause after each"


async def test_nothing_is_uploaded_twice(lounge: Lounge, monkeypatch: pytest.MonkeyPatch) -> None:
    await bring(lounge)
    uploaded = made(lounge, monkeypatch)
    await bring(lounge)
    assert not uploaded


async def test_a_changed_one_takes_the_place_of_the_old(lounge: Lounge, monkeypatch: pytest.MonkeyPatch) -> None:
    old = name_of("bohn", "blaue", "0123456789")
    await lounge.client.create_application_emoji(name=old, image=b"\x89PNG\r\n\x1a\n")
    gone = name_of("hansa", "galley", "0123456789")
    await lounge.client.create_application_emoji(name=gone, image=b"\x89PNG\r\n\x1a\n")
    await bring(lounge)
    assert len(await names(lounge)) == ALL
    assert not {old, gone} & await names(lounge)


async def test_what_the_operator_uploaded_is_never_touched(lounge: Lounge) -> None:
    theirs = {"parrot", "kontor_logo", "kontorhaus", "my_kontor_bohn_blaue_012345"}
    for name in theirs:
        await lounge.client.create_application_emoji(name=name, image=b"\x89PNG\r\n\x1a\n")
    await bring(lounge)
    assert theirs < await names(lounge)
    assert not any(is_ours(name) for name in theirs)


async def test_one_process_of_a_set_brings_them(lounge: Lounge, monkeypatch: pytest.MonkeyPatch) -> None:
    """While another is at it this one only learns what there is; when that one has died, it goes on."""
    chores, now = lounge.store.chores, lounge.clock.now()
    await chores.begin(emoji_sync.CHORE, now)
    await bring(lounge)
    assert not await names(lounge)
    lounge.clock.advance(LEASE + 1)
    await bring(lounge)
    assert len(await names(lounge)) == ALL


async def test_a_full_application_keeps_what_it_has(lounge: Lounge, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(emoji_sync, "MOST", 5)
    await lounge.client.create_application_emoji(name="parrot", image=b"\x89PNG\r\n\x1a\n")
    old = name_of("hansa", "galley", "0123456789")
    await lounge.client.create_application_emoji(name=old, image=b"\x89PNG\r\n\x1a\n")
    await bring(lounge)
    there = await names(lounge)
    assert len(there) == 5
    assert "parrot" in there
    assert old not in there, "an old one of ours makes room"


@pytest.mark.parametrize("status", [403, 500])
async def test_a_refusal_ends_nothing(lounge: Lounge, monkeypatch: pytest.MonkeyPatch, status: int) -> None:
    async def refuse(*, name: str, image: bytes) -> discord.Emoji:
        response = type("Response", (), {"status": status, "reason": "no"})()
        raise discord.HTTPException(response, {"code": 0, "message": "no"})

    sync = EmojiSync(lounge.client, lounge.client.context)
    with monkeypatch.context() as refusing:
        refusing.setattr(lounge.client, "create_application_emoji", refuse)
        await sync.work()
    assert not await names(lounge)
    await sync.work()
    assert bool(await names(lounge)) is (status == 500), "without the right to, it is not asked again"
    await lounge.started("hansa")
    assert text_of(lounge.board())


# ---- in posts and panels


async def test_a_board_shows_whose_turn_it_is_and_who_has_how_much(lounge: Lounge) -> None:
    await bring(lounge)
    await lounge.started("hansa")
    content = text_of(lounge.board())
    assert re.search(r"→ <:kontor_seat_(\w+)_\w{6}:\d+> <@", content), content
    score = next(line for line in content.splitlines() if line.startswith("-# ") and "anna" in line)
    assert re.search(r"<:kontor_seat_\w+:\d+> anna \d+ · <:kontor_seat_\w+:\d+> bert", score)


async def test_the_panel_shows_what_each_choice_is_about(lounge: Lounge) -> None:
    await bring(lounge)
    panel = await in_mid_game(lounge)
    pictured = [part for part in parts(panel) if "emoji" in part and str(part["custom_id"]).startswith("b:take")]
    assert pictured
    for part in pictured:
        assert "<:" not in str(part["label"])
    assert any("kontor_hans_" in str(part["emoji"]) for part in pictured), pictured


async def in_mid_game(lounge: Lounge) -> ResponseMessage:
    """The panel of whoever can buy and sail."""
    await lounge.started("hansa")
    await lounge.play_by_slash(8)
    await lounge.settle()
    advised = await lounge.advised()
    assert advised is not None
    return shown(await advised[0].click(lounge.board(), label="Play"))


@pytest.mark.parametrize("key", sorted(KEYS - {"nim"}))
async def test_the_log_and_the_story_show_things_and_nothing_grows_too_long(lounge: Lounge, key: str) -> None:
    await bring(lounge)
    await lounge.started(key, *[lounge.bert, lounge.carl][: title(key).seats[0] - 1])
    await lounge.play_by_slash(12)
    await lounge.settle()
    log = await lounge.more(lounge.anna, "log")
    posts: list[Shown] = [*(post for post in lounge.posts() if text_of(post)), log]
    assert all(len(text_of(one)) <= MESSAGE for one in posts)
    known = {str(each.id): each.name for each in await lounge.client.fetch_application_emojis()}
    told = [found for one in posts for found in MARKUP.findall(text_of(one))]
    assert told
    assert all(known[number] == name for name, number in told)
    for one in posts:
        for part in parts(one):
            assert "<:" not in str(part.get("label")) + str(part.get("options"))
        for file in one.attachments:
            assert "<:" not in (file.description or "")


async def test_without_them_everything_is_as_plain_as_ever(lounge: Lounge) -> None:
    await lounge.started("hansa")
    panel = shown(await lounge.anna.click(lounge.board(), label="Play"))
    assert not any("emoji" in part for part in parts(panel))
    assert not MARKUP.search(text_of(lounge.board()) + text_of(panel))


async def test_a_panel_goes_out_without_them_when_discord_knows_one_no_more(
    lounge: Lounge, monkeypatch: pytest.MonkeyPatch
) -> None:
    await bring(lounge)
    send: Any = discord.InteractionResponse.send_message
    refused = list[int]()

    async def strict(self: discord.InteractionResponse, *args: object, **how: object) -> object:
        view = how["view"]
        if isinstance(view, discord.ui.View | discord.ui.LayoutView) and "'name': 'kontor_" in str(
            view.to_components()
        ):
            refused.append(1)
            response = type("Response", (), {"status": 400, "reason": "Bad Request"})()
            inner = {"_errors": [{"code": "COMPONENT_INVALID_EMOJI", "message": "Invalid emoji"}]}
            raise discord.HTTPException(
                response, {"code": 50035, "message": "Invalid Form Body", "errors": {"components": inner}}
            )
        return await send(self, *args, **how)

    monkeypatch.setattr(discord.InteractionResponse, "send_message", strict)
    monkeypatch.setattr(replies, "PATIENCE", PATIENCE)  # a late answer is sent in another way
    panel = await in_mid_game(lounge)
    assert refused == [1]
    assert "Back" not in text_of(panel)
    assert not any("emoji" in part for part in parts(panel))
    assert lounge.client.context.emojis.bell.is_set(), "it is looked again which there are"


def test_one_that_looks_a_little_different_is_better_than_none() -> None:
    """A process that is still of the release before uses those of the next."""
    known = Emojis()
    emoji = type("Emoji", (), {"name": name_of(SEAT, "red", "abcdef0"), "id": 7})()
    known.learn([emoji])
    assert known.of_seat("hansa", 2, 0) == "<:kontor_seat_red_abcdef:7>"
    assert known.of_seat("hansa", 2, 1) == ""
    assert known.of_word("hansa", "face", "Y2") == ""
