"""Hints on the panel: who gets them, that they can be followed, and that they know no more than the seat.

Not for how good they are: the arena measures those who give them.
"""

import pytest
from msgspec.structs import replace

from bot.errors import Refused
from bot.table import hints
from bot.table.hints import check_hints, hints_for
from bot.table.preferences import ServerPreferences
from bot.table.seats import Plan
from engine.chance import Stream
from engine.policies import simple_policy
from engine.registry import KEYS
from engine.values import Setup
from tests.bot.lounge import Lounge, labels, shown, text_of
from tests.engine.walks import VARIANTS, Variant
from tests.patience import PATIENCE


async def alone(lounge: Lounge, title: str) -> None:
    """Anna against computers only."""
    await lounge.opened(title)
    for _ in range(2 if title == "bohn" else 1):
        await lounge.client.context.table.seat_computer(await lounge.game(), lounge.anna.id, "random")
    await lounge.anna.slash(lounge.channel, "game start")
    await lounge.settle()


@pytest.mark.parametrize("title", KEYS)
async def test_a_hint_can_be_followed(lounge: Lounge, title: str) -> None:
    await alone(lounge, title)
    for _ in range(2):
        panel = shown(await lounge.anna.click(lounge.board(), label="Play"))
        hint = shown(await lounge.anna.click(panel, label="Hint"))
        assert "Alderman" in text_of(hint)
        version = (await lounge.hosted()).version
        done = shown(
            await lounge.anna.click(hint, label=next(each for each in labels(hint) if each.startswith("1 · ")))
        )
        if "Confirm" in labels(done):
            await lounge.anna.click(done, label="Confirm")
        await lounge.settle()
        assert (await lounge.hosted()).version > version


async def test_there_are_none_between_people_unless_it_was_agreed(lounge: Lounge) -> None:
    game = await lounge.started("hansa", lounge.bert)
    panel = shown(await lounge.anna.click(lounge.board(), label="Play"))
    assert "Hint" not in labels(panel)
    assert "hint" not in text_of(lounge.board())
    hosted = await lounge.hosted()
    with pytest.raises(Refused, match="not agreed"):
        check_hints(hosted, ServerPreferences())
    with pytest.raises(Refused, match="/settings server"):
        check_hints(hosted, ServerPreferences(hints=False))
    await lounge.client.context.table.abort(game, lounge.anna.id)
    await lounge.opened("hansa", lounge.bert)
    lobby = replace((await lounge.hosted()).header.lobby, hints=True)
    await lounge.client.context.table.arrange(await lounge.game(), lounge.anna.id, Plan(lobby=lobby))
    await lounge.anna.slash(lounge.channel, "game start")
    await lounge.settle()
    assert "everybody may ask for hints" in text_of(lounge.board())
    panel = shown(await lounge.anna.click(lounge.board(), label="Play"))
    assert "Alderman" in text_of(shown(await lounge.anna.click(panel, label="Hint")))


async def test_a_server_can_forbid_them(lounge: Lounge) -> None:
    await alone(lounge, "hansa")
    panel = shown(await lounge.anna.click(lounge.board(), label="Play"))
    await lounge.client.context.chosen.change_server(lounge.guild.id, lambda wish: replace(wish, hints=False))
    refused = shown(await lounge.anna.click(panel, label="Hint"))
    assert "There are no hints on this server" in text_of(refused)


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
async def test_a_hint_is_the_same_for_whoever_knows_the_same(variant: Variant, monkeypatch: pytest.MonkeyPatch) -> None:
    """Positions that a seat cannot tell apart; what it is told of a plan goes nowhere hidden."""
    monkeypatch.setattr(hints, "SECONDS", PATIENCE)  # plans that are broken off are as long as the machine is quick
    title, stream = variant.title, Stream("hint", str(variant))
    state, _ = title.start(Setup(variant.seats, variant.options, "hint"))
    for step in range(9):
        seat = title.to_act(state)[0].seat
        if step in (3, 8):
            other = title.resample(state, seat, stream)
            assert await hints_for(title, state, seat, None) == await hints_for(title, other, seat, None)
        state, _ = title.play(state, seat, simple_policy(title, state, seat, stream))
