"""What is said to a seat that is about to decide: a short sentence for every note, and equal where only secrets differ.

Not for which notes a title has: its own tests have those.
"""

import pytest

from bot.texts import LANGUAGES, texts
from engine.chance import Stream
from engine.haithabu.state import HaithabuState
from engine.registry import KEYS, title
from render.words.catalogue import catalogue
from tests.engine.bohn.positions import apply, merchant
from tests.engine.bohn.positions import position as position_of_bohn
from tests.engine.haithabu.positions import position
from tests.engine.hansa.positions import act, sale
from tests.engine.test_generic import at_each_position, variant
from tests.engine.teutonica.playing import play
from tests.engine.teutonica.positions import position as position_of_teutonica
from tests.engine.whole_games import Position

__all__ = ["variant"]
LONGEST = 200


@at_each_position
def test_every_note_has_its_sentence(position: Position) -> None:
    game, stream = position.game, Stream(str(position), "prompts")
    for seat in (None, *range(position.variant.seats)):
        view, hidden = game.title.view(game.state, seat), game.title.resample(game.state, seat, stream)
        for code in LANGUAGES:
            said = texts(code).prompts(game.title, view)
            assert all(0 < len(sentence) <= LONGEST for sentence in said)
            assert texts(code).prompts(game.title, game.title.view(hidden, seat)) == said
            assert not said or any(decision.seat == seat for decision in game.to_act())


@at_each_position
def test_a_prompt_says_what_all_may_know(position: Position) -> None:
    """It also stands in the call that a channel sees: what the table cannot tell apart changes nothing in it."""
    game = position.game
    hidden = game.title.resample(game.state, None, Stream(str(position), "called"))
    for seat in range(position.variant.seats):
        assert game.title.prompt(game.title.view(hidden, seat)) == game.title.prompt(game.title.view(game.state, seat))


@pytest.mark.parametrize("key", KEYS)
def test_all_languages_have_the_same_prompts(key: str) -> None:
    assert len({frozenset(catalogue(code, key).prompts) for code in LANGUAGES}) == 1


def haithabu(code: str, state: HaithabuState) -> list[str]:
    found = title("haithabu")
    return texts(code).prompts(found, found.view(state, 0))


def test_a_prompt_of_haithabu() -> None:
    state = position({"N1": "N-p1"}, {"N": "c"}, quiet=1)
    assert haithabu("en", state) == [
        "With 1 token on your track you run exactly 4 steps; every token you put takes one off.",
        "1 turn without an arrival; after 99 more the game ends.",
        "A passage must be left: only N1 may run, and not to a passage.",
    ]
    assert haithabu("fr", state) == [
        "Avec 1 jeton sur votre piste, vous courez exactement 4 pas\u202f; chaque jeton posé en retire un.",
        "1 tour sans arrivée\u202f; après 99 de plus, la partie s’arrête.",
        "Il faut quitter les passages\u202f: ne peuvent courir que N1, et pas vers un passage.",
    ]


def test_prompts_in_another_turn() -> None:
    """HT-25.8, HA-18.8: by the names of the seats, and with the words of the title."""
    state = play(position_of_teutonica(roads={"minden__hannover:1": "P2T"}, supply={"P1": "2T"}, stock={"P2": "3T1M"}),
                 "P1 displace minden__hannover:1 T pay T")  # fmt: skip
    found = title("teutonica")
    said = texts("en").prompts(found, found.view(state, 1))
    assert said[0] == "P1 has displaced your trader from Minden–Hannover."
    assert said[1].startswith("It may go to ")
    assert said[2] == "You may add up to 1 piece from your stock (3 traders, 1 merchant)."
    french = texts("fr").prompts(found, found.view(state, 1))
    assert french[0] == "P1 a délogé votre négociant de Minden–Hannover."
    game = sale()
    act(game, "P1 sell G1 G2")
    hansa = title("hansa")
    (told,) = texts("en").prompts(hansa, hansa.view(game.state, 1))
    assert told == "P1 sells green: you lose one of your markers of that colour, green ×1 and green ×3."


def test_an_offer_is_told_from_the_side_of_whoever_answers() -> None:
    """BH-20.10: what I get stands before what I give, whoever made the offer."""
    both = merchant("rostock", "blaue brech"), merchant("rostock", "sau feuer")
    bohn = title("bohn")
    state = apply(position_of_bohn(*both), "P1 offer #1 P2 give=blaue,brech take=sau")
    (told,) = texts("en").prompts(bohn, bohn.view(state, 1))
    assert told == "Offer #1 from P1 · you get a blue bean and a snap bean · you give a broad bean."
    (french,) = texts("fr").prompts(bohn, bohn.view(state, 1))
    assert french == "Offre #1 de P1 · vous recevez un haricot bleu et un mange-tout · vous donnez une fève."
    assert not texts("en").prompts(bohn, bohn.view(state, 0))


def test_an_invitation_says_who_comes_where() -> None:
    """BH-20.10: whoever is not on turn comes to the town of the one who is, whoever of them offers."""
    bohn = title("bohn")
    apart = position_of_bohn(merchant("rostock", "blaue brech"), merchant("visby", "sau feuer", "t1 t4 t5 t6 t7 Na Zo"))
    invited = apply(apart, "P1 offer #1 P2 invite buy=sau@1 give=sau")
    (told,) = texts("en").prompts(bohn, bohn.view(invited, 1))
    assert told == (
        "Offer #1 from P1 · you get a broad bean · P2 comes to Rostock · bought for it: a broad bean from square 1."
    )
    asking = apply(apart, "P2 offer #1 P1 invite take=blaue")
    (asked,) = texts("en").prompts(bohn, bohn.view(asking, 0))
    assert asked == "Offer #1 from P2 · you give a blue bean · P2 comes to Rostock."


def test_a_run_tried_out() -> None:
    """S-4: a way that enters a space twice is told step by step."""
    found = title("haithabu")
    state = position({"N1": "ac1"}, {"N": "aghmn"})
    tried = found.trial(state, 0, found.parse("run N1 ae1 over - put a"))
    assert texts("en").notes(found, tried.notes) == [
        "The way: a N-p6 N-p7 N-s6 N-p6 a ae1.",
        "Then 4 tokens lie on your track, and you run exactly 7 steps next.",
    ]
    west = found.trial(position({"N1": "e"}, {"N": "ghm"}), 0, found.parse("run N1 k over -"))
    assert texts("fr").notes(found, west.notes)[0] == "Le chemin\u202f: O-p2 O-p1 O-p7 O-s6 O-p6 k."
