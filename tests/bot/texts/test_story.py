"""What a story tells: all that its reader has not seen, their own decisions below it, what was taken back; no secrets.

Not for how a title condenses decisions (its own tests) and not for where a story stands: `tests/bot/ui/test_posts.py`.
"""

import re

import pytest

import render
from bot.texts import LANGUAGES, texts
from bot.texts.story import LONGEST, LONGEST_ALONE, NEWS, Story, _counted, _summed
from bot.texts.summary import Summary
from engine.bohn.events import Offered, Scored, Sold
from engine.bohn.state import Terms
from engine.bohn.title import TITLE as BOHN
from engine.chance import Stream
from engine.hansa.actions import Buy, Skip
from engine.hansa.events import Pay
from engine.history import Game, told_since
from engine.policies import random_policy, simple_policy
from engine.registry import KEYS
from engine.teutonica.events import Point
from engine.teutonica.title import TITLE
from engine.values import UNDO, Action, Deed
from render.words.title_words import seat_name
from tests.bot.texts.prose import assert_set_in_french
from tests.bot.texts.test_summary import NAMES, begun
from tests.engine.teutonica.positions import position
from tests.engine.walks import VARIANTS, Variant, walk

PAIRS = 6
SMALL = 400
OFFER = Offered(number="#1", maker=1, target=0, terms=Terms(invite=False, buy=(), give=("blaue",), take=()))
OFFERED = Deed(1, BOHN.parse("offer #1 P1 give=blaue"), (OFFER, Scored(seat=2, total=30)))
OTHERS = 300
"""Decisions of others that a long story is of."""


def story(game: Game, *seats: int, code: str = "en") -> Story:
    return Story(Summary(texts(code), game.title, NAMES), game, seats)


def told(game: Game, *seats: int, code: str = "en") -> str:
    return story(game, *seats, code=code).text()


def decide(game: Game, *lines: str) -> Game:
    """“P1 place riga”: who decides what."""
    for line in lines:
        game.apply(int(line[1]) - 1, game.title.parse(line[3:]))
    return game


def sailing() -> Game:
    """Hansa after all have placed; it is Anna's first turn, and Bert has placed since she did."""
    game = decide(begun("hansa"), "P1 place riga", "P2 place reval", "P1 place danzig", "P2 place lubeck")
    return decide(game, "P1 place tonsberg", "P2 place stockholm")


# ---- what is told


def test_the_opening_is_told_before_anybody_has_decided() -> None:
    assert begun("teutonica").opening
    assert told(begun("hansa"), 0).startswith("Not in play this time: ")
    begins = told(begun("haithabu"), 0)
    assert "sets the first trap" in begins, "those who lay traps are drawn at the start"


def test_a_reader_is_told_all_since_their_last_decision() -> None:
    game = decide(begun("hansa"), "P1 place riga", "P2 place reval")
    assert "Reval" in told(game, 0)
    assert "Riga" not in told(game, 0), "their own decision of an earlier turn is no news"
    assert told(game, 1) == "", "who has just decided has seen all"
    assert told(game, 0, 1) == told(game, 0), "of several readers, the one who was away longest counts"


def test_what_was_told_stays_while_the_reader_plays_and_their_own_is_added_below() -> None:
    """The opponents' story must survive the reader's first decision."""
    game, stream = sailing(), Stream("story", "plays")
    before = story(game, 0).told().news
    assert before
    assert any("Stockholm" in line for line in before)
    assert not any("Lübeck" in line for line in before), "that was before her own last decision"
    turn, made = game.title.view(game.state, None).active, 0
    while game.title.view(game.state, None).active == turn:
        assert story(game, 0).told().news == before
        assert told(game, 0).startswith("\n".join(before))
        assert bool(story(game, 0).told().own) == bool(made)
        game.apply(0, simple_policy(game.title, game.state, 0, stream))
        made += 1
    assert made > 1
    assert story(game, 1).told().news != before, "the next reader has not seen what was decided now"


def test_turns_of_computers_are_told_with_those_of_people() -> None:
    """Whoever decided: a reader is told of everybody since their own last decision."""
    game, stream = begun("bohn"), Stream("story", "computers")
    while len({step.seat for step in game.steps}) < 3 or not game.to_act() or game.to_act()[0].seat:
        seat = game.to_act()[0].seat
        game.apply(seat, simple_policy(game.title, game.state, seat, stream))
    text = told(game, 0)
    assert "**Bert**" in text
    assert "**Carl**" in text


def test_without_readers_the_latest_turn_is_told() -> None:
    game = sailing()
    decide(game, f"P1 {game.title.text(simple_policy(game.title, game.state, 0, Stream('a', 'b')))}")
    assert story(game).told().news == ()
    assert story(game).told().own == story(game, 0).told().own


