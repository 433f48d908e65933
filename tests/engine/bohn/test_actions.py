"""The record lines of BH-21: every form of every verb, both ways, and what is no notation.

Not for whether a decision is allowed.
"""

import pytest

from engine.bohn.actions import (
    VERBS,
    Accept,
    BohnAction,
    Buy,
    BuyContract,
    Close,
    Counter,
    Decline,
    End,
    Final,
    Fulfil,
    Open,
    Pay,
    Propose,
    Stand,
    Travel,
    Withdraw,
)
from engine.bohn.board import CONTRACTS
from engine.bohn.play.journeys import place_harvest
from engine.bohn.title import TITLE
from engine.errors import BadNotation
from engine.values import UNDO, Event
from tests.engine.bohn.positions import apply_with_events, beatrice_before_her_journey, host_lines, merchant, position
from tests.engine.clauses import clauses

FORMS: list[tuple[str, BohnAction]] = [
    ("open R5 B1 D3", Open("R5", "B1", "D3")),
    ("travel rostock", Travel("rostock")),
    ("pay feuer,soja", Pay(("feuer", "soja"))),
    ("fulfil R1", Fulfil("R1")),
    ("contract 4", BuyContract(4)),
    ("buy sau@1", Buy("sau@1")),
    ("buy rote@x drop=blaue", Buy("rote@x", ("blaue",))),
    (
        "offer #1 P3 invite buy=sau@1 give=sau take=feuer",
        Propose("#1", "P3", "invite", ("sau@1",), ("sau",), ("feuer",)),
    ),
    (
        "offer #12 P1 give=blaue,blaue drop=sau pay=feuer,garten",
        Propose("#12", "P1", "", (), ("blaue", "blaue"), (), ("sau",), ("feuer", "garten")),
    ),
    ("offer #1 P2 invite", Propose("#1", "P2", "invite")),
    ("accept #1", Accept("#1")),
    ("accept #1 drop=blaue pay=garten", Accept("#1", ("blaue",), ("garten",))),
    ("decline #1", Decline("#1")),
    ("withdraw #1", Withdraw("#1")),
    ("counter #1 #2 give=feuer take=sau,rote", Counter("#1", "#2", "", (), ("feuer",), ("sau", "rote"))),
    ("close", Close()),
    ("close auto", Close("auto")),
    ("end", End()),
    ("final R1", Final(("R1",))),
    ("final R1 R5", Final(("R1", "R5"))),
    ("final -", Final()),
    ("standing closed", Stand("closed")),
    ("standing open", Stand("open")),
]


@clauses("BH-21.1")
@pytest.mark.parametrize(("text", "action"), FORMS, ids=[text for text, _ in FORMS])
def test_a_decision_and_its_line(text: str, action: BohnAction) -> None:
    assert TITLE.text(action) == text
    assert TITLE.parse(text) == action
    assert TITLE.read(TITLE.to_object(action)) == action


@clauses("BH-21.1")
def test_every_verb_has_a_form() -> None:
    assert {text.split(" ")[0] for text, _ in FORMS} == {verb.name for verb in VERBS}
    assert TITLE.parse("undo") is UNDO
    assert TITLE.text(UNDO) == "undo"


@clauses("BH-21.1")
@pytest.mark.parametrize(
    ("said", "written"),
    [
        ("pay soja,feuer", "pay feuer,soja"),
        ("offer #1 P2 give=garten,blaue take=rote,sau", "offer #1 P2 give=blaue,garten take=sau,rote"),
        ("offer #1 P2 buy=soja@2,sau@1 give=soja,sau", "offer #1 P2 buy=sau@1,soja@2 give=sau,soja"),
        ("final R5 R1", "final R1 R5"),
    ],
)
def test_lists_are_put_in_order(said: str, written: str) -> None:
    action = TITLE.parse(said)
    assert TITLE.text(action) == written


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "open R5 B1",
        "open R5 B1 D3 A1",
        "open R5 B1 Z9",
        "travel",
        "travel Rostock",
        "travel bergen",
        "travel rostock  ",
        "pay",
        "pay feuer, soja",
        "pay feuer,",
        "contract 0",
        "contract x",
        "contract 68",
        "contract -1",
        "buy sau",
        "buy sau@0",
        "buy sau@5",
        "buy sau@1 drop=",
        "buy sau@1 drop blaue",
        "offer P3 invite",
        "offer #0 P3 invite",
        "offer #101 P3 invite",
        "offer #1 P6 invite",
        "offer #1 P3 give=sau invite",
        "offer #1 P3 take=sau give=blaue",
        "offer #1 P3 give=sau give=sau",
        "accept",
        "accept 1",
        "counter #1 give=feuer",
        "close now",
        "end now",
        "final",
        "final - R1",
        "final R1,R5",
        "standing maybe",
        "undo undo",
        "sail danzig",
    ],
)
def test_what_is_no_notation(text: str) -> None:
    with pytest.raises(BadNotation) as caught:
        TITLE.parse(text)
    assert str(caught.value)


@pytest.mark.parametrize(
    "value",
    [
        None,
        [],
        {},
        {"verb": "travel"},
        {"verb": "travel", "town": 1},
        {"verb": "travel", "town": "rostock", "more": 1},
        {"verb": "contract", "position": "4"},
        {"verb": "pay", "beans": []},
        {"verb": "offer", "number": "#1", "target": "P2", "invite": True},
        {"verb": "offer", "number": "#1", "target": "P2", "give": ["gold"]},
    ],
)
def test_what_is_no_object_of_ours(value: object) -> None:
    with pytest.raises(BadNotation):
        TITLE.read(value)


def test_words_are_in_a_stable_order() -> None:
    for verb in VERBS:
        for param in verb.params:
            words = list(TITLE.words(param.kind))
            assert len(set(words)) == len(words)
    assert list(TITLE.words("contract")) == sorted(CONTRACTS)


@clauses("BH-21.2")
def test_host_lines_of_a_turn() -> None:
    state = beatrice_before_her_journey()
    state, events = apply_with_events(
        state,
        "P2 travel rostock",
        "P2 offer #1 P3 invite give=blaue take=soja",
        "P3 accept #1",
        "P1 offer #2 P2 invite give=sau",
        "P2 close",
        "P2 end",
    )
    assert host_lines(events)[7:] == ["invited P3 t4", "lapse #2", "draw P2 ?"]
    assert host_lines(events, 1)[-1] == "draw P2 R3"


@clauses("BH-21.2")
def test_host_lines_of_harvest_and_deals() -> None:
    state = position(towns={"danzig": "feuer garten feuer feuer"}, phase="start")
    events: list[Event] = []
    place_harvest(state, "N01", events)
    assert host_lines(events) == ["place hamburg blaue 2 @4", "skip danzig feuer", "place malmoe garten 3 @4"]
    deal = position(merchant("rostock", "sau"), merchant("hamburg", "feuer", "Zo t1 Na", talers=2))
    _, events = apply_with_events(deal, "P1 offer #1 P2 invite", "P1 offer #2 P2 invite give=sau", "P2 accept #1")
    assert host_lines(events) == ["invited P2 Zo", "toll P2 15", "credit P2 8", "void #2"]
