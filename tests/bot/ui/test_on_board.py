"""What the menu of a message has for a board: it finds the game, on earlier boards too, and shows it privately.

Not for what the panels themselves show: `test_log.py`, `test_story_posts.py`.
"""

from pathlib import Path
from typing import cast

from bot.limits import COMMAND_NAME
from bot.settings import Settings
from bot.texts import LANGUAGES, texts
from bot.ui.commands.on_board import menus
from tests.bot.lounge import Lounge, everything, labels, open_lounge, shown, text_of


def test_their_names_fit_in_every_language() -> None:
    names = {code: [texts(code).say(menu.name) for menu in menus()] for code in LANGUAGES}
    assert all(1 <= len(name) <= COMMAND_NAME for found in names.values() for name in found)
    assert len({tuple(found) for found in names.values()}) == len(LANGUAGES), "they are translated"


async def test_a_board_shows_ones_own_hand_to_oneself_alone(lounge: Lounge) -> None:
    await lounge.started("bohn", lounge.bert, lounge.carl)
    answer = await lounge.bert.context_menu(lounge.channel, "My hand", lounge.board())
    hand = shown(answer)
    assert "Your hand" in text_of(hand)
    watcher = lounge.guild.add_member(lounge.env.create_user("dora"))
    refused = shown(await watcher.context_menu(lounge.channel, "My hand", lounge.board()))
    assert "Your hand" not in text_of(refused)


async def test_what_has_happened_since_is_told_again(lounge: Lounge) -> None:
    await lounge.started("hansa", lounge.bert)
    await lounge.play_by_slash(6)
    await lounge.settle()
    since = shown(await lounge.anna.context_menu(lounge.channel, "Since my turn", lounge.board()))
    assert "since your last decision" in text_of(since)


async def test_a_board_without_buttons_is_known_and_leads_on_step_by_step(lounge: Lounge) -> None:
    await lounge.started("hansa", lounge.bert)
    first = lounge.board()
    while lounge.board().id == first.id:
        await lounge.play_by_slash(2)
        await lounge.settle()
    old = next(post for post in lounge.posts() if post.id == first.id)
    assert not labels(old), "its buttons are gone"
    await lounge.play_by_slash(4)
    await lounge.settle()
    entry = shown(await lounge.bert.context_menu(lounge.channel, "Replay from here", old))
    told = text_of(entry)
    assert "at this entry" in told
    later = shown(await lounge.bert.click(entry, label="Later ›"))
    assert later.id == entry.id
    assert text_of(later) != told


async def test_another_message_is_no_board(lounge: Lounge) -> None:
    await lounge.started("hansa", lounge.bert)
    said = await lounge.anna.send(lounge.channel, "Good luck!")
    refused = shown(await lounge.anna.context_menu(lounge.channel, "Replay from here", said))
    assert "no board" in text_of(refused)


async def test_the_board_in_words_says_all_that_its_picture_does(folder: Path) -> None:
    """More than Discord takes as the text of a picture, a line for each sentence."""
    async with open_lounge(Settings(data=folder), pictures=True) as lounge:
        await lounge.started("bohn", lounge.bert, lounge.carl)
        more = shown(await lounge.carl.click(lounge.board(), label="More"))
        told = text_of(shown(await lounge.carl.click(more, label="Board in words")))
        (gallery,) = [part for part in everything(lounge.board()) if "items" in part]
        (item,) = cast("list[dict[str, str]]", gallery["items"])
        assert told.replace("\n", " ").startswith(item["description"][:60])
        assert len(told) >= len(item["description"])
        assert len(told.splitlines()) > 5