@pytest.mark.parametrize("key", KEYS)
def test_the_end_is_told_with_the_turn_that_led_to_it(key: str) -> None:
    """Nobody is asked anything any more, yet the last moves and why it ended must be told."""
    game, stream = begun(key), Stream("story", "end")
    while decisions := game.to_act():
        seat = decisions[0].seat
        game.apply(seat, simple_policy(game.title, game.state, seat, stream))
    last = game.steps[-1].seat
    assert f"**{NAMES[last]}**" in told(game)
    everybody = told(game, *range(game.title.view(game.state, None).seats))
    assert told(game).rpartition(". ")[2] == everybody.rpartition(". ")[2]
    assert len(everybody) > len(told(game))


# ---- what was done to the reader


def test_what_was_done_to_the_reader_comes_first_and_bold() -> None:
    """Hansa Teutonica: whoever is displaced reads that before anything else (HT-7.1)."""
    game, stream, victims = begun("teutonica", "a"), Stream("story", "displaced"), list[int]()
    while not victims:
        seat = game.to_act()[0].seat
        events = game.apply(seat, simple_policy(game.title, game.state, seat, stream))
        victims = [victim for event in events for victim in event.done_to() if victim != seat]
    victim = victims[0]
    first = told(game, victim).splitlines()[0]
    assert first.startswith(f"**{NEWS}")
    assert first.endswith("**")
    assert first.count("**") == 2, "bold from end to end"
    assert not told(game, 1 - victim).startswith(f"**{NEWS}"), "others are not told of it so"
    assert told(game, victim).replace("**", "").count(first.strip("*▸ ")) == 1, "and nobody is told twice"


def test_what_was_done_to_the_reader_again_and_again_is_counted() -> None:
    """Hansa: Bert buys twice where Anna leads, and pays her a taler each time (HA-8.2)."""
    buys = [Deed(1, Buy(face), (Pay(seat=1, to=0, talers=1),)) for face in ("Y2", "G3")]
    told_apart = story(sailing(), 0)._sentences([buys[0], Deed(2, Skip()), buys[1]])
    assert told_apart.done_to == ["Bert pays 1 taler to Anna."] * 2
    assert _summed(told_apart.done_to) == ("Bert pays 1 taler to Anna. (×2)",)
    assert not any("pays" in line for line in told_apart.lines), "it stands above already"


def test_what_follows_from_what_was_done_to_the_reader_does_not_repeat_it() -> None:
    """Bohn Hansa: an offer that is the last thing before the end."""
    told_apart = story(begun("bohn"), 0)._sentences([OFFERED])
    assert told_apart.done_to == ["Bert makes Anna an offer, giving a blue bean."]
    assert told_apart.lines == ["**Carl** ends with 30 talers."]


@pytest.mark.parametrize("code", LANGUAGES)
def test_who_has_nothing_to_sell_sells_nothing(code: str) -> None:
    """Bohn Hansa: at the end everybody sells what beans they have; some have none."""
    sold = Sold(seat=1, beans=(), talers=0)
    assert texts(code).event(BOHN, sold, seat_name) is None


def test_what_one_does_oneself_is_not_done_to_one() -> None:
    """Hansa Teutonica: whoever controls a city gains from every route there, their own or not (HT-10.2)."""
    reader, gain = story(begun("teutonica"), 0), Point(seat=0, points=1, reason="control", city="goslar")
    route = "goslar__magdeburg"
    create = TITLE.parse(f"create {route} none")
    assert reader._sentences([Deed(0, create, (gain,))]).done_to == []
    assert reader._sentences([Deed(1, create, (gain,))]).done_to == ["Anna gains 1 point for controlling Goslar."]


# ---- long stories


def away(key: str, most: int = OTHERS) -> Game:
    """A game whose first seat decides nothing for long: others decide until it is asked, again and again."""
    game, stream = begun(key), Stream("story", "away")
    for _ in range(most):
        decisions = game.to_act()
        if not decisions:
            break
        seat = decisions[-1].seat
        game.apply(seat, random_policy(game.title, game.state, seat, stream))
    return game


