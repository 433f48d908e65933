"""Panels that are kept up to date: by whose decision, until when, and that the newest state is what stays there.

Not for what a panel offers: `test_play.py`.
"""

import asyncio
import logging
from pathlib import Path
from typing import cast

import discord
import pytest
from simcord.results import ResponseMessage

from bot.clock import Clock
from bot.errors import StoreGone
from bot.store.database import GONE
from bot.table import Table
from bot.ui.live_panels import EDITABLE, IDLE, LOOK_AGAIN, Key, LivePanel, LivePanels
from bot.ui.panels import play
from tests.bot.clocks import HandClock
from tests.bot.lounge import Lounge, Shown, labels, shown, text_of
from tests.patience import until

ASKED = "You: place two booths in a port"
NOTHING = "Nothing is asked of you now."


async def opened(lounge: Lounge) -> ResponseMessage:
    """Bert's panel in a game in which Anna is to place."""
    await lounge.started()
    panel = shown(await lounge.bert.click(lounge.board(), label="Play"))
    assert NOTHING in text_of(panel)
    return panel


async def anna_places(lounge: Lounge, port: str = "riga") -> None:
    assert "✓" in text_of(shown(await lounge.anna.slash(lounge.channel, "hansa place", port=port)))


def panels(lounge: Lounge) -> LivePanels:
    return lounge.client.context.panels


def is_there(lounge: Lounge, message: Shown) -> bool:
    return any(message.id in held for held in lounge.env.backend.messages.values())


# ---- whose decision


async def test_it_says_that_it_is_my_turn_when_somebody_else_has_decided(lounge: Lounge) -> None:
    panel = await opened(lounge)
    await anna_places(lounge)
    await panels(lounge).refresh()
    assert ASKED in text_of(panel)
    assert "Lübeck" in labels(panel)
    done = shown(await lounge.bert.click(panel, label="Lübeck"))
    assert done.id == panel.id
    assert text_of(done).startswith("✓")


async def test_it_says_that_it_is_my_turn_again_when_computers_have_moved(lounge: Lounge) -> None:
    await lounge.opened("hansa", computers=1)
    await lounge.anna.slash(lounge.channel, "game start")
    await lounge.settle()
    panel = shown(await lounge.anna.click(lounge.board(), label="Play"))
    done = shown(await lounge.anna.click(panel, label=labels(panel)[0]))
    assert text_of(done).startswith("✓")
    assert NOTHING in text_of(done)
    await lounge.settle()
    await panels(lounge).refresh()
    assert ASKED in text_of(panel)
    assert text_of(panel).startswith("✓"), "what was said of the own decision stays"
    done = shown(await lounge.anna.click(panel, label=labels(panel)[0]))
    assert text_of(done).count("✓") == 1


async def test_it_says_that_an_offer_was_answered(lounge: Lounge) -> None:
    """Bohn Hansa: whoever made it is asked no more, and may trade on."""
    await lounge.started("bohn", lounge.bert, lounge.carl)
    for _ in range(200):
        hosted = await lounge.hosted()
        active = hosted.title.view(hosted.state, None).active
        asked_seats = hosted.owed() - {active}
        if active is not None and asked_seats:
            break
        await lounge.play_by_slash(1)
    (seat,) = asked_seats
    assert active is not None
    maker, asked = (lounge.actor(hosted.seats[each].user) for each in (active, seat))
    panel = shown(await maker.click(lounge.board(), label="Play"))
    assert any(label.startswith("Withdraw") for label in labels(panel))
    decline = next(action for action in hosted.game.legal(seat) if hosted.title.text(action).startswith("decline"))
    assert "✓" in text_of(shown(await lounge.command(asked, decline)))
    await panels(lounge).refresh()
    assert not any(label.startswith("Withdraw") for label in labels(panel))


async def test_it_says_that_the_game_is_over(lounge: Lounge) -> None:
    panel = await opened(lounge)
    await lounge.client.context.table.abort(await lounge.game(), lounge.anna.id, None, host=False)
    await panels(lounge).refresh()
    assert text_of(panel) == "Game 1 is over."
    assert labels(panel) == []
    assert panels(lounge).of((lounge.bert.id, 1)) is None


