"""Haithabu in words: what a panel offers and what a story tells, in every language.

Not for which choices and passages there are: the title's own tests have that.
"""

import pytest

from bot.texts import LANGUAGES, texts
from engine.haithabu.actions import Run
from engine.haithabu.state import HaithabuState
from engine.haithabu.title import TITLE
from engine.title import AnyTitle
from engine.values import Deed
from tests.bot.texts.prose import THIN, assert_finished, assert_set_in_french
from tests.engine.haithabu.positions import parsed, position
from tests.engine.walks import VARIANTS, walk

HAITHABU: AnyTitle = TITLE
NAMES = ("Anna", "Björn", "Carl", "Dora")
SHORT = 44


def destinations(state: HaithabuState, runner: str, code: str) -> list[str]:
    """What is read once a runner has been chosen."""
    targets = dict.fromkeys(choice.values[1] for choice in TITLE.choices(state, 0) if choice.values[0] == runner)
    return [texts(code).word(TITLE, "target", target) for target in targets]


def told(state: HaithabuState, code: str, *lines: str) -> list[str]:
    deeds = list[Deed]()
    for line in lines:
        seat, action = TITLE.to_act(state)[0].seat, parsed(line)
        state, events = TITLE.apply(state, seat, action)
        known = action if isinstance(action, Run) else None
        deeds.append(Deed(seat, known, tuple(event for event in events if event.audience is None)))
    return [said for part in TITLE.story(deeds) for said in texts(code).passage(TITLE, part, lambda seat: NAMES[seat])]


def test_destinations_stand_before_what_is_rarer() -> None:
    state = position({"N1": "ac2"}, {"N": "cg"})
    english, french = (destinations(state, "N1", code) for code in LANGUAGES)
    assert english == [
        "N-p1 · North passage 1",
        "N-p4 · North passage 4",
        "N-p7 · North passage 7",
        "N-s6 · North start 6",
        "ae3",
        "put 1 token first …",
        "put 2 tokens first …",
        "put a token of your choice …",
    ]
    assert french[4:] == ["ae3", "poser d’abord 1 jeton…", "poser d’abord 2 jetons…", "poser un jeton de votre choix…"]


def test_a_choice_says_which_bridges_and_tokens() -> None:
    state = position({"N1": "c"}, {"N": "ijo"})
    chosen = {choice.values[1:3]: choice for choice in TITLE.choices(state, 0) if choice.values[0] == "N1"}
    speaker = texts("en")
    assert speaker.choice(TITLE, chosen["h", "h"]) == "N1 to bridge h over d"
    assert speaker.label(TITLE, chosen["h", "h"]) == "N1 to bridge h"
    assert speaker.label(TITLE, chosen["way", "h"]) == "N1 to bridge h over g"


def test_a_run_is_told_with_its_tokens() -> None:
    assert told(position(), "en", "run N4 ac1 over a") == ["Anna runs N4 over a to ac1: 1 token on the track now."]
    assert told(position(), "fr", "run N4 ac1 over a") == [
        f"Anna mène N4 par a vers ac1{THIN}: 1 jeton sur sa piste maintenant."
    ]
    state = position({"N1": "ac2"}, {"N": "cst"})
    assert told(state, "en", "run N1 gm1 over g put c") == ["Anna runs N1 over g to gm1, putting a token on c."]


def test_a_trap_is_told_with_the_way_home() -> None:
    lines = ("run N4 ac1 over a", "reset N-s1 trap c")
    assert told(position(trap="a"), "en", *lines) == [
        "Anna runs N4 into the trap on bridge a: the run is undone, N4 returns to N-s1 · North start 1, and a new note "
        "is written."
    ]
    assert told(position(trap="a"), "fr", *lines) == [
        f"Anna mène N4 dans le piège du pont a{THIN}: la course est annulée, N4 revient (N-s1 · départ 1 du Nord), et "
        "un nouveau billet est écrit."
    ]


@pytest.mark.parametrize("code", LANGUAGES)
def test_whatever_is_offered_or_told_reads_well(code: str) -> None:
    speaker, title = texts(code), HAITHABU
    variant = next(one for one in VARIANTS if str(one).startswith("haithabu-2-True"))
    deeds = list[Deed]()
    for game in walk(variant, "words", 60):
        if game.steps:
            step = game.steps[-1]
            events = title.play(step.before, step.seat, step.action)[1]
            known = step.action if isinstance(step.action, Run) else None
            deeds.append(Deed(step.seat, known, tuple(event for event in events if event.audience is None)))
        for decision in game.to_act():
            choices = title.choices(game.state, decision.seat)
            few = choices[:: 1 + len(choices) // 60]
            shown = [speaker.label(title, choice) for choice in few]
            for text, choice in zip(shown, few, strict=True):
                assert_finished(text)
                assert len(text) <= SHORT or len(choice.values[-1]) > 1, text
            named = {(choice.name, speaker.label(title, choice)) for choice in choices if len(choices) <= 20}
            assert len(named) == len(choices) or len(choices) > 20, "buttons that stand side by side"
    for passage in title.story(deeds):
        said = speaker.passage(title, passage)
        assert said
        for text in said:
            assert_finished(text)
            if code == "fr":
                assert_set_in_french(text)
