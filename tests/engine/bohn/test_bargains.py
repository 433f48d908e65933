"""Offers and deals beyond the scenarios: limits, and what can be traded (sections 9 to 11).

Not for withdrawal by the host on moved markets; the scenarios have that.
"""

import pytest

from engine.bohn.actions import OFFERS_PER_TURN, Propose
from engine.bohn.checks.deals import OPEN_PER_PARTNER
from engine.bohn.title import TITLE
from engine.errors import BadNotation, Illegal, NotYourDecision
from tests.engine.bohn.positions import (
    apply,
    apply_with_events,
    bag,
    cards,
    host_lines,
    is_legal,
    merchant,
    open_numbers,
    position,
    refusal,
    texts,
)
from tests.engine.clauses import clauses


@clauses("BH-9.12")
def test_three_open_offers_to_a_partner() -> None:
    state = position(merchant("rostock", "blaue feuer sau brech"), merchant("rostock"), merchant("rostock"))
    for number, kind in enumerate(("blaue", "feuer", "sau"), 1):
        state = apply(state, f"P1 offer #{number} P2 give={kind}")
    assert refusal(state, "P1 offer #4 P2 give=brech").clause == "BH-9.12"
    assert is_legal(state, "P1 offer #4 P3 give=brech")
    assert is_legal(apply(state, "P2 decline #2"), "P1 offer #4 P2 give=brech")
    assert OPEN_PER_PARTNER == 3


@clauses("BH-9.12", "BH-21.1")
def test_twenty_offers_in_a_turn_counters_included() -> None:
    state = position(merchant("rostock", "blaue"), merchant("rostock", "sau"))
    state = apply(state, "P2 offer #1 P1 give=sau take=blaue", "P1 counter #1 #2 give=blaue take=sau", "P2 decline #2")
    for number in range(3, OFFERS_PER_TURN + 2):
        state = apply(state, f"P1 offer #{number} P2 give=blaue take=sau", f"P2 decline #{number}")
    assert state.offered[:2] == (OFFERS_PER_TURN, 1)
    assert refusal(state, "P1 offer #22 P2 give=blaue take=sau").clause == "BH-9.12"
    assert texts(state, 0, "offer") == []
    assert is_legal(state, "P2 offer #22 P1 give=sau take=blaue")
    assert refusal(state, "P2 offer #23 P1 give=sau take=blaue").clause == "BH-21.1"
    state = apply(state, "P1 close", "P1 end", "P2 travel rostock")
    assert is_legal(state, "P1 offer #1 P2 give=blaue take=sau")


@clauses("BH-9.9", "I-5", "I-18")
def test_only_what_happens_at_once_can_be_promised() -> None:
    """Terms name beans, purchases and the invitation; a deal binds because both sides happen in it."""
    assert Propose.__struct_fields__ == ("number", "target", "invite", "buy", "give", "take", "drop", "pay")
    state = position(merchant("rostock", "blaue"), merchant("hamburg", "sau garten"))
    offered = apply(state, "P1 offer #1 P2 invite give=blaue take=garten")
    assert offered.merchants == state.merchants
    done = apply(offered, "P2 accept #1")
    assert done.merchants[0].beans == ("garten",)
    assert done.merchants[1].beans == ("blaue", "sau")
    assert [each.talers for each in done.merchants] == [30, 30, 30]
    for again in ("P1 withdraw #1", "P2 decline #1", "P2 accept #1"):
        refusal(done, again)


@clauses("BH-11.1")
@pytest.mark.parametrize("words", ["give=5", "give=R1", "give=t1", "give=N01", "take=Zo", "talers=5", "give=blaue@1"])
def test_only_beans_change_hands(words: str) -> None:
    with pytest.raises(BadNotation):
        TITLE.parse(f"offer #1 P2 {words}")


@clauses("BH-11.1", "BH-10.3")
@pytest.mark.parametrize(
    ("give", "take"), [("blaue,blaue,sau", "garten"), ("", "garten,soja"), ("blaue,blaue,feuer,sau", "garten,soja")]
)
def test_any_numbers_can_be_exchanged(give: str, take: str) -> None:
    state = position(merchant("rostock", "blaue×2 feuer sau"), merchant("hamburg", "soja garten"))
    words = [f"{name}={beans}" for name, beans in (("give", give), ("take", take)) if beans]
    state = apply(state, f"P1 offer #1 P2 invite {' '.join(words)}", "P2 accept #1")
    taken = bag(take.replace(",", " "))
    assert all(kind in state.merchants[0].beans for kind in taken)
    assert len(state.merchants[0].beans) + len(state.merchants[1].beans) == 6


@clauses("BH-11.4")
def test_an_acceptor_drops_exactly_what_it_must() -> None:
    state = position(merchant("rostock", "garten×2"), merchant("rostock", "blaue feuer sau brech soja augen rote rote"))
    state = apply(state, "P1 offer #1 P2 give=garten,garten take=rote")
    assert set(texts(state, 1, "accept")) == {
        f"accept #1 drop={kind}" for kind in ("blaue", "feuer", "sau", "brech", "soja", "augen", "rote")
    }
    assert refusal(state, "P2 accept #1").clause == "BH-11.4"
    assert refusal(state, "P2 accept #1 drop=blaue,feuer").clause == "BH-11.4"
    state = apply(state, "P2 accept #1 drop=blaue")
    assert state.merchants[1].beans == bag("feuer sau brech soja augen rote garten garten")