async def test_it_says_that_the_seat_is_somebody_elses_now(lounge: Lounge) -> None:
    panel = await opened(lounge)
    await lounge.client.context.table.resign(await lounge.game(), lounge.bert.id, None)
    await panels(lounge).refresh()
    assert text_of(panel) == "You have no seat in game 1."
    assert labels(panel) == []


async def test_what_has_not_gone_on_is_not_sent_again(lounge: Lounge) -> None:
    await opened(lounge)
    sent = len(lounge.env.backend.transcript)
    for _ in range(3):
        await panels(lounge).refresh()
    assert len(lounge.env.backend.transcript) == sent


async def test_the_decision_of_another_process_is_seen_by_looking_again(lounge: Lounge) -> None:
    """Nothing rings here for it: its game is looked at every other second while there is a panel."""
    panel = await opened(lounge)
    context = lounge.client.context
    elsewhere = Table(lounge.store.games, lounge.store.timers, lounge.clock)  # rings no bell of ours
    assert context.panels.bell.is_set(), "with the first panel the looking begins"
    context.panels.bell.clear()
    looking = asyncio.create_task(lounge.workers.supervisor.repeat("panels", context.panels.work, context.panels.bell))
    await elsewhere.act(await lounge.game(), lounge.anna.id, "place riga", made_on=0)
    assert not context.panels.bell.is_set()

    def shows() -> bool:
        lounge.clock.advance(LOOK_AGAIN)
        return ASKED in text_of(panel)

    await until(shows)
    looking.cancel()


async def test_without_panels_nothing_is_looked_at() -> None:
    asked: list[object] = []

    async def revisions(games: object) -> dict[int, int]:
        asked.append(games)
        return {}

    live = LivePanels(cast(Clock, HandClock()), revisions)
    assert await live.work() == IDLE
    assert asked == []


# ---- one panel


async def test_a_second_panel_closes_the_first(lounge: Lounge) -> None:
    first = await opened(lounge)
    second = shown(await lounge.bert.click(lounge.board(), label="Play"))
    assert not is_there(lounge, first)
    assert is_there(lounge, second)
    theirs = shown(await lounge.anna.click(lounge.board(), label="Play"))
    assert is_there(lounge, second), "another person's"
    typed = shown(await lounge.anna.slash(lounge.channel, "hansa place", port="riga"))
    assert not is_there(lounge, theirs), "the answer to a command is a panel, too"
    assert is_there(lounge, typed)


async def test_panels_of_two_games_stay_both(lounge: Lounge) -> None:
    first = await opened(lounge)
    lounge.channel = lounge.guild.create_text_channel("another")
    await lounge.started()
    second = shown(await lounge.bert.click(lounge.board(), label="Play"))
    assert is_there(lounge, first)
    assert is_there(lounge, second)


async def test_what_stands_behind_more_is_left_alone(lounge: Lounge) -> None:
    """The same message, but nothing that the game changes."""
    panel = await opened(lounge)
    more = shown(await lounge.bert.click(panel, label="More"))
    before = text_of(more)
    await anna_places(lounge)
    await panels(lounge).refresh()
    assert (more.id, text_of(more)) == (panel.id, before)
    back = shown(await lounge.bert.click(more, label="Back"))
    assert ASKED in text_of(back)
    await lounge.client.context.table.act(await lounge.game(), lounge.bert.id, "place reval", made_on=1)
    await panels(lounge).refresh()
    assert NOTHING in text_of(back), "from here on it is kept up to date again"


async def test_short_answers_replace_each_other(lounge: Lounge) -> None:
    await lounge.opened()
    lines = [shown(await lounge.carl.slash(lounge.channel, "game resign")) for _ in range(3)]
    assert [is_there(lounge, line) for line in lines] == [False, False, True]
    other = shown(await lounge.bert.slash(lounge.channel, "game resign"))
    assert is_there(lounge, lines[-1]), "another person's"
    elsewhere = lounge.guild.create_text_channel("another")
    shown(await lounge.bert.slash(elsewhere, "game resign"))
    assert is_there(lounge, other), "in another channel"
    lounge.clock.advance(EDITABLE + 1)
    shown(await lounge.carl.slash(lounge.channel, "game resign"))
    assert is_there(lounge, lines[-1]), "it can be changed no more"


