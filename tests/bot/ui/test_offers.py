"""Offers of Bohn Hansa as the people at the table meet them: what a call to answer one says.

Not for the answers themselves: `tests/engine/bohn`.
"""

import pytest

from engine.values import Action
from tests.bot.lounge import Lounge, shown, text_of


async def offered(lounge: Lounge) -> tuple[int, Action]:
    """An offer of the one whose turn it is that is about to be made, and the seat that is to answer it."""
    for _ in range(200):
        hosted = await lounge.hosted()
        active = hosted.title.view(hosted.state, None).active
        legal = hosted.game.legal(active) if active is not None else ()
        if offers := [action for action in legal if hosted.title.text(action).startswith("offer")]:
            assert active is not None
            return active, offers[-1]
        await lounge.play_by_slash(1)
    raise AssertionError("Nobody can offer anything.")


@pytest.mark.parametrize("wish", ["mention", "dm"])
async def test_a_call_to_an_offer_says_who_offers_what(lounge: Lounge, wish: str) -> None:
    await lounge.started("bohn", lounge.bert, lounge.carl)
    for person in (lounge.anna, lounge.bert, lounge.carl):
        await person.slash(lounge.channel, "settings me", ping=wish)
    active, offer = await offered(lounge)
    await lounge.settle()
    hosted = await lounge.hosted()
    (seat,) = (int(part[1:]) - 1 for part in hosted.title.text(offer).split() if part in ("P1", "P2", "P3"))
    asked = lounge.actor(hosted.seats[seat].user)
    maker = lounge.actor(hosted.seats[active].user)
    before = (len(lounge.posts()), len(lounge.private(asked)))
    made = text_of(shown(await lounge.command(maker, offer)))
    assert made.startswith("✓ Offer #1 from "), "what it says of itself, and not twice"
    await lounge.settle()
    news = [*lounge.posts()[before[0] :], *lounge.private(asked)[before[1] :]]
    (call,) = [text_of(post) for post in news if "answer an offer" in text_of(post)]
    assert f"\n-# Offer #1 from **{maker.user.name}** · " in call
    assert " · you get " in call or " · you give " in call
    assert (f"<@{asked.id}>" in call) == (wish == "mention")
