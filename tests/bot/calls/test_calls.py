"""Calls and reminders through the bot: by mention and by message, held, taken away, snoozed, bundled; after restarts.

Not for the rules alone: `test_rules.py`, `test_hours.py`. Turns that call by the board: `tests/bot/ui/test_posts.py`.
"""

from datetime import datetime
from zoneinfo import ZoneInfo

import discord
import pytest
import simcord

from bot.table.seats import Opening
from tests.bot.lounge import Lounge, labels, menu_of, shown, text_of

HOUR, DAY = 3600.0, 86_400.0
PARIS = "Europe/Paris"


def calls(lounge: Lounge) -> list[str]:
    """What stands in the channel besides boards and lines: notices that call somebody."""
    return [text_of(post) for post in lounge.posts() if text_of(post).startswith(("<@", "⏳"))]


def private(lounge: Lounge, actor: simcord.MemberActor) -> list[str]:
    """The notices somebody has in private; not their cards."""
    return [text_of(message) for message in lounge.private(actor) if not message.attachments]


def latest(lounge: Lounge, actor: simcord.MemberActor) -> discord.Message:
    return [message for message in lounge.private(actor) if not message.attachments][-1]


async def later(lounge: Lounge, seconds: float) -> None:
    lounge.clock.advance(seconds)
    await lounge.settle()


async def turned(lounge: Lounge, title: str = "hansa", *others: simcord.MemberActor, **options: object) -> int:
    """A game in which everybody has decided something, long ago, and it is Anna's turn."""
    game = await lounge.started(title, *others, **options)
    lounge.clock.advance(1)
    for _ in range(100):
        hosted = await lounge.hosted()
        if hosted.title.view(hosted.state, None).active == 0 and await lounge.acted(lounge.bert):
            break
        await lounge.play_by_slash(1)
    await later(lounge, 61)
    return game


async def to_bert(lounge: Lounge) -> None:
    """Anna decides until it is Bert's turn."""
    while (await lounge.advised() or (None,))[0] is lounge.anna:
        await lounge.play_by_slash(1)
    await lounge.settle()


# ---- the call


async def test_who_has_just_acted_is_called_a_minute_later(lounge: Lounge) -> None:
    await turned(lounge)
    await to_bert(lounge)
    board = lounge.board()
    assert lounge.bert.mention in text_of(board), "they acted more than a minute ago"
    while (await lounge.advised() or (None,))[0] is lounge.bert:
        await lounge.play_by_slash(1)
    await lounge.settle()
    assert lounge.anna.mention not in text_of(lounge.board())
    assert calls(lounge) == []
    await later(lounge, 59)
    assert calls(lounge) == []
    await later(lounge, 2)
    (call,) = calls(lounge)
    assert call.startswith(f"{lounge.anna.mention} →")
    await to_bert(lounge)
    assert calls(lounge) == [], "it is gone when they have played"


async def test_a_held_call_is_dropped_if_they_act(lounge: Lounge) -> None:
    await turned(lounge)
    for _ in range(20):
        await to_bert(lounge)
        while (await lounge.advised() or (None,))[0] is lounge.bert:
            await lounge.play_by_slash(1)
        await later(lounge, 1)
        await lounge.play_by_slash(1)
        if (await lounge.advised() or (None,))[0] is lounge.anna:
            break
    assert (await lounge.advised() or (None,))[0] is lounge.anna, "she is in the middle of her turn"
    await later(lounge, HOUR)
    assert calls(lounge) == []


async def test_who_is_called_in_private_finds_one_notice_there(lounge: Lounge) -> None:
    await lounge.bert.slash(lounge.channel, "settings me", ping="dm")
    await turned(lounge)
    await to_bert(lounge)
    assert lounge.bert.mention not in text_of(lounge.board())
    (notice,) = private(lounge, lounge.bert)
    assert "it is up to you" in notice
    while (await lounge.advised() or (None,))[0] is lounge.bert:
        await lounge.play_by_slash(1)
    await lounge.settle()
    assert private(lounge, lounge.bert) == [], "it is gone when they have played"


async def test_after_an_undo_it_is_said_where_they_were_called(lounge: Lounge) -> None:
    await lounge.bert.slash(lounge.channel, "settings me", ping="dm")
    await turned(lounge)
    await to_bert(lounge)
    await lounge.anna.slash(lounge.channel, "game undo")
    await lounge.settle()
    (notice,) = private(lounge, lounge.bert)
    assert "it is not up to you after all: the last decision was taken back." in notice
    assert not any("it is not up to you after all" in text_of(post) for post in lounge.posts())
    await later(lounge, HOUR)
    assert calls(lounge) == [], "whoever undid is not called"
    await to_bert(lounge)
    assert "it is up to you" in private(lounge, lounge.bert)[-1], "they are called when it comes back"