async def test_a_picture_is_no_short_answer(lounge: Lounge) -> None:
    await lounge.started()
    board = shown(await lounge.anna.slash(lounge.channel, "game board"))
    shown(await lounge.carl.slash(lounge.channel, "game resign"))
    shown(await lounge.anna.slash(lounge.channel, "game export"))
    assert is_there(lounge, board)


# ---- until when


async def test_it_is_left_alone_when_discord_lets_it_be_changed_no_more(lounge: Lounge) -> None:
    panel = await opened(lounge)
    lounge.clock.advance(EDITABLE - 1)
    await anna_places(lounge)
    await panels(lounge).refresh()
    assert ASKED in text_of(panel)
    lounge.clock.advance(1)
    await lounge.client.context.table.act(await lounge.game(), lounge.bert.id, "place reval", made_on=1)
    sent = len(lounge.env.backend.transcript)
    await panels(lounge).refresh()
    assert ASKED in text_of(panel)
    assert panels(lounge).of((lounge.bert.id, 1)) is None
    second = shown(await lounge.bert.click(lounge.board(), label="Play"))
    assert is_there(lounge, panel), "nor can it be taken away"
    assert is_there(lounge, second)
    assert not [each for each in lounge.env.backend.transcript[sent:] if "DELETE" in each[1]]


async def test_each_press_brings_another_quarter_of_an_hour(lounge: Lounge) -> None:
    panel = await opened(lounge)
    lounge.clock.advance(EDITABLE - 1)
    more = shown(await lounge.bert.click(panel, label="More"))
    back = shown(await lounge.bert.click(more, label="Back"))
    lounge.clock.advance(EDITABLE - 1)
    await anna_places(lounge)
    await panels(lounge).refresh()
    assert ASKED in text_of(back)


@pytest.mark.parametrize(("status", "code"), [(404, 10008), (401, 50027)])
async def test_one_that_discord_refuses_to_change_is_forgotten(lounge: Lounge, status: int, code: int) -> None:
    """It was dismissed, or its token is good no more; the next press on it has a token of its own."""
    panel = await opened(lounge)
    await anna_places(lounge)
    lounge.env.inject_error("PATCH", "/webhooks/*", status=status, code=code, times=1)
    await panels(lounge).refresh()
    assert panels(lounge).of((lounge.bert.id, 1)) is None
    assert NOTHING in text_of(panel)
    fresh = shown(await lounge.bert.click(panel, label="More"))
    assert ASKED in text_of(shown(await lounge.bert.click(fresh, label="Back")))


async def test_one_that_cannot_be_made_stops_no_other(lounge: Lounge, monkeypatch: pytest.MonkeyPatch) -> None:
    """A fault of ours in one panel; and while the database is away, all are tried again later."""
    first = await opened(lounge)
    lounge.channel = lounge.guild.create_text_channel("another")
    await lounge.started()
    second = shown(await lounge.bert.click(lounge.board(), label="Play"))
    made, faults = play.panel, [StoreGone(GONE), StoreGone(GONE), ValueError("a hand")]

    async def faulty(*given: object, **named: object) -> object:
        if faults:
            raise faults.pop(0)
        return await made(*given, **named)  # type: ignore[arg-type]

    for game in (1, 2):
        await lounge.client.context.table.act(game, lounge.anna.id, "place riga", made_on=0)
    monkeypatch.setattr(play, "panel", faulty)
    with pytest.raises(StoreGone):
        await panels(lounge).refresh()
    await until(lambda: len(faults) == 1)
    await panels(lounge).refresh()
    assert sorted(ASKED in text_of(each) for each in (first, second)) == [False, True]
    assert sum(panels(lounge).of((lounge.bert.id, game)) is not None for game in (1, 2)) == 1


