"""Asking the table on Discord: the menu behind More and /game ask, the posts, and what all read afterwards.

Not for all cases of who must agree: `tests/bot/table/test_votes.py`. simcord's Discord drives the real bot.
"""

from simcord.results import ResponseMessage

from bot.table.presence import DAY
from tests.bot.lounge import Lounge, labels, menu_of, shown, text_of
from tests.bot.ui.test_requests import question


async def menu(lounge: Lounge) -> ResponseMessage:
    """Bert's, who is there; Anna, whose game it is and whose turn, and Carl have not been seen for a day."""
    await lounge.started("hansa", lounge.bert, lounge.carl, hours=100)
    lounge.clock.advance(100 * 3600.0 - 60.0)
    return shown(await lounge.bert.slash(lounge.channel, "game ask"))


async def test_it_says_who_is_there_and_what_can_be_asked(lounge: Lounge) -> None:
    began = int(lounge.clock.now())
    panel = await menu(lounge)
    assert text_of(panel) == (
        "**Hansa**, game 1: what do you ask the table?\n"
        f"- **anna** · there, last seen <t:{began}:R>\n"
        f"- **carl** · there, last seen <t:{began}:R>\n"
        "-# Those who are there must agree; who does not answer within a day does not count."
    )
    assert list(menu_of(panel)) == ["More time", "A substitute for bert", "Call the game off"]
    lounge.clock.advance(120.0)
    panel = shown(await lounge.bert.slash(lounge.channel, "game ask"))
    assert text_of(panel).count("absent, last seen") == 2
    assert list(menu_of(panel)) == [
        "More time",
        "A substitute for bert",
        "A substitute for anna",
        "A substitute for carl",
        "A computer for anna",
        "A computer for carl",
        "Call the game off",
    ]


async def test_the_table_is_asked_and_reads_who_agreed(lounge: Lounge) -> None:
    await lounge.started("hansa", lounge.bert, lounge.carl)
    more = await lounge.more(lounge.bert, "asktable")
    assert "what do you ask the table?" in text_of(more)
    asked = shown(await lounge.bert.select(more, ["off"]))
    assert text_of(asked) == "Those who must agree are asked, in the channel of game 1."
    assert asked.message.id == more.message.id
    await lounge.settle()
    post = question(lounge)
    ends = int(lounge.clock.now() + DAY)
    assert text_of(post) == (
        "**bert** asks to call game 1 off, without a result. "
        f"Do you agree, {lounge.anna.mention}, {lounge.carl.mention}?\n"
        f"-# Ends <t:{ends}:R>; then those count who are there."
    )
    await lounge.restart()
    await lounge.anna.click(post, label="Agree")
    assert (await lounge.hosted()).status == "running"
    await lounge.carl.click(post, label="Agree")
    await lounge.settle()
    assert (await lounge.hosted()).status == "aborted"
    told = "The table has called game 1 off. **bert** asked for it. Agreed: **anna**, **carl**."
    assert told in [text_of(one) for one in lounge.posts()]


async def test_an_absent_owner_is_stood_in_for_after_a_day(lounge: Lounge) -> None:
    await lounge.started()
    lounge.clock.advance(DAY + 1)
    await lounge.bert.slash(lounge.channel, "game ask")  # looking is no sign of life
    panel = shown(await lounge.bert.slash(lounge.channel, "game ask"))
    assert "A computer for anna" in menu_of(panel)
    await lounge.client.context.table.ask(1, lounge.bert.id, "owner")
    await lounge.settle()
    assert text_of(question(lounge)).startswith(
        f"**bert** asks to stand in for the person who opened game 1. Do you agree, {lounge.anna.mention}?"
    )
    lounge.clock.advance(DAY)
    await lounge.settle()
    said = [text_of(one) for one in lounge.posts()]
    assert "**bert** stands in for the person who opened game 1 from now on." in said
    assert (await lounge.hosted()).header.owner == lounge.bert.id


async def test_more_time_and_seats_are_given_at_once_where_nobody_else_is_there(lounge: Lounge) -> None:
    panel = await menu(lounge)
    lounge.clock.advance(50.0)
    asked = shown(await lounge.bert.select(panel, ["time"]))
    assert "asked" in text_of(asked), "the others are there still"
    await lounge.settle()
    await lounge.carl.click(question(lounge), label="Agree")
    await lounge.anna.click(question(lounge), label="Agree")
    await lounge.settle()
    told = "Everybody who is waited for in game 1 has their whole time anew. **bert** asked for it."
    assert f"{told} Agreed: **carl**, **anna**." in [text_of(one) for one in lounge.posts()]
    panel = shown(await lounge.bert.slash(lounge.channel, "game ask"))
    done = shown(await lounge.bert.select(panel, ["substitute:1"]))
    assert text_of(done) == "✓ Done; the table is told."
    await lounge.settle()
    assert any("Take the seat" in labels(post) for post in lounge.posts())


async def test_who_may_not_call_a_game_off_may_ask_the_table(lounge: Lounge) -> None:
    await lounge.started()
    refused = shown(await lounge.bert.slash(lounge.channel, "game abort"))
    assert text_of(refused) == "Only the person who opened game 1 may do that."
    asked = shown(await lounge.bert.click(refused, label="Ask the table …"))
    assert "Call the game off" in menu_of(asked)
    stranger = shown(await lounge.carl.slash(lounge.channel, "game abort"))
    assert labels(stranger) == [], "who does not play asks nothing"


async def test_who_only_watches_asks_nothing(lounge: Lounge) -> None:
    await lounge.started()
    assert "no seat" in text_of(shown(await lounge.carl.slash(lounge.channel, "game ask")))


async def test_it_speaks_the_readers_language(lounge: Lounge) -> None:
    await lounge.started(hours=5)
    await lounge.bert.slash(lounge.channel, "settings me", language="fr")
    panel = shown(await lounge.bert.slash(lounge.channel, "game ask"))
    assert text_of(panel).startswith("**Hansa**, partie 1\u202f: que demandez-vous à la table\u202f?")
    assert list(menu_of(panel)) == ["Plus de temps", "Quelqu’un pour remplacer bert", "Annuler la partie"]
