"""What posts tell: stories, turns taken back, the start, the end, the names of threads; and that leaving asks once.

Not for how a story is worded (`tests/bot/texts/test_story.py`) and not for when posts are made: `test_posts.py`.
"""

import pytest

from tests.bot.lounge import Lounge, labels, shown, text_of
from tests.bot.ui.test_posts import pings


async def test_a_turn_that_is_taken_back_says_so_and_who_was_called_is_told(lounge: Lounge) -> None:
    await lounge.started()
    await lounge.anna.slash(lounge.channel, "hansa place", port="riga")
    await lounge.settle()
    berts = lounge.board()
    assert pings(lounge)[-1] == lounge.bert.mention
    await lounge.anna.slash(lounge.channel, "game undo")
    await lounge.settle()
    (gone,) = [post for post in lounge.posts() if post.id == berts.id]
    assert text_of(gone) == "↶ Taken back: the table goes on below."
    assert gone.attachments == []
    assert labels(gone) == []
    assert "~~**anna** places 2 booths in Riga.~~" in text_of(lounge.board())
    assert text_of(lounge.board()).count("Riga") == 1, "nothing tells it as if it stood"
    told = [text_of(post) for post in lounge.posts() if post.created_at >= lounge.board().created_at]
    assert "**bert**, it is not up to you after all: the last decision was taken back." in told
    await lounge.anna.slash(lounge.channel, "hansa place", port="danzig")
    await lounge.settle()
    assert pings(lounge)[-1] == lounge.bert.mention, "the same call again: it is up to them now"


async def test_an_undo_within_a_turn_tells_nobody_else(lounge: Lounge) -> None:
    await lounge.started()
    await lounge.play_by_slash(6)
    await lounge.anna.slash(lounge.channel, "hansa sail", port=await _first(lounge, "hansa sail", "port"))
    await lounge.settle()
    posts = len(lounge.posts())
    await lounge.anna.slash(lounge.channel, "game undo")
    await lounge.settle()
    assert len(lounge.posts()) == posts
    assert "~~**anna** sails to" in text_of(lounge.board())


async def _first(lounge: Lounge, command: str, option: str) -> str:
    return str((await lounge.anna.autocomplete(lounge.channel, command, option, ""))[0]["value"])


async def test_since_my_turn_tells_all_and_shows_the_board_before_and_now(lounge: Lounge) -> None:
    """For whoever plays since their own last decision; for whoever watches what the board tells."""
    await lounge.started()
    nothing = shown(await lounge.anna.click(lounge.board(), label="Since my turn"))
    assert text_of(nothing) == "Nothing has happened since then."
    assert nothing.attachments == []
    await lounge.play_by_slash(6)
    await lounge.anna.slash(lounge.channel, "hansa sail", port=await _first(lounge, "hansa sail", "port"))
    await lounge.settle()
    hers = shown(await lounge.anna.click(lounge.board(), label="Since my turn"))
    assert text_of(hers).startswith("**Hansa**, game 1, since your last decision:\n")
    assert "**bert** builds" in text_of(hers)
    assert "**anna** sails" in text_of(hers)
    assert [file.filename for file in hers.attachments] == ["before.png", "now.png"]
    assert labels(hers) == ["Play"]
    watcher = shown(await lounge.carl.click(lounge.board(), label="Since my turn"))
    assert text_of(watcher).startswith("**Hansa**, game 1, since the last turn of **anna**:\n")
    assert text_of(watcher).splitlines()[1:] == text_of(hers).splitlines()[1:]
    assert [file.filename for file in watcher.attachments] == ["before.png", "now.png"]


