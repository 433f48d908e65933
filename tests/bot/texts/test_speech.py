"""Sentences in real games: whatever can be chosen, done, refused or happen reads well in every language.

Not for exact wordings: `test_golden.py` has some of those.
"""

import re
from collections.abc import Sequence

import msgspec
import pytest

from bot.texts import LANGUAGES, Texts, texts
from bot.texts.speaker import LONGEST, shorten
from engine.chance import Stream
from engine.errors import EngineError, Illegal
from engine.history import Game
from engine.title import AnyTitle
from engine.values import Action, Event
from tests.bot.texts.prose import assert_finished, assert_set_in_french
from tests.engine.walks import VARIANTS, Variant, built, walk

LENGTH = 60
MOST_READ = 60
"""Choices of one position that are read; of longer lists every so-many-th."""

each_variant = pytest.mark.parametrize("variant", VARIANTS, ids=str)
each_language = pytest.mark.parametrize("code", LANGUAGES)


def who(seat: int) -> str:
    return ("**Anna**", "**Björn**", "**Élise**", "**Odo**", "**Uta**")[seat]


def some(actions: Sequence[Action]) -> Sequence[Action]:
    return actions[:: 1 + len(actions) // MOST_READ]


def assert_reads_well(text: str, code: str) -> None:
    assert_finished(text)
    if code == "fr":
        assert_set_in_french(text)


def assert_no_ids(speaker: Texts, title: AnyTitle, action: Action, text: str) -> None:
    """No word of the notation stands in the text where the catalogue has another for it."""
    for param in title.verb_of[type(action)].params:
        content = getattr(action, param.name)
        for word in content if param.many else (str(content),):
            printed = speaker.word(title, param.kind, word)
            if len(word) > 2 and word not in printed:
                assert not re.search(rf"(?<!\w){re.escape(word)}(?!\w)", text), text


@each_language
@each_variant
def test_every_choice_reads_well_and_is_told_apart(variant: Variant, code: str) -> None:
    speaker, title = texts(code), variant.title
    for game in walk(variant, "choices", LENGTH):
        for decision in game.to_act():
            actions = some(game.legal(decision.seat))
            shown = [speaker.action(title, action, who) for action in actions]
            assert len(set(shown)) == len(shown), sorted(text for text in shown if shown.count(text) > 1)[:4]
            assert max(map(len, shown), default=0) <= LONGEST
            for text in shown:
                assert_reads_well(text, code)
            assert_reads_well(speaker.decision(title, decision.kind), code)


@each_language
@each_variant
def test_every_decision_and_event_reads_well(variant: Variant, code: str) -> None:
    speaker, title = texts(code), variant.title
    for game in walk(variant, "events", 2 * LENGTH):
        if not game.steps:
            assert_told(speaker, title, game.opening, code)
            continue
        step = game.steps[-1]
        did = speaker.did(title, who(step.seat), step.action, who)
        assert_reads_well(did, code)
        assert_no_ids(speaker, title, step.action, did)
        _, events = title.play(step.before, step.seat, step.action)
        assert_told(speaker, title, events, code)
        news = speaker.news(title, step.seat, step.action, events, who)
        assert len(set(news)) == len(news)
        assert set(news) <= {did, *(speaker.event(title, event, who) for event in events)}


def assert_told(speaker: Texts, title: AnyTitle, events: Sequence[Event], code: str) -> None:
    for event in events:
        text = speaker.event(title, event, who)
        if text is not None:
            assert_reads_well(text, code)
        assert speaker.event(title, msgspec.to_builtins(event), who) == text, "plain values say the same"


@each_language
@each_variant
def test_every_refusal_reads_well(variant: Variant, code: str) -> None:
    speaker, title = texts(code), variant.title
    stream = Stream(str(variant), "refusals")
    tried = refused = 0
    for game in walk(variant, "refusals", LENGTH):
        for _ in range(6):
            action = built(title, stream)
            seat = stream.below(variant.seats)
            tried += action is not None
            error = refusal(game, seat, action) if action else None
            if error is not None:
                refused += 1
                text = speaker.refusal(error, title)
                assert text.endswith(f" ({error.clause})")
                assert_reads_well(text, code)
                assert code == "en" or text != texts("en").refusal(error, title), "it is not translated"
    assert refused > tried / 2, (refused, tried)


def refusal(game: Game, seat: int, action: Action) -> Illegal | None:
    try:
        game.title.check(game.state, seat, action)
    except Illegal as error:
        return error
    return None


@each_variant
def test_a_decision_as_news_tells_no_secrets(variant: Variant) -> None:
    """Two decisions that the table cannot tell apart are told in the same words."""
    title = variant.title
    for game in walk(variant, "secrets", 2 * LENGTH):
        for decision in game.to_act():
            said: dict[tuple[str, str | None], set[str]] = {}
            for action in some(title.legal(game.state, decision.seat)):
                key = title.verb_of[type(action)].name, seen_by_all(game, decision.seat, action)
                told = texts("en").did(title, "Anna", action)
                said.setdefault(key, set()).add(told)
            assert all(len(told) == 1 for told in said.values()), said


def seen_by_all(game: Game, seat: int, action: Action) -> str | None:
    """The line of the public log just after the decision."""
    after = Game(game.title, game.setup, game.state)
    after.apply(seat, action)
    return game.title.shown(after.steps, len(after.steps) - 1, None, after.state)


@each_language
def test_undo_has_words_too(code: str) -> None:
    variant = VARIANTS[0]
    action = variant.title.parse("undo")
    assert_reads_well(texts(code).action(variant.title, action), code)
    assert texts(code).news(variant.title, 1, action, [], who) == [texts(code).did(variant.title, who(1), action)]


def test_errors_of_other_kinds_say_what_they_are() -> None:
    assert texts("fr").refusal(EngineError("It is not your turn.")) == "Ce n’est pas votre tour."
    assert texts("fr").refusal(ValueError("no catalogue knows this {brace")) == "no catalogue knows this {brace"


def test_languages_fall_back_to_their_base_and_then_to_english() -> None:
    assert [texts(code).code for code in ("fr", "fr-CA", "FR_be", "en-GB", "de", "")] == ["fr", "fr", "fr", *["en"] * 3]
    assert texts("fr-CA") is texts("fr")


def test_long_texts_are_cut_where_they_must_be() -> None:
    assert shorten("a" * 100) == "a" * 100
    assert shorten("a" * 101) == "a" * 99 + "…"
