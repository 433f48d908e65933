"""While somebody is at it, their press on Play changes the post: it costs the bot no request to the channel.

Not for what the posts show: `test_posts.py`.
"""

import discord
import pytest

from tests.bot.lounge import Lounge, labels, shown, text_of

EDIT, POST = "PATCH {message_id}", "POST messages"
HOUR = 3600.0


def again(lounge: Lounge, board: discord.Message) -> discord.Message:
    return next(post for post in lounge.posts() if post.id == board.id)


async def test_a_board_loses_its_buttons_by_the_press_on_it(lounge: Lounge) -> None:
    await lounge.started()
    board, asked = lounge.board(), lounge.watched()
    panel = shown(await lounge.anna.click(board, label="Play"))
    await lounge.anna.click(panel, label="Riga")
    await lounge.settle()
    assert asked == [POST]
    assert labels(again(lounge, board)) == []
    assert text_of(again(lounge, board)) == text_of(board), "it keeps its words"
    assert [each.filename for each in again(lounge, board).attachments] == ["board.png"], "and its picture"


async def test_a_token_that_is_no_longer_good_is_no_trouble(lounge: Lounge, monkeypatch: pytest.MonkeyPatch) -> None:
    await lounge.started()
    board, asked = lounge.board(), lounge.watched()
    panel = shown(await lounge.anna.click(board, label="Play"))
    assert lounge.client.context.pressed.on(board.id) is not None

    async def refused(*press: object, **how: object) -> None:
        raise discord.HTTPException(Refusal(), {"code": 50027, "message": "Invalid Webhook Token"})

    monkeypatch.setattr(discord.Interaction, "edit_original_response", refused)
    await lounge.anna.click(panel, label="Riga")
    await lounge.settle()
    assert asked == [POST, EDIT]
    assert labels(again(lounge, board)) == []
    assert lounge.client.context.pressed.on(board.id) is None, "it is not tried again"


class Refusal:
    """What discord.py reads of an answer."""

    status = 401
    reason = "Unauthorized"


async def test_a_press_of_long_ago_is_not_used(lounge: Lounge) -> None:
    await lounge.started()
    board, asked = lounge.board(), lounge.watched()
    panel = shown(await lounge.anna.click(board, label="Play"))
    lounge.clock.advance(HOUR)
    await lounge.anna.click(panel, label="Riga")
    await lounge.settle()
    assert asked == [POST, EDIT]


async def test_a_board_of_another_process_is_read_before_it_loses_its_buttons(lounge: Lounge) -> None:
    await lounge.started()
    board = lounge.board()
    await lounge.restart()
    asked = lounge.watched()
    await lounge.anna.slash(lounge.channel, "hansa place", port="riga")
    await lounge.settle()
    assert asked == [POST, "GET {message_id}", EDIT]
    assert labels(again(lounge, board)) == []
    assert text_of(again(lounge, board)) == text_of(board)