async def test_a_token_stands_in_no_log_and_in_no_table(
    lounge: Lounge, folder: Path, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    """Not when all is well and not when Discord refuses it."""
    caplog.set_level(logging.INFO)
    await opened(lounge)
    await anna_places(lounge)
    await panels(lounge).refresh()
    lounge.env.inject_error("PATCH", "/webhooks/*", status=404, code=10015, times=1)
    await lounge.client.context.table.act(await lounge.game(), lounge.bert.id, "place reval", made_on=1)
    await panels(lounge).refresh()
    tokens = [each.token for each in lounge.env.backend.interactions.values()]
    assert len(tokens) > 3
    assert all(len(token) > 6 for token in tokens)
    stored = b"".join(path.read_bytes() for path in folder.rglob("*") if path.is_file())
    logged = "".join([caplog.text, *capfd.readouterr()])
    assert [token for token in tokens if token in logged or token.encode() in stored] == []


# ---- a press meanwhile


async def hold(lounge: Lounge, monkeypatch: pytest.MonkeyPatch, when: str) -> tuple[asyncio.Event, asyncio.Event]:
    """Stops the next change of an answer before or after Discord has made it: it is there, and it may go on."""
    there, go_on = asyncio.Event(), asyncio.Event()
    edit = discord.Interaction.edit_original_response

    async def slow(self: discord.Interaction, **how: object) -> object:
        monkeypatch.setattr(discord.Interaction, "edit_original_response", edit)
        made = None if when == "before" else await edit(self, **how)  # type: ignore[arg-type]
        there.set()
        await go_on.wait()
        return await edit(self, **how) if made is None else made  # type: ignore[arg-type]

    monkeypatch.setattr(discord.Interaction, "edit_original_response", slow)
    return there, go_on


@pytest.mark.parametrize("when", ["before", "after"])
async def test_a_press_during_a_refresh_counts_and_the_newest_state_stays(
    lounge: Lounge, monkeypatch: pytest.MonkeyPatch, when: str
) -> None:
    """Whichever of the two changes Discord makes last."""
    panel = await opened(lounge)
    await anna_places(lounge)
    await panels(lounge).refresh()
    game = await lounge.game()
    await lounge.client.context.table.undo(game, lounge.anna.id)
    await lounge.client.context.table.act(game, lounge.anna.id, "place danzig")
    there, go_on = await hold(lounge, monkeypatch, when)
    refreshing = asyncio.create_task(panels(lounge).refresh())
    await there.wait()
    table = lounge.client.context.table
    hosted = await table.hosted(game)
    pressing = asyncio.create_task(_press(lounge, panel))
    await until(pressing.done)
    go_on.set()
    await refreshing
    await panels(lounge).refresh()
    assert (await lounge.hosted()).version == hosted.version + 1
    assert NOTHING in text_of(panel)
    kept = panels(lounge).of((lounge.bert.id, game))
    assert kept is not None
    assert kept.revision == (await lounge.hosted()).revision


async def _press(lounge: Lounge, panel: ResponseMessage) -> None:
    """On what stands there while the refresh is under way."""
    port = next(label for label in ("Lübeck", "Reval") if label in labels(panel))
    answer = shown(await lounge.bert.click(panel, label=port))
    if "moved on" in text_of(answer):
        await lounge.bert.click(answer, label=port)


class Message:
    """A handle on a message whose change can be watched."""

    def __init__(self, message: int) -> None:
        self.message = message
        self.layout = True
        self.deleted = 0

    async def edit(self, content: str | None, files: list[discord.File], view: object) -> None: ...

    async def delete(self) -> None:
        self.deleted += 1


async def test_no_panel_waits_for_another_that_discord_is_slow_with() -> None:
    made: list[Key] = []
    slow = asyncio.Event()

    async def revisions(games: object) -> dict[int, int]:
        return {1: 2, 2: 2}

    live = LivePanels(cast(Clock, HandClock()), revisions)

    async def again(key: Key) -> None:
        if key == (1, 1):
            await slow.wait()
        made.append(key)

    for key in ((1, 1), (1, 2)):
        await live.show(key, LivePanel(Message(key[1]), 1, live.until(), lambda key=key: again(key)))  # type: ignore[misc]
    refreshing = asyncio.create_task(live.refresh())
    await until(lambda: made == [(1, 2)])
    slow.set()
    await refreshing
    assert made == [(1, 2), (1, 1)]
