"""Hansa in words: what a panel offers and what a story tells, in every language.

Not for which choices and passages there are: the title's own tests have that.
"""

import pytest

from bot.texts import LANGUAGES, texts
from engine.hansa.title import TITLE
from engine.history import Game
from engine.title import AnyTitle
from engine.values import Deed
from tests.bot.texts.prose import THIN, assert_finished, assert_set_in_french
from tests.engine.hansa.positions import position, sale
from tests.engine.walks import VARIANTS, walk

HANSA: AnyTitle = TITLE
NAMES = ("Anna", "Björn", "Carl", "Dora")
SHORT = 40
"""Characters of a button that shows a choice; those of many goods stand in a list."""


def labels(game: Game, code: str) -> list[str]:
    return [texts(code).label(TITLE, choice) for choice in HANSA.choices(game.state, 0)]


def told(game: Game, code: str, *lines: str) -> list[str]:
    deeds = list[Deed]()
    for line in lines:
        seat, text = int(line[1]) - 1, line[3:]
        action = TITLE.parse(text)
        deeds.append(Deed(seat, action, tuple(game.apply(seat, action))))
    return [said for part in TITLE.story(deeds) for said in texts(code).passage(TITLE, part, lambda seat: NAMES[seat])]


def test_buttons_say_what_is_done() -> None:
    def offered() -> Game:
        goods = {"riga.a": "B1", "danzig.a": "K3", "danzig.b": "K3"}
        return position(
            phase="refill", ship="riga", booths={"riga": (1,)}, slots=goods, empty=["riga.b"], face_up=["R1 R2 Y3"]
        )

    assert labels(offered(), "en") == [
        "Refill for 1 taler",
        "Buy blue ×1",
        "Build with yellow ×3",
        "Build with red ×1",
        "Build with red ×2",
        "Sell all red",
        "Sail to Danzig",
        "Sail to Danzig, buy black ×3",
        "End the turn",
    ]
    assert labels(offered(), "fr") == [
        "Réapprovisionner pour 1 thaler",
        "Acheter le bleu ×1",
        "Comptoirs contre le jaune ×3",
        "Comptoirs contre le rouge ×1",
        "Comptoirs contre le rouge ×2",
        f"Vendre tout{THIN}: rouge",
        "Naviguer vers Danzig",
        "Vers Danzig, acheter le noir ×3",
        "Finir le tour",
    ]


def test_a_turn_is_told_in_one_sentence() -> None:
    turn = (
        "P1 skip",
        "P1 sail lubeck",
        "P1 sail aalborg",
        "P1 buy B2",
        "P1 sail copenhagen",
        "P1 establish Y3",
        "P1 end",
    )

    def game() -> Game:
        booths = {"aalborg": (0, 1)}
        return position(
            phase="refill", empty=["riga.a"], slots={"aalborg.a": "B2"}, talers=(6, 3, 3), face_up=["Y3"], booths=booths
        )

    assert told(game(), "en", *turn) == [
        "Anna sails via Lübeck to Aalborg, buys a blue marker ×2 (B2), sails to Copenhagen and discards a yellow "
        "marker ×3 (Y3) for 3 booths in Copenhagen.",
        "Anna pays 1 taler to Björn.",
    ]
    assert told(game(), "fr", *turn) == [
        "Anna navigue par Lübeck vers Aalborg, achète un jeton bleu ×2 (Bl2), navigue vers Copenhague et défausse un "
        "jeton jaune ×3 (Ja3) pour 3 comptoirs à Copenhague.",
        "Anna paie 1 thaler à Björn.",
    ]


def test_a_sale_is_told_with_its_losses() -> None:
    lines = ("P1 sell G1 G2", "P4 lose G1", "P2 lose G3", "P1 end")
    assert told(sale(), "en", *lines) == [
        "Anna sells a green marker ×1 (G1) and a green marker ×2 (G2) in Kalmar for 5 points and takes 1 booth back.",
        "Carl loses a green marker ×2 (G2) to the sale.",
        "Dora has chosen the marker to lose.",
        "Björn loses a green marker ×3 (G3) to the sale.",
        "Dora loses a green marker ×1 (G1) to the sale.",
        "Anna ends the turn.",
    ]
    assert told(sale(), "fr", *lines)[0] == (
        "Anna vend un jeton vert ×1 (Ve1) et un jeton vert ×2 (Ve2) à Kalmar pour 5 points et reprend 1 comptoir."
    )


def test_a_pass_with_too_many_talers_is_told() -> None:
    assert told(position(talers=(5, 3, 3)), "en", "P1 end") == ["Anna ends the turn, then returns 2 talers."]
    assert told(position(talers=(5, 3, 3)), "fr", "P1 end") == ["Anna termine son tour, puis rend 2 thalers."]


@pytest.mark.parametrize("code", LANGUAGES)
def test_whatever_is_offered_or_told_reads_well(code: str) -> None:
    speaker, title = texts(code), HANSA
    variant = next(variant for variant in VARIANTS if variant.key == "hansa" and variant.seats == 3)
    deeds = list[Deed]()
    for game in walk(variant, "words", 150):
        if game.steps and not title.is_aside(game.steps[-1].action):
            step = game.steps[-1]
            deeds.append(Deed(step.seat, step.action, tuple(title.play(step.before, step.seat, step.action)[1])))
        for decision in game.to_act():
            choices = title.choices(game.state, decision.seat)
            shown = [speaker.label(title, choice) for choice in choices]
            assert len(set(shown)) == len(shown)
            for text, choice in zip(shown, choices, strict=True):
                assert_finished(text)
                assert len(text) <= SHORT or choice.name in ("sell", "end_discarding", "discard"), text
    for passage in title.story(deeds):
        said = speaker.passage(title, passage)
        assert said
        for text in said:
            assert_finished(text)
            if code == "fr":
                assert_set_in_french(text)
