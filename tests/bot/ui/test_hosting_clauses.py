"""The clauses about playing with people who are not there at the same time, as players meet them: through the bot.

Not for the rules themselves, which the titles' own tests have, and not for clauses that other tests of the bot name:
`python -m tests.engine.clauses hansa` says where each is met.
"""

import discord
import pytest
from simcord import MemberActor

from bot.store.hosted_game import HostedGame
from bot.table import decisions
from bot.texts.story import Story
from bot.ui.labels import summary_of
from bot.ui.panels.play import panel
from engine.errors import Illegal, Stale
from engine.history import Game
from engine.values import State
from tests.bot.lounge import ENGLISH, Lounge
from tests.engine.bohn import positions as bohn
from tests.engine.clauses import clauses
from tests.engine.haithabu import positions as haithabu
from tests.engine.hansa import positions as hansa
from tests.engine.teutonica import positions as teutonica

NOTHING_ASKED = "Nothing is asked of you now."
TRADER = {"minden__hannover:1": "P2T"}
DISPLACE = "displace minden__hannover:1 T pay T"


class Seated:
    """A running game of Anna, Bert and Carl, put to a position; what they do there goes through the table."""

    def __init__(self, lounge: Lounge, hosted: HostedGame) -> None:
        self.lounge = lounge
        self.hosted = hosted

    def put(self, state: State) -> None:
        self.hosted.enter(Game(self.hosted.title, self.hosted.setup(), state), 0)
        self.hosted.mark()

    def do(self, who: MemberActor, *texts: str, made_on: int | None = None) -> None:
        seen = self.hosted.version if made_on is None else made_on
        decisions.act(self.hosted, who.id, texts, seen, 0.0)

    def undo(self, who: MemberActor) -> None:
        decisions.undo(self.hosted, who.id, self.hosted.version, 0.0)

    async def panel(self, who: MemberActor) -> str:
        return (await panel(self.lounge.client.context, ENGLISH, self.hosted, who.id)).content

    def story(self, seat: int) -> str:
        """What the board tells to the seat."""
        return Story(summary_of(ENGLISH, self.hosted, ("Anna", "Bert", "Carl")), self.hosted.game, (seat,)).text()

    @property
    def owed(self) -> set[int]:
        return self.hosted.owed()


async def seated(lounge: Lounge, title: str, state: State) -> Seated:
    await lounge.started(title, lounge.bert, lounge.carl)
    table = Seated(lounge, await lounge.hosted())
    table.put(state)
    return table


# ---- Hansa


@clauses("HA-18.2")
async def test_a_refill_is_skipped_in_words(lounge: Lounge) -> None:
    table = await seated(lounge, "hansa", hansa.now(hansa.position(phase="refill", empty=["riga.a"])))
    with pytest.raises(Illegal):
        table.do(lounge.anna, "sail danzig")
    table.do(lounge.anna, "skip", "sail danzig")
    assert table.hosted.version == 2


@clauses("HA-18.3", "HA-18.1")
async def test_who_loses_a_marker_without_a_choice_is_told_and_not_asked(lounge: Lounge) -> None:
    start = hansa.position(ship="kalmar", booths={"kalmar": (1,)}, face_up=["G1 G2", "G3", "G1 G2"])
    table = await seated(lounge, "hansa", hansa.now(start))
    table.do(lounge.anna, "sell G1 G2")
    assert table.owed == {2}
    assert NOTHING_ASKED in await table.panel(lounge.bert)
    assert "loses" in table.story(1)
    assert NOTHING_ASKED not in await table.panel(lounge.carl)


@clauses("HA-18.4")
async def test_a_standing_order_answers_at_once_and_nobody_sees_it_before(lounge: Lounge) -> None:
    start = hansa.position(ship="kalmar", booths={"kalmar": (1,)}, face_up=["G1 G2", "G1 G3", "G1 G2"])
    table = await seated(lounge, "hansa", hansa.now(start))
    before = await table.panel(lounge.anna)
    table.do(lounge.bert, "standing fewest")
    assert await table.panel(lounge.anna) == before
    table.do(lounge.anna, "sell G1 G2")
    assert table.owed == {2}
    assert NOTHING_ASKED in await table.panel(lounge.bert)
    table.do(lounge.carl, "lose G2")
    assert table.hosted.title.view(table.hosted.state, 1).players[1].face_up == ("G3",)


