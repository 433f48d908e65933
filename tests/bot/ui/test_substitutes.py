"""/game substitute on Discord: the post that calls, the seat taken with one tap, what each sees, and the end of a call.

Not for all cases of who must agree: `tests/bot/table/test_substitutes.py`. simcord's Discord drives the real bot.
"""

import discord

from bot.table.presence import DAY
from tests.bot.lounge import Lounge, everything, labels, shown, text_of
from tests.bot.ui.test_house_rules import allow
from tests.bot.ui.test_requests import again, question


def call(lounge: Lounge) -> discord.Message:
    """The latest call that can still be followed."""
    return next(post for post in reversed(lounge.posts()) if "Take the seat" in labels(post))


async def test_a_seat_is_taken_with_one_tap(lounge: Lounge) -> None:
    dora = lounge.guild.add_member(lounge.env.create_user("dora"))
    await lounge.started("bohn", lounge.bert, dora, hours=4)
    answer = shown(await lounge.bert.slash(lounge.channel, "game substitute"))
    assert text_of(answer) == "Somebody is looked for now who takes seat 2 of game 1."
    await lounge.settle()
    post = call(lounge)
    assert text_of(post).startswith(
        "**Bohn Hansa**, game 1: who takes the seat of **bert**?\n**bert** asked for it.\n"
        "Time to think: 4 h for a decision.\nWho takes the seat sees its cards; nobody else does."
    )
    assert "-# Bohn Hansa · 1 · " in text_of(post), "how it stands"
    assert any(str(part.get("items", "")).count("board 0") for part in everything(post)), "the board as all see it"
    assert labels(post) == ["Take the seat", "Withdraw"]
    assert "You have a seat in game 1 already." in text_of(shown(await lounge.anna.click(post, label="Take the seat")))
    taken = shown(await lounge.carl.click(post, label="Take the seat"))
    assert text_of(taken) == "You have seat 2 of game 1 now."
    assert labels(taken) == ["Play"]
    await lounge.settle()
    assert "Your hand" in text_of(shown(await lounge.carl.slash(lounge.channel, "game hand")))
    assert any("Your hand" in text_of(one) for one in lounge.private(lounge.carl)), "only the new person gets them"
    assert "no seat" in text_of(shown(await lounge.bert.slash(lounge.channel, "game hand")))
    assert "**carl** takes the seat of **bert** in game 1. **bert** asked for it." in map(text_of, lounge.posts())
    assert text_of(again(lounge, post)) == (
        "**Bohn Hansa**, game 1: seat 2 needed a substitute.\n✓ **carl** has it now."
    )
    assert labels(again(lounge, post)) == []
    assert "**Bohn Hansa**, game 1. You:" in text_of(shown(await lounge.carl.click(taken, label="Play")))


async def test_the_owner_agrees_and_all_read_who_did(lounge: Lounge) -> None:
    await lounge.started("hansa", lounge.bert, lounge.carl)
    lounge.clock.advance(DAY + 1)
    await lounge.play_by_slash(1)  # Anna is there
    asked = shown(await lounge.bert.slash(lounge.channel, "game substitute", seat=3))
    assert "asked" in text_of(asked)
    await lounge.settle()
    post = question(lounge)
    assert text_of(post).startswith("**bert** asks to look for somebody who takes the seat of **carl** in game 1.")
    await lounge.anna.click(post, label="Agree")
    await lounge.settle()
    assert "**bert** asked for it. Agreed: **anna**." in text_of(call(lounge))


async def test_what_a_server_allows_holds_for_who_follows_a_call(lounge: Lounge) -> None:
    await lounge.started()
    await allow(lounge, most_own=1)
    other = lounge.guild.create_text_channel("other")
    await lounge.carl.slash(other, "game new", title="hansa")
    await lounge.bert.slash(lounge.channel, "game substitute")
    await lounge.settle()
    refused = shown(await lounge.carl.click(call(lounge), label="Take the seat"))
    assert "as many games as this server allows" in text_of(refused)
    assert (await lounge.hosted()).seats[1].user == lounge.bert.id


async def test_a_call_survives_a_restart_and_is_withdrawn(lounge: Lounge) -> None:
    await lounge.started()
    await lounge.bert.slash(lounge.channel, "game substitute")
    await lounge.settle()
    await lounge.restart()
    post = call(lounge)
    assert "Only who asked" in text_of(shown(await lounge.carl.click(post, label="Withdraw")))
    assert text_of(shown(await lounge.bert.click(post, label="Withdraw"))) == "The call is withdrawn."
    assert "any more" in text_of(shown(await lounge.carl.click(post, label="Take the seat")))
    await lounge.settle()
    assert text_of(again(lounge, post)).endswith("**bert** has withdrawn the call.")


async def test_it_speaks_the_language_of_the_table(lounge: Lounge) -> None:
    await lounge.started(language="fr")
    await lounge.bert.slash(lounge.channel, "game substitute")
    await lounge.settle()
    post = next(post for post in reversed(lounge.posts()) if "Prendre la place" in labels(post))
    assert text_of(post).startswith("**Hansa**, partie 1\u202f: qui prend la place de **bert**\u202f?")
