"""The log on Discord: pages, the board and the hand at an entry, asking to go back from there; why an undo is refused.

Not for how entries are worded: `tests/bot/texts/test_log.py`. simcord's Discord drives the real bot.
"""

import threading

import pytest
from simcord.results import ResponseMessage

from bot.limits import COMPLETION
from bot.texts.log import PAGE, ToldLog
from bot.texts.summary import Summary
from bot.ui.panels import log as log_panel
from engine.history import Game
from tests.bot.lounge import Lounge, labels, menu_of, parts, shown, text_of


async def opened(lounge: Lounge) -> ResponseMessage:
    return await lounge.more(lounge.anna, "log")


def disabled(message: ResponseMessage) -> set[str]:
    return {str(part["label"]) for part in parts(message) if part.get("disabled")}


async def at_entry(lounge: Lounge, number: int) -> ResponseMessage:
    page = await opened(lounge)
    chosen = next(value for value in menu_of(page).values() if value == str(number))
    return shown(await lounge.anna.select(page, [chosen]))


async def test_the_log_is_read_in_pages(lounge: Lounge) -> None:
    await lounge.started()
    await lounge.play_by_slash(2 * PAGE + 4)
    await lounge.settle()
    last = await opened(lounge)
    assert "page 3 of 3" in text_of(last)
    assert f"`{2 * PAGE + 4}` **" in text_of(last)
    assert disabled(last) == {"Later ›", "Latest"}
    second = shown(await lounge.anna.click(last, label="‹ Earlier"))
    assert "page 2 of 3" in text_of(second)
    assert not disabled(second)
    first = shown(await lounge.anna.click(second, label="First"))
    assert "`0` The game begins." in text_of(first)
    assert disabled(first) == {"First", "‹ Earlier"}
    assert len(menu_of(first)) == PAGE
    assert text_of(shown(await lounge.anna.click(first, label="Latest"))) == text_of(last)


async def test_a_reader_gets_the_log_in_their_language(lounge: Lounge) -> None:
    await lounge.started()
    await lounge.play_by_slash(2)
    await lounge.anna.slash(lounge.channel, "settings me", language="fr")
    page = shown(await lounge.anna.slash(lounge.channel, "game log"))
    assert "le journal, page 1 sur 1" in text_of(page)
    assert "installe 2 comptoirs" in text_of(page)
    assert "builds 2 booths" in text_of(shown(await lounge.bert.slash(lounge.channel, "game log")))


async def test_the_board_at_an_entry_and_the_way_back(lounge: Lounge) -> None:
    await lounge.started()
    await lounge.play_by_slash(4)
    await lounge.settle()
    now = await at_entry(lounge, 4)
    assert "Ask to go back to here" not in labels(now)
    then = shown(await lounge.anna.click(now, label="‹ Earlier"))
    assert "at this entry:\n`3` **anna** builds" in text_of(then)
    assert then.attachments[0].filename == "board.png"
    assert "`3`" in text_of(shown(await lounge.anna.click(then, label="Log")))
    then = await at_entry(lounge, 1)
    asked = shown(await lounge.anna.click(then, label="Ask to go back to here"))
    assert text_of(asked).startswith("Everybody is asked to go back to this entry:\n`1` **anna** builds")
    await lounge.settle()
    post = lounge.posts()[-1]
    assert text_of(post).startswith(
        "**anna** asks to go back to this entry of game 1. Everybody must agree.\n`1` **anna**"
    )
    await lounge.bert.click(post, label="Agree")
    await lounge.settle()
    after = await opened(lounge)
    assert "`4` ~~**bert** builds" in text_of(after)
    assert text_of(after).endswith("↶ The table went back to 1.")
    assert "`1` **anna**" in text_of(next(one for one in lounge.posts() if one.id == post.id))