class FromTheStart(Story):
    """A reader who has seen nothing at all."""

    def __init__(self, summary: Summary, game: Game) -> None:
        super().__init__(summary, game, [])
        self.first = 0


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("key", KEYS)
def test_a_long_story_counts_what_has_no_room(key: str, code: str) -> None:
    """Nothing is silently cut: one line says how much is missing, and where it is told."""
    game = away(key)
    long = FromTheStart(Summary(texts(code), game.title, NAMES), game)
    parts = long.told()
    count = len(parts.done_to) + len(parts.news) + len(parts.own) + len(parts.taken_back) + parts.earlier
    for longest, in_log in ((LONGEST, False), (LONGEST_ALONE, True), (400, True)):
        lines = long.text(longest, in_log=in_log).splitlines()
        assert len("\n".join(lines)) <= longest
        small = [line for line in lines if line.startswith("-#")]
        if len(small) == 0:
            assert len(lines) == count
            continue
        (counted,) = small
        shown = len(lines) - 1
        assert re.findall(r"\d+", counted) == [str(count - shown)]
        assert not any(line.endswith("…") for line in lines), "sentences are told whole or not at all"
        whole = {*parts.news, *parts.own}
        assert all(line in whole for line in lines if line != counted and not line.startswith(("**" + NEWS, "~~")))


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("key", KEYS)
def test_a_panel_that_comes_too_late_counts_what_has_no_room(key: str, code: str) -> None:
    """What was decided since a position somebody looked at: nothing is cut in the middle of a sentence there either."""
    game = away(key)
    lines = story(game, code=code).since(0).splitlines()
    assert len("\n".join(lines)) <= LONGEST
    assert [line for line in lines if line.endswith("…")] == []
    all_of_it = FromTheStart(Summary(texts(code), game.title, NAMES), game).told()
    assert lines[0].startswith("-#") == (len(all_of_it.news) + len(all_of_it.own) > len(lines))


DOUBLED = re.compile(r"\b\d+ (\d+\b(?! \D)|\d+ ×|× \d+ ×)")
"""A number that is said twice: “2 2 × green markers”."""


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("key", KEYS)
def test_how_many_there_are_is_said_once(key: str, code: str) -> None:
    game, stream = begun(key, "plenty"), Stream("story", "plenty")
    while decisions := game.to_act():
        game.apply(decisions[0].seat, simple_policy(game.title, game.state, decisions[0].seat, stream))
    sentences = FromTheStart(Summary(texts(code), game.title, NAMES), game).told()
    assert [line for line in (*sentences.news, *sentences.own) if DOUBLED.search(line)] == []


def test_what_lies_too_far_back_is_counted_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.texts.story.FARTHEST", 5)
    game = away("haithabu", 30)
    parts = FromTheStart(Summary(texts("en"), game.title, NAMES), game).told()
    assert parts.earlier > 0
    assert f"{parts.earlier} more" in FromTheStart(Summary(texts("en"), game.title, NAMES), game).text()


def test_what_comes_again_and_again_is_told_once() -> None:
    """Offers and their refusals: the same two sentences, four times in a row."""
    assert _counted(["a", "b", "a", "b", "a", "b", "c"]) == ["a b (×3)", "c"]
    assert _counted(["c", "a", "a", "b"]) == ["c", "a (×2)", "b"]
    assert _counted(["a", "b", "c", "a", "b"]) == ["a", "b", "c", "a", "b"]
    assert _counted([]) == []


# ---- what was taken back


def undone() -> Game:
    game, stream = sailing(), Stream("story", "undo")
    while not game.can_undo(0):
        game.apply(0, simple_policy(game.title, game.state, 0, stream))
    return game


def test_a_decision_taken_back_is_struck_out() -> None:
    game = undone()
    *earlier, withdrawn = story(game, 0).told().own
    game.apply(0, UNDO)
    assert story(game, 0).told().own == tuple(earlier)
    assert told(game, 0).splitlines()[-1] == f"~~{withdrawn}~~"
    other = next(action for action in game.title.legal(game.state, 0) if not game.title.is_aside(action))
    game.apply(0, other)
    assert f"~~{withdrawn}~~" in told(game, 0), "as long as the same person plays"


def test_it_stands_so_until_somebody_else_decides() -> None:
    game, stream = undone(), Stream("story", "after")
    game.apply(0, UNDO)
    while {decision.seat for decision in game.to_act()} == {0}:
        game.apply(0, simple_policy(game.title, game.state, 0, stream))
    assert "~~" in told(game, 1)
    game.apply(1, simple_policy(game.title, game.state, 1, stream))
    assert "~~" not in told(game, 1)


def test_an_order_that_nobody_knows_of_leaves_it_struck_out() -> None:
    """HA-11.3: whether somebody has given a standing order must be seen nowhere, not by what is gone either."""
    game = undone()
    game.apply(0, UNDO)
    before = [told(game, *seats, code=code) for code in LANGUAGES for seats in ((0,), (1,), ())]
    orders = [action for action in game.title.legal(game.state, 1) if game.title.is_aside(action)]
    assert orders
    for order in orders:
        ordered = after(game, 1, order)
        assert [told(ordered, *seats, code=code) for code in LANGUAGES for seats in ((0,), (1,), ())] == before