@clauses("BH-11.3", "I-2")
def test_purchases_of_a_deal_need_room_before_the_exchange() -> None:
    state = position(merchant("rostock", "blaue feuer brech soja augen rote garten garten"), merchant("hamburg"))
    assert refusal(state, "P1 offer #1 P2 invite buy=sau@1 give=sau").clause == "BH-11.4"
    state = apply(state, "P1 offer #1 P2 invite buy=sau@1 give=sau drop=blaue", "P2 accept #1")
    assert state.merchants[0].beans == bag("feuer brech soja augen rote garten garten")


@clauses("BH-9.2")
def test_only_the_active_seat_buys_for_a_deal() -> None:
    state = position(merchant("rostock", "blaue"), merchant("rostock", "garten"))
    assert refusal(state, "P2 offer #1 P1 buy=sau@1 give=sau take=blaue").clause == "BH-9.2"
    assert refusal(state, "P1 offer #1 P2 buy=sau@1 give=blaue take=garten").clause == "BH-9.3"
    assert refusal(state, "P1 offer #1 P2 buy=sau@2 give=sau take=garten").clause == "BH-12.1"
    assert refusal(state, "P1 offer #1 P2 buy=sau@1,sau@1 give=sau,sau take=garten").clause == "BH-12.1"
    with pytest.raises(BadNotation):
        TITLE.parse("offer #1 P2 buy=sau@x give=sau")


@clauses("BH-9.7")
def test_a_superfluous_payment_is_refused() -> None:
    rich = position(merchant("rostock"), merchant("hamburg", "feuer", "Zo Na t1", talers=15))
    rich = apply(rich, "P1 offer #1 P2 invite")
    assert refusal(rich, "P2 accept #1 pay=feuer").clause == "BH-9.7"
    ordinary = apply(position(merchant("rostock"), merchant("hamburg", "feuer", talers=0)), "P1 offer #1 P2 invite")
    assert refusal(ordinary, "P2 accept #1 pay=feuer").clause == "BH-9.7"
    single = position(merchant("rostock", "sau"), merchant("hamburg", "feuer", "Zo Na t1", talers=12))
    single = apply(single, "P1 offer #1 P2 invite give=sau")
    assert texts(single, 1, "accept") == ["accept #1"]
    assert apply(single, "P2 accept #1 pay=feuer") == apply(single, "P2 accept #1")
    assert refusal(single, "P1 accept #1").clause == "BH-9.6"
    broke = position(merchant("rostock", "sau"), merchant("hamburg", "feuer", "Zo Na t1", talers=0))
    broke = apply(broke, "P1 offer #1 P2 invite give=sau")
    assert refusal(broke, "P2 accept #1 pay=feuer").clause == "BH-9.7"
    after, events = apply_with_events(broke, "P2 accept #1")
    assert after.merchants[1].credit == 10
    assert after.merchants[1].beans == ("sau",)
    assert "credit P2 10" in host_lines(events)
    active = apply(position(merchant("rostock", "sau"), merchant("rostock", "blaue")), "P2 offer #1 P1 give=blaue")
    assert refusal(active, "P1 accept #1 pay=sau").clause == "BH-9.7"


@clauses("BH-9.6")
def test_how_an_offer_ends() -> None:
    state = position(merchant("rostock", "blaue"), merchant("rostock", "sau"), merchant("rostock"))
    state = apply(state, "P1 offer #1 P2 give=blaue take=sau")
    assert refusal(state, "P2 withdraw #1").clause == "BH-9.6"
    assert isinstance(refusal(state, "P1 decline #1"), NotYourDecision)
    assert isinstance(refusal(state, "P3 accept #1"), NotYourDecision)
    assert refusal(state, "P2 decline #2").clause == "BH-9.6"
    for ended in ("P1 withdraw #1", "P2 decline #1"):
        after = apply(state, ended)
        assert open_numbers(after) == []
        assert after.offered == (1, 0, 0)


@clauses("BH-10.4")
def test_a_seat_is_invited_again_in_a_later_turn() -> None:
    state = position(merchant("rostock"), merchant("visby"), merchant("hamburg", hand="t1 t4 Na Zo"))
    state = apply(state, "P1 offer #1 P3 invite", "P3 accept #1", "P1 close", "P1 end", "P2 travel visby")
    state = apply(state, "P2 offer #1 P3 invite", "P3 accept #1")
    assert state.merchants[2].town == "visby"
    assert state.merchants[2].hand == cards("Na Zo t1 t4")


@pytest.mark.parametrize("line", ["P1 offer #2 P2 invite", "P1 offer #1 P1 invite", "P1 offer #1 P4 invite"])
def test_a_wrong_number_or_partner_is_refused(line: str) -> None:
    with pytest.raises(Illegal):
        apply(position(), line)