async def test_who_has_no_seat_may_look_but_not_ask(lounge: Lounge) -> None:
    await lounge.started()
    await lounge.play_by_slash(3)
    page = shown(await lounge.carl.slash(lounge.channel, "game log"))
    then = shown(await lounge.carl.select(page, ["1"]))
    assert labels(then) == ["‹ Earlier", "Later ›", "Log"]
    assert "no seat" in text_of(shown(await lounge.carl.slash(lounge.channel, "game back", position=1)))


async def test_going_back_completes_to_entries_in_words(lounge: Lounge) -> None:
    await lounge.started()
    await lounge.play_by_slash(4)
    offered = await lounge.anna.autocomplete(lounge.channel, "game back", "position", "")
    assert [choice["value"] for choice in offered] == [3, 2, 1, 0]
    assert str(offered[0]["name"]).startswith("3 · anna builds 2 booths in ")
    assert all(len(str(choice["name"])) <= COMPLETION for choice in offered)
    refused = shown(await lounge.anna.slash(lounge.channel, "game back", position=4))
    assert text_of(refused) == "The game is at entry 4 now."
    refused = shown(await lounge.anna.slash(lounge.channel, "game back", position=5))
    assert text_of(refused) == "The log has no entry 5."


async def test_going_back_does_not_count_what_is_secret(lounge: Lounge) -> None:
    """A standing order of somebody else moves no number, and no refusal tells of it."""
    await lounge.started()
    await lounge.play_by_slash(2)
    await lounge.bert.slash(lounge.channel, "hansa standing", order="fewest")
    assert (await lounge.hosted()).version == 3
    refused = shown(await lounge.anna.slash(lounge.channel, "game back", position=2))
    assert text_of(refused) == "The game is at entry 2 now."
    assert "fewest" not in text_of(await opened(lounge))
    own = shown(await lounge.bert.slash(lounge.channel, "game log"))
    assert "**bert**" in text_of(own).splitlines()[-1]
    assert not text_of(own).splitlines()[-1].startswith("`")
    await lounge.play_by_slash(1)
    await lounge.anna.slash(lounge.channel, "game back", position=2)
    (request,) = (await lounge.hosted()).requests
    assert request.what.to == 2  # type: ignore[union-attr]


async def test_a_hand_is_shown_as_it_was(lounge: Lounge) -> None:
    await lounge.started("bohn", lounge.bert, lounge.carl)
    await lounge.play_by_slash(8)
    await lounge.settle()
    then = await at_entry(lounge, 1)
    hand = shown(await lounge.anna.click(then, label="My hand then"))
    assert text_of(hand).startswith("Your hand in game 1 at this entry:\n`1` ")
    assert hand.attachments[0].filename == "hand.png"


async def test_reading_a_log_does_not_block_the_program(lounge: Lounge, monkeypatch: pytest.MonkeyPatch) -> None:
    await lounge.started()
    await lounge.play_by_slash(2)
    threads: set[threading.Thread] = set()

    def noted(summary: Summary, game: Game, viewer: int | None) -> ToldLog:
        threads.add(threading.current_thread())
        return ToldLog(summary, game, viewer)

    monkeypatch.setattr(log_panel, "ToldLog", noted)
    await opened(lounge)
    assert threads
    assert threading.current_thread() not in threads


async def test_an_undo_that_is_refused_says_why(lounge: Lounge) -> None:
    """HB-16.4: a note is final, although it is the latest decision."""
    await lounge.started("haithabu", options="traps=true")
    author = lounge.actor((await lounge.hosted()).seats[next(iter((await lounge.hosted()).owed()))].user)
    await lounge.play_by_slash(1)
    await lounge.settle()
    refused = shown(await author.slash(lounge.channel, "game undo"))
    assert "a decision of this kind is final. (HB-16.4)" in text_of(refused)
    assert "Show the rule" in labels(refused)
    other = lounge.bert if author.id == lounge.anna.id else lounge.anna
    assert "You have decided nothing yet" in text_of(shown(await other.slash(lounge.channel, "game undo")))
