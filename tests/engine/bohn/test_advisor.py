"""The simple player: what it does in plain positions.

Not for rules; it chooses among legal actions only.
"""

from collections import Counter

import pytest

from engine.bohn.actions import Accept, BuyContract, Fulfil, Propose
from engine.bohn.advisor import PATIENCE
from engine.bohn.state import BohnState
from engine.bohn.title import TITLE
from engine.chance import Stream
from engine.history import Game
from engine.policies import playout, simple_policy
from engine.values import Action, Options, Setup
from tests.engine.bohn.positions import apply, merchant, position


def advice(state: BohnState, seat: int) -> Action:
    return simple_policy(TITLE, state, seat, Stream("advice", "test"))


def test_it_honours_a_contract_at_once() -> None:
    state = position(merchant("rostock", "feuer rote", "t1 Na Zo R1"), phase="start")
    assert advice(state, 0) == Fulfil("R1")


def test_it_travels_where_a_contract_pays() -> None:
    state = position(merchant("hamburg", "feuer rote", "t1 t4 t5 Na Zo R1"), phase="start")
    assert TITLE.text(advice(state, 0)) == "travel rostock"


def test_it_buys_what_its_contract_lacks() -> None:
    state = position(merchant("rostock", "blaue rote", "t1 t4 Na Zo B4"))
    assert TITLE.text(advice(state, 0)) == "buy soja@2"


def test_it_asks_for_the_bean_it_needs() -> None:
    state = position(
        merchant("rostock", "rote sau brech", "t1 t4 Na Zo R1"), merchant("rostock", "feuer"), merchant("visby")
    )
    action = advice(state, 0)
    assert isinstance(action, Propose)
    assert action.take == ("feuer",)


def test_it_takes_a_gift_and_refuses_a_robbery() -> None:
    state = position(merchant("rostock", "garten blaue"), merchant("hamburg", "garten sau", "t1 t4 Na Zo"))
    gift = apply(state, "P1 offer #1 P2 invite give=garten take=sau")
    assert advice(gift, 1) == Accept("#1")
    robbery = apply(state, "P1 offer #1 P2 invite give=blaue take=garten")
    assert TITLE.text(advice(robbery, 1)).split(" ")[0] in ("decline", "counter")


def test_it_buys_a_contract_only_when_rich_and_without_one() -> None:
    rich = position(merchant("rostock", "", talers=60), merchant("hamburg"), merchant("visby"), phase="final")
    assert isinstance(advice(rich, 0), BuyContract)
    poor = position(merchant("rostock", "", talers=20), phase="final")
    assert TITLE.text(advice(poor, 0)) == "end"


def table_of(seats: int, seed: str) -> Game:
    return Game.new(TITLE, Setup(seats, Options(), seed))


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_simple_players_bargain_and_come_to_an_end(seats: int) -> None:
    game = table_of(seats, f"bargains {seats}")
    assert playout(game, simple_policy, 2000, "bargains") < 2000
    offers = Counter(
        (step.before.turn, step.seat)
        for step in game.steps
        if isinstance(step.before, BohnState) and TITLE.text(step.action).split(" ")[0] in ("offer", "counter")
    )
    assert offers
    assert max(offers.values()) <= PATIENCE
    assert any(isinstance(step.action, Accept) for step in game.steps)
    assert any(isinstance(step.action, Propose) and step.action.invite for step in game.steps)