async def test_the_end_says_why_and_how_and_calls_everybody_once(lounge: Lounge) -> None:
    await lounge.started("haithabu")
    await lounge.bert.slash(lounge.channel, "settings me", ping="none")
    await lounge.play_by_slash()
    await lounge.settle()
    over = next(post for post in lounge.posts() if "is over" in text_of(post))
    game = (await lounge.client.context.whole_games.get(1))[1]
    assert game is not None
    result = game.result()
    assert result is not None
    title_line, *told = text_of(over).splitlines()
    winners = " · ".join(f"**{('anna', 'bert')[seat]}**" for seat in result.winners)
    assert title_line == f"**Haithabu**, game 1 is over. 🏆 {winners}"
    assert "the game is over" in text_of(over), "why it ended"
    assert "steps left" not in text_of(over), "the ranking stands there once"
    assert any(line.startswith(("**anna** runs", "**bert** runs")) for line in told), "the last moves"
    assert [line[:2] for line in told if line[:2] in ("1.", "2.")] in (["1.", "2."], ["1.", "1."])
    assert text_of(over).count(lounge.anna.mention) == 1
    assert lounge.bert.mention not in text_of(over), "who wants no calls gets none"
    assert labels(over) == ["Rematch", "Replay", "Log", "Verify", "Record"]
    assert [file.filename for file in over.attachments] == ["board.png", "score.png"]
    assert [post for post in lounge.posts() if "Play" in labels(post)] == [], "the last board has lost its buttons"


@pytest.mark.long
async def test_the_end_tells_the_result_once(lounge: Lounge) -> None:
    """Not as the last thing that happened, and again as the ranking; the log has what happened."""
    await lounge.started("hansa")
    await lounge.play_by_slash()
    await lounge.settle()
    over = next(post for post in lounge.posts() if "is over" in text_of(post))
    assert text_of(over).count("is over") == 1
    assert " wins." not in text_of(over)
    assert "booths in ports" not in text_of(over)
    log = shown(await lounge.anna.click(over, label="Log"))
    assert " wins." in text_of(log)


@pytest.mark.parametrize(("key", "options", "private"), [
    ("hansa", "", False), ("haithabu", "", False), ("haithabu", "traps=True", True),
    ("teutonica", "", False), ("teutonica", "missions=True", True), ("bohn", "", True),
])  # fmt: skip
async def test_only_who_has_secrets_is_sent_a_hand(lounge: Lounge, key: str, options: str, private: bool) -> None:
    more = {"options": options} if options else {}
    await lounge.started(key, lounge.bert, lounge.carl, **more)
    await lounge.play_by_slash(2)
    await lounge.settle()
    got = [text_of(message) for person in (lounge.anna, lounge.bert, lounge.carl) for message in lounge.private(person)]
    assert any("Your hand" in content for content in got) == private
    assert ("My hand" in labels(lounge.board())) == private
    help_text = text_of(await lounge.more(lounge.anna, "help"))
    assert ("My hand" in help_text) == private


async def test_a_thread_of_its_own_is_named_after_who_plays(lounge: Lounge) -> None:
    await lounge.anna.slash(lounge.channel, "game new", title="hansa", thread=True, shuffle=False)
    await lounge.settle()
    (thread,) = lounge.channel.threads
    assert thread.name == "Hansa · anna"
    await lounge.client.context.table.join(1, lounge.bert.id)
    await lounge.client.context.table.start(1, lounge.anna.id)
    await lounge.settle()
    (thread,) = lounge.channel.threads
    assert thread.name == "Hansa · anna, bert · 1"


# ---- leaving


async def test_resigning_and_calling_off_ask_once(lounge: Lounge) -> None:
    await lounge.started()
    asked = shown(await lounge.bert.slash(lounge.channel, "game resign"))
    assert text_of(asked).startswith("Leave game 1 (Hansa) to a computer?")
    assert labels(asked) == ["Yes, resign"]
    assert (await lounge.hosted()).seats[1].user == lounge.bert.id, "nothing is done yet"
    assert text_of(await lounge.yes(lounge.bert, asked)) == "A computer plays on for you in game 1."
    assert (await lounge.hosted()).seats[1].resigned == lounge.bert.id
    asked = shown(await lounge.anna.slash(lounge.channel, "game abort"))
    assert text_of(asked) == "Call game 1 (Hansa) off for everybody, without a result?"
    assert (await lounge.hosted()).status == "running"
    await lounge.yes(lounge.anna, asked)
    await lounge.settle()
    assert (await lounge.hosted()).status == "aborted"
    assert text_of(lounge.posts()[-1]) == "**anna** has called game 1 off."


async def test_a_lobby_is_called_off_without_a_question(lounge: Lounge) -> None:
    await lounge.opened()
    assert "called off" in text_of(shown(await lounge.anna.slash(lounge.channel, "game abort")))
    assert (await lounge.hosted()).status == "aborted"