@clauses("HA-18.7")
async def test_an_answer_to_a_sale_is_taken_though_another_came_first(lounge: Lounge) -> None:
    start = hansa.position(ship="kalmar", booths={"kalmar": (1,)}, face_up=["G1 G2", "G1 G3", "G1 G2"])
    table = await seated(lounge, "hansa", hansa.now(start))
    table.do(lounge.anna, "sell G1 G2")
    seen = table.hosted.version
    table.do(lounge.bert, "lose G1")
    table.do(lounge.carl, "lose G2", made_on=seen)
    assert table.owed == {0}
    with pytest.raises(Stale):
        table.do(lounge.anna, "sail copenhagen", made_on=seen)


@clauses("HA-18.8")
async def test_the_panel_says_what_is_sold_and_what_may_be_lost(lounge: Lounge) -> None:
    start = hansa.position(ship="kalmar", booths={"kalmar": (1,)}, face_up=["G1 G2", "G1 G3"])
    table = await seated(lounge, "hansa", hansa.now(start))
    table.do(lounge.anna, "sell G1 G2")
    assert "sells green: you lose one of your markers of that colour" in await table.panel(lounge.bert)
    table.put(hansa.now(hansa.position(face_up=["Y1 Y2 G1 G2 R3"])))
    table.do(lounge.anna, "end")
    assert "You hold 5 markers and keep 3: discard 2." in await table.panel(lounge.anna)


# ---- Hansa Teutonica


@clauses("HT-25.2", "HT-25.8")
async def test_the_displaced_alone_is_asked_and_told_all_there_is_to_know(lounge: Lounge) -> None:
    state = teutonica.position(seats=3, roads=TRADER, supply={"P1": "2T"}, stock={"P2": "3T1M"})
    table = await seated(lounge, "teutonica", state)
    table.do(lounge.anna, DISPLACE)
    assert table.owed == {1}
    for other in (lounge.anna, lounge.carl):
        assert NOTHING_ASKED in await table.panel(other)
    asked = await table.panel(lounge.bert)
    assert "has displaced your trader from" in asked
    assert "It may go to " in asked
    assert "You may add up to 1 piece from your stock (3 traders, 1 merchant)." in asked


@clauses("HT-25.3")
async def test_who_scores_in_anothers_turn_is_told_and_not_asked(lounge: Lounge) -> None:
    state = teutonica.position(seats=3, roads={"minden__hannover": "TTT"}, rows={"hannover": "P2"})
    table = await seated(lounge, "teutonica", state)
    before = table.hosted.title.scores(table.hosted.title.view(table.hosted.state, None))
    table.do(lounge.anna, "create minden__hannover none")
    after = table.hosted.title.scores(table.hosted.title.view(table.hosted.state, None))
    assert after[1] > before[1]
    assert table.owed == {0}
    assert NOTHING_ASKED in await table.panel(lounge.bert)
    assert "point" in table.story(1)


@clauses("HT-25.4")
async def test_a_standing_order_recruits_along_and_nobody_sees_it_before(lounge: Lounge) -> None:
    state = teutonica.position(seats=3, tiles={"P2": "recruit_along"}, stock={"P1": "6T", "P2": "2T1M"})
    table = await seated(lounge, "teutonica", state)
    before = await table.panel(lounge.anna)
    with pytest.raises(Illegal):
        table.do(lounge.carl, "standing merchant")
    table.do(lounge.bert, "standing merchant")
    assert await table.panel(lounge.anna) == before
    table.do(lounge.anna, "recruit 3T")
    assert table.owed == {0}
    assert "takes a merchant along" in table.story(1)
    with pytest.raises(Illegal):
        table.undo(lounge.anna)


@clauses("HT-25.5")
async def test_a_displacement_is_taken_back_until_the_displaced_decides(lounge: Lounge) -> None:
    state = teutonica.position(seats=3, roads=TRADER, supply={"P1": "2T"}, stock={"P2": "3T"})
    table = await seated(lounge, "teutonica", state)
    table.do(lounge.anna, DISPLACE)
    table.undo(lounge.anna)
    assert table.owed == {0}
    table.do(lounge.anna, DISPLACE)
    title = table.hosted.title
    table.do(lounge.bert, title.text(title.legal(table.hosted.state, 1)[0]))
    with pytest.raises(Illegal):
        table.undo(lounge.anna)