async def test_a_call_of_ones_own_in_one_game(lounge: Lounge) -> None:
    await turned(lounge)
    behind = await lounge.more(lounge.bert, "calls")
    assert "Calls: **as everywhere**" in text_of(behind)
    behind = shown(await lounge.bert.select(behind, [menu_of(behind)["by private message"]]))
    assert "Calls: **by private message**" in text_of(behind)
    await to_bert(lounge)
    assert lounge.bert.mention not in text_of(lounge.board())
    assert len(private(lounge, lounge.bert)) == 1
    refused = await lounge.more(lounge.anna, "calls")
    assert "Back" in labels(refused)


# ---- reminders


async def test_reminders_come_seldom_and_one_at_a_time(lounge: Lounge) -> None:
    await turned(lounge)
    await to_bert(lounge)
    await later(lounge, 8 * HOUR - 1)
    assert calls(lounge) == []
    await later(lounge, 1)
    (first,) = calls(lounge)
    assert first.startswith(f"{lounge.bert.mention} → still up to you: ")
    await lounge.restart()
    for _ in range(10):
        await later(lounge, 12 * HOUR)
        assert len(calls(lounge)) == 1, "the one before is gone"
    told = [text_of(post) for post in lounge.posts() if "still up to you" in text_of(post)]
    assert len(told) == 1
    await lounge.play_by_slash(1)
    while (await lounge.advised() or (None,))[0] is lounge.bert:
        await lounge.play_by_slash(1)
    await lounge.settle()
    assert calls(lounge) == [], "it is gone when they have played"


async def test_a_warning_says_what_happens_when_time_is_up(lounge: Lounge) -> None:
    await lounge.bert.slash(lounge.channel, "settings me", ping="dm", zone=PARIS)
    await turned(lounge, hours=10)
    await to_bert(lounge)
    deadline = lounge.clock.now() + 10 * HOUR
    await later(lounge, 5 * HOUR)
    (notice,) = private(lounge, lounge.bert)
    assert f"Your time runs out <t:{int(deadline)}:R>; then the program answers for you." in notice
    await later(lounge, 3 * HOUR)
    (notice,) = private(lounge, lounge.bert)
    assert notice.startswith("⏳ Time is nearly up.")
    await later(lounge, 2 * HOUR + 1)
    assert "your time was up, and the program has answered for you." in private(lounge, lounge.bert)[0]


async def test_a_reminder_is_snoozed(lounge: Lounge) -> None:
    await turned(lounge)
    await to_bert(lounge)
    await later(lounge, 8 * HOUR)
    post = lounge.posts()[-1]
    assert labels(post)[:5] == ["Play", "Snooze 1 h", "Until tonight", "Until tomorrow", "Not for this game"]
    assert "This reminder is for somebody else." in text_of(shown(await lounge.anna.click(post, label="Snooze 1 h")))
    answer = text_of(shown(await lounge.bert.click(post, label="Snooze 1 h")))
    assert answer == f"Until <t:{int(lounge.clock.now() + HOUR)}:F> you are not reminded of this game."
    await later(lounge, HOUR - 1)
    assert lounge.posts()[-1].id == post.id
    await later(lounge, 1)
    assert lounge.posts()[-1].id != post.id
    assert len(calls(lounge)) == 1


async def test_until_tomorrow_needs_the_time_zone_and_asks_for_it(lounge: Lounge) -> None:
    await turned(lounge)
    await to_bert(lounge)
    await later(lounge, 8 * HOUR)
    post = lounge.posts()[-1]
    asked = shown(await lounge.bert.click(post, label="Until tomorrow"))
    assert text_of(asked).startswith("Time zone: **not said yet**")
    asked = shown(await lounge.bert.select(asked, [PARIS]))
    there = datetime.fromtimestamp(lounge.clock.now(), ZoneInfo(PARIS))
    assert f"Time zone: **{PARIS} · {there:%H:%M}**" in text_of(asked)
    answer = text_of(shown(await lounge.bert.click(post, label="Until tomorrow")))
    tomorrow = there.replace(day=there.day + 1, hour=8, minute=0, second=0, microsecond=0).timestamp()
    assert f"<t:{int(tomorrow)}:F>" in answer
    await later(lounge, tomorrow - lounge.clock.now() - 1)
    assert lounge.posts()[-1].id == post.id
    await later(lounge, 1)
    assert lounge.posts()[-1].id != post.id