# ---- secrets


def after(game: Game, seat: int, action: Action) -> Game:
    """The game with one more decision; the one given stays as it is."""
    other = Game(game.title, game.setup, game.first, game.opening)
    for line in game.lines:
        other.follow(line)
    other.apply(seat, action)
    return other


def everything(game: Game) -> list[str]:
    """What any board could tell, in every language: to nobody, to one, to all."""
    seats = range(game.title.view(game.state, None).seats)
    readers = [(), *((seat,) for seat in seats), tuple(seats)]
    return [told(game, *each, code=code) for code in LANGUAGES for each in readers]


def picture(game: Game) -> render.Picture:
    view, told_to = game.title.view(game.state, None), [0, 1]
    return render.paint(game.title.key, view, latest=told_since(game, told_to), width=SMALL)


def test_a_standing_order_of_teutonica_is_told_nowhere() -> None:
    """HT-22.2, HT-26.1: who owns the tile “recruit along” may give one; nobody else can tell whether."""
    state = position(tiles={"P2": "recruit_along"}, stock={"P1": "6T", "P2": "2T"})
    game, stream, compared = Game(TITLE, None, state), Stream("telling", "teutonica"), 0
    for _ in range(8):
        compared += sum(_orders_change_nothing(game, seat) for seat in range(2))
        seat = game.to_act()[0].seat
        game.apply(seat, random_policy(game.title, game.state, seat, stream))
    assert compared


@pytest.mark.parametrize("key", ["hansa", "bohn", "haithabu"])
def test_two_games_that_the_table_cannot_tell_apart_are_told_alike(key: str) -> None:
    """Sealed answers, opening contracts, standing orders, trap notes."""
    game, stream, compared = begun(key), Stream("telling", key), 0
    for place in range(14):
        decisions = game.to_act()
        for seat in range(game.title.view(game.state, None).seats):
            legal = list(game.title.legal(game.state, seat))
            pairs = [(stream.choice(legal), stream.choice(legal)) for _ in range(PAIRS)] if legal else []
            for one, two in [*pairs, *([(legal[0], legal[-1]), (legal[-2], legal[-1])] if len(legal) > 1 else [])]:
                first, second = after(game, seat, one), after(game, seat, two)
                same_view = first.title.view(first.state, None) == second.title.view(second.state, None)
                if one != two and same_view and first.log(None) == second.log(None):
                    compared += 1
                    assert everything(first) == everything(second)
                    if not place:
                        assert picture(first) == picture(second)
            compared += _orders_change_nothing(game, seat)
        if not decisions:
            break
        seat = stream.choice(decisions).seat
        game.apply(seat, random_policy(game.title, game.state, seat, stream))
    assert compared, f"{key} has secrets, so there must have been something to compare"


def _orders_change_nothing(game: Game, seat: int) -> int:
    """How many orders of the seat were looked at that nobody knows of."""
    compared = 0
    for order in (action for action in game.title.legal(game.state, seat) if game.title.is_aside(action)):
        ordered = after(game, seat, order)
        if ordered.log(None) == game.log(None):
            compared += 1
            assert everything(ordered) == everything(game)
            assert told_since(ordered, [0, 1]) == told_since(game, [0, 1]), "nor what the picture marks"
    return compared


FIRST_OF_EACH = list({variant.key: variant for variant in reversed(VARIANTS)}.values())


@pytest.mark.parametrize("variant", FIRST_OF_EACH, ids=str)
def test_what_is_hidden_from_the_table_changes_no_byte_of_the_marks(variant: Variant) -> None:
    """Pictures that tell since a reader's last decision, of states that differ only in what nobody sees."""
    title = variant.title
    for count, game in enumerate(walk(variant, "marks", 90)):
        if count % 30:
            continue
        hidden = title.resample(game.state, None, Stream("other", "marks"))
        latest = told_since(game, range(variant.seats))
        assert render.paint(title.key, title.view(game.state, None), latest=latest, width=SMALL) == render.paint(
            title.key, title.view(hidden, None), latest=latest, width=SMALL
        )


# ---- languages


@pytest.mark.parametrize("variant", FIRST_OF_EACH, ids=str)
def test_french_stories_are_set_as_french(variant: Variant) -> None:
    for count, game in enumerate(walk(variant, "french", 150, undo=True)):
        if count % 3 == 0:
            for line in told(game, 0, code="fr").splitlines():
                assert "{" not in line
                assert_set_in_french(line)