@clauses("HT-25.7")
async def test_several_decisions_are_all_or_none_and_none_on_an_older_position(lounge: Lounge) -> None:
    table = await seated(lounge, "teutonica", teutonica.position(seats=3, supply={"P1": "3T"}))
    with pytest.raises(Illegal):
        table.do(lounge.anna, "place T minden__hannover:1", "place T minden__hannover:1")
    assert table.hosted.version == 0
    table.do(lounge.anna, "place T minden__hannover:1", "place T minden__hannover:2")
    with pytest.raises(Stale):
        table.do(lounge.anna, "end", made_on=0)


# ---- Bohn Hansa


def trading(**more: object) -> State:
    """P1 and P2 at rostock, P1 to trade."""
    both = bohn.merchant("rostock", "blaue brech"), bohn.merchant("rostock", "sau feuer")
    return bohn.position(*both, **more)  # type: ignore[arg-type]


@clauses("BH-20.2", "BH-20.1")
async def test_an_open_offer_keeps_nobody(lounge: Lounge) -> None:
    table = await seated(lounge, "bohn", trading())
    table.do(lounge.anna, "offer #1 P2 give=blaue take=sau")
    assert table.owed == {0, 1}
    assert NOTHING_ASKED not in await table.panel(lounge.bert)
    table.do(lounge.anna, "buy sau@1")
    table.do(lounge.anna, "close")
    assert 0 in table.owed


@clauses("BH-20.10")
async def test_whoever_is_asked_reads_what_is_offered(lounge: Lounge) -> None:
    table = await seated(lounge, "bohn", trading())
    table.do(lounge.anna, "offer #1 P2 give=blaue take=sau")
    assert "Offer #1 from **anna** · you get a blue bean · you give a broad bean." in await table.panel(lounge.bert)
    assert "you get" not in await table.panel(lounge.anna)


@clauses("BH-20.3")
async def test_an_offer_is_accepted_though_the_board_has_moved_on(lounge: Lounge) -> None:
    table = await seated(lounge, "bohn", trading())
    table.do(lounge.anna, "offer #1 P2 give=blaue take=sau")
    seen = table.hosted.version
    table.do(lounge.anna, "buy sau@1")
    table.do(lounge.bert, "accept #1", made_on=seen)
    assert "blaue" in table.hosted.title.view(table.hosted.state, 1).merchants[1].beans
    with pytest.raises(Stale):
        table.do(lounge.anna, "close", made_on=seen)


@clauses("BH-20.5")
async def test_who_is_closed_is_asked_nothing(lounge: Lounge) -> None:
    table = await seated(lounge, "bohn", trading())
    table.do(lounge.bert, "standing closed")
    table.do(lounge.anna, "offer #1 P2 give=blaue take=sau")
    assert table.owed == {0}
    assert NOTHING_ASKED in await table.panel(lounge.bert)
    with pytest.raises(Illegal):
        table.do(lounge.bert, "standing closed")
    table.do(lounge.bert, "standing open")
    table.do(lounge.anna, "offer #2 P2 give=blaue take=sau")
    assert table.owed == {0, 1}


@clauses("BH-20.7", "BH-20.8")
async def test_what_was_bought_is_taken_back_past_an_offer_that_stays_open(lounge: Lounge) -> None:
    table = await seated(lounge, "bohn", trading())
    table.do(lounge.anna, "buy sau@1")
    table.do(lounge.anna, "offer #1 P2 give=blaue take=feuer")
    table.undo(lounge.anna)
    assert "sau" not in table.hosted.title.view(table.hosted.state, 0).merchants[0].beans
    assert table.owed == {0, 1}, "the offer still waits"
    with pytest.raises(Illegal):
        table.undo(lounge.anna)


@clauses("BH-20.9")
async def test_nobody_reads_what_people_say(lounge: Lounge) -> None:
    """The bot asks Discord for no messages, so that chat can be no decision."""
    intents: discord.Intents = lounge.client.intents
    asked_for = {name for name, given in intents if given}
    assert not [name for name in asked_for if "message" in name]


# ---- Haithabu


@clauses("HB-16.4")
async def test_a_run_is_taken_back_unless_it_tells_something_of_the_trap(lounge: Lounge) -> None:
    table = await seated(lounge, "haithabu", haithabu.position(seats=3))
    table.do(lounge.anna, "run N4 ac1 over a")
    assert table.owed == {1}
    table.undo(lounge.anna)
    assert table.owed == {0}
    table.put(haithabu.position(seats=3, trap="t"))
    table.do(lounge.anna, "run N4 ac1 over a")
    with pytest.raises(Illegal):
        table.undo(lounge.anna)