async def test_not_for_this_game(lounge: Lounge) -> None:
    await turned(lounge)
    await to_bert(lounge)
    await later(lounge, 8 * HOUR)
    answer = shown(await lounge.bert.click(lounge.posts()[-1], label="Not for this game"))
    assert text_of(answer).startswith("No more reminders of this game.")
    made = len(lounge.posts())
    await later(lounge, 5 * DAY)
    assert len(lounge.posts()) == made
    assert "reminded of this game again" in text_of(shown(await lounge.bert.click(answer, label="Remind me again")))
    await later(lounge, 0)
    assert len(calls(lounge)) == 1


async def test_while_the_channel_takes_no_posts_reminders_come_in_private(lounge: Lounge) -> None:
    await turned(lounge)
    await to_bert(lounge)
    path = f"/channels/{lounge.channel.id}/messages"
    lounge.env.inject_error("POST", path, status=403, code=50013, times=None)
    await later(lounge, 8 * HOUR)
    (notice,) = private(lounge, lounge.bert)
    assert "it is still up to you" in notice
    assert "I cannot post there at the moment." in notice


async def test_after_a_fault_of_discord_a_reminder_comes_once(lounge: Lounge) -> None:
    await turned(lounge)
    await to_bert(lounge)
    path = f"/channels/{lounge.channel.id}/messages"
    lounge.env.inject_error("POST", path, status=500, code=0, times=1)
    await later(lounge, 8 * HOUR)
    for _ in range(4):
        await later(lounge, 60.0)
    assert len(calls(lounge)) == 1


@pytest.mark.parametrize("reminders", ["off", "4"])
async def test_reminders_are_the_persons(lounge: Lounge, reminders: str) -> None:
    await lounge.bert.slash(lounge.channel, "settings me", reminders=reminders)
    await turned(lounge)
    await to_bert(lounge)
    await later(lounge, 4 * HOUR)
    assert len(calls(lounge)) == (reminders == "4")
    await later(lounge, 5 * DAY)
    assert len(calls(lounge)) == (reminders == "4")


async def test_the_time_zone_is_asked_for_once(lounge: Lounge) -> None:
    await turned(lounge)
    await to_bert(lounge)
    await later(lounge, 8 * HOUR)
    post = lounge.posts()[-1]
    assert "When is it night where you are?" in text_of(post)
    assert text_of(shown(await lounge.bert.click(post, label="Quiet hours …"))).startswith("Time zone:")
    await later(lounge, DAY)
    assert "When is it night" not in text_of(lounge.posts()[-1])
    assert "Quiet hours …" not in labels(lounge.posts()[-1])


async def test_who_wishes_hears_when_the_seat_before_starts(lounge: Lounge) -> None:
    await turned(lounge, "hansa", lounge.bert, lounge.carl)
    behind = await lounge.more(lounge.carl, "calls")
    behind = shown(await lounge.carl.click(behind, label="Tell me when the seat before me starts"))
    assert "When the seat before mine starts: **yes**" in text_of(behind)
    await to_bert(lounge)
    (notice,) = calls(lounge)
    assert notice.startswith(f"{lounge.carl.mention}: **bert** has begun")
    while (await lounge.advised() or (None,))[0] is lounge.bert:
        await lounge.play_by_slash(1)
    await lounge.settle()
    assert calls(lounge) == []
    assert lounge.carl.mention in text_of(lounge.board())


# ---- quiet hours


async def asleep(lounge: Lounge, actor: simcord.MemberActor, ping: str = "mention") -> float:
    """They have chosen quiet hours that have begun; when these are over."""
    now = datetime.fromtimestamp(lounge.clock.now(), ZoneInfo(PARIS))
    begin, end = now.hour, (now.hour + 10) % 24
    await actor.slash(lounge.channel, "settings me", zone=PARIS, quiet=f"{begin}-{end}", ping=ping)
    await later(lounge, 0)
    return now.replace(hour=end, minute=0, second=0, microsecond=0).timestamp() + (DAY if end < begin else 0)


@pytest.mark.parametrize("ping", ["mention", "dm"])
async def test_a_call_waits_for_the_end_of_quiet_hours(lounge: Lounge, ping: str) -> None:
    await turned(lounge)
    over = await asleep(lounge, lounge.bert, ping)
    await to_bert(lounge)
    assert lounge.bert.mention not in text_of(lounge.board())
    await later(lounge, over - lounge.clock.now() - 1)
    assert calls(lounge) == private(lounge, lounge.bert) == []
    await lounge.restart()
    await later(lounge, 1)
    found = calls(lounge) if ping == "mention" else private(lounge, lounge.bert)
    assert len(found) == 1
    assert lounge.bert.mention in found[0] or "it is up to you" in found[0]


async def test_whoever_gives_up_quiet_hours_is_called_at_once(lounge: Lounge) -> None:
    await turned(lounge)
    await asleep(lounge, lounge.bert)
    await to_bert(lounge)
    await later(lounge, HOUR)
    assert calls(lounge) == []
    await lounge.bert.slash(lounge.channel, "settings me", reset=True)
    await later(lounge, 0)
    assert len(calls(lounge)) == 1


@pytest.mark.long
async def test_whom_an_end_would_wake_hears_of_it_in_the_morning(lounge: Lounge) -> None:
    await turned(lounge)
    over = await asleep(lounge, lounge.bert, "dm")
    await lounge.play_by_slash()
    await lounge.settle()
    (end,) = [text_of(post) for post in lounge.posts() if "is over. 🏆" in text_of(post)]
    assert lounge.anna.mention in end
    assert lounge.bert.mention not in end
    assert private(lounge, lounge.bert) == []
    await later(lounge, over - lounge.clock.now())
    (told,) = private(lounge, lounge.bert)
    assert "is over. 🏆" in told


@pytest.mark.parametrize("stands", [True, False])
async def test_whom_a_request_would_wake_is_asked_in_the_morning(lounge: Lounge, stands: bool) -> None:
    await turned(lounge)
    over = await asleep(lounge, lounge.bert, "dm")
    await lounge.anna.slash(lounge.channel, "game replace", seat=2, person=lounge.carl)
    await lounge.settle()
    (asked,) = [post for post in lounge.posts() if "Do you agree" in text_of(post)]
    assert lounge.carl.mention in text_of(asked)
    assert "**bert**" in text_of(asked), "nobody is woken"
    if not stands:
        await lounge.carl.click(asked, label="Decline")
    await later(lounge, over - lounge.clock.now())
    told = [text for text in private(lounge, lounge.bert) if "the table waits for your yes or no" in text]
    assert len(told) == stands


async def others_of(lounge: Lounge, count: int) -> list[int]:
    """More games of Bert's, each in a channel of its own, in which he is the first."""
    table, found = lounge.client.context.table, list[int]()
    for number in range(count):
        channel = lounge.guild.create_text_channel(f"other-{number}")
        opening = Opening(title="hansa", owner=lounge.bert.id, channel=channel.id, guild=lounge.guild.id)
        found.append((await table.open(opening)).game)
        await table.join(found[-1], lounge.anna.id)
        await table.start(found[-1], lounge.bert.id)
    await lounge.settle()
    return found


async def test_calls_of_a_night_are_one_in_the_morning(lounge: Lounge) -> None:
    await turned(lounge)
    over = await asleep(lounge, lounge.bert, "dm")
    await to_bert(lounge)
    await later(lounge, HOUR)
    games = await others_of(lounge, 2)
    await later(lounge, over - lounge.clock.now())
    (notice,) = private(lounge, lounge.bert)
    first, *lines = notice.split("\n")
    assert first == "These games wait for you:"
    assert [f"game {number} " in line for number, line in zip([1, *games], lines, strict=True)] == [True] * 3
    assert labels(latest(lounge, lounge.bert)) == ["Hansa 1", *(f"Hansa {game}" for game in games)]
    while (await lounge.advised() or (None,))[0] is lounge.bert:
        await lounge.play_by_slash(1)
    await lounge.settle()
    (notice,) = private(lounge, lounge.bert)
    assert "game 1 " not in notice, "what was played is taken out of it"
    assert labels(latest(lounge, lounge.bert)) == [f"Hansa {game}" for game in games]
    for game in games:
        await lounge.client.context.table.abort(game, lounge.bert.id)
    await lounge.settle()
    assert private(lounge, lounge.bert) == []


async def test_in_the_channel_a_night_is_one_call_too(lounge: Lounge) -> None:
    await turned(lounge)
    over = await asleep(lounge, lounge.bert)
    await to_bert(lounge)
    games = await others_of(lounge, 1)
    await later(lounge, over - lounge.clock.now())
    (notice,) = calls(lounge)
    other = (await lounge.client.context.table.hosted(games[0])).header.channel
    assert f"You are waited for in <#{other}>, too." in notice
